import { renderBlock } from '../core/blocks.ts';
import type { PromptPart } from '../core/llm.ts';
import type { Rendered } from '../core/rendered.ts';
import { remember } from '../core/remember.ts';
import type { Attempt } from '../core/suite.ts';
import type { Question } from '../core/task.ts';
import type { Tools } from '../core/tools.ts';
import { askJson } from './ask.ts';
import { bareId } from './bare-id.ts';
import { prompts } from './prompts.ts';
import { answerSchema } from './reply/schemas.ts';
import { answerReader } from './reply/read-answer.ts';
import { hasWords, isObject, textField } from './reply/fields.ts';

export type GenerateOptions = {
  readonly question: Question;
  readonly context: Rendered;
  /** Between the items of an answer that comes as an array. */
  readonly joinAnswer: string;
};

/** One answer of the generator to one question, as an attempt: failures are part of it. */
export async function generate(tools: Tools, options: GenerateOptions): Promise<Attempt> {
  const { value, failure, replies } = await askJson(tools, {
    role: 'generator',
    parts: generatorParts(options),
    step: 0,
    schema: answerSchema,
    reader: answerReader,
  });
  const reasoning = textOf(value?.reasoning);
  const parts = value?.answer ?? '';
  const answer = typeof parts === 'string' ? parts : parts.join(options.joinAnswer);
  const listed = idList(value?.citations);
  const cited = options.context.ids === null ? [] : [...new Set([...listed, ...idsIn(reasoning, options.context.ids)])];
  return { answer, reasoning, cited, steps: [], replies, evidence: null, failure };
}

/** Text of a field that should be a string; models also give steps as a list. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function idList(value: unknown): readonly string[] {
  const list = typeof value === 'string' ? value.split(/[\s,;]+/) : Array.isArray(value) ? value : [];
  return (
    list
      .flatMap((id: unknown) =>
        typeof id === 'string' ? id : isObject(id) ? (textField(id, ['id', 'bullet_id']) ?? []) : [],
      )
      .map(bareId)
      // What a list of ids holds beside text is none.
      .filter(hasWords)
      .filter((id) => id !== '')
  );
}

/** Ids of the context that a text mentions, in order of mention: whatever the context calls an id is one. */
function idsIn(text: string, ids: ReadonlySet<string>): readonly string[] {
  const words = text.match(/[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*-\d+/gu) ?? [];
  // Hyphens may stand in an id or between two of them.
  return words
    .flatMap((word) => (ids.has(word) ? [word] : (word.match(/[\p{L}\p{N}_]+-\d+/gu) ?? [])))
    .filter((word) => ids.has(word));
}

function generatorParts({ question, context }: GenerateOptions): readonly PromptPart[] {
  return [
    { speaker: 'system', text: prompts.generator.text },
    { speaker: 'user', text: contextBlock(context) },
    ...(context.perTask === '' ? [] : [user(context.perTask)]),
    user(renderBlock('question', question.text)),
  ];
}

function user(text: string): PromptPart {
  return { speaker: 'user', text };
}

// All calls of a batch read one context: its block is made once, so that its hash and token count are found by identity.
const blockOf = remember(64, (stable) => renderBlock('context', stable));

/** The stable part of a context as its prompt block. */
export function contextBlock({ stable }: Pick<Rendered, 'stable'>): string {
  return blockOf(stable);
}
