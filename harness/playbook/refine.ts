import type { ContextEvent, Merged } from '../core/context-event.ts';
import type { Tools } from '../core/tools.ts';
import { cosine, normaliseText } from '../embedding/cosine.ts';
import { absorb } from './apply-delta.ts';
import { type Bullet, type Playbook, withBullets } from './playbook.ts';
import { renderPlaybook } from './render-playbook.ts';

/** What becomes of an elder bullet and its duplicate: the bullet that stays, under the elder's id. */
export type DuplicateRule = (elder: Bullet, duplicate: Bullet) => Bullet;

/** How duplicates are resolved, by the name that configs use. */
export const duplicateRules = {
  /** Keep the elder's text, add the counters. */
  drop: absorb,
} satisfies { readonly [name: string]: DuplicateRule };
export type OnDuplicate = keyof typeof duplicateRules;
export const duplicateRuleNames = Object.keys(duplicateRules) as OnDuplicate[];

export type RefineOptions = { readonly threshold: number; readonly onDuplicate: OnDuplicate };
type RefineEvent = Extract<ContextEvent, { kind: 'refine' }>;
type World = Pick<Tools, 'embedder' | 'countTokens' | 'compared'>;

/**
 * De-duplicates: in order of addition, each bullet is compared with the surviving ones only and merges into the most similar (ties: the
 * elder), if their cosine exceeds the threshold strictly. So no bullet sits in two groups and no chain is bridged. Pairs that an earlier
 * refine compared are left out. Equal normalised texts are cosine 1 and need no vector. Throws what the embedder throws.
 */
export async function refine(
  playbook: Playbook,
  options: RefineOptions,
  trigger: RefineEvent['trigger'],
  world: World,
): Promise<{ readonly playbook: Playbook; readonly event: RefineEvent }> {
  const tokensBefore = world.countTokens(renderPlaybook(playbook));
  const { survivors, merged, compared } = await dropDuplicates(playbook.bullets, options, world);
  world.compared(compared);
  const refined = withBullets(playbook, survivors);
  const tokensAfter = world.countTokens(renderPlaybook(refined));
  const event: RefineEvent = { kind: 'refine', trigger, merged, vetoed: [], compared, tokensBefore, tokensAfter };
  return { playbook: { ...refined, refinedTokens: tokensAfter }, event };
}

async function dropDuplicates(bullets: readonly Bullet[], options: RefineOptions, world: World) {
  // Nothing exceeds 1, so nothing needs to be compared.
  if (options.threshold >= 1) return { survivors: bullets.map(compareNoMore), merged: [], compared: 0 };
  const vectors = await vectorsNeeded(bullets, world);
  const rule = duplicateRules[options.onDuplicate];
  const survivors: Survivor[] = [];
  const freshSurvivors: number[] = [];
  const byText = new Map<string, number>();
  const merged: Merged[] = [];
  let compared = 0;
  for (const bullet of bullets) {
    const text = normaliseText(bullet.text);
    const equal = byText.get(text);
    const nearest =
      equal !== undefined
        ? { index: equal, cosine: 1, compared: 1 }
        : nearestOf(vectors.get(text), survivors, bullet.fresh ? survivors.keys() : freshSurvivors);
    compared += nearest.compared;
    if (nearest.cosine > options.threshold) {
      const elder = survivors[nearest.index]!.bullet;
      const kept = rule(elder, bullet);
      survivors[nearest.index] = { bullet: kept, vector: vectors.get(normaliseText(kept.text)) };
      merged.push({ from: bullet.id, into: elder.id, cosine: nearest.cosine });
    } else {
      byText.set(text, survivors.length);
      if (bullet.fresh) freshSurvivors.push(survivors.length);
      survivors.push({ bullet, vector: vectors.get(text) });
    }
  }
  return { survivors: survivors.map(({ bullet }) => compareNoMore(bullet)), merged, compared };
}

type Survivor = { readonly bullet: Bullet; readonly vector: Float32Array | undefined };
type Nearest = { readonly index: number; readonly cosine: number; readonly compared: number };

/** The most similar one of the survivors at the given indices, lowest first; index -1 where there is none. */
function nearestOf(
  vector: Float32Array | undefined,
  survivors: readonly Survivor[],
  indices: Iterable<number>,
): Nearest {
  let nearest = { index: -1, cosine: Number.NEGATIVE_INFINITY };
  let compared = 0;
  for (const index of indices) {
    compared++;
    const similarity = cosine(vector!, survivors[index]!.vector!);
    if (similarity > nearest.cosine) nearest = { index, cosine: similarity };
  }
  return { ...nearest, compared };
}

/** Vectors by normalised text; none where all texts are one or every fresh bullet repeats an earlier one, since then no pair needs any. */
async function vectorsNeeded(bullets: readonly Bullet[], world: World): Promise<ReadonlyMap<string, Float32Array>> {
  const texts = new Set<string>();
  let needed = false;
  for (const bullet of bullets) {
    const text = normaliseText(bullet.text);
    needed ||= bullet.fresh && !texts.has(text);
    texts.add(text);
  }
  if (!needed || texts.size < 2) return new Map();
  const list = [...texts];
  const vectors = await world.embedder.embed(list);
  return new Map(list.map((text, index) => [text, vectors[index]!]));
}

/** The bullet, marked as compared with all others. */
export function compareNoMore(bullet: Bullet): Bullet {
  return bullet.fresh ? { ...bullet, fresh: false } : bullet;
}
