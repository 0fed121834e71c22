import type { z } from 'zod';

/** A value in an error message, on one line and not longer than a glance. */
export function showValue(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** What a value should have been, as the end of "expected <key> to be …". A message written in the schema itself comes first. */
export function expectation(issue: z.core.$ZodRawIssue): string {
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
      return typeof issue.input === 'object' &&
        issue.input !== null &&
        !Array.isArray(issue.input) &&
        'options' in issue
        ? oneOf(issue.options)
        : 'one of its allowed forms';
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
