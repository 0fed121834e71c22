// One bullet added to many whose vectors are known, against refinement that remembers nothing. Alone: npx tsx test/bench/insertion.ts
import { pathToFileURL } from 'node:url';
import type { Embedder } from '../../harness/core/embedder.ts';
import { createRng, type Rng } from '../../harness/core/rng.ts';
import { type DotKernel, dotKernel, plainKernel } from '../../harness/embedding/dot-kernel.ts';
import { type Texted, type TextRows, textRows } from '../../harness/embedding/text-rows.ts';
import { type Found, vectorMatrix } from '../../harness/embedding/vector-matrix.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { applyDelta } from '../../harness/playbook/apply-delta.ts';
import { evolve } from '../../harness/playbook/evolve.ts';
import { guardNames } from '../../harness/playbook/guards.ts';
import { aceLayout, playbookTokens } from '../../harness/playbook/playbook-tokens.ts';
import { type Bullet, emptyPlaybook, withBullets } from '../../harness/playbook/playbook.ts';
import { refine } from '../../harness/playbook/refine.ts';
import { renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import { type BenchRow, median, rowsText } from './bench-row.ts';
import { plainNearest, plainRefine } from './plain-refine.ts';

const dims = 384;
const threshold = 0.85;
const insertions = 40;
const plainRows = 2_000;
const sizes = [
  { count: 10_000, targetMs: 2, stepTargetMs: 2 },
  { count: 100_000, targetMs: 25, stepTargetMs: 30 },
] as const;

/** Rows on one insertion into 10,000 and 100,000 bullets. */
export async function benchInsertion(): Promise<readonly BenchRow[]> {
  const rng = createRng('insertion');
  const embedder = fixedVectors(rng);
  const perPairMs = await plainPairMs(embedder);
  const rows: BenchRow[] = [];
  for (const size of sizes) rows.push(...(await insertionRows(size, embedder, perPairMs)));
  return rows;
}

async function insertionRows(
  { count, targetMs, stepTargetMs }: (typeof sizes)[number],
  embedder: Embedder,
  perPairMs: number,
): Promise<readonly BenchRow[]> {
  const texts = Array.from({ length: count + insertions }, (_, index) => `text ${index}`);
  const vectors = await embedder.embed(texts);
  const ours = await insertionMs(dotKernel({ dims }), texts, vectors, embedder);
  const plain = await insertionMs(plainKernel({ dims }), texts, vectors, embedder);
  const loop = insertionsOf(texts).map((index) =>
    timed(() => plainNearest(vectors[index]!, vectors.slice(0, count), threshold)),
  );
  if (
    !sameFound(
      ours.found,
      loop.map(({ value }) => value),
    ) ||
    !sameFound(plain.found, ours.found)
  ) {
    throw new Error('Cannot bench an insertion: expected all searches to find the same, found a difference');
  }
  const loopMs = loop.map(({ ms }) => ms);
  const allPairsMs = (perPairMs * count * (count + 1)) / 2;
  const name = `insertion into ${count} bullets`;
  const whole = await refineRows(texts, vectors, embedder, ours.found);
  const step = await stepRows(texts, vectors, embedder);
  const best = median(ours.ms);
  const ratio = (ms: number): string => `${(ms / best).toPrecision(3)} times ours`;
  return [
    row(name, ours.ms, targetMs, `${ours.kind} kernel, exact, 1 text embedded`),
    row(`${name}, refine()`, whole.ms, targetMs, 'the whole decision with guards; the tokens of the playbook apart'),
    row(`${name}, step`, step.kept.ms, stepTargetMs, 'search, decision and tokens; within the budget'),
    row(
      `${name}, step that evicts`,
      step.evicting.ms,
      stepTargetMs,
      `the same above the budget: ${step.evicting.note}`,
    ),
    row(`${name}, tokens`, whole.tokensMs, null, 'rendering the playbook and counting its tokens, once'),
    row(`${name}, without WebAssembly`, plain.ms, null, ratio(median(plain.ms))),
    row(`${name}, plain loop`, loopMs, null, `float64, vectors at hand: ${ratio(median(loopMs))}`),
    {
      name: `${name}, nothing remembered`,
      value: allPairsMs,
      unit: 'ms',
      target: null,
      note: `all pairs: ${ratio(allPairsMs)}, extrapolated from ${plainRows} bullets; and ${count + 1} texts embedded instead of 1`,
    },
  ];
}

type Insertions = { readonly kind: string; readonly ms: readonly number[]; readonly found: readonly (Found | null)[] };

/** Adds bullets one at a time, each to the same `count` old ones, and times what refine does for it. */
async function insertionMs(
  kernel: DotKernel,
  texts: readonly string[],
  vectors: readonly Float32Array[],
  embedder: Embedder,
): Promise<Insertions> {
  const known: Embedder = { ...embedder, embed: async (asked) => asked.map((text) => vectors[indexOf(text)]!) };
  const rows = textRows(dims, vectorMatrix(dims, kernel));
  const old: readonly Texted[] = texts.slice(0, -insertions).map((text) => ({ text }));
  await rows.embed(rows.ids(old), known);
  const ms: number[] = [];
  const found: (Found | null)[] = [];
  for (const index of insertionsOf(texts)) {
    const started = performance.now();
    found.push(await insert(rows, [...old, { text: texts[index]! }], known));
    ms.push(performance.now() - started);
  }
  return { kind: kernel.kind, ms, found };
}

/** The whole step of evolution for one insertion: within a budget, and above one, so that a fifth of the bullets must go. */
async function stepRows(texts: readonly string[], vectors: readonly Float32Array[], embedder: Embedder) {
  const { count: countTokens } = await createTokenCounter();
  const known: Embedder = { ...embedder, embed: async (asked) => asked.map((text) => vectors[indexOf(text)]!) };
  const rows = textRows(dims);
  const old = withBullets(emptyPlaybook('', ['RULES']), bulletsOf(texts.slice(0, -insertions)));
  await rows.embed(rows.ids(old.bullets), known);
  const options = { threshold, onDuplicate: 'drop', scope: 'playbook', guards: guardNames } as const;
  const tokens = playbookTokens(aceLayout(), countTokens);
  const size = tokens.of(old);
  const stepOf = (text: string, budgetTokens: number) =>
    evolve(old, {
      round: 9,
      budget: { tokens: budgetTokens, evict: 'lowest-utility', evictTo: 0.8, graceRounds: 1 },
      tokens,
      grow: (playbook, fits) => {
        const op = { op: 'add', section: 'RULES', text, type: null, rationale: null } as const;
        return applyDelta(playbook, [{ key: '9/task/0', op }], { round: 9, fits, used: new Map() });
      },
      refine: {
        ...{ mode: 'proactive', triggerAt: 0.9, rearm: 0.1, every: 5 },
        with: (playbook, trigger) =>
          refine(playbook, options, trigger, { embedder: known, tokensOf: tokens.of, compared: () => {}, rows }),
      },
    });
  const timesOf = async (budgetTokens: number) => {
    const ms: number[] = [];
    let evicted = 0;
    for (const index of insertionsOf(texts)) {
      // As a run is before a step: it has counted the playbook that it published last.
      tokens.of(old);
      const started = performance.now();
      const step = await stepOf(texts[index]!, budgetTokens);
      ms.push(performance.now() - started);
      evicted = Math.max(evicted, step.evicted?.ids.length ?? 0);
    }
    return { ms, note: `${evicted.toLocaleString('en-US')} evicted` };
  };
  return { kept: await timesOf(2 * size), evicting: await timesOf(size - 1) };
}

/** The same by refine() itself, on playbooks of bullets; throws where it finds other than the search did. */
async function refineRows(
  texts: readonly string[],
  vectors: readonly Float32Array[],
  embedder: Embedder,
  found: readonly (Found | null)[],
): Promise<{ readonly ms: readonly number[]; readonly tokensMs: readonly number[] }> {
  const { count: countTokens } = await createTokenCounter();
  const known: Embedder = { ...embedder, embed: async (asked) => asked.map((text) => vectors[indexOf(text)]!) };
  const rows = textRows(dims);
  const old = bulletsOf(texts.slice(0, -insertions));
  const options = { threshold, onDuplicate: 'drop', scope: 'playbook', guards: guardNames } as const;
  const deps = { embedder: known, tokensOf: () => 0, compared: () => {}, rows };
  await rows.embed(rows.ids(old), known);
  const ms: number[] = [];
  const tokensMs: number[] = [];
  for (const [nth, index] of insertionsOf(texts).entries()) {
    const newcomer = { ...bulletsOf([texts[index]!])[0]!, id: 'new-99999', fresh: true };
    const playbook = withBullets(emptyPlaybook('', ['RULES']), [...old, newcomer]);
    const started = performance.now();
    const { event } = await refine(playbook, options, 'delta', deps);
    ms.push(performance.now() - started);
    const cosine = event.merged[0]?.cosine ?? event.vetoed[0]?.cosine ?? null;
    if (cosine !== (found[nth]?.cosine ?? null))
      throw new Error(`Cannot bench refine(): expected cosine ${found[nth]?.cosine}, found ${cosine}`);
    if (nth < 5) tokensMs.push(timed(() => countTokens(renderPlaybook(playbook))).ms);
  }
  return { ms, tokensMs };
}

function bulletsOf(texts: readonly string[]): readonly Bullet[] {
  return texts.map((text, index) => ({
    id: `rul-${String(index + 1).padStart(5, '0')}`,
    section: 'RULES',
    text,
    helpful: 0,
    harmful: 0,
    type: null,
    rationale: null,
    addedAtRound: 1,
    used: 0,
    lineage: [`1/task/${index}`],
    fresh: false,
  }));
}

/** What refine does for a playbook whose last bullet is new. */
async function insert(rows: TextRows, bullets: readonly Texted[], embedder: Embedder): Promise<Found | null> {
  const ids = rows.ids(bullets);
  await rows.embed(ids, embedder);
  return rows.nearest(ids.at(-1)!, ids.subarray(0, -1), threshold);
}

/** Milliseconds per pair of refinement that remembers nothing, on a size at which it ends soon. */
async function plainPairMs(embedder: Embedder): Promise<number> {
  const texts = Array.from({ length: plainRows }, (_, index) => `text ${index}`);
  const vectors = await embedder.embed(texts);
  const known: Embedder = { ...embedder, embed: async () => vectors };
  await plainRefine(texts.slice(0, 200), embedder, threshold);
  const started = performance.now();
  const { compared } = await plainRefine(texts, known, threshold);
  return (performance.now() - started) / compared;
}

/** Vectors whose cosines lie about 0.4, those of one cluster in twenty above the threshold or near it. */
function fixedVectors(rng: Rng): Embedder {
  const common = direction(rng.fork('common'));
  const centres = Array.from({ length: 500 }, (_, index) => direction(rng.fork(`centre ${index}`)));
  const vectorOf = (text: string): Float32Array => {
    const own = rng.fork(text);
    const centre = own.pick(centres);
    const [shared, noise] = [0.6 + 0.4 * own.next(), 0.3 + 0.6 * own.next()];
    return unit(direction(own).map((value, index) => noise * value + shared * common[index]! + centre[index]!));
  };
  return { id: 'fixed', dims, embed: async (texts) => texts.map(vectorOf) };
}

function direction(rng: Rng): Float32Array {
  return unit(Float32Array.from({ length: dims }, () => rng.next() + rng.next() + rng.next() - 1.5));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
}

function insertionsOf(texts: readonly string[]): readonly number[] {
  return Array.from({ length: insertions }, (_, nth) => texts.length - insertions + nth);
}

function indexOf(text: string): number {
  return Number(text.slice('text '.length));
}

function sameFound(a: readonly (Found | null)[], b: readonly (Found | null)[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function timed<T>(work: () => T): { readonly value: T; readonly ms: number } {
  const started = performance.now();
  const value = work();
  return { value, ms: performance.now() - started };
}

function row(name: string, ms: readonly number[], target: number | null, note: string): BenchRow {
  const measured = `median of ${ms.length}, least ${Math.min(...ms).toPrecision(3)} ms; ${note}`;
  return { name, value: median(ms), unit: 'ms', target, note: measured };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(rowsText(await benchInsertion()));
}
