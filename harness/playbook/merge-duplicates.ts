import type { Merged, Replaced, Vetoed } from '../core/context-event.ts';
import type { Embedder } from '../core/embedder.ts';
import type { Failure } from '../core/failure.ts';
import type { TextRows } from '../embedding/text-rows.ts';
import { absorb } from './absorb.ts';
import { betterRecord, duplicateRules, type KeptText, mergedInto, type OnDuplicate } from './duplicate-rules.ts';
import type { GuardName, VetoOf } from './guards.ts';
import type { Bullet } from './playbook.ts';
import { type Survivors, survivorsOf } from './survivors.ts';

/** What becomes of two texts: one that a model wrote for both, or why there is none. */
export type MergedText = { readonly text: string } | { readonly failure: Failure };
export type MergeTexts = (elder: string, younger: string) => Promise<MergedText>;

export type MergeRules = {
  readonly threshold: number;
  readonly onDuplicate: OnDuplicate;
  readonly guards: readonly GuardName[];
};
export type MergeDeps = {
  readonly rows: TextRows;
  readonly embedder: Embedder;
  readonly mergeTexts: MergeTexts;
  readonly vetoOf: VetoOf;
};
/** What a pass found and did, in the order in which it happened; added to. */
export type MergeLog = {
  readonly merged: Merged[];
  readonly replaced: Replaced[];
  readonly vetoed: Vetoed[];
  readonly failures: Failure[];
  /** Pairs of texts compared, each once. */
  compared: number;
};

/** Bullets that are compared with each other, in order of addition. */
export type ComparedGroup = {
  readonly bullets: readonly Bullet[];
  /** The numbers of their texts. */
  readonly texts: Uint32Array;
  /** The places of those that are fresh, in order. */
  readonly fresh: readonly number[];
};

type Candidate = { readonly order: number; readonly cosine: number };

/**
 * One pass over bullets that are compared with each other, in order of addition. A bullet meets the survivors before it, the most similar first (ties: the elder), down to one that no guard forbids it to be merged with. Pairs of which
 * neither is fresh were compared before. All texts must be embedded, unless every fresh one repeats one before it. So at the end no two
 * survivors exceed the threshold but those that a guard, or a model that failed to merge them, kept apart.
 */
export async function mergeDuplicates(
  { bullets, texts, fresh }: ComparedGroup,
  { threshold, onDuplicate, guards }: MergeRules,
  { rows, embedder, mergeTexts, vetoOf }: MergeDeps,
  log: MergeLog,
): Promise<Survivors> {
  const first = fresh[0] ?? bullets.length;
  const survivors = survivorsOf(bullets, first, texts, rows.size());
  const kept = duplicateRules[onDuplicate];
  for (let order = first; order < bullets.length; order++) {
    const bullet = bullets[order]!;
    const text = texts[order]!;
    const candidates = candidatesOf(bullet, text, bullet.fresh, null);
    if (candidates.length === 0) survivors.add(order, bullet, text);
    else if (kept === null) replaceOlder(order, bullet, text, candidates);
    else await mergeAlong(order, bullet, text, candidates, kept);
  }
  return survivors;

  /** Survivors above the threshold, the most similar first; where the elder's text stays and may stay, the first one alone. */
  function candidatesOf(bullet: Bullet, text: number, withAll: boolean, except: number | null): readonly Candidate[] {
    const equal = survivors.withText(text);
    if (equal !== null && equal !== except) {
      log.compared++;
      return [{ order: equal, cosine: 1 }];
    }
    if (!withAll && !survivors.hasFresh()) return [];
    const group = survivors.group(!withAll, except);
    log.compared += group.texts.length;
    const nearest = group.texts.length === 0 ? null : rows.nearest(text, group.texts, threshold);
    if (nearest === null) return [];
    const first = { order: group.orderOf(nearest.at), cosine: nearest.cosine };
    if (kept === 'elder' && vetoOf(survivors.bulletAt(first.order).text, bullet.text, guards) === null) return [first];
    return rows.above(text, group.texts, threshold).map(({ at, cosine }) => ({ order: group.orderOf(at), cosine }));
  }

  function isVetoed(elder: Bullet, younger: Bullet, cosine: number): boolean {
    const guard = vetoOf(elder.text, younger.text, guards);
    if (guard !== null)
      log.vetoed.push({ a: elder.id, b: younger.id, texts: [elder.text, younger.text], cosine, guard });
    return guard !== null;
  }

  function replaceOlder(order: number, bullet: Bullet, text: number, candidates: readonly Candidate[]): void {
    let newcomer = bullet;
    let replaces = false;
    for (const { order: older, cosine } of candidates) {
      const elder = survivors.bulletAt(older);
      if (isVetoed(elder, bullet, cosine)) continue;
      if (replaces) log.replaced.push({ id: elder.id, by: bullet.id, cosine });
      else {
        log.merged.push({ from: elder.id, into: bullet.id, cosine });
        // An equal text was compared with all that its elder was compared with.
        const fresh = bullet.fresh && (elder.fresh || survivors.textAt(older) !== text);
        newcomer = { ...absorb(bullet, elder), fresh };
        replaces = true;
      }
      survivors.remove(older);
    }
    survivors.add(order, newcomer, text);
  }

  /** Merges a newcomer into what it resembles, and goes on for as long as a text that may resemble others stays. */
  async function mergeAlong(
    newOrder: number,
    newcomer: Bullet,
    newText: number,
    found: readonly Candidate[],
    kept: KeptText,
  ): Promise<void> {
    let [order, holder, text, candidates] = [newOrder, newcomer, newText, found];
    let listed = false;
    for (let nth = 0; nth < candidates.length; nth++) {
      const { order: otherOrder, cosine } = candidates[nth]!;
      const other = survivors.bulletAt(otherOrder);
      const otherText = survivors.textAt(otherOrder);
      const [elder, younger] = order < otherOrder ? [holder, other] : [other, holder];
      if (isVetoed(elder, younger, cosine)) continue;
      const written = await textOf(elder, younger, text === otherText, kept);
      if ('failure' in written) {
        log.failures.push(written.failure);
        break;
      }
      const changed = written.text === elder.text ? undefined : written.text;
      const stays = rows.id(written.text);
      log.merged.push({
        from: younger.id,
        into: elder.id,
        cosine,
        ...(changed === undefined ? {} : { text: changed }),
      });
      const fresh = stays === otherText ? other.fresh : stays === text ? holder.fresh : true;
      holder = { ...mergedInto(elder, younger, changed), fresh };
      if (listed) survivors.remove(Math.max(order, otherOrder));
      listed = true;
      order = Math.min(order, otherOrder);
      const equal = survivors.withText(stays);
      survivors.change(order, holder, stays);
      // That text has met all others already.
      if (stays === otherText) return;
      if (stays === text) continue;
      text = stays;
      if (equal === null) {
        await rows.embed(Uint32Array.of(text), embedder);
        candidates = candidatesOf(holder, text, true, order);
      } else {
        log.compared++;
        candidates = [{ order: equal, cosine: 1 }];
      }
      nth = -1;
    }
    if (!listed) survivors.add(newOrder, newcomer, newText);
  }

  async function textOf(elder: Bullet, younger: Bullet, areEqual: boolean, kept: KeptText): Promise<MergedText> {
    if (areEqual || kept === 'elder') return { text: elder.text };
    return kept === 'better-record' ? betterRecord(elder, younger) : mergeTexts(elder.text, younger.text);
  }
}
