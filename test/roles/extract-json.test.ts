import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractJson } from '../../harness/roles/extract-json.ts';

type Answer = { readonly answer: unknown };
const accept = (value: unknown): Answer | null =>
  value !== null && typeof value === 'object' && 'answer' in value ? (value as Answer) : null;
const read = (reply: string) => extractJson(reply, accept);
const whole = (answer: unknown) => ({ value: expect.objectContaining({ answer }), repaired: false });
const repaired = (answer: unknown) => ({ value: expect.objectContaining({ answer }), repaired: true });

describe('extractJson()', () => {
  it.each<[string, string, unknown]>([
    ['the object alone', '{"answer": "x"}', 'x'],
    ['an object behind prose and one of another form', 'Plan: {"a": 1}. Then: {"answer": "x"}', 'x'],
    ['the first of several', '{"answer": 1} or rather {"answer": 2}', 1],
    ['an object in a code fence', 'Here:\n```json\n{"answer": "x"}\n```\nDone.', 'x'],
    ['an object inside another', '{"result": {"answer": "x"}}', 'x'],
    ['an object in a list', '[{"a": 1}, {"answer": "x"}]', 'x'],
    ['the outer one of two', '{"answer": {"answer": 1}, "b": 2}', { answer: 1 }],
    ['braces and quotes in strings', '{"why": "a } and {\\"answer\\": 0} \\\\", "answer": "}{"}', '}{'],
    ['an object behind a brace in prose', 'Open { first, say "{". {"answer": "x"}', 'x'],
    ['an object behind many others', `${'{"a": {}} '.repeat(500)}{"answer": "x"}`, 'x'],
    ['an object behind ten thousand open braces', `${'{'.repeat(10_000)}{"answer": "x"}`, 'x'],
    [
      'an object behind ten thousand nested ones',
      `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}{"answer": "x"}`,
      'x',
    ],
    ['an object at the bottom of a deep one', `${'{"a":'.repeat(5_000)}{"answer": "x"}${'}'.repeat(5_000)}`, 'x'],
  ])('finds %s', (_name, reply, answer) => {
    expect(read(reply)).toEqual(whole(answer));
  });

  it.each<[string, string, unknown]>([
    ['a trailing comma', '{"answer": "x",}', 'x'],
    ['a raw line break in a string', '{"answer": "one\ntwo"}', 'one\ntwo'],
    ['a cut end', '{"why": "because", "answer": "x", "more": ["a", "b', 'x'],
    ['a cut end in a code fence', '```json\n{"answer": ["x", "y"\n```', ['x', 'y']],
    ['single quotes', "{'answer': 'x'}", 'x'],
    ['keys without quotes', 'So {answer: "x"} it is.', 'x'],
    ['Python words', '{"answer": None, "done": True}', null],
    ['a comment', '{"answer": "x" /* sure */}', 'x'],
    ['a missing comma', '{"why": "because"\n"answer": "x"}', 'x'],
    ['a broken one behind a whole one of another form', '{"a": 1} {"answer": "x",}', 'x'],
    ['a broken one behind a brace in prose', 'Open { first. {"answer": "x",}', 'x'],
  ])('repairs %s', (_name, reply, answer) => {
    expect(read(reply)).toEqual(repaired(answer));
  });

  it('prefers a later object that is whole to an earlier one that needs repair', () => {
    expect(read('{"answer": 1,} {"answer": 2}')).toEqual(whole(2));
  });

  it.each(['', 'no object', '{"a": 1}', '[1, 2]', '{{{', '}{', '{"a": "answer"}', 'null'])(
    'finds none in %j',
    (reply) => {
      expect(read(reply)).toBeNull();
    },
  );

  it('evaluates nothing', () => {
    expect(read('{"answer": process.exit(1)}')?.value.answer ?? null).not.toBe(1);
    expect(read('{"__proto__": {"answer": "forged"}, "answer": "x"}')).toEqual(whole('x'));
    expect(({} as { answer?: string }).answer).toBeUndefined();
  });

  it('finds any object in any prose without braces, as it was written', () => {
    const prose = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replace(/[{}]/g, ''));
    fc.assert(
      fc.property(
        prose,
        fc.jsonValue(),
        fc.array(fc.jsonValue(), { maxLength: 3 }),
        prose,
        (before, answer, more, after) => {
          const object = { more: JSON.stringify(more), answer };
          const reply = `${before}${JSON.stringify(object)}${after}`;
          expect(read(reply)).toEqual({ value: JSON.parse(JSON.stringify(object)), repaired: false });
        },
      ),
    );
  });

  it('takes no reply for one that it is not and never throws', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '"',
      '\\',
      ',',
      ':',
      '[',
      ']',
      '"answer"',
      '1',
      ' ',
      '\n',
      '```',
      'word',
      "'",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40, size: 'max' }), (pieces) => {
        const found = read(pieces.join(''));
        if (found !== null) expect(found.value).toHaveProperty('answer');
      }),
      { numRuns: 500 },
    );
  });

  // Each of these took from seconds to minutes where work per brace was not bounded; the test's own time limit is the check.
  it.each<[string, string]>([
    ['open braces', '{'.repeat(1_000_000)],
    ['open braces and quotes', '{"'.repeat(500_000)],
    ['escaped quotes between braces', '{"{\\"'.repeat(200_000)],
    ['prose with braces and quotes', '{ foo bar "baz '.repeat(60_000)],
    ['quotes inside a string', `{"a": "${'he "said" it, '.repeat(60_000)}`],
    ['nested objects broken inside', `${'{"a":'.repeat(20_000)}x${'}'.repeat(20_000)}`],
    ['one string that never ends', `{"a": "${'x'.repeat(1_000_000)}`],
    ['nested lists', `{"a": ${'['.repeat(300_000)}`],
  ])('gives up on a huge reply of %s', (_name, reply) => {
    expect(read(reply)).toBeNull();
  });
});
