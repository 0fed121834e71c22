import type { Step } from './experience.ts';
import type { Failure } from './failure.ts';
import type { Json } from './json.ts';
import type { Lessons } from './lessons.ts';
import type { Player } from './player.ts';
import type { Instructions, Rendered } from './rendered.ts';
import type { Question, Split, Task } from './task.ts';
import type { Tools } from './tools.ts';

/** What the generator produced for one question. */
export type Attempt = {
  /** The extracted answer; empty where there is none. */
  readonly answer: string;
  readonly reasoning: string;
  /** Bullet ids the generator says it used, known or not; those that steps cite need not be repeated. */
  readonly cited: readonly string[];
  /** Turns of generator and environment; empty for one-shot suites. */
  readonly steps: readonly Step[];
  /** Raw replies, for transcripts and rescoring. */
  readonly replies: readonly string[];
  /** What grading needs beside the answer, such as a final state; never recorded whole. */
  readonly evidence: Json;
  readonly failure: Failure | null;
};

/** An attempt that produced nothing, and did not fail: what other attempts differ from. */
export const emptyAttempt: Attempt = {
  answer: '',
  reasoning: '',
  cited: [],
  steps: [],
  replies: [],
  evidence: null,
  failure: null,
};

/** What training had of what a check asks about: its rule in the same wording, its rule in other wordings alone, or nothing. */
export const checkKinds = ['seen wording', 'seen rule, other wording', 'unseen'] as const;
export type CheckKind = (typeof checkKinds)[number];

/** Checks passed and checks in all. */
export type Passed = readonly [passed: number, total: number];
export type PassedByKind = { readonly [kind in CheckKind]?: Passed };

export type Grade = {
  /** 0..1, under the suite's configured profile. */
  readonly score: number;
  readonly checks: { readonly passed: number; readonly total: number };
  /** The checks by what of them was met in training; absent where a suite cannot tell. */
  readonly checksByKind?: PassedByKind;
  /** Score under each of the suite's profiles. */
  readonly profiles: { readonly [profile: string]: number };
  /** One sentence per failed check, without the reference. */
  readonly failedChecks: readonly string[];
  /** The reference answer as text. */
  readonly reference: string;
};

/** Tasks, a way to attempt one, and a way to grade it. */
export interface Suite<T extends Task = Task> {
  readonly name: string;
  readonly kind: 'agent' | 'domain';
  /** Says what the tasks are and how they were split and scored, for tables: `official rows, own-split`. */
  readonly about: SuiteAbout;
  readonly base: Instructions;
  /** Tasks of a split in their fixed order; the same tasks at every call. */
  load(split: Split): Promise<readonly T[]>;
  attempt(question: Question, context: Rendered, tools: Tools): Promise<Attempt>;
  /**
   * Pure, unless `grader` says otherwise: what a judge costs is metered through these tools, what a sandbox takes is timed, both apart from the
   * attempt. An attempt without an answer gets score 0 and still the feedback.
   */
  grade(task: T, attempt: Attempt, tools: Tools): Grade | Promise<Grade>;
  /** What grading needs beyond the task and the attempt; absent where it is pure. */
  readonly grader?: 'judge' | 'sandbox';
  /** An attempt that must score 1. */
  answerKey(task: T): Attempt;
  readonly lessons?: Lessons;
  /**
   * The suite as it is in a round, where lessons change during a run: the same tasks and player, other gold. The same object for rounds
   * between which nothing changes. Absent: always as it is.
   */
  at?(round: number): Suite<T>;
  /** How the simulated model plays this suite; without it the suite needs a real model. */
  readonly player?: Player;
  /** Attempts that its world bears at once, over all runs; absent: any number. */
  readonly atOnce?: number;
  /** Ends its world. Called once, when no run will attempt anything any more, however the runs ended. */
  close?(): Promise<void>;
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
