import { fieldOf, isObject, isPlaceholder } from './fields.ts';
import type { ReadValue, ReplyReader } from './reading.ts';

/** What the generator says. An answer of several parts comes as a list. */
export type AnswerReply = {
  readonly answer: string | readonly string[];
  readonly reasoning: unknown;
  readonly citations: unknown;
};

const answerNames = ['final_answer', 'answer', 'final', 'final_result', 'result'];
const reasoningNames = ['reasoning', 'thought', 'thoughts', 'explanation', 'rationale', 'chain_of_thought'];
const citationNames = ['bullet_ids', 'bullets', 'used_bullets', 'bullets_used', 'ids', 'cited'];

/** Reads the generator's replies. `lines` are read only where the reply was asked for anew: a line that looks like an answer may be a draft. */
export function answerReader(readsLines: boolean): ReplyReader<AnswerReply> {
  return readsLines ? { whole, lines } : { whole };
}

function whole(value: unknown): ReadValue<AnswerReply> | null {
  if (!isObject(value)) return null;
  const found = fieldOf(value, answerNames);
  if (found === undefined) return null;
  const answer = answerOf(found.value);
  if (answer === null) return null;
  const reasoning = fieldOf(value, reasoningNames);
  const citations = fieldOf(value, citationNames);
  return {
    value: { answer, reasoning: reasoning?.value, citations: citations?.value },
    lost: [],
    alias: found.alias || (citations?.alias ?? false),
  };
}

/** Text, or texts; null for what is no answer: nothing, a placeholder of a form, a value with parts that are values with parts. */
function answerOf(value: unknown): string | readonly string[] | null {
  if (typeof value === 'string') return isPlaceholder(value) ? null : value;
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return null;
  // `["A", "B"]`, `{"value": "42"}`, `{"1": "A", "2": "B"}`.
  const parts = Object.values(value).map((part) => (typeof part === 'object' ? null : answerOf(part)));
  if (parts.includes(null)) return null;
  if (parts.length === 0) return Array.isArray(value) ? [] : null;
  return parts.map(String);
}

const labelled = /^[\s>*#-]*(?:the )?(?:final )?answer(?: is)?\s*[*_]*\s*[:=]\s*[*_]*\s*(\S.*?)[\s*_]*$/gim;

function lines(text: string): ReadValue<AnswerReply> | null {
  const boxed = lastBoxed(text);
  const answer = boxed ?? [...text.matchAll(labelled)].at(-1)?.[1] ?? null;
  if (answer === null || isPlaceholder(answer)) return null;
  return { value: { answer, reasoning: text, citations: [] }, lost: [], alias: false };
}

/** What the last `\boxed{…}` holds, its braces balanced. */
function lastBoxed(text: string): string | null {
  const start = text.lastIndexOf('\\boxed{');
  if (start < 0) return null;
  let depth = 0;
  for (let at = start + '\\boxed'.length; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}') depth--;
    if (depth === 0) return text.slice(start + '\\boxed{'.length, at).trim() || null;
  }
  return null;
}
