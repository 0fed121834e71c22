import type { Stance } from '../core/lessons.ts';
import type { Controls } from '../core/method.ts';
import type { Suite } from '../core/suite.ts';

/** All lessons of a suite as lines, stated truly and contradicted; null for a suite that cannot state any. */
export function controlsOf({ lessons }: Pick<Suite, 'lessons'>): Controls | null {
  if (lessons?.text === undefined) return null;
  const lines = (stance: Stance): readonly string[] =>
    lessons.all.flatMap((id) => lessons.text!(id, stance).split('\n'));
  return { oracle: lines('correct'), wrong: lines('contradicted') };
}
