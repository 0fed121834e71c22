import type { Embedder } from '../core/embedder.ts';
import type { Lessons, Stance } from '../core/lessons.ts';
import { textRows } from '../embedding/text-rows.ts';
import type { Bullet, Playbook } from '../playbook/playbook.ts';
import { refine } from '../playbook/refine.ts';

/** What one pass of refine at a threshold takes away. */
export type MergePoint = {
  readonly threshold: number;
  /** Bullets gone as duplicates of an elder one. */
  readonly merged: number;
  /** Of all bullets. */
  readonly share: number;
  /** Whose both texts state a rule that the suite knows; null without a suite that knows any. */
  readonly joined: JoinedRules | null;
};

export type JoinedRules = {
  readonly known: number;
  /** Of the known, those whose texts have no rule in common. */
  readonly differentRules: number;
  /** Of the known, those that have one in common, and contradict each other about it. */
  readonly opposite: number;
};

/**
 * How redundant bullets are: at each threshold, the share that one pass of refine merges, which goes through them in order of addition, compares
 * all with all, has no guards and drops duplicates. Throws what the embedder throws.
 */
export async function mergeCurve(
  playbook: Playbook,
  thresholds: readonly number[],
  { embedder, lessons }: { readonly embedder: Embedder; readonly lessons?: Lessons | undefined },
): Promise<readonly MergePoint[]> {
  const rows = textRows(embedder.dims);
  const textOf = new Map(playbook.bullets.map(({ id, text }) => [id, text]));
  const points: MergePoint[] = [];
  for (const threshold of thresholds) {
    const { event } = await refine(
      playbook,
      { threshold, onDuplicate: 'drop', scope: 'playbook', guards: [] },
      'delta',
      { embedder, rows, tokensOf: () => 0, compared: () => {} },
    );
    const { length: merged } = event.merged;
    points.push({
      threshold,
      merged,
      share: playbook.bullets.length === 0 ? 0 : merged / playbook.bullets.length,
      joined: lessons === undefined ? null : joinedRules(event.merged, textOf, lessons),
    });
  }
  return points;
}

function joinedRules(
  merged: readonly { readonly from: Bullet['id']; readonly into: Bullet['id'] }[],
  textOf: ReadonlyMap<string, string>,
  lessons: Lessons,
): JoinedRules {
  let [known, differentRules, opposite] = [0, 0, 0];
  for (const { from, into } of merged) {
    const [a, b] = [from, into].map((id) => stancesIn(textOf.get(id)!, lessons)) as [Stances, Stances];
    if (a.size === 0 || b.size === 0) continue;
    known++;
    const common = [...a].filter(([rule]) => b.has(rule));
    if (common.length === 0) differentRules++;
    else if (common.some(([rule, stance]) => b.get(rule) !== stance)) opposite++;
  }
  return { known, differentRules, opposite };
}

type Stances = ReadonlyMap<string, Stance>;

function stancesIn(text: string, lessons: Lessons): Stances {
  return new Map(lessons.states(text).map(({ lessonId, stance }) => [lessonId, stance]));
}
