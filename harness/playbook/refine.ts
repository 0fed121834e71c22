import type { ContextEvent } from '../core/context-event.ts';
import type { Tools } from '../core/tools.ts';
import { type TextRows, textRows } from '../embedding/text-rows.ts';
import type { OnDuplicate } from './duplicate-rules.ts';
import { type GuardName, vetoOf, type VetoOf } from './guards.ts';
import { type ComparedGroup, type MergeLog, mergeDuplicates, type MergeTexts } from './merge-duplicates.ts';
import { type Bullet, markCompared, type Playbook, withBullets } from './playbook.ts';

export const refineScopes = ['playbook', 'section'] as const;
export type RefineScope = (typeof refineScopes)[number];

export type RefineOptions = {
  /** Two bullets are duplicates iff their cosine exceeds this, strictly. */
  readonly threshold: number;
  readonly onDuplicate: OnDuplicate;
  /** Which bullets are compared: all, or those of one section. */
  readonly scope: RefineScope;
  /** What forbids a merge whatever the cosine. */
  readonly guards: readonly GuardName[];
};

export type RefineDeps = Pick<Tools, 'embedder' | 'compared'> & {
  /** Tokens of the rendered playbook, which the event tells. */
  readonly tokensOf: (playbook: Playbook) => number;
  /** A memo of the run's vectors: it saves time and changes nothing. */
  readonly rows?: TextRows;
  /** `vetoOf`, or that with a memory. */
  readonly vetoOf?: VetoOf;
  /** For `llm` alone. */
  readonly mergeTexts?: MergeTexts;
};

type RefineEvent = Extract<ContextEvent, { kind: 'refine' }>;
type FailedEvent = Extract<ContextEvent, { kind: 'failed' }>;
export type Refined = {
  readonly playbook: Playbook;
  readonly event: RefineEvent;
  /** Calls that wrote no merged text: each left its pair unmerged. */
  readonly failures: readonly FailedEvent['failure'][];
};

/**
 * De-duplicates: in order of addition, each bullet is compared with the surviving ones only and joins the most similar (ties: the elder) that
 * no guard keeps apart, if their cosine exceeds the threshold strictly. So no bullet sits in two groups and no chain is bridged. Pairs that an
 * earlier refine compared are left out, vetoed ones too. Equal normalised texts are cosine 1 and need no vector. Throws what the embedder
 * throws.
 */
export async function refine(
  playbook: Playbook,
  options: RefineOptions,
  trigger: RefineEvent['trigger'],
  deps: RefineDeps,
): Promise<Refined> {
  const tokensBefore = deps.tokensOf(playbook);
  const log: MergeLog = { merged: [], replaced: [], vetoed: [], failures: [], compared: 0 };
  // Nothing exceeds 1, so nothing needs to be compared.
  const bullets =
    options.threshold >= 1
      ? playbook.bullets.map(markCompared)
      : await survivorsAmong(playbook.bullets, options, deps, log);
  deps.compared(log.compared);
  const refined = withBullets(playbook, bullets);
  const { merged, replaced, vetoed, failures, compared } = log;
  const tokensAfter = merged.length === 0 ? tokensBefore : deps.tokensOf(refined);
  const event: RefineEvent = {
    kind: 'refine',
    trigger,
    merged,
    ...(replaced.length === 0 ? {} : { replaced }),
    vetoed,
    compared,
    tokensBefore,
    tokensAfter,
  };
  return { playbook: { ...refined, refinedTokens: tokensAfter }, event, failures };
}

async function survivorsAmong(
  bullets: readonly Bullet[],
  options: RefineOptions,
  deps: RefineDeps,
  log: MergeLog,
): Promise<readonly Bullet[]> {
  const { embedder, rows = textRows(embedder.dims), mergeTexts = refuseToWrite } = deps;
  const merging = { rows, embedder, mergeTexts, vetoOf: deps.vetoOf ?? vetoOf };
  const texts = rows.ids(bullets);
  const groups = groupsOf(bullets, texts, options.scope);
  const compared = groups.filter((group) => needsVectors(group, rows.size()));
  await rows.embed(joined(compared.map((group) => group.texts)), embedder);
  const kept: (readonly [place: number, bullet: Bullet])[] = [];
  for (const group of groups) {
    const survivors = await mergeDuplicates(group, options, merging, log);
    if (group.places === null) return survivors.compared();
    const orders = survivors.orders();
    for (const [at, bullet] of survivors.compared().entries()) kept.push([group.places[orders[at]!]!, bullet]);
  }
  return kept.sort(([a], [b]) => a - b).map(([, bullet]) => bullet);
}

type Group = ComparedGroup & {
  /** Where its bullets stand in the playbook; null where the group is the whole playbook. */
  readonly places: readonly number[] | null;
};

function groupsOf(bullets: readonly Bullet[], texts: Uint32Array, scope: RefineScope): readonly Group[] {
  if (scope === 'playbook') return [{ bullets, texts, fresh: freshPlaces(bullets), places: null }];
  const placesOf = new Map<string, number[]>();
  for (const [place, { section }] of bullets.entries()) {
    const places = placesOf.get(section);
    if (places === undefined) placesOf.set(section, [place]);
    else places.push(place);
  }
  return [...placesOf.values()].map((places) => {
    const members = places.map((place) => bullets[place]!);
    const numbers = Uint32Array.from(places, (place) => texts[place]!);
    return { bullets: members, texts: numbers, fresh: freshPlaces(members), places };
  });
}

function freshPlaces(bullets: readonly Bullet[]): readonly number[] {
  const places: number[] = [];
  for (let place = 0; place < bullets.length; place++) if (bullets[place]!.fresh) places.push(place);
  return places;
}

/** False where all texts are one or every fresh bullet repeats one before it, since then no pair needs a vector. */
function needsVectors({ texts, fresh }: Group, textCount: number): boolean {
  const only = texts[0];
  if (fresh.length === 0 || texts.every((text) => text === only)) return false;
  const before = new Uint8Array(textCount);
  let place = 0;
  return fresh.some((next) => {
    for (; place < next; place++) before[texts[place]!] = 1;
    return before[texts[next]!] === 0;
  });
}

function joined(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 1) return lists[0]!;
  const whole = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    whole.set(list, at);
    at += list.length;
  }
  return whole;
}

async function refuseToWrite(): Promise<never> {
  throw new RangeError('Cannot merge by `llm`: expected a way to ask a model, found none');
}
