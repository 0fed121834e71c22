import type { ReadingKind as Kind } from '../../core/readings.ts';

/** What had to be done to read one reply. */
export type ReadingKind = Exclude<Kind, 'reask' | 'lost'>;

/** A part of a reply that was left out, and why. */
export type Lost = { readonly what: string; readonly reason: string };

/** What a reader made of one value: the typed value, what of it was lost, and whether keys had to be guessed. */
export type ReadValue<T> = { readonly value: T; readonly lost: readonly Lost[]; readonly alias: boolean };

/** How one role's replies are read. Each part gives null for what is not of the form. */
export type ReplyReader<T> = {
  /** One parsed value: an object with the fields asked for, or a list of what they hold. */
  readonly whole: (value: unknown) => ReadValue<T> | null;
  /** Several values, each of them an item of the list that was asked for: JSON lines, or one item alone. */
  readonly items?: (values: readonly unknown[]) => ReadValue<T> | null;
  /** Text without JSON, such as lines with a label. */
  readonly lines?: (text: string) => ReadValue<T> | null;
};

/** A part of a reply as it is told of in a record. */
export function excerpt(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
}
