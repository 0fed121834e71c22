import { z } from 'zod';
import { hashJson } from '../../harness/core/hash.ts';
import type { Player } from '../../harness/core/player.ts';
import type { Instructions } from '../../harness/core/rendered.ts';
import { createRng } from '../../harness/core/rng.ts';
import { emptyAttempt, type Suite, type SuiteSetup } from '../../harness/core/suite.ts';
import type { Task } from '../../harness/core/task.ts';
import { oneShotAttempt } from '../domain/one-shot-attempt.ts';
import { gradeTags, type TagProfile, tagProfiles } from '../domain/tag-grade.ts';
import { tagPlayer } from '../tag-player/tag-player.ts';
import { drawHouseRules, reverseRules, type Rule } from './house-rules.ts';
import { taggingLessons } from './tagging-lessons.ts';
import { parseTaggingQuestion } from './parse-question.ts';
import { questionKinds } from './question-kinds.ts';
import { generateTasks, type TaggingSplit, type TaggingTask, taskCounts } from './tasks.ts';

export type TaggingOptions = {
  readonly dataSeed: number;
  /** The first so many tasks of a split; a split not named is used whole. */
  readonly limits: { readonly [split in TaggingSplit]?: number };
  readonly profile: TagProfile;
  /** How the simulated model plays the suite; null where only a real model may. */
  readonly player: Player | null;
  readonly attempt: Suite['attempt'];
  readonly shift?: Shift;
};

/** From a round on, a share of the lessons reverses: their conditions mean another tag of the family. */
export type Shift = { readonly atRound: number; readonly share: number };

export const options = z.strictObject({
  profile: z
    .enum(tagProfiles)
    .default('official')
    .describe('Scoring: official, stricter about case and count, or more lenient about form'),
  shift: z
    .strictObject({
      atRound: z.int().min(1).describe('The first round in which they are reversed'),
      share: z.number().min(0).max(1).describe('Share of the lessons that reverse'),
    })
    .optional()
    .describe('Lessons that reverse during a run (default: none)'),
});

/** The suite as the registry makes it: one-shot attempts, and the simulated model's player. */
export function create(
  { profile, shift }: Pick<TaggingOptions, 'profile' | 'shift'>,
  { dataSeed, limits }: SuiteSetup,
): Suite {
  const player = tagPlayer(parseTaggingQuestion);
  return taggingSuite({ dataSeed, limits, profile, player, attempt: oneShotAttempt, ...(shift && { shift }) });
}

/** Generated FiNER-shaped tasks: which of 48 confusable tags fits a number in a sentence from a fictional filing, four a task. */
export function taggingSuite({ dataSeed, limits, profile, player, attempt, shift }: TaggingOptions): Suite {
  const rng = createRng(dataSeed).fork('tagging');
  const rules = drawHouseRules(rng.fork('rules'));
  const generated = generateTasks(rules, rng.fork('tasks'));
  const tasks = {
    train: generated.train.slice(0, limits.train ?? taskCounts.train),
    val: generated.val.slice(0, limits.val ?? taskCounts.val),
    test: generated.test.slice(0, limits.test ?? taskCounts.test),
  };
  const kindsIn = questionKinds(tasks.train);
  const trained = new Set(tasks.train.map(({ id }) => id));
  const mixText =
    'lessons are rules that several tasks share; scores by what training had of a rule stand in a table of their own';
  const suiteOf = (rules: readonly Rule[], notes: readonly string[]): Suite => {
    const tagOf = new Map(rules.map(({ id, tag }) => [id, tag]));
    const right = (task: Task): readonly string[] => goldOf(task).rules.map((id) => tagOf.get(id)!);
    return {
      name: 'tagging',
      kind: 'domain',
      about: {
        scoreUnit: 'tags',
        profile,
        splitNote: 'generated',
        dataHash: hashJson(tasks),
        notes: [mixText, ...notes],
      },
      base,
      load: async (split) => (split === 'test-challenge' ? [] : tasks[split]),
      attempt,
      grade: (task, { answer }) => {
        const kinds = trained.has(task.id) ? undefined : kindsIn(goldOf(task));
        return gradeTags({ reference: right(task), answer, kinds }, profile);
      },
      answerKey: (task) => ({ ...emptyAttempt, answer: right(task).join(', ') }),
      lessons: taggingLessons(rules, generated.train),
      ...(player === null ? {} : { player }),
    };
  };
  if (shift === undefined) return suiteOf(rules, []);
  const reversed = reverseRules(rules, shift.share, rng.fork('shift'));
  const count = reversed.filter((rule, index) => rule !== rules[index]).length;
  const notes = [`${count} of ${rules.length} lessons reverse at round ${shift.atRound}; the test is after it`];
  const before = suiteOf(rules, notes);
  const after = suiteOf(reversed, notes);
  return { ...before, at: (round) => (round < shift.atRound ? before : after) };
}

const base: Instructions = {
  version: 'tagging/1',
  text: [
    'You tag numbers in company filings: each question quotes one number in one sentence, and exactly one tag of the list fits it.',
    'Read the words next to the number first, because they decide between tags that look alike.',
    'These filers follow a house convention of their own, so the name of a tag can mislead; trust advice from experience over the name.',
    'Give the tags exactly as the list spells them.',
  ].join(' '),
};

function goldOf(task: Task): TaggingTask['gold'] {
  return task.gold as TaggingTask['gold'];
}
