import type { Lessons } from '../core/lessons.ts';
import { type LessonMeasure, lessonMeasure, statementsIn } from '../analysis/lesson-measure.ts';
import type { Playbook } from '../playbook/playbook.ts';

type Share = 'redundancy' | 'coverage' | 'retention';
export type LessonShares = { readonly [share in Share]: LessonMeasure[share] | null };

const noLessons: LessonShares = { redundancy: null, coverage: null, retention: null };

/**
 * Measures what a playbook says of a suite's lessons as the runner does on the rendered text, but by its bullets and the text around them, which
 * are not written out. `lessonsAt` tells the lessons of a round. Each call makes a meter for one setting, to be asked round by round: it
 * remembers all lessons offered or held so far.
 */
export function sweepLessons(lessonsAt: (round: number) => Lessons | undefined) {
  return (): ((round: number, playbook: Playbook, offered: readonly string[]) => LessonShares) => {
    const seen = new Set<string>();
    return (round, playbook, offered) => {
      const lessons = lessonsAt(round);
      if (lessons === undefined) return noLessons;
      const stated = statementsIn(textsIn(playbook), lessons);
      for (const held of [stated.held, statementsIn(offered, lessons).held]) for (const id of held) seen.add(id);
      const { redundancy, coverage, retention } = lessonMeasure(stated, seen, lessons);
      return { redundancy, coverage, retention };
    };
  };
}

function* textsIn({ preamble, sections, bullets }: Playbook): Generator<string> {
  yield* preamble.split('\n');
  for (const section of sections) yield `## ${section}`;
  for (const { text } of bullets) yield text;
}
