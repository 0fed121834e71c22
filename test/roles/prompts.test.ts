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
  curator: (tools) => curate(tools, context, ['A lesson.'], { usedTokens: 5, budgetTokens: 50 }),
  rewriter: (tools) => rewrite(tools, context, ['A lesson.'], 400),
};

/** What the role makes of a reply, and the request it sent for it. */
async function played(role: (typeof roles)[number], reply: string) {
  const { llm, requests } = scriptedLlm({ [role as Role]: () => reply });
  const result = await calls[role](toolsWith({ llm, countTokens: (text) => text.length }));
  return { result, request: requests[0] as LlmRequest };
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
      curator: ['lessons', 'limit'],
      rewriter: ['lessons', 'limit'],
    };
    expect(Object.keys(blocks).sort()).toEqual(['context', ...told[role]].sort());
    for (const label of told[role]) expect(prompts[role].text).toContain(label);
    expect(prompts[role].text).toContain('context');
  });

  it.each(['generator', 'reflector', 'curator'] as const)(
    'name every key of a reply of the %s, and show no value to copy',
    async (role) => {
      const { request } = await played(role, 'Some text.');
      for (const key of keysIn(schemaOf(request))) expect(prompts[role].text, key).toContain(`"${key}"`);
      expect(prompts[role].text).not.toMatch(/\{\s*"/);
    },
  );

  it.each(['generator', 'reflector', 'curator'] as const)(
    'ask the %s for a reply whose schema strict structured output takes',
    async (role) => {
      const { request } = await played(role, 'Some text.');
      for (const object of objectsIn(schemaOf(request))) {
        expect(object.additionalProperties).toBe(false);
        expect(object.required).toEqual(Object.keys(object.properties));
        expect(Object.keys(object.properties).length).toBeGreaterThan(0);
      }
    },
  );

  it('let the curator choose from the headers of its playbook, and OTHERS', async () => {
    const { request } = await played('curator', 'Some text.');
    expect(JSON.stringify(schemaOf(request))).toContain('"enum":["RULES","OTHERS",null]');
  });
});

type ObjectSchema = { readonly properties: object; readonly required: unknown; readonly additionalProperties: unknown };

function schemaOf({ format }: LlmRequest): unknown {
  if (format.kind !== 'json') throw new Error(`Expected a schema, found ${format.kind}`);
  return format.schema;
}

function objectsIn(schema: unknown): readonly ObjectSchema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? [schema as ObjectSchema] : [];
  return [...own, ...Object.values(schema).flatMap(objectsIn)];
}

function keysIn(schema: unknown): readonly string[] {
  return objectsIn(schema).flatMap(({ properties }) => Object.keys(properties));
}
