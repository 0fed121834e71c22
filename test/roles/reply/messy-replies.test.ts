import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerReader } from '../../../harness/roles/reply/read-answer.ts';
import { deltaReader } from '../../../harness/roles/reply/read-delta.ts';
import { reflectionReader } from '../../../harness/roles/reply/read-reflection.ts';
import { readReply } from '../../../harness/roles/reply/read-reply.ts';

const answerOf = (reply: string, isReask = false) => readReply(reply, answerReader(isReask))?.value.answer ?? null;
const kindsOf = (reply: string) => readReply(reply, answerReader(false))?.kinds;
const reflectionOf = (reply: string) => {
  const read = readReply(reply, reflectionReader);
  return read === null ? null : { ...read.value, lost: read.lost.map(({ what }) => what) };
};
const opsOf = (reply: string) => readReply(reply, deltaReader)?.value ?? null;

describe('an answer is read', () => {
  it.each<readonly [string, string, string | readonly string[]]>([
    ['as asked for', '{"reasoning":"r","bullet_ids":[],"final_answer":"B"}', 'B'],
    ['from a code fence', '```json\n{"final_answer":"B"}\n```', 'B'],
    ['behind prose', 'Here it is:\n{"final_answer":"B"}', 'B'],
    ['before prose', '{"final_answer":"B"}\nHope that helps {smile}.', 'B'],
    ['behind a plan', 'Plan: {"a":1}\n{"final_answer":"B"}', 'B'],
    ['of the last draft', '{"final_answer":"A"}\nWait, let me correct that: {"final_answer":"B"}', 'B'],
    ['behind thinking', '<think>Perhaps {"final_answer":"A"} but no.</think>{"final_answer":"B"}', 'B'],
    [
      'behind thinking whose beginning is lost',
      'Perhaps {"final_answer":"A"} but no.</think>\n{"final_answer":"B"}',
      'B',
    ],
    ['before thinking that never ends', '{"final_answer":"B"}<think>or {"final_answer":"A"}', 'B'],
    ['that speaks of thinking', '{"final_answer":"the tag </think> closes"}', 'the tag </think> closes'],
    ['after the form was repeated', '{"final_answer":"<your answer>"}\n{"final_answer":"B"}', 'B'],
    ['under another key', '{"answer":"B"}', 'B'],
    ['in camel case', '{"finalAnswer":"B"}', 'B'],
    ['in capitals', '{"FINAL_ANSWER":"B"}', 'B'],
    ['with a blank in its key', '{"Final Answer":"B"}', 'B'],
    ['nested', '{"result_object":{"final_answer":"B"}}', 'B'],
    ['of several parts', '{"final_answer":["A","B"]}', ['A', 'B']],
    ['of numbered parts', '{"final_answer":{"1":"A","2":"B"}}', ['A', 'B']],
    ['that is a number, as it was written', '{"final_answer": 1.50}', '1.50'],
    ['that is a large number, to its last digit', '{"final_answer": 12345678901234567890}', '12345678901234567890'],
    ['that is a truth value', '{"final_answer": true}', 'true'],
    ['with LaTeX', String.raw`{"final_answer":"\frac{1}{2}"}`, String.raw`\frac{1}{2}`],
    ['with LaTeX like a tab', String.raw`{"final_answer":"3 \times 4"}`, String.raw`3 \times 4`],
    ['with LaTeX that is no escape', String.raw`{"final_answer":"\alpha + \sqrt{2}"}`, String.raw`\alpha + \sqrt{2}`],
    ['with LaTeX that was escaped', String.raw`{"final_answer":"\\frac{1}{2}"}`, String.raw`\frac{1}{2}`],
    ['with a line break that was escaped', String.raw`{"final_answer":"one\nnothing"}`, 'one\nnothing'],
    ['with a raw line break', '{"final_answer":"one\ntwo"}', 'one\ntwo'],
    ['with a trailing comma', '{"final_answer":"B",}', 'B'],
    ['with a comment', '{"final_answer":"B" // the second\n}', 'B'],
    ['in single quotes', "{'final_answer':'B'}", 'B'],
    ['without quotes round the key', '{final_answer:"B"}', 'B'],
    ['without its last brace', '{"reasoning":"r","final_answer":"B"', 'B'],
    ['without braces', '"reasoning":"r","final_answer":"B"', 'B'],
    ['as a string of JSON', '"{\\"final_answer\\":\\"B\\"}"', 'B'],
    ['in Chinese', '答案如下：{"final_answer":"净利润"}', '净利润'],
    ['with braces in its text', '{"final_answer":"use {x} and }"}', 'use {x} and }'],
  ])('%s', (_what, reply, answer) => {
    expect(answerOf(reply)).toEqual(answer);
  });

  it.each([
    ['a placeholder of the form', '{"final_answer":"your answer here"}'],
    ['the description of the field', '{"final_answer":"the answer in the form the task asks for"}'],
    ['dots', '{"final_answer":"..."}'],
    ['nothing', '{"final_answer":null}'],
    ['prose', 'I think it is B.'],
    ['a draft in thinking alone', '<think>{"final_answer":"A"}</think>I do not know.'],
    ['an empty reply', '   '],
    ['a list', '["A","B"]'],
  ])('not from %s', (_what, reply) => {
    expect(answerOf(reply)).toBeNull();
  });

  it.each([
    ['Final answer: B', 'B'],
    ['**Final Answer:** B', 'B'],
    ['The answer is: B', 'B'],
    [String.raw`So \boxed{\frac{1}{2}}.`, String.raw`\frac{1}{2}`],
  ])('from a line without JSON where it was asked for anew: %s', (reply, answer) => {
    expect(answerOf(reply, true)).toBe(answer);
    expect(answerOf(reply)).toBeNull();
  });

  it('with what had to be done', () => {
    expect(kindsOf('{"final_answer":"B"}')).toEqual([]);
    expect(kindsOf('<think>x</think>{"answer":"B",}')).toEqual(['reasoning', 'mended', 'alias']);
    expect(kindsOf(String.raw`{"final_answer":"\frac12"}`)).toEqual(['latex']);
  });
});

