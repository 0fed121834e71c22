import { describe, expect, it } from 'vitest';
import { hashText } from '../../harness/core/hash.ts';
import type { LlmRequest, Role } from '../../harness/core/llm.ts';
import type { Rendered } from '../../harness/core/rendered.ts';
import type { Tools } from '../../harness/core/tools.ts';
import { curate } from '../../harness/roles/curate.ts';
import { generate } from '../../harness/roles/generate.ts';
import { prompts } from '../../harness/roles/prompts.ts';
import { reflect } from '../../harness/roles/reflect.ts';
import { rewrite } from '../../harness/roles/rewrite.ts';
import { toolsWith, wrongAttempt } from '../contracts/adaptation-deps.ts';
import { blocksOf, scriptedLlm } from '../contracts/scripted-llm.ts';

const roles = ['generator', 'reflector', 'curator', 'rewriter'] as const;
const context: Rendered = { stable: '## RULES', perTask: '', ids: new Set(['an id']) };
const question = { id: 'q1', scenario: 's', text: 'How many?' };

const calls: { readonly [role in (typeof roles)[number]]: (tools: Tools) => Promise<unknown> } = {
  generator: (tools) => generate(tools, { question, context, joinAnswer: ', ' }),
  reflector: (tools) => reflect(tools, wrongAttempt('tides'), context, 1),
  curator: (tools) => curate(tools, context, ['A lesson.']),
  rewriter: (tools) => rewrite(tools, context, ['A lesson.'], 400),
};

/** What the role makes of a reply, and the request it sent for it. */
async function played(role: (typeof roles)[number], reply: string) {
  const { llm, requests } = scriptedLlm({ [role as Role]: () => reply });
  const result = await calls[role](toolsWith({ llm, countTokens: (text) => text.length }));
  return { result, request: requests[0] as LlmRequest };
}

/** The JSON object that a prompt file shows as the form of a reply. */
function exampleOf(role: (typeof roles)[number]): string {
  return prompts[role].text.slice(prompts[role].text.indexOf('{"'));
}

describe('prompts', () => {
  it.each(roles)('of the %s have a text and its hash', (role) => {
    expect(prompts[role].text.length).toBeGreaterThan(100);
    expect(prompts[role].hash).toBe(hashText(prompts[role].text));
    expect(prompts[role].text).not.toContain('\r');
  });

  it.each(roles)('of the %s stand first, then the context, then what differs from call to call', async (role) => {
    const { request } = await played(role, 'Some text.');
    expect(request.role).toBe(role);
    expect(request.parts.map(({ speaker }) => speaker)).toEqual([
      'system',
      ...request.parts.slice(1).map(() => 'user'),
    ]);
    expect(request.parts[0]!.text).toBe(prompts[role].text);
    expect(request.parts[1]!.text).toBe('<context>\n## RULES\n</context>');
    const blocks = blocksOf(request);
    const told = {
      generator: ['question'],
      reflector: ['question', 'attempt', 'feedback'],
      curator: ['lessons'],
      rewriter: ['lessons', 'limit'],
    };
    expect(Object.keys(blocks).sort()).toEqual(['context', ...told[role]].sort());
    for (const label of told[role]) expect(prompts[role].text).toContain(label);
    expect(prompts[role].text).toContain('context');
  });

  it('show the generator a reply that it reads', async () => {
    const example = exampleOf('generator');
    const { result, request } = await played('generator', example);
    expect(result).toMatchObject({
      answer: 'the answer in the form the task asks for',
      cited: ['ids of the advice you used'],
      failure: null,
      repairs: 0,
      reasks: 0,
    });
    expect(Object.keys(JSON.parse(example))).toEqual(requiredIn(request));
  });

  it('show the reflector a reply that it reads', async () => {
    const example = exampleOf('reflector');
    const { result, request } = await played('reflector', example);
    expect(result).toMatchObject({
      value: { lessons: ['one lesson', 'another lesson'], tags: [{ op: 'tag', id: 'an id', helpful: 1, harmful: 0 }] },
      repairs: 0,
      reasks: 0,
    });
    expect(Object.keys(JSON.parse(example))).toEqual(requiredIn(request));
    for (const verdict of ['helpful', 'harmful', 'neutral']) expect(prompts.reflector.text).toContain(`\`${verdict}\``);
  });

  it('show the curator a reply of every op, each of which it reads', async () => {
    const example = exampleOf('curator');
    const { result, request } = await played('curator', example);
    expect(result).toMatchObject({ repairs: 0, reasks: 0 });
    const { value } = result as Awaited<ReturnType<typeof curate>>;
    expect(value?.map(({ op }) => op)).toEqual(['add', 'update', 'merge', 'remove']);
    expect(value?.[0]).toMatchObject({
      section: 'header of a section',
      text: 'one piece of advice on one line',
      rationale: 'why it holds',
    });
    expect(value?.[2]).toMatchObject({ ids: ['an id', 'another id'] });
    expect(Object.keys(JSON.parse(example))).toEqual(requiredIn(request));
  });
});

function requiredIn({ format }: LlmRequest): readonly string[] {
  if (format.kind !== 'json') throw new Error(`Expected a schema, found ${format.kind}`);
  return (format.schema as { readonly required: readonly string[] }).required;
}
