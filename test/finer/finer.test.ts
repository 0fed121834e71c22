import { gradeTools } from '../contracts/adaptation-deps.ts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finerOfRows, finerSuite, type FinerOptions } from '../../benchmarks/finer/finer.ts';
import { finerFile, finerFolder, importFiner } from '../../benchmarks/finer/import-finer.ts';
import { UserError } from '../../harness/core/failure.ts';
import { suiteContract } from '../contracts/suite-contract.ts';
import { inventedRows } from './invented-rows.ts';
import { hasOfficialRows, officialFolder } from './official-rows.ts';

const options: FinerOptions = {
  dataSeed: 1,
  limits: {},
  profile: 'official',
  player: null,
  attempt: () => Promise.reject(new Error('these tests attempt nothing')),
};
const rows = inventedRows(40);

let cacheFolder: string;
beforeAll(async () => {
  cacheFolder = await mkdtemp(join(tmpdir(), 'finer-'));
});
afterAll(() => rm(cacheFolder, { recursive: true, force: true }));

suiteContract('finer on invented rows', async () => finerOfRows(rows, options));

describe('finerOfRows()', () => {
  it('scores per tag as the official code does, and passes all checks only for a whole prompt', async () => {
    const suite = finerOfRows(rows, options);
    const [task] = await suite.load('test');
    const key = suite.answerKey(task!);
    const tags = key.answer.split(',');
    const graded = async (answer: string) => {
      const { score, checks } = await suite.grade(task!, { ...key, answer }, gradeTools);
      return [score, checks.passed, checks.total];
    };
    expect(await graded(` ${key.answer.toUpperCase().replaceAll(',', ' , ')}\n`)).toEqual([1, 4, 4]);
    expect(await graded([...tags.slice(0, 3), 'Nonsense'].join(','))).toEqual([0.75, 3, 4]);
    expect(await graded(tags.slice(0, 2).join(','))).toEqual([0.5, 2, 4]);
    expect(await graded([...tags, 'Extra'].join(','))).toEqual([1, 4, 4]);
    expect((await graded(['Extra', ...tags].join(',')))[0]).toBeLessThan(1);
  });

  it('grades under the configured profile', async () => {
    const suite = finerOfRows(rows, { ...options, profile: 'strict' });
    const [task] = await suite.load('test');
    const key = suite.answerKey(task!);
    const grade = await suite.grade(task!, { ...key, answer: `${key.answer},Extra` }, gradeTools);
    expect(suite.about.profile).toBe('strict');
    expect(grade.score).toBe(grade.profiles.strict);
    expect(Object.keys(grade.profiles).sort()).toEqual(['lenient', 'official', 'strict']);
  });

  it('says in about how it was split and what copying scores', () => {
    const { about } = finerOfRows([...rows, rows[3]!], { ...options, limits: { train: 10 } });
    expect(about.scoreUnit).toBe('tags');
    expect(about.splitNote).toMatch(
      /^own-split by components of shared 13-grams \(train 10 of \d+, val \d+ of \d+, test \d+ of \d+ prompts/,
    );
    expect(about.notes).toContain('lessons are single examples, not shared rules');
    expect(about.notes).toContain('published figures use other splits; do not compare');
    expect(about.notes).toContain('prompts that repeat another word for word, kept and in the same split: 1');
    // The words of an invented sentence belong to its tag, so copying is always right.
    expect(about.notes.join('\n')).toMatch(
      /copying the nearest training sentence scores 100\.0 % of test tags \(n=\d+\)/,
    );
  });

  it('gives another data hash for other seeds, limits and rows', () => {
    const hashes = [
      finerOfRows(rows, options),
      finerOfRows(rows, { ...options, dataSeed: 2 }),
      finerOfRows(rows, { ...options, limits: { val: 3 } }),
      finerOfRows(rows.slice(1), options),
    ].map(({ about }) => about.dataHash);
    expect(new Set(hashes).size).toBe(4);
    expect(finerOfRows(rows, options).about.dataHash).toBe(hashes[0]);
  });

  it('has the player it is given, and none without', () => {
    const player = () => 'Goodwill';
    expect(finerOfRows(rows, { ...options, player }).player).toBe(player);
    expect('player' in finerOfRows(rows, options)).toBe(false);
  });

  it('has no tasks in test-challenge', async () => {
    expect(await finerOfRows(rows, options).load('test-challenge')).toEqual([]);
  });
});

describe('finerSuite()', () => {
  it('says where it expected its rows and how to get them', async () => {
    const empty = join(cacheFolder, 'empty');
    const suite = finerSuite({ ...options, cacheFolder: empty });
    await expect(suite).rejects.toThrow(UserError);
    await expect(suite).rejects.toThrow(
      `Cannot load suite finer: expected its rows in ${finerFolder(empty)}, found none; run: ace-bench data finer --from DIR`,
    );
  });

  it('refuses rows that are not the official ones', async () => {
    const damaged = join(cacheFolder, 'damaged');
    await mkdir(finerFolder(damaged), { recursive: true });
    await writeFile(join(finerFolder(damaged), finerFile.name), JSON.stringify(rows[0]));
    const suite = finerSuite({ ...options, cacheFolder: damaged });
    await expect(suite).rejects.toThrow(UserError);
    await expect(suite).rejects.toThrow(`expected sha256 ${finerFile.sha256}`);
  });
});

describe.skipIf(!hasOfficialRows)('finerSuite() on the official rows beside the repository', () => {
  beforeAll(() => importFiner({ from: officialFolder, cacheFolder }));

  suiteContract('finer', () => finerSuite({ ...options, cacheFolder }));

  it('notes duplicates and the copying baseline', async () => {
    const { about } = await finerSuite({ ...options, cacheFolder });
    expect(about.splitNote).toContain('train 250 of 250, val 75 of 75, test 175 of 175');
    expect(about.notes).toContain('prompts that repeat another word for word, kept and in the same split: 1');
    expect(about.notes.join('\n')).toMatch(
      /copying the nearest training sentence scores [345]\d\.\d % of test tags \(n=700\)/,
    );
  });
});
