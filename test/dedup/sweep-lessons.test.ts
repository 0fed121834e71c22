import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Lessons } from '../../harness/core/lessons.ts';
import { renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import { measureContext } from '../../harness/runner/measure-context.ts';
import { sweepLessons } from '../../harness/dedup/sweep-lessons.ts';
import { playbookOf } from '../playbook/degrees.ts';

/** Words are lessons; those after a minus are contradicted. */
function lessonsOf(all: readonly string[]): Lessons {
  return {
    all,
    states: (line) =>
      [...line.matchAll(/(-?)([a-f])\b/g)].flatMap(([, minus, lessonId]) =>
        all.includes(lessonId!)
          ? [{ lessonId: lessonId!, stance: minus === '' ? 'correct' : 'contradicted' } as const]
          : [],
      ),
  };
}

const anyLine = fc
  .array(fc.constantFrom('a', 'b', 'c', '-a', '-b', 'd', 'e', 'x9'), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '));
const anyRounds = fc.array(fc.tuple(fc.array(anyLine, { maxLength: 6 }), fc.array(anyLine, { maxLength: 3 })), {
  minLength: 1,
  maxLength: 5,
});

it('sweepLessons() measures as the runner does, round by round, lessons that change included', () => {
  const [early, late] = [lessonsOf(['a', 'b', 'c']), lessonsOf(['a', 'd'])];
  const lessonsAt = (round: number): Lessons => (round < 3 ? early : late);
  fc.assert(
    fc.property(anyRounds, (rounds) => {
      const measure = sweepLessons(lessonsAt)();
      let seen: readonly string[] = [];
      for (const [round, [texts, offered]] of rounds.entries()) {
        const playbook = playbookOf(texts);
        const rendered = { stable: renderPlaybook(playbook), perTask: '', ids: null };
        const event = { kind: 'lessons', task: 't', lessons: offered, rounds: 1 } as const;
        const { measured, lessonsSeen } = measureContext(null, rendered, [event], seen, lessonsAt(round), {
          countTokens: (text) => text.length,
          headTokens: 0,
        });
        seen = lessonsSeen;
        const { redundancy, coverage, retention } = measured;
        expect(measure(round, playbook, offered)).toEqual({ redundancy, coverage, retention });
      }
    }),
  );
});

it('sweepLessons() gives nulls for a suite without lessons', () => {
  const measure = sweepLessons(() => undefined)();
  expect(measure(1, playbookOf(['a']), [])).toEqual({ redundancy: null, coverage: null, retention: null });
});
