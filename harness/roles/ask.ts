import { renderBlock } from '../core/blocks.ts';
import { type Failure, failureOf } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import type { LlmReply, PromptPart, ReplyFormat, Role } from '../core/llm.ts';
import type { Tools } from '../core/tools.ts';
import { type ReadReply, readReply } from './reply/read-reply.ts';
import type { Lost, ReplyReader } from './reply/reading.ts';
import { setReasoningAside } from './reply/set-reasoning-aside.ts';

export type Ask = {
  readonly role: Role;
  readonly parts: readonly PromptPart[];
  /** Tells calls of one role in one place apart, in call ids. */
  readonly step: number;
  /** Tokens that this reply needs; the config's limit for the role goes before it. */
  readonly maxTokens?: number;
};

export type Answer<T> = {
  readonly value: T | null;
  readonly failure: Failure | null;
  readonly replies: readonly string[];
  /** Parts of the reply that were left out. */
  readonly lost: readonly Lost[];
};

/** Asks for plain text, which is read without the reasoning in it. A failed, refused, cut or empty reply is a failure, never an exception. */
export async function askText(tools: Tools, ask: Ask): Promise<Answer<string>> {
  const { reply, failure } = await complete(tools, ask, { kind: 'text' }, ask.parts, 0);
  if (reply === null) return failed(failure, []);
  const { text, isAside } = setReasoningAside(reply.text);
  if (isAside) tools.reading(ask.role, { reasoning: 1 });
  const isThought = failure === null && text.trim() === '';
  return {
    value: text,
    failure: isThought ? { kind: 'empty', message: 'The reply is reasoning alone' } : failure,
    replies: [reply.text],
    lost: [],
  };
}

/**
 * Asks for JSON, read by the role's reader; where that finds nothing it asks once more. The reader is told which of the two it reads. Failures are
 * returned, never thrown.
 */
export async function askJson<T>(
  tools: Tools,
  ask: Ask & { readonly schema: Json; readonly reader: (isReask: boolean) => ReplyReader<T> },
): Promise<Answer<T>> {
  const format: ReplyFormat = { kind: 'json', name: `${ask.role}_reply`, schema: ask.schema };
  const first = await complete(tools, ask, format, ask.parts, 0);
  if (first.reply === null) return failed(first.failure, []);
  if (first.failure !== null) return failed(first.failure, [first.reply.text]);
  const read = readReply(first.reply.text, ask.reader(false));
  if (read !== null) return answered(tools, ask.role, read, [first.reply.text]);

  tools.reading(ask.role, { reask: 1 });
  const again: PromptPart = { speaker: 'user', text: reminder(first.reply.text) };
  const second = await complete(tools, ask, format, [...ask.parts, again], 1);
  const replies = [first.reply.text, ...(second.reply === null ? [] : [second.reply.text])];
  if (second.reply === null || second.failure !== null) return failed(second.failure, replies);
  const reread = readReply(second.reply.text, ask.reader(true));
  if (reread !== null) return answered(tools, ask.role, reread, replies);
  const message = 'Cannot read the reply: expected a JSON object of the form asked for, found none in two replies';
  return failed({ kind: 'malformed', message }, replies);
}

// Of a reply that could not be read so much is shown again, in characters: enough to see what it was.
const shownAgain = 2_000;

// The reply stands in a block, so that nothing in it can pass for a block of the prompt.
function reminder(reply: string): string {
  const request =
    'Your reply, given below, could not be read. Reply again, with the JSON object asked for and nothing else.';
  const half = shownAgain / 2;
  const shown = reply.length <= shownAgain ? reply : `${reply.slice(0, half)}\n…\n${reply.slice(-half)}`;
  return `${request}\n\n${renderBlock('reply', shown)}`;
}

function answered<T>(
  tools: Tools,
  role: Role,
  { value, kinds, lost }: ReadReply<T>,
  replies: readonly string[],
): Answer<T> {
  const counts = [...kinds.map((kind) => [kind, 1]), ...(lost.length === 0 ? [] : [['lost', lost.length]])];
  if (counts.length > 0) tools.reading(role, Object.fromEntries(counts));
  return { value, failure: null, replies, lost };
}

function failed<T>(failure: Failure | null, replies: readonly string[]): Answer<T> {
  return { value: null, failure, replies, lost: [] };
}

async function complete(
  tools: Tools,
  ask: Ask,
  format: ReplyFormat,
  parts: readonly PromptPart[],
  nth: number,
): Promise<{ readonly reply: LlmReply | null; readonly failure: Failure | null }> {
  const { phase, round, epoch, task, sample } = tools.at;
  const { temperature, seed, maxTokens } = tools.decoding;
  try {
    const reply = await tools.llm.complete({
      role: ask.role,
      parts,
      format,
      maxTokens: maxTokens[ask.role] ?? ask.maxTokens ?? maxTokens.default,
      temperature,
      seed,
      signal: tools.signal,
      callId: `${phase}/${round}/${epoch}/${task}/${ask.role}/${ask.step}/${nth}/${sample}`,
    });
    return { reply, failure: replyFailure(reply) };
  } catch (error) {
    // An interrupt fails nothing: it ends the run, and what was in flight is not recorded.
    if (tools.signal.aborted) throw error;
    return { reply: null, failure: failureOf(error) };
  }
}

function replyFailure(reply: LlmReply): Failure | null {
  switch (reply.finish) {
    case 'length':
      return { kind: 'length', message: 'The reply was cut at its token limit' };
    case 'overflow':
      return { kind: 'overflow', message: 'The prompt does not fit the context window of the model' };
    case 'refusal':
      return { kind: 'refusal', message: 'The model refused to answer' };
    case 'content-filter':
      return { kind: 'refusal', message: "The provider's filter held the reply back" };
    case 'stop':
    case 'tool-calls':
    case 'other':
      return reply.text.trim() === '' ? { kind: 'empty', message: 'The reply is empty' } : null;
  }
}
