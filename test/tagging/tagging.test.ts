import { gradeTools } from '../contracts/adaptation-deps.ts';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { taggingSuite } from '../../benchmarks/tagging/tagging.ts';
import type { Player } from '../../harness/core/player.ts';
import { emptyAttempt, type Suite } from '../../harness/core/suite.ts';
import { suiteContract } from '../contracts/suite-contract.ts';

type Options = Parameters<typeof taggingSuite>[0];
function create(options: Partial<Options> = {}): Suite {
  return taggingSuite({ dataSeed: 1, limits: {}, profile: 'official', player: null, attempt, ...options });
}
/** A generator that always gives up: enough to see that the suite uses the one it is given. */
const attempt: Suite['attempt'] = async (question) => ({ ...emptyAttempt, answer: `gave up on ${question.id}` });

suiteContract('tagging', async () => create());
suiteContract('tagging, limited and strict', async () =>
  create({ limits: { train: 4, val: 2, test: 5 }, profile: 'strict' }),
);

describe('taggingSuite()', () => {
  it('uses the first tasks of each limited split, and all of the others', async () => {
    const limited = create({ limits: { train: 64, test: 7 } });
    expect(await limited.load('train')).toEqual((await create().load('train')).slice(0, 64));
    expect(await limited.load('test')).toEqual((await create().load('test')).slice(0, 7));
    expect(await limited.load('val')).toHaveLength(150);
    expect(await create({ limits: { val: 0 } }).load('val')).toEqual([]);
    expect(await limited.load('test-challenge')).toEqual([]);
  });

  it('has one data hash per seed and limits, in this process and in another', () => {
    const { dataHash } = create().about;
    expect(create({ profile: 'lenient' }).about.dataHash).toBe(dataHash);
    expect(create({ dataSeed: 2 }).about.dataHash).not.toBe(dataHash);
    expect(create({ limits: { train: 64 } }).about.dataHash).not.toBe(dataHash);
    const module = new URL('../../benchmarks/tagging/tagging.ts', import.meta.url).href;
    const script = `import(${JSON.stringify(module)}).then(({ taggingSuite }) => {
      const suite = taggingSuite({ dataSeed: 1, limits: {}, profile: 'official', player: null, attempt: async () => null });
      process.stdout.write(suite.about.dataHash);
    });`;
    const other = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    expect(other).toBe(dataHash);
  });

  it('scores under the configured profile', async () => {
    const [task] = await create().load('train');
    const shouted = { ...create().answerKey(task!), answer: create().answerKey(task!).answer.toUpperCase() };
    expect((await create().grade(task!, shouted, gradeTools)).score).toBe(1);
    expect((await create({ profile: 'strict' }).grade(task!, shouted, gradeTools)).score).toBe(0);
  });

  it('takes the attempt and the player from outside, and has no player where there is none', () => {
    const player: Player = () => 'reply';
    expect(create({ player }).player).toBe(player);
    expect('player' in create()).toBe(false);
    expect(create().attempt).toBe(attempt);
  });

  it('knows 80 lessons, and reads them from advice on its own tasks', async () => {
    const { lessons, load } = create();
    expect(new Set(lessons!.all).size).toBe(80);
    const [task] = await load('train');
    const { tags, rules } = task!.gold as { readonly tags: readonly string[]; readonly rules: readonly string[] };
    const sentence = task!.text.split('\n')[2]!;
    expect(lessons!.states(`The answer to "${sentence}" is ${tags[0]}.`)).toEqual([
      { lessonId: rules[0], stance: 'correct' },
    ]);
  });
});

describe('taggingSuite() with a shift', () => {
  const shift = { atRound: 4, share: 0.25 };
  const tasksOf = async (suite: Suite) => Promise.all((['train', 'val', 'test'] as const).map(suite.load));

  it('has the tasks of the suite without one, before and after, and says so once', async () => {
    const shifted = create({ shift });
    expect(await tasksOf(shifted)).toEqual(await tasksOf(create()));
    expect(await tasksOf(shifted.at!(9))).toEqual(await tasksOf(create()));
    expect(shifted.about.notes.at(-1)).toBe('20 of 80 lessons reverse at round 4; the test is after it');
    expect('at' in create()).toBe(false);
  });

  it('is one suite up to the round, and another from it on', () => {
    const { at } = create({ shift });
    expect([0, 3].map((round) => at!(round))).toEqual([at!(1), at!(1)]);
    expect(at!(3)).toBe(at!(0));
    expect(at!(4)).toBe(at!(99));
    expect(at!(4)).not.toBe(at!(3));
  });

  it('reverses the answers to a share of the rules, and what their statements are worth', async () => {
    const { at } = create({ shift });
    const [before, after] = [at!(3), at!(4)];
    const { all, text } = before.lessons!;
    const stances = all.map((id) => {
      const lines = text!(id, 'correct').split('\n');
      const found = lines.flatMap((line) => after.lessons!.states(line)).map(({ stance }) => stance);
      expect(new Set(found).size).toBe(1);
      return found[0];
    });
    expect(stances.filter((stance) => stance === 'contradicted')).toHaveLength(20);
    let changed = 0;
    for (const task of await before.load('test')) {
      const { rules } = task.gold as { readonly rules: readonly string[] };
      const stale = rules.filter((id) => stances[all.indexOf(id)] === 'contradicted').length;
      expect((await after.grade(task, before.answerKey(task), gradeTools)).score).toBe(1 - stale / 4);
      expect((await after.grade(task, after.answerKey(task), gradeTools)).score).toBe(1);
      changed += stale;
    }
    expect(changed).toBeGreaterThan(0);
  });
});
