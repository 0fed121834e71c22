import { readConfig } from '../config/read-config.ts';
import { cacheFolder as usualCacheFolder } from '../embedding/cache-folder.ts';
import { type Registry, registry as shippedParts } from '../registry.ts';
import { loadParts } from './load-parts.ts';
import { prepare } from './prepare.ts';
import { type ExperimentResult, runAndReport } from './run-and-report.ts';
import type { Progress } from './run-prepared.ts';

/** What a config file holds, as data: keys with a default may be left out. It is validated whole before anything is spent. */
export type ConfigData = { readonly experiment: string; readonly [key: string]: unknown };

/** Whatever is left out is silent, and as on the command line. */
export type ExperimentOptions = {
  /** What the config can name; the harness's own parts by default. */
  readonly registry?: Registry;
  /** Folder in which the experiment gets its own; by default `results` where the process runs. */
  readonly results?: string;
  /** Keeps vectors, converted models and imported data; by default `$ACE_BENCH_CACHE`, else the platform's. */
  readonly cacheFolder?: string;
  /** Model calls in flight; 8 by default. */
  readonly concurrency?: number;
  /** Only runs whose id matches this glob, or contains it. */
  readonly only?: string;
  /** Move earlier results of these runs aside and start anew. */
  readonly fresh?: boolean;
  /** Resume runs that were begun with other code of the harness. */
  readonly acceptCodeChange?: boolean;
  /** Ends the runs where they are, to be resumed by the next call. */
  readonly signal?: AbortSignal;
  /** Told what is no error and should be read; by default nobody. */
  readonly warn?: (message: string) => void;
  readonly onProgress?: (progress: Progress) => void;
};

/**
 * Runs an experiment from data instead of a file, and writes what `ace-bench run` would write. A second call resumes: complete runs are
 * skipped, interrupted ones continue from their last whole round. Code of parts from outside is in no manifest: after a change of it ask for
 * `fresh`. Throws UserError for a config or a folder that the caller must mend; runs that fail or are aborted are told in the outcomes.
 */
export async function runExperiment(config: ConfigData, options: ExperimentOptions = {}): Promise<ExperimentResult> {
  const {
    registry = shippedParts,
    results = 'results',
    cacheFolder = usualCacheFolder(process.env),
    concurrency = 8,
    only,
    fresh = false,
    acceptCodeChange = false,
    signal = new AbortController().signal,
    warn = ignore,
    onProgress = ignore,
  } = options;
  const parts = await loadParts(registry);
  const experiment = readConfig({ value: config, sets: [], shapes: parts });
  const prepared = await prepare(experiment, parts, { cacheFolder, concurrency, warn });
  const { folder, outcomes, runs, summary } = await runAndReport(prepared, {
    ...{ results, only, fresh, acceptCodeChange, signal, warn, onProgress },
  });
  return { folder, outcomes, runs, summary };
}

function ignore(): void {}
