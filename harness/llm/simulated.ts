import { z } from 'zod';
import { parseBlocks } from '../core/blocks.ts';
import { UserError } from '../core/failure.ts';
import { hashJson, hashText, shortHash } from '../core/hash.ts';
import type { Llm, LlmReply, LlmRequest } from '../core/llm.ts';
import type { SimulatorParameters, Player } from '../core/player.ts';
import { remember } from '../core/remember.ts';
import { createRng } from '../core/rng.ts';
import type { TokenCounter } from './token-counter.ts';

const share = z.number().min(0).max(1);
/** The parameters of the simulated model, as config keys with their defaults. */
export const options = z.strictObject({
  readWindow: z.int().positive().default(32_000).describe('Tokens of the context that it reads, from the start'),
  attention: z.int().positive().default(40).describe('Bullets that it attends to for one question, nearest first'),
  dilution: z
    .number()
    .min(0)
    .default(0.02)
    .describe('How much a longer context hides: a line is overlooked with 1 - exp(-dilution * tokens / 1000)'),
  outputLimit: z.int().positive().default(16_000).describe('Tokens after which any reply is cut'),
  vagueLessons: share.default(0.05).describe('Share of its lessons that say nothing concrete'),
  wrongLessons: share.default(0.05).describe('Share of its lessons that are false'),
  wordings: z.int().positive().default(7).describe('Wordings that its reflector chooses from; 1 is one fixed wording'),
  restatements: z
    .number()
    .min(0)
    .max(10)
    .default(2)
    .describe(
      'How often, for each answer, its reflector restates by its gist what the context advises on the right tag',
    ),
  echo: share.default(0.4).describe('Share of these restatements that keep the form of the advice'),
  omission: share
    .default(0)
    .describe('Chance per old line and rewrite that the line is left out; 0 is the best case for rewriting'),
  collapse: share
    .default(0)
    .describe('Chance per rewrite of a long context that most of it is lost; 0 is the best case for rewriting'),
  collapseAbove: z.int().min(0).default(2_000).describe('Tokens above which a context is long enough to collapse'),
  collapseKeeps: share.default(0.1).describe('Share of the lines that a collapse keeps'),
  replyNoise: share.default(0.02).describe('Chance of a slip per answer'),
});

/** The simulated model for one suite. Throws UserError for a suite that it has no player for. */
export function create(parameters: SimulatorParameters, { player, suite, tokens }: SimulatedSetup): Llm {
  if (player === null) {
    throw new UserError(
      `Cannot simulate suite ${suite}: expected a suite with a player, found none; it needs a real model`,
    );
  }
  return simulatedLlm(player, parameters, tokens);
}

type SimulatedSetup = { readonly player: Player | null; readonly suite: string; readonly tokens: TokenCounter };

/**
 * The simulated model: in process, no key, no network. Of a request it sees the parts of the prompt, the role that they address, the
 * seed and where the reply will be cut, and answers by a suite's player within its declared parameters. Equal ones give equal replies, in any process.
 */
export function simulatedLlm(player: Player, parameters: SimulatorParameters, tokens: TokenCounter): Llm {
  const id = `simulated/${shortHash(hashJson(parameters))}`;
  const hashOf = remember(2_000, hashText);
  const readContext = rememberedContext(parameters, tokens);
  return {
    id,
    complete: async (request) => {
      const text = play(request);
      const limit = Math.min(parameters.outputLimit, request.maxTokens);
      const whole = tokens.count(text);
      const reply: LlmReply = {
        text: whole <= limit ? text : cutToTokens(text, limit, tokens),
        reasoning: null,
        toolCalls: [],
        usage: {
          inputTokens: request.parts.reduce((sum, part) => sum + tokens.count(part.text), 0),
          cachedTokens: null,
          cacheWriteTokens: null,
          outputTokens: Math.min(whole, limit),
          reasoningTokens: null,
        },
        finish: whole <= limit ? 'stop' : 'length',
        seedSent: request.seed,
        latencyMs: 0,
        model: id,
      };
      return reply;
    },
  };

  function play(request: LlmRequest): string {
    const contextPart = request.parts.find(({ text }) => /^<context(?:-\d+)?>\n/.test(text));
    const rest = request.parts.filter((part) => part !== contextPart);
    const context = contextPart === undefined ? { text: '', tokens: 0 } : readContext(contextPart.text);
    return player({
      role: request.role,
      blocks: { ...Object.assign({}, ...rest.map(({ text }) => parseBlocks(text))), context: context.text },
      contextTokens: context.tokens,
      outputTokens: Math.min(parameters.outputLimit, request.maxTokens),
      parameters,
      rng: createRng(
        hashText(`${request.seed}\n${request.role}\n${request.parts.map(({ text }) => hashOf(text)).join('\n')}`),
      ),
      countTokens: tokens.count,
    });
  }
}

type ReadContext = { readonly text: string; readonly tokens: number };

// A context stands in hundreds of calls: what the read window leaves of it is found once.
function rememberedContext(parameters: SimulatorParameters, tokens: TokenCounter): (block: string) => ReadContext {
  return remember(64, (block) => {
    const whole = parseBlocks(block).context ?? '';
    const count = tokens.count(whole);
    return {
      text: count <= parameters.readWindow ? whole : cutToTokens(whole, parameters.readWindow, tokens),
      tokens: count,
    };
  });
}

/** The whole lines from the start that fit the limit; of a first line that is too long, what fits. */
function cutToTokens(text: string, limit: number, tokens: TokenCounter): string {
  let used = 0;
  let end = 0;
  for (const line of text.split(/(?<=\n)/)) {
    used += tokens.count(line);
    if (used > limit) break;
    end += line.length;
  }
  if (end > 0) return text.slice(0, end);
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tokens.count(text.slice(0, middle)) <= limit) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low);
}
