// A sweep of 5,000 recorded bullets against embedding them once. Alone: npx tsx test/bench/sweep.ts
import { pathToFileURL } from 'node:url';
import type { Embedder } from '../../harness/core/embedder.ts';
import { createRng } from '../../harness/core/rng.ts';
import { cacheFolder } from '../../harness/embedding/cache-folder.ts';
import { minilmEmbedder } from '../../harness/embedding/minilm.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { startSections } from '../../harness/playbook/apply-delta.ts';
import { guardNames } from '../../harness/playbook/guards.ts';
import { emptyPlaybook } from '../../harness/playbook/playbook.ts';
import { aceStyle, renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import { sweep, type SweepDeps, type SweptSetting } from '../../harness/dedup/sweep.ts';
import { sweepSettings } from '../../harness/dedup/sweep-settings.ts';
import type { StreamRound, SweepStream } from '../../harness/dedup/sweep-stream.ts';
import { adviceSentences } from './advice-sentences.ts';
import { type BenchRow, rowsText } from './bench-row.ts';

const bullets = 5_000;
const perRound = 10;
const tagsPerRound = 5;
const thresholds = Array.from({ length: 20 }, (_, nth) => Number((0.5 + nth * 0.025).toFixed(3)));
// Most settings come to exceed it, so that lazy fires and bullets are evicted; a context of some 1,500 bullets is a large one.
const budgetTokens = 48_000;

/** How long a sweep of 20 thresholds by 2 modes takes, over the time of embedding the same texts, from which it starts. */
export async function benchSweep(): Promise<readonly BenchRow[]> {
  const setup = { cacheFolder: cacheFolder(process.env), warn: (message: string) => console.error(message) };
  const texts = distinctSentences(bullets);
  const minilm = minilmEmbedder(setup);
  await minilm.embed(texts.slice(0, 64));
  const [vectors, embedding] = await timed(() => minilm.embed(texts));
  const vectorOf = new Map(texts.map((text, index) => [text, vectors[index]!]));
  const known: Embedder = { ...minilm, embed: async (asked) => asked.map((text) => vectorOf.get(text)!) };

  const { count } = await createTokenCounter();
  const grid = {
    modes: ['proactive', 'lazy'],
    thresholds,
    guards: [guardNames],
    onDuplicate: ['drop'],
    scopes: ['playbook'],
  } as const;
  const settings = sweepSettings(grid, { triggerAt: 0.9, rearm: 0.1, every: 5 }, null);
  const stream = streamOf(texts);
  const deps: SweepDeps = {
    budget: { tokens: budgetTokens, evict: 'lowest-utility', evictTo: 0.8, graceRounds: 1 },
    embedder: known,
    countTokens: count,
    render: renderPlaybook,
    style: aceStyle,
    lessonsAt: () => undefined,
  };
  const [results, swept] = await timed(() => sweep(stream, settings, deps));
  const total = (column: 'merged' | 'vetoed' | 'evicted'): string =>
    results
      .flatMap(({ rows }) => rows)
      .reduce((sum, row) => sum + row[column], 0)
      .toLocaleString('en-US');
  const work = `${total('merged')} merged, ${total('vetoed')} vetoed, ${total('evicted')} evicted`;
  return [
    {
      name: 'dedup sweep over embedding its texts once',
      value: swept.wallMs / embedding.wallMs,
      unit: 'x',
      target: 1,
      note: `${settings.length} settings over ${bullets} bullets in ${bullets / perRound} rounds: ${inSeconds(swept)}, embedding ${inSeconds(embedding)}; ${work}; largest context ${largest(results)} bullets`,
    },
  ];
}

type Spent = { readonly cpuMs: number; readonly wallMs: number };

/** CPU beside the clock tells why the ratio varies: embedding keeps every core busy, the sweep one, so a neighbour slows embedding alone. */
async function timed<T>(work: () => Promise<T>): Promise<readonly [T, Spent]> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, { cpuMs: (user + system) / 1000, wallMs: performance.now() - started }];
}

function inSeconds({ cpuMs, wallMs }: Spent): string {
  return `${(cpuMs / 1000).toFixed(1)} s of CPU in ${(wallMs / 1000).toFixed(1)} s`;
}

function largest(results: readonly SweptSetting[]): number {
  return Math.max(...results.flatMap(({ rows }) => rows.map((row) => row.bullets)));
}

/** Sentences of a few templates, numbered where one repeats: denser in near pairs than most playbooks. */
function distinctSentences(count: number): readonly string[] {
  const seen = new Set<string>();
  return adviceSentences(count, 2).map((sentence, index) => {
    const text = seen.has(sentence) ? `${sentence} See note ${index}.` : sentence;
    seen.add(text);
    return text;
  });
}

function streamOf(texts: readonly string[]): SweepStream {
  const rng = createRng('sweep stream');
  const keyOf = (index: number): string => `${Math.floor(index / perRound) + 1}/task/${index % perRound}`;
  const rounds = Array.from({ length: texts.length / perRound }, (_, nth): StreamRound => {
    const round = nth + 1;
    const adds = texts.slice(nth * perRound, round * perRound).map((text, index) => ({
      key: keyOf(nth * perRound + index),
      op: { op: 'add', section: rng.pick(startSections), text, type: null, rationale: null } as const,
      names: [],
    }));
    const earlier = (): string => keyOf(rng.int(nth * perRound));
    const tags = Array.from({ length: nth === 0 ? 0 : tagsPerRound }, (_, index) => ({
      key: `${round}/tags/${index}`,
      op: { op: 'tag', id: '', helpful: rng.int(2), harmful: 1 } as const,
      names: [earlier()],
    }));
    const used = nth === 0 ? [] : [[earlier(), 1] as const];
    return {
      round,
      deltas: [{ round, ops: [...tags, ...adds], used }],
      lessons: [],
      contextHash: '',
      contextTokens: 0,
    };
  });
  return { start: emptyPlaybook('Answer as the question asks.', startSections), rounds };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(rowsText(await benchSweep()));
}