describe('a reflection is read', () => {
  const good = { lessons: ['One.'], tags: [{ id: 'a-1', tag: 'helpful' }] };
  it.each<readonly [string, string, object]>([
    ['as asked for', '{"reasoning":"r","lessons":["One."],"bullet_tags":[{"id":"a-1","tag":"helpful"}]}', good],
    ["in the paper's words", '{"key_insight":"One.","bullet_tags":[{"id":"a-1","tag":"helpful"}]}', good],
    ['in camel case', '{"lessons":["One."],"bulletTags":[{"bulletId":"a-1","tag":"helpful"}]}', good],
    ['with tags as a map', '{"lessons":["One."],"bullet_tags":{"a-1":"helpful"}}', good],
    ['with one lesson', '{"lesson":"One.","tags":[{"id":"a-1","tag":"helpful"}]}', good],
    ['with lessons as objects', '{"lessons":[{"lesson":"One."}],"tags":[{"id":"a-1","tag":"helpful"}]}', good],
    ['as JSON lines', '{"lesson":"One."}\n{"id":"a-1","tag":"helpful"}', { lessons: ['One.'] }],
    ['as a list of lessons', '["One.","Two."]', { lessons: ['One.', 'Two.'], tags: [] }],
    [
      'with no lessons beside tags',
      '{"lessons":null,"bullet_tags":[{"id":"a-1","tag":"helpful"}]}',
      { ...good, lessons: [] },
    ],
    [
      'with one broken lesson, which is told',
      '{"lessons":["One.",null],"bullet_tags":[]}',
      { lessons: ['One.'], lost: ['null'] },
    ],
    [
      'with one broken tag, which is told',
      '{"lessons":["One."],"tags":[{"id":"a-1"}]}',
      { lessons: ['One.'], lost: ['{"id":"a-1"}'] },
    ],
    ['from labelled lines', 'STRATEGY: One.\n  And more.\n\nTOOL_TIP: Two.', { lessons: ['One.\nAnd more.', 'Two.'] }],
  ])('%s', (_what, reply, reflection) => {
    expect(reflectionOf(reply)).toMatchObject(reflection);
  });

  it.each(['{"reasoning":"r"}', 'Nothing.', '{"lessons":["one lesson"]}', '{"lessons":[{}]}'])(
    'not from %j',
    (reply) => {
      expect(reflectionOf(reply)).toBeNull();
    },
  );
});

describe('a delta is read', () => {
  const add = { op: 'add', section: 'A', text: 'One.' };
  it.each<readonly [string, string, readonly object[]]>([
    ['as asked for', '{"reasoning":"r","operations":[{"op":"add","section":"A","text":"One."}]}', [add]],
    ["in the paper's words", '{"operations":[{"type":"ADD","section":"A","content":"One."}]}', [add]],
    ['under another key', '{"ops":[{"operation":"add","section":"A","text":"One."}]}', [add]],
    ['as a list', '[{"op":"add","section":"A","text":"One."}]', [add]],
    [
      'as JSON lines',
      '{"op":"add","section":"A","text":"One."}\n{"op":"remove","id":"a-1"}',
      [add, { op: 'remove', id: 'a-1' }],
    ],
    ['as one op', '{"op":"add","section":"A","text":"One."}', [add]],
    ['without a list', '{"operations":{"op":"add","section":"A","text":"One."}}', [add]],
    ['with none', '{"operations":null}', []],
    ['as an empty list', '[]', []],
    [
      'with an op that is none, which is told',
      '{"operations":[{"op":"add","section":"A","text":"One."},null]}',
      [add, { op: 'unknown', found: 'null' }],
    ],
    [
      'with a broken last line, which is told',
      '{"op":"add","section":"A","text":"One."}\n{"op" "',
      [add, { op: 'unknown' }],
    ],
    [
      'with ids in brackets',
      '{"operations":[{"op":"merge","ids":["[a-1]","a-2: text"],"text":"Both."}]}',
      [{ op: 'merge', ids: ['a-1', 'a-2'], text: 'Both.' }],
    ],
    ['from labelled lines', 'ERROR_PATTERN: Two.', [{ op: 'add', text: 'Two.', type: 'error_pattern' }]],
  ])('%s', (_what, reply, ops) => {
    expect(opsOf(reply)).toMatchObject(ops);
  });

  it('of a placeholder is told as no op', () => {
    expect(opsOf('{"operations":[{"op":"add","section":"A","text":"the piece of advice"}]}')).toMatchObject([
      { op: 'unknown' },
    ]);
  });
});

it('no reply breaks a reader or keeps it busy, whatever it is made of', () => {
  const bits = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\',
    'final_answer',
    '"final_answer"',
    'ops',
    '<think>',
    '</think>',
    '```',
    '\n',
    '1',
    'a',
    '\u0000',
    '\ud800',
  );
  const reply = fc.array(fc.oneof(bits, fc.string()), { maxLength: 60 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(reply, (text) => {
      for (const reader of [answerReader(true), reflectionReader, deltaReader])
        readReply<unknown>(text, reader as never);
    }),
    { numRuns: 2000 },
  );
  for (const character of ['{', '[', '"', '{"a":', '[[', '\\', '<think>'])
    expect(readReply(character.repeat(100_000), deltaReader)).toBeNull();
});
