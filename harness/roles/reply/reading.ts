/**
 * What had to be done to read a reply: its reasoning set aside, text that is no JSON mended, LaTeX kept from being taken for escapes, the object
 * made of list items or of labelled lines, a key spelt otherwise, and a second question.
 */
export const readingKinds = ['reasoning', 'mended', 'latex', 'items', 'lines', 'alias'] as const;
export type ReadingKind = (typeof readingKinds)[number];

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
