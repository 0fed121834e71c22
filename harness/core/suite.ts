import type { Failure } from './failure.ts';
import type { Json } from './json.ts';
import type { Player } from './player.ts';
import type { Instructions, Rendered } from './method.ts';
import type { Tools } from './tools.ts';

export const splitNames = ['train', 'val', 'test', 'test-challenge'] as const;
export type Split = (typeof splitNames)[number];

/** What methods and players may see of a task. `scenario` names the situation it is a variation of. */
export type Question = { readonly id: string; readonly scenario: string; readonly text: string };
export type Task = Question & { readonly gold: Json };

/** What the generator produced for one question. */
export type Attempt = {
  /** The extracted answer; empty where there is none. */
  readonly answer: string;
  readonly reasoning: string;
  /** Bullet ids the generator says it used, known or not. */
  readonly cited: readonly string[];
  /** Turns of generator and environment, as text; empty for one-shot suites. */
  readonly steps: readonly string[];
  /** Raw replies, for transcripts and rescoring. */
  readonly replies: readonly string[];
  /** What grading needs beside the answer, such as a final state; never recorded. */
  readonly evidence: Json;
  readonly failure: Failure | null;
  /** JSON that had to be repaired, and questions asked again because a reply could not be read. */
  readonly repairs: number;
  readonly reasks: number;
};

export type Grade = {
  /** 0..1, under the suite's configured profile. */
  readonly score: number;
  readonly checks: { readonly passed: number; readonly total: number };
  /** Score under each of the suite's profiles. */
  readonly profiles: { readonly [profile: string]: number };
  /** One sentence per failed check, without the reference. */
  readonly failedChecks: readonly string[];
  /** The reference answer as text. */
  readonly reference: string;
};

/** The lessons a suite knows to be true, and what a line of text says about them. */
export type Lessons = {
  /** Ids, those first that matter to most tasks. */
  readonly all: readonly string[];
  states(line: string): readonly { readonly lessonId: string; readonly stance: Stance }[];
  /** A lesson as lines of advice in which `states` finds that stance; for arms whose context is given. */
  text?(lessonId: string, stance: Stance): string;
};
export type Stance = 'correct' | 'contradicted';

/** Tasks, a way to attempt one, and a way to grade it. */
export interface Suite {
  readonly name: string;
  readonly kind: 'agent' | 'domain';
  /** Says what the tasks are and how they were split and scored, for tables: `official rows, own-split`. */
  readonly about: SuiteAbout;
  readonly base: Instructions;
  /** Tasks of a split in their fixed order; the same tasks at every call. */
  load(split: Split): Promise<readonly Task[]>;
  attempt(question: Question, context: Rendered, tools: Tools): Promise<Attempt>;
  /** Pure. An attempt without an answer gets score 0 and still the feedback. */
  grade(task: Task, attempt: Attempt): Grade;
  /** An attempt that must score 1. */
  answerKey(task: Task): Attempt;
  readonly lessons?: Lessons;
  /**
   * The suite as it is in a round, where lessons change during a run: the same tasks and player, other gold. The same object for rounds
   * between which nothing changes. Absent: always as it is.
   */
  at?(round: number): Suite;
  /** How the simulated model plays this suite; without it the suite needs a real model. */
  readonly player?: Player;
}

export type SuiteAbout = {
  /** What a score counts: `tags`, `tasks`. */
  readonly scoreUnit: string;
  readonly profile: string;
  /** `own-split` where the splits are not the publisher's. */
  readonly splitNote: string;
  /** Hash of all tasks the suite can load. */
  readonly dataHash: string;
  /** Further notes that must stand beside a table of this suite. */
  readonly notes: readonly string[];
};

/** What a suite's factory gets beside its options. */
export type SuiteSetup = {
  /** Fixes generated tasks and own splits. */
  readonly dataSeed: number;
  /** How many tasks of a split to use; a split not named is used whole. */
  readonly limits: { readonly [split in Split]?: number };
  /** Where imported data sets are kept. */
  readonly cacheFolder: string;
};
