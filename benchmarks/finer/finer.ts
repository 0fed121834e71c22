import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../harness/core/failure.ts';
import { hashJson } from '../../harness/core/hash.ts';
import type { Player } from '../../harness/core/player.ts';
import type { Instructions } from '../../harness/core/rendered.ts';
import { emptyAttempt, type Suite, type SuiteSetup } from '../../harness/core/suite.ts';
import { nearestSentenceScore, type Example } from '../domain/nearest-sentence.ts';
import { readRows, type Row } from '../domain/read-rows.ts';
import { ownSplits } from '../domain/split-by-components.ts';
import { oneShotAttempt } from '../domain/one-shot-attempt.ts';
import { gradeTags, type TagProfile, tagProfiles } from '../domain/tag-grade.ts';
import { tagPlayer } from '../tag-player/tag-player.ts';
import { countDuplicates, finerPrompts, type FinerPrompt } from './finer-prompts.ts';
import { giantNote, splitFiner, type FinerLimits, type FinerSplits, type FinerTask } from './finer-splits.ts';
import { parseFinerQuestion } from './parse-question.ts';
import { finerFile, finerFolder, sha256Of } from './import-finer.ts';

export type FinerOptions = {
  readonly dataSeed: number;
  readonly limits: FinerLimits;
  readonly profile: TagProfile;
  readonly player: Player | null;
  readonly attempt: Suite['attempt'];
};

const base: Instructions = {
  version: 'finer/1',
  text: [
    'You tag figures in sentences from company filings with US GAAP tags.',
    'For each numbered question decide what the named figure measures in its sentence, and choose the one listed tag whose meaning fits it most closely.',
    'Answer with exactly one tag per question, in the order of the questions, separated by commas.',
  ].join(' '),
};

export const options = z.strictObject({
  profile: z
    .enum(tagProfiles)
    .default('official')
    .describe('Scoring: official, stricter about case and count, or more lenient about form'),
});

/** The suite as the registry makes it: one-shot attempts, and the simulated model's player. */
export function create({ profile }: z.infer<typeof options>, setup: SuiteSetup): Promise<Suite> {
  return finerSuite({ ...setup, profile, player: tagPlayer(parseFinerQuestion), attempt: oneShotAttempt });
}

/** The suite on the official FiNER rows in the cache. Throws a UserError where the rows are missing or are not the official ones. */
export async function finerSuite(options: FinerOptions & { readonly cacheFolder: string }): Promise<Suite> {
  const folder = finerFolder(options.cacheFolder);
  const path = join(folder, finerFile.name);
  const sha256 = await sha256Of(path);
  const advice = 'run: ace-bench data finer --from DIR';
  if (sha256 === null)
    throw new UserError(`Cannot load suite finer: expected its rows in ${folder}, found none; ${advice}`);
  if (sha256 !== finerFile.sha256)
    throw new UserError(
      `Cannot load suite finer: expected sha256 ${finerFile.sha256} of ${path}, found ${sha256}; ${advice}`,
    );
  const rows: Row[] = [];
  for await (const row of readRows(path)) rows.push(row);
  return finerOfRows(rows, options);
}

/** The suite on any rows in FiNER's form. */
export function finerOfRows(rows: readonly Row[], options: FinerOptions): Suite {
  const prompts = finerPrompts(rows);
  const splits = splitFiner(prompts, options);
  return {
    name: 'finer',
    kind: 'domain',
    about: {
      scoreUnit: 'tags',
      profile: options.profile,
      splitNote: splitNote(splits),
      dataHash: hashJson(splits.tasks),
      notes: notesOn(prompts, splits),
    },
    base,
    load: async (split) => (split === 'test-challenge' ? [] : splits.tasks[split]),
    attempt: options.attempt,
    grade: (task, attempt) =>
      gradeTags({ reference: (task as FinerTask).gold, answer: attempt.answer }, options.profile),
    answerKey: (task) => ({ ...emptyAttempt, answer: (task as FinerTask).gold.join(',') }),
    ...(options.player === null ? {} : { player: options.player }),
  };
}

function splitNote({ tasks, sizes }: FinerSplits): string {
  const parts = ownSplits.map((split) => `${split} ${tasks[split].length} of ${sizes[split]}`);
  return `own-split by components of shared 13-grams (${parts.join(', ')} prompts of the official val file)`;
}

function notesOn(prompts: readonly FinerPrompt[], splits: FinerSplits): readonly string[] {
  const examples = new Map(prompts.map((prompt) => [prompt.id, prompt.examples]));
  const examplesOf = (tasks: readonly FinerTask[]): readonly Example[] => tasks.flatMap(({ id }) => examples.get(id)!);
  const copying = nearestSentenceScore(examplesOf(splits.tasks.train), examplesOf(splits.tasks.test));
  const duplicates = countDuplicates(prompts);
  return [
    'score is per tag; a task passes all its checks when every tag of its prompt is right',
    'lessons are single examples, not shared rules',
    `copying the nearest training sentence scores ${(100 * copying.score).toFixed(1)} % of test tags (n=${copying.n})`,
    `prompts that repeat another word for word, kept and in the same split: ${duplicates}`,
    ...[giantNote(splits)].filter((note) => note !== null),
    'published figures use other splits; do not compare',
  ];
}
