import type { Json } from '../../core/json.ts';

// JSON Schemas of replies, as strict structured output takes them: every key required, null for what an operation does not have, nothing beside.

type Properties = { readonly [key: string]: Json };

const text: Json = { type: 'string' };
const maybeText: Json = { type: ['string', 'null'] };
const texts: Json = { type: 'array', items: text };

function strict(properties: Properties): Json {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

export const answerSchema: Json = strict({ reasoning: text, bullet_ids: texts, final_answer: text });

export const reflectionSchema: Json = strict({
  reasoning: text,
  lessons: texts,
  bullet_tags: {
    type: 'array',
    items: strict({ id: text, tag: { type: 'string', enum: ['helpful', 'harmful', 'neutral'] } }),
  },
});

/** Sections are the playbook's own headers, and OTHERS. */
export function deltaSchema(headers: readonly string[]): Json {
  const sections = [...new Set([...headers, 'OTHERS'])];
  return strict({
    reasoning: text,
    operations: {
      type: 'array',
      items: strict({
        op: { type: 'string', enum: ['add', 'update', 'merge', 'remove'] },
        id: maybeText,
        ids: { type: ['array', 'null'], items: text },
        section: { type: ['string', 'null'], enum: [...sections, null] },
        text: maybeText,
        type: { type: ['string', 'null'], enum: ['strategy', 'error_pattern', 'tool_tip', null] },
        rationale: maybeText,
      }),
    },
  });
}
