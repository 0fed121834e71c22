import type { z } from 'zod';
import { UserError } from '../core/failure.ts';
import { sharedKeys } from './config-schema.ts';
import { didYouMean, didYouMeanOrKnown } from './nearest.ts';
import { isMapping, showPath, valueAt, type Path } from './path.ts';
import { findUnknownKey, type UnknownKey } from './unknown-key.ts';

/** How an error about the value at a path begins: `Cannot read configs/x.yaml line 12`. */
export type Where = (path: Path) => string;

/** The value with defaults applied, as the schema gives it. Throws UserError about the first thing that is wrong. */
export function validate<T>(schema: z.ZodType<T>, value: unknown, where: Where): T {
  const unknown = findUnknownKey(schema, value);
  if (unknown) throw new UserError(`${where([...unknown.path, unknown.key])}: ${unknownKeySentence(unknown)}`);
  const result = schema.safeParse(value, { error: expectation });
  if (result.success) return result.data;
  const issue = innermost(result.error.issues[0]!);
  throw new UserError(`${where(issue.path as Path)}: ${issueSentence(issue, value)}`);
}

/** A value in an error message, on one line and not longer than a glance. */
function show(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function unknownKeySentence({ path, key, known }: UnknownKey): string {
  const found = `expected a known key of ${showPath(path)}, found "${key}"`;
  const home = sharedKeys.get(key);
  return home ? `${found}, which all arms share: it belongs at ${home}` : `${found}${didYouMeanOrKnown(key, known)}`;
}

function issueSentence(issue: z.core.$ZodIssue, root: unknown): string {
  const path = issue.path as Path;
  const found = valueAt(root, path);
  if (issue.code === 'invalid_key')
    return `expected each key of ${showPath(path.slice(0, -1))} to be ${issue.issues[0]!.message}, found "${path.at(-1)!.toString()}"`;
  if (found === undefined && path.length > 0)
    return `expected the key ${showPath(path)} with ${issue.message}, found none`;
  const near = typeof found === 'string' ? didYouMean(found, namesIn(issue)) : '';
  return `expected ${showPath(path)} to be ${issue.message}, found ${found === null ? 'nothing' : show(found)}${near}`;
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

/** What a value should have been, as the end of "expected <key> to be …". A message written in the schema itself comes first. */
function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected as string] ?? `a value of type ${issue.expected}`;
    case 'too_small':
      return bound(issue, 'at least', 'more than', issue.minimum);
    case 'too_big':
      return bound(issue, 'at most', 'less than', issue.maximum);
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      return isMapping(issue.input) && 'options' in issue ? oneOf(issue.options) : 'one of its allowed forms';
    case 'invalid_format':
      return `text of the form ${issue.pattern ?? issue.format}`;
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    default:
      return 'a value that its part accepts';
  }
}

const typeNames: { readonly [type: string]: string } = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  null: 'nothing',
};

function bound(issue: z.core.$ZodRawIssue, inclusive: string, exclusive: string, limit: unknown): string {
  const amount = `${issue.inclusive === false ? exclusive : inclusive} ${limit}`;
  if (issue.origin === 'array') return `a list of ${amount} ${limit === 1 ? 'item' : 'items'}`;
  if (issue.origin === 'string') return `text of ${amount} ${limit === 1 ? 'character' : 'characters'}`;
  return `a number of ${amount}`;
}

function oneOf(values: unknown): string {
  const names = (values as readonly unknown[]).map(String);
  return names.length === 1 ? names[0]! : `one of ${names.join(', ')}`;
}
