export type LooseObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is LooseObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A key without case, blanks, `_` and `-`: `finalAnswer`, `final-answer` and `Final Answer` are one. */
export function looseKey(key: string): string {
  return key.toLowerCase().replace(/[\s_-]+/g, '');
}

/** A field found under one of its names, the first of which is its own; undefined where none is there. */
export type Field = { readonly value: unknown; readonly alias: boolean };

/** The field of an object under the first of these names that it has. Names are compared loosely; another spelling than the first is an alias. */
export function fieldOf(object: LooseObject, names: readonly string[]): Field | undefined {
  const keys = new Map(Object.keys(object).map((key) => [looseKey(key), key]));
  for (const [nth, name] of names.entries()) {
    const key = keys.get(looseKey(name));
    if (key !== undefined) return { value: object[key], alias: nth > 0 || key !== name };
  }
  return undefined;
}

/** A field's value as text; null where it is none. */
export function textField(object: LooseObject, names: readonly string[]): string | null {
  const found = fieldOf(object, names)?.value;
  return typeof found === 'string' ? found : null;
}

const placeholder =
  /^(?:\.{3}|…|string|<[\w ]*(?:answer|value|text|string|id)[\w ]*>|\[?your (?:final )?answer(?: here)?\]?|(?:final )?answer here)$/i;

/** True for what stands in a form where an answer should stand, and for the descriptions of fields in our own prompts. */
export function isPlaceholder(text: string): boolean {
  const bare = text.trim();
  return placeholder.test(bare) || ownDescriptions.has(bare.toLowerCase().replace(/\.$/, ''));
}

// As the prompts describe, or once described, what belongs in a field: small models copy it.
const ownDescriptions = new Set([
  'the answer in the form the task asks for',
  'your answer alone, in exactly the form that the task asks for',
  'how you arrive at the answer; name the ids of the advice you use',
  'the lessons; an empty list where there are none',
  'why you make these changes',
  'the piece of advice',
  'all of its new text',
  'how you arrive at the answer, naming the ids of the advice you use',
  'ids of the advice you used',
  'what led to the result',
  'why these changes',
  'one lesson',
  'another lesson',
  'an id',
  'another id',
  'header of a section',
  'one piece of advice on one line',
  'the new text',
  'one text that says what all of them say',
  'why it holds',
]);

/** True for text that says anything: letters of some script. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}
