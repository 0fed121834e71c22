import { didYouMean } from '../config/nearest.ts';
import { UserError } from '../core/failure.ts';
import { createRng } from '../core/rng.ts';
import { labelledStreams } from '../dedup/stream-bullets.ts';
import { measureStreams } from '../dedup/stream-measure.ts';
import { type StreamReport, streamText } from '../dedup/stream-text.ts';
import { sweepThresholds } from '../dedup/sweep-thresholds.ts';
import { exitCodes } from './exit-codes.ts';
import { guardsAsked } from './guards-asked.ts';
import { makeEmbedder } from './make-embedder.ts';
import type { CliDeps } from './cli-deps.ts';

export type DedupStreamsOptions = {
  readonly half: string;
  readonly embedder: string;
  readonly thresholds: string;
  readonly guards: readonly string[];
  readonly json?: boolean;
};

const action = 'measure streams';
const seed = 1;
const [streamCount, length, orders] = [20, 200, 20];

/** Measures what refine loses and leaves of streams of labelled rules. Throws UserError. */
export async function dedupStreamsCommand(options: DedupStreamsOptions, deps: CliDeps): Promise<number> {
  const guardSets = options.guards.map((set) => guardsAsked(set.split('+'), action));
  const thresholds = sweepThresholds(options.thresholds, action);
  const { halves, loadFamilies } = await import('../../benchmarks/dedup/load-families.ts');
  const half = halves.find((name) => name === options.half);
  if (half === undefined)
    throw new UserError(
      `Cannot ${action}: expected the half to be one of ${halves.join(', ')}, found "${options.half}"${didYouMean(options.half, halves)}`,
    );
  const embedder = await makeEmbedder(options.embedder, deps, action);
  const rng = createRng(seed);
  const streams = labelledStreams(await loadFamilies(half), { streams: streamCount, length, rng });
  const settings = guardSets.flatMap((guards) => thresholds.map((threshold) => ({ guards, threshold })));
  const results = await measureStreams(streams, settings, { orders, rng, embedder });
  const source = `the ${half} half of benchmarks/dedup`;
  const report: StreamReport = { embedder: embedder.id, source, orders, seed, streams, results };
  deps.print(options.json ? JSON.stringify(report, null, 2) : streamText(report));
  return exitCodes.fine;
}
