import { hashJson, hashText, shortHash } from '../core/hash.ts';
import type { Json } from '../core/json.ts';

export type HeadedCell = {
  readonly suite: { readonly name: string };
  readonly arm: string;
  /** Matrix values by their paths. */
  readonly axes: { readonly [path: string]: Json };
};

/** With `.s<seed>-<hash>` a run id stays under 150 characters: room for a file name and a long folder before it. */
const longestHead = 120;
const longestValue = 24;

/**
 * How the ids of a cell's runs begin: `tagging.ace-lazy.threshold-0.8`, in [a-z0-9.-]. Two cells may share it where their values read
 * alike; then their specs differ.
 */
export function runHead({ suite, arm, axes }: HeadedCell): string {
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
