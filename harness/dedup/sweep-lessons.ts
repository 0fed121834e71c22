import type { Lessons } from '../core/lessons.ts';
import { type Playbook, withBullets } from '../playbook/playbook.ts';

export type LessonShares = {
  readonly redundancy: number | null;
  readonly coverage: number | null;
  readonly retention: number | null;
};

const noLessons: LessonShares = { redundancy: null, coverage: null, retention: null };

/**
 * Measures what a playbook says of a suite's lessons as the runner does on the rendered text, but bullet by bullet, so that what a text
 * states is found once for all settings. `lessonsAt` tells the lessons of a round.
 */
export function sweepLessons(
  lessonsAt: (round: number) => Lessons | undefined,
  render: (playbook: Playbook) => string,
) {
  const memory = new WeakMap<Lessons, Map<string, readonly string[]>>();

  function rightly(text: string, lessons: Lessons): readonly string[] {
    const known = memory.get(lessons) ?? new Map<string, readonly string[]>();
    memory.set(lessons, known);
    let ids = known.get(text);
    if (ids === undefined) {
      ids = lessons.states(text).flatMap(({ lessonId, stance }) => (stance === 'correct' ? [lessonId] : []));
      known.set(text, ids);
    }
    return ids;
  }

  /** A meter for one setting, to be asked round by round: it remembers all lessons offered or held so far. */
  return (): ((round: number, playbook: Playbook, offered: readonly string[]) => LessonShares) => {
    const seen = new Set<string>();
    return (round, playbook, offered) => {
      const lessons = lessonsAt(round);
      if (lessons === undefined) return noLessons;
      const held = new Set<string>();
      let bearingLines = 0;
      const hold = (text: string): void => {
        const ids = rightly(text, lessons);
        if (ids.length > 0) bearingLines++;
        for (const id of ids) held.add(id);
      };
      for (const line of render(withBullets(playbook, [])).split('\n')) hold(line);
      for (const { text } of playbook.bullets) hold(text);
      for (const id of held) seen.add(id);
      for (const text of offered) for (const id of rightly(text, lessons)) seen.add(id);
      return {
        redundancy: bearingLines === 0 ? null : Math.max(0, 1 - held.size / bearingLines),
        coverage: held.size / lessons.all.length,
        retention: seen.size === 0 ? null : held.size / seen.size,
      };
    };
  };
}
