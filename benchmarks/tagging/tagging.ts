import { z } from 'zod';
import { emptyAttempt } from '../../harness/core/empty-attempt.ts';
import { hashJson } from '../../harness/core/hash.ts';
import type { Instructions } from '../../harness/core/method.ts';
import type { Player } from '../../harness/core/player.ts';
import { createRng } from '../../harness/core/rng.ts';
import type { Suite, Task } from '../../harness/core/suite.ts';
import type { SuiteSetup } from '../../harness/core/suite-setup.ts';
import { oneShotAttempt } from '../domain/one-shot-attempt.ts';
import { gradeTags, type TagProfile, tagProfiles } from '../domain/tag-grade.ts';
import { tagPlayer } from '../tag-player/tag-player.ts';
import { drawHouseRules } from './house-rules.ts';
import { taggingLessons } from './tagging-lessons.ts';
import { parseTaggingQuestion } from './parse-question.ts';
import { generateTasks, type TaggingSplit, type TaggingTask, taskCounts } from './tasks.ts';

export type TaggingOptions = {
  readonly dataSeed: number;
  /** The first so many tasks of a split; a split not named is used whole. */
  readonly limits: { readonly [split in TaggingSplit]?: number };
  readonly profile: TagProfile;
  /** How the simulated model plays the suite; null where only a real model may. */
  readonly player: Player | null;
  readonly attempt: Suite['attempt'];
};

export const options = z.strictObject({ profile: z.enum(tagProfiles).default('official') });

/** The suite as the registry makes it: one-shot attempts, and the simulated model's player. */
export function create({ profile }: z.infer<typeof options>, { dataSeed, limits }: SuiteSetup): Suite {
  return taggingSuite({ dataSeed, limits, profile, player: tagPlayer(parseTaggingQuestion), attempt: oneShotAttempt });
}

/** Generated FiNER-shaped tasks: which of 48 confusable tags fits a number in a sentence from a fictional filing, four a task. */
export function taggingSuite({ dataSeed, limits, profile, player, attempt }: TaggingOptions): Suite {
  const rng = createRng(dataSeed).fork('tagging');
  const rules = drawHouseRules(rng.fork('rules'));
  const generated = generateTasks(rules, rng.fork('tasks'));
  const tasks = {
    train: generated.train.slice(0, limits.train ?? taskCounts.train),
    val: generated.val.slice(0, limits.val ?? taskCounts.val),
    test: generated.test.slice(0, limits.test ?? taskCounts.test),
  };
  return {
    name: 'tagging',
    kind: 'domain',
    about: {
      scoreUnit: 'tags',
      profile,
      splitNote: 'generated',
      dataHash: hashJson(tasks),
      notes: ['lessons are rules that several tasks share'],
    },
    base,
    load: async (split) => (split === 'test-challenge' ? [] : tasks[split]),
    attempt,
    grade: (task, { answer }) => gradeTags({ reference: goldOf(task).tags, answer }, profile),
    answerKey: (task) => ({ ...emptyAttempt, answer: goldOf(task).tags.join(', ') }),
    lessons: taggingLessons(rules, generated.train),
    ...(player === null ? {} : { player }),
  };
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
