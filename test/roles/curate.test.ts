import { describe, expect, it } from 'vitest';
import { curate, lessonList } from '../../harness/roles/curate.ts';
import { readOp } from '../../harness/roles/reply/read-delta.ts';
import { toolsWith } from '../contracts/adaptation-deps.ts';
import { blocksOf, scriptedLlm } from '../contracts/scripted-llm.ts';

describe('readOp()', () => {
  const add = { op: 'add', section: 'RULES', text: 'Count first.', type: null, rationale: null };

  it.each<[string, unknown, unknown]>([
    ['an add', { op: 'add', section: 'RULES', text: 'Count first.' }, add],
    [
      'an add with all its fields',
      { op: 'Add', section: 'RULES', text: 'Count first.', type: 'error_pattern', rationale: 'It helps.' },
      { ...add, type: 'error_pattern', rationale: 'It helps.' },
    ],
    ['a type of bullet that is none', { op: 'ADD', section: 'RULES', text: 'Count first.', type: 'rule' }, add],
    [
      'nulls for what does not apply',
      { op: 'add', id: null, ids: null, section: null, text: 'x' },
      { ...add, section: '', text: 'x' },
    ],
    [
      "ACE's add",
      { type: 'ADD', section: 'problem_solving_heuristics', content: 'Count first.' },
      { ...add, section: 'problem_solving_heuristics' },
    ],
    ['an add without text, to be rejected as empty', { op: 'add', section: 'RULES' }, { ...add, text: '' }],
    ['an update', { op: 'update', id: '[a-00001]', text: 'x' }, { op: 'update', id: 'a-00001', text: 'x' }],
    [
      "ACE's update",
      { type: 'UPDATE', bullet_id: 'a-00001', content: 'x' },
      { op: 'update', id: 'a-00001', text: 'x' },
    ],
    ['a modify', { op: 'modify', id: 'a-00001', text: 'x' }, { op: 'update', id: 'a-00001', text: 'x' }],
    ['a remove', { op: ' remove ', id: 'a-00001' }, { op: 'remove', id: 'a-00001' }],
    ["ACE's delete", { type: 'DELETE', bullet_id: ' [a-00001] ' }, { op: 'remove', id: 'a-00001' }],
    [
      'a merge',
      { op: 'MERGE', ids: ['[a-00001]', 'a-00002'], text: 'x' },
      { op: 'merge', ids: ['a-00001', 'a-00002'], text: 'x' },
    ],
  ])('reads %s', (_name, written, op) => {
    expect(readOp(written)).toEqual(op);
  });

  it.each<[unknown, string]>([
    [{ op: 'rename', id: 'a' }, '{"op":"rename","id":"a"}'],
    [{ op: 'update', text: 'x' }, '{"op":"update","text":"x"}'],
    [{ op: 'merge', text: 'x' }, '{"op":"merge","text":"x"}'],
    [{ op: 'tag', id: 'a', helpful: 1 }, '{"op":"tag","id":"a","helpful":1}'],
    [{ text: 'x' }, '{"text":"x"}'],
    [{ op: 'add', section: 'A', text: '7' }, '{"op":"add","section":"A","text":"7"}'],
    ['add', 'add'],
    [null, 'null'],
    [undefined, 'undefined'],
  ])('keeps %j as unknown', (written, found) => {
    expect(readOp(written)).toEqual({ op: 'unknown', found });
  });

  it('cuts what it cannot read to a length fit for a record', () => {
    expect(JSON.stringify(readOp({ op: 'x'.repeat(9_000) })).length).toBeLessThan(300);
  });
});

const room = { usedTokens: 900, budgetTokens: 1000 };

describe('curate()', () => {
  it('gives the ops of the reply in their order, readable or not', async () => {
    const operations = [{ op: 'remove', id: 'a-00001' }, 'nonsense', { type: 'ADD', section: 's', content: 'x' }];
    const { llm, requests } = scriptedLlm({ curator: () => JSON.stringify({ operations }) });
    const tools = toolsWith({ llm, countTokens: (text) => text.length });
    const answer = await curate(
      tools,
      { stable: '## RULES', perTask: '', ids: new Set() },
      ['One.', 'Two\nlines.'],
      room,
    );
    expect(answer.value?.map(({ op }) => op)).toEqual(['remove', 'unknown', 'add']);
    expect(blocksOf(requests[0]!)).toMatchObject({ lessons: '- One.\n- Two lines.', limit: '900 of 1000 tokens used' });
  });

  it.each(['{}', '{"operations": "none"}', 'Nothing to do.'])('cannot read %j', async (reply) => {
    const { llm } = scriptedLlm({ curator: () => reply });
    const tools = toolsWith({ llm, countTokens: (text) => text.length });
    const answer = await curate(tools, { stable: '', perTask: '', ids: null }, ['One.'], room);
    expect(answer).toMatchObject({ value: null, failure: { kind: 'malformed' } });
  });
});

describe('lessonList()', () => {
  it('gives each lesson one line, whatever breaks lines in it', () => {
    const list = lessonList(['a\n- b', 'c\r\u2028d\u0085e', ' f ']);
    expect(list).toBe('- a - b\n- c d e\n- f');
  });
});
