import fc from 'fast-check';

/** Every character that some reader takes for a line break. */
export const lineBreaks = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'] as const;

const pieces = [
  ...lineBreaks,
  '## RULES',
  '##',
  '#',
  '[x-00001] helpful=9 harmful=0 :: y',
  '[x-00001]',
  '[',
  ']',
  ' :: ',
  'helpful=1 harmful=2 ::',
  '\\',
  '\\\\## RULES',
  '\\[x-00002] z',
  ' ',
  '\t',
  '\u00a0',
  '\ufeff',
  'Page numbers start at 0.',
  '🦜',
  '\ud800',
  '<context>',
  '```',
];

/** Texts made of what could forge a playbook's structure. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 8 })
  .map((parts) => parts.join(''));

/** The value with everything in it frozen: code that writes to its input throws. */
export function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
