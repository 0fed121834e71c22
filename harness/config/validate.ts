import type { z } from 'zod';
import { expectation, showValue } from '../text/expectation.ts';
import { ConfigError } from './config-error.ts';
import { didYouMean } from './nearest.ts';
import { isSamePath, showPath, startsWith, valueAt, type Path } from './path.ts';
import { meantPaths, unknownKeySentence } from './unknown-key-sentence.ts';
import { type UnknownKey, unknownKeys } from './unknown-keys.ts';

/** How an error about the value at a path begins: `Cannot read configs/x.yaml line 12`. */
export type Where = (path: Path) => string;

type Fault = { readonly path: Path; readonly sentence: string };

/**
 * The value with defaults applied, as the schema gives it. Throws ConfigError with all that is wrong, in the order of where it is written;
 * what only follows from another fault is left out.
 */
export function validate<T>(schema: z.ZodType<T>, value: unknown, where: Where): T {
  const unknown = unknownKeys(schema, value);
  const result = schema.safeParse(value, { error: expectation });
  if (result.success && unknown.length === 0) return result.data;
  const issues = result.success ? [] : result.error.issues;
  const faults: readonly Fault[] = [
    ...unknown.map((one) => ({ path: [...one.path, one.key], sentence: unknownKeySentence(schema, one) })),
    ...ownIssues(issues, unknown, value).map((issue) => ({
      path: issue.path as Path,
      sentence: issueSentence(issue, value),
    })),
  ];
  const placed = faults.map(({ path, sentence }) => ({ place: where(path), sentence }));
  const ordered = placed.toSorted((a, b) => byLine.compare(a.place, b.place));
  throw new ConfigError([...new Set(ordered.map(({ place, sentence }) => `${place}: ${sentence}`))]);
}

// `x.yaml line 9` before `x.yaml line 10`.
const byLine = new Intl.Collator('en', { numeric: true });

/** The issues that do not just follow from others or from unknown keys. */
function ownIssues(
  issues: readonly z.core.$ZodIssue[],
  unknown: readonly UnknownKey[],
  root: unknown,
): readonly z.core.$ZodIssue[] {
  const meant = unknown.flatMap(meantPaths);
  const places = [...issues.map((issue) => issue.path as Path), ...unknown.map(({ path, key }) => [...path, key])];
  return issues.flatMap((issue) => {
    const path = issue.path as Path;
    const has = (at: Path) => startsWith(at, path);
    // The keys are known by now, and which form of a union was meant is not.
    const isOfKeys = issue.code === 'unrecognized_keys' || issue.code === 'invalid_union';
    if (isOfKeys && unknown.some((one) => has(one.path))) return [];
    // A check of a whole whose parts are wrong.
    if (issue.code === 'custom' && places.some((at) => has(at) && at.length > path.length)) return [];
    const inner = innermost(issue);
    const isMeant =
      valueAt(root, inner.path as Path) === undefined && meant.some((at) => isSamePath(at, inner.path as Path));
    return isMeant ? [] : [inner];
  });
}

function issueSentence(issue: z.core.$ZodIssue, root: unknown): string {
  const path = issue.path as Path;
  const found = valueAt(root, path);
  if (issue.code === 'invalid_key')
    return `expected each key of ${showPath(path.slice(0, -1))} to be ${issue.issues[0]!.message}, found "${path.at(-1)!.toString()}"`;
  if (found === undefined && path.length > 0)
    return `expected the key ${showPath(path)} with ${issue.message}, found none`;
  const near = typeof found === 'string' ? didYouMean(found, namesIn(issue)) : '';
  return `expected ${showPath(path)} to be ${issue.message}, found ${found === null ? 'nothing' : showValue(found)}${near}`;
}

function namesIn(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'invalid_union' && 'options' in issue ? (issue.options ?? []).map(String) : [];
}

/** Of a union none of whose forms fits, the form that fitted furthest; all of them where none fitted at all. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const firsts = issue.errors.map((branch) => innermost(branch[0]!));
  const deepest = firsts.reduce((best, next) => (next.path.length > best.path.length ? next : best));
  const message = deepest.path.length > 0 ? deepest.message : firsts.map((first) => first.message).join(' or ');
  return { ...deepest, message, path: [...issue.path, ...deepest.path] };
}
