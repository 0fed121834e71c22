import type { Blocks } from './blocks.ts';
import type { Role } from './llm.ts';
import type { Rng } from './rng.ts';

/** The declared properties of the simulated model. All shares and probabilities are 0..1. */
export type SimulatorParameters = {
  /** Tokens of the context it reads, from the start; what stands behind is not seen. */
  readonly readWindow: number;
  /** Bullets it attends to for one question, nearest first. */
  readonly attention: number;
  /** Chance of overlooking a line of advice, per thousand tokens of context: 1 - exp(-dilution * tokens / 1000). */
  readonly dilution: number;
  /** Tokens after which any reply is cut. */
  readonly outputLimit: number;
  readonly vagueLessons: number;
  readonly wrongLessons: number;
  /** How many wordings its reflector chooses from; 1 gives one fixed wording. */
  readonly wordings: number;
  /** How often its reflector restates advice of its context for each answer; a fraction is a chance. */
  readonly restatements: number;
  /** Share of restatements in the form of that advice; the others are in another wording. */
  readonly echo: number;
  /** Chance that a rewrite leaves out an old line, for each line. */
  readonly omission: number;
  /** Chance that a rewrite of a context of more than `collapseAbove` tokens keeps only the share `collapseKeeps` of its lines. */
  readonly collapse: number;
  readonly collapseAbove: number;
  readonly collapseKeeps: number;
  /** Chance of a slip per answer. */
  readonly replyNoise: number;
};

export type PlayerCall = {
  readonly role: Role;
  readonly blocks: Blocks;
  /** Tokens of the context that was sent, before the read window cut it. */
  readonly contextTokens: number;
  /** Tokens after which its reply will be cut. */
  readonly outputTokens: number;
  readonly parameters: SimulatorParameters;
  /** Fixed by the messages and the request's seed alone. */
  readonly rng: Rng;
  readonly countTokens: (text: string) => number;
};

/** How the simulated model answers for one suite: prompt blocks in, reply text out. Sees no task, gold or state. */
export type Player = (call: PlayerCall) => string;
