import { hashJson, shortHash } from '../core/hash.ts';
import type { RunSpec } from '../core/spec.ts';
import type { Cell } from './cells-of.ts';
import { runHead } from './run-head.ts';

export type Run = { readonly runId: string; readonly spec: RunSpec };
/** What only the loaded suite knows. */
export type SuiteFacts = { readonly dataHash: string; readonly profile: string };

/**
 * A cell's runs on one data set, one per seed. Run id: `tagging.ace-lazy.threshold-0.8.s1-5f0c9a3e`, on another data set than the first
 * `….d2.s1-…`, unique in an experiment, in [a-z0-9.-]. The hash is that of the spec, so it is the same for two arms with the same options.
 */
export function runsOf(cell: Cell, dataSeed: number, { dataHash, profile }: SuiteFacts): readonly Run[] {
  const head = `${runHead(cell)}${dataSeed === 1 ? '' : `.d${dataSeed}`}`;
  return cell.seeds.map((seed) => {
    const spec: RunSpec = {
      suite: { ...cell.suite, dataHash, profile },
      method: cell.method,
      model: cell.model,
      embedder: cell.embedder,
      budget: cell.budget,
      protocol: cell.protocol,
      decoding: cell.decoding,
      seed,
      dataSeed,
      ...(cell.replicate === undefined ? {} : { replicate: cell.replicate }),
    };
    return { runId: `${head}.s${seed}-${shortHash(hashJson(spec))}`, spec };
  });
}
