import type { Vetoed } from '../core/context-event.ts';
import type { Bullet } from '../playbook/playbook.ts';

/** Never cited by an attempt, never tagged, and older than the round: it had its chance. Of a playbook file all bullets are older. */
export function isUnused({ helpful, harmful, used, addedAtRound }: Bullet, round = Number.POSITIVE_INFINITY): boolean {
  return helpful + harmful + used === 0 && addedAtRound < round;
}

/** Found harmful more often than helpful. */
export function isHarmful({ helpful, harmful }: Pick<Bullet, 'helpful' | 'harmful'>): boolean {
  return harmful > helpful;
}

/** Texts by the ids of their bullets. */
export type Texts = ReadonlyMap<string, string>;

export function textsOf(bullets: readonly Pick<Bullet, 'id' | 'text'>[]): Texts {
  return new Map(bullets.map(({ id, text }) => [id, text]));
}

/** How bullets changed from one state to a later one. */
export type BulletChanges = {
  readonly arrived: number;
  readonly gone: number;
  /** Bullets that say something else. */
  readonly reworded: number;
  /** All of these over the bullets before; null where there were none. */
  readonly churn: number | null;
};

/** Compares two states of a playbook by the texts of their bullets. */
export function changesBetween(before: Texts, after: Texts): BulletChanges {
  let [arrived, kept, reworded] = [0, 0, 0];
  for (const [id, text] of after) {
    const earlier = before.get(id);
    if (earlier === undefined) arrived++;
    else {
      kept++;
      if (earlier !== text) reworded++;
    }
  }
  const gone = before.size - kept;
  const churn = before.size === 0 ? null : (arrived + gone + reworded) / before.size;
  return { arrived, gone, reworded, churn };
}

/** Of vetoed pairs, each once, those whose bullets both stand and still say what was compared: conflicts. */
export function standingConflicts(pairs: Iterable<Vetoed>, texts: Texts): readonly Vetoed[] {
  const standing = new Map<string, Vetoed>();
  for (const pair of pairs)
    if (texts.get(pair.a) === pair.texts[0] && texts.get(pair.b) === pair.texts[1])
      standing.set(`${pair.a} ${pair.b}`, pair);
  return [...standing.values()];
}
