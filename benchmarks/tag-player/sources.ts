// The generator's reasoning names what each answer came from, and its reflector reads it there:
//   1 by its words; 2 by [sai-00007]

/** The sources of answers in the order of the questions: a bullet's id, or null for the words of the question itself. */
export function sourcesText(ids: readonly (string | null)[]): string {
  return ids.map((id, index) => `${index + 1} by ${id === null ? 'its words' : `[${id}]`}`).join('; ');
}

/** The bullet ids by number of the question, from 1, that an attempt says its answers came from. */
export function parseSources(attempt: string): ReadonlyMap<number, string> {
  const named = attempt.matchAll(/(?<=^Reasoning: |; )(\d+) by \[([^\]\s]+)\]/gm);
  return new Map([...named].map(([, number, id]) => [Number(number), id!]));
}
