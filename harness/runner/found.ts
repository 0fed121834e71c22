// Long enough to recognise a value by.
const longest = 60;

/** A value as an error message shows what was found. */
export function found(value: unknown): string {
  if (typeof value === 'number' || value === undefined || value === null) return String(value);
  if (typeof value === 'function') return 'a function';
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  text ??= `a ${typeof value}`;
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
