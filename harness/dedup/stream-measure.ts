import type { KeyedOp } from '../core/context-event.ts';
import type { Embedder } from '../core/embedder.ts';
import type { Rng } from '../core/rng.ts';
import { applyDelta } from '../playbook/apply-delta.ts';
import type { GuardName } from '../playbook/guards.ts';
import { emptyPlaybook } from '../playbook/playbook.ts';
import { refine, type RefineDeps } from '../playbook/refine.ts';
import { type Interval, meanInterval } from '../stats/mean-intervals.ts';
import { mean } from '../stats/descriptive.ts';
import type { LabelledStream, StreamBullet } from './stream-bullets.ts';
import { type StreamLosses, streamLosses } from './stream-losses.ts';
import { sweepCosines } from './sweep-cosines.ts';
import { confidenceLevel as level } from '../stats/confidence-level.ts';

export type StreamSetting = { readonly threshold: number; readonly guards: readonly GuardName[] };
export type StreamResult = StreamSetting & {
  /** Over streams, each a mean over its orders. */
  readonly figures: { readonly [figure in keyof StreamLosses]: Interval };
  /** Of each stream, in their order. */
  readonly streams: readonly StreamMeans[];
};
export type StreamMeans = { readonly [figure in keyof StreamLosses]: number | null };

const figures = ['left', 'rulesLost', 'rulesLostShare', 'surplus', 'contradictionsKept'] as const;

/**
 * What refine, dropping duplicates, leaves of labelled streams at each setting, over so many orders of each: the same orders for all settings.
 * Since bullets are only added, one pass gives what any number of passes would. Throws what the embedder throws.
 */
export async function measureStreams(
  streams: readonly LabelledStream[],
  settings: readonly StreamSetting[],
  { orders, rng, embedder }: { readonly orders: number; readonly rng: Rng; readonly embedder: Embedder },
): Promise<readonly StreamResult[]> {
  const ordered = streams.map(({ bullets }, nth) =>
    Array.from({ length: orders }, (_, order) => rng.fork(`stream ${nth}/order ${order}`).shuffle(bullets)),
  );
  const texts = streams.flatMap(({ bullets }) => bullets.map(({ text }) => text));
  const rows = await sweepCosines(texts, embedder, Math.min(...settings.map(({ threshold }) => threshold)));
  // Nobody reads these playbooks.
  const deps: RefineDeps = { embedder, rows, tokensOf: () => 0, compared: () => {} };
  const results: StreamResult[] = [];
  for (const setting of settings) {
    const means: StreamMeans[] = [];
    for (const inOrders of ordered) {
      const losses: StreamLosses[] = [];
      for (const bullets of inOrders) losses.push(streamLosses(bullets, await refined(bullets, setting, deps)));
      means.push(perFigure((figure) => mean(losses.flatMap((one) => one[figure] ?? []))));
    }
    const overStreams = (figure: keyof StreamLosses): Interval =>
      meanInterval(
        means.flatMap((one) => one[figure] ?? []),
        level,
      );
    results.push({ ...setting, figures: perFigure(overStreams), streams: means });
  }
  return results;
}

async function refined(
  bullets: readonly StreamBullet[],
  setting: StreamSetting,
  deps: RefineDeps,
): Promise<readonly StreamBullet[]> {
  const section = 'RULES';
  const ops = bullets.map(({ text }, nth): KeyedOp => {
    return { key: String(nth), op: { op: 'add', section, text, type: null, rationale: null } };
  });
  const { playbook } = applyDelta(emptyPlaybook('', [section]), ops, { round: 1, fits: () => true, used: new Map() });
  const { playbook: left } = await refine(
    playbook,
    { ...setting, onDuplicate: 'drop', scope: 'playbook' },
    'delta',
    deps,
  );
  return left.bullets.map(({ lineage }) => bullets[Number(lineage[0])]!);
}

function perFigure<T>(of: (figure: keyof StreamLosses) => T): { readonly [figure in keyof StreamLosses]: T } {
  return Object.fromEntries(figures.map((figure) => [figure, of(figure)])) as { [figure in keyof StreamLosses]: T };
}
