import { describe, expect, it } from 'vitest';
import type { ContextEvent } from '../../harness/core/context-event.ts';
import { hashText } from '../../harness/core/hash.ts';
import type { Lessons } from '../../harness/core/lessons.ts';
import { measureContext } from '../../harness/runner/measure-context.ts';
import { textContext } from './sums.ts';

const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

// "yes 1" states lesson 1, "no 1" contradicts it.
const lessons: Lessons = {
  all: ['1', '2', '3', '4'],
  states: (line) =>
    [...line.matchAll(/(yes|no) (\d)/g)].map(([, word, lessonId]) => ({
      lessonId: lessonId!,
      stance: word === 'yes' ? 'correct' : 'contradicted',
    })),
};

const parts = { countTokens: countWords, headTokens: 0 };

function measure(
  text: string,
  {
    before = null as string | null,
    seen = [] as readonly string[],
    events = [] as readonly ContextEvent[],
    known = lessons as Lessons | undefined,
    ids = null as ReadonlySet<string> | null,
  } = {},
) {
  const earlier = before === null ? null : textContext(before);
  return measureContext(earlier, textContext(text, ids), events, seen, known, parts);
}

describe('measureContext()', () => {
  it('coverage is the share of all lessons that are stated rightly', () => {
    expect(measure('yes 1\nno 2\nyes 1').measured.coverage).toBe(0.25);
    expect(measure('nothing').measured.coverage).toBe(0);
  });

  it('wrong counts statements that contradict a lesson', () => {
    expect(measure('no 1\nno 1 and no 2\nyes 3').measured.wrong).toBe(3);
  });

  it('retention is the share of the lessons held or offered so far that are still held', () => {
    const offered: ContextEvent = { kind: 'lessons', task: 't', lessons: ['yes 2', 'no 4'], rounds: 1 };
    const { measured, lessonsSeen } = measure('yes 1', { seen: ['3'], events: [offered] });
    expect(lessonsSeen).toEqual(['1', '2', '3']);
    expect(measured.retention).toBeCloseTo(1 / 3, 12);
  });

  it('retention is unknown before any lesson was seen', () => {
    expect(measure('nothing').measured.retention).toBeNull();
  });

  it('redundancy is the share of lesson-bearing lines that add no lesson', () => {
    expect(measure('yes 1\nyes 1\nyes 1\nyes 2\nnothing').measured.redundancy).toBe(0.5);
    expect(measure('no 1').measured.redundancy).toBeNull();
    expect(measure('yes 1 and yes 2 and yes 3').measured.redundancy).toBe(0);
  });

  it('reads bullets without their ids and counters, and again when only those changed', () => {
    const line = (counters: string) => `[r-1] ${counters} :: yes 1`;
    expect(measure(line('helpful=1 harmful=0')).measured).toMatchObject({ coverage: 0.25, redundancy: 0 });
    expect(measure(line('helpful=2 harmful=0')).measured).toMatchObject({ coverage: 0.25, redundancy: 0 });
  });

  it('reads the text of a bullet alone where counters are hidden, too', () => {
    const whole: Lessons = { ...lessons, states: (text) => (text === 'yes 1' ? lessons.states(text) : []) };
    expect(measure('[r-1] yes 1', { known: whole }).measured.coverage).toBe(0.25);
    expect(measure('[r-1] helpful=1 harmful=0 :: yes 1', { known: whole }).measured.coverage).toBe(0.25);
  });

  it('leaves lesson measures unknown where a suite knows no lessons', () => {
    const { measured, lessonsSeen } = measureContext(null, textContext('yes 1'), [], [], undefined, parts);
    expect(measured).toMatchObject({ coverage: null, retention: null, wrong: null, redundancy: null });
    expect(lessonsSeen).toEqual([]);
  });

  it('size, hash and bullets are those of the rendered text', () => {
    const { measured } = measure('yes 1\ntwo words', { ids: new Set(['a-1', 'a-2']) });
    expect(measured).toMatchObject({ contextTokens: 4, contextHash: hashText('yes 1\ntwo words'), bullets: 2 });
    expect(measure('yes 1').measured.bullets).toBeNull();
  });

  it('round 0 has nothing to be compared with', () => {
    expect(measure('yes 1').measured).toMatchObject({ editTokens: null, editTokensCounters: null, prefixReuse: null });
  });

  it('prefixReuse is the part of the prompt before the task that a prefix cache would still hold', () => {
    const head = 40;
    const reuse = (before: string, after: string) =>
      measureContext(textContext(before), textContext(after), [], [], undefined, { ...parts, headTokens: head })
        .measured.prefixReuse;
    expect(reuse('a b c d', 'a b c d')).toBe(1);
    expect(reuse('a b c d', 'a b x d')).toBeCloseTo((head + 2) / (head + 4), 12);
    expect(reuse('a b', 'a b c d')).toBeCloseTo((head + 2) / (head + 4), 12);
    expect(reuse('x', 'y')).toBeCloseTo(head / (head + 1), 12);
  });
});
