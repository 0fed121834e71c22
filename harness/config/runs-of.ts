import { hashJson, hashText, shortHash } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import type { RunSpec } from '../core/spec.ts';
import type { Cell } from './cells-of.ts';

export type Run = { readonly runId: string; readonly spec: RunSpec };
/** What only the loaded suite knows. */
export type SuiteFacts = { readonly dataHash: string; readonly profile: string };

/** With `.s<seed>-<hash>` a run id stays under 150 characters: room for a file name and a long folder before it. */
const longestHead = 120;
const longestValue = 24;

/**
 * A cell's runs, one per seed. Run id: `tagging.ace-lazy.threshold-0.8.s1-5f0c9a3e`, unique in an experiment, in [a-z0-9.-]. The hash is
 * that of the spec, so it is the same for two arms with the same options.
 */
export function runsOf(cell: Cell, { dataHash, profile }: SuiteFacts): readonly Run[] {
  const head = headOf(cell);
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
      dataSeed: cell.dataSeed,
      ...(cell.replicate === undefined ? {} : { replicate: cell.replicate }),
    };
    return { runId: `${head}.s${seed}-${shortHash(hashJson(spec))}`, spec };
  });
}

function headOf({ suite, arm, axes }: Cell): string {
  const head = [suite.name, arm, ...Object.entries(axes).map(([path, value]) => axisLabel(path, value))].join('.');
  if (head.length <= longestHead) return head;
  // Points that differ only behind the cut stay apart even if their options resolve to the same.
  return `${head.slice(0, longestHead - 9)}-${shortHash(hashText(head))}`;
}

/** `arms.ace.refine.threshold`, 0.8 -> `threshold-0.8`. */
function axisLabel(path: string, value: Json): string {
  const key = path.slice(path.lastIndexOf('.') + 1).replace(/[A-Z]/g, (letter) => `-${letter}`);
  return `${slug(key)}-${valueLabel(value)}`;
}

function valueLabel(value: Json): string {
  if (typeof value === 'number') return String(value).replace('+', '');
  if (Array.isArray(value)) return slug(value.map(valueLabel).join('-')) || 'none';
  if (value !== null && typeof value === 'object') return shortHash(hashJson(value));
  return slug(String(value)) || 'empty';
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, longestValue);
}
