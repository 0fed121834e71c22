import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../harness/core/json.ts';
import type { Tools } from '../../harness/core/tools.ts';
import { gradeTools as noGradeTools } from './adaptation-deps.ts';
import { type Role, roles } from '../../harness/core/llm.ts';
import type { PlayerCall } from '../../harness/core/player.ts';
import { createRng } from '../../harness/core/rng.ts';
import type { Attempt, Suite } from '../../harness/core/suite.ts';
import { splitNames, type Split, type Task } from '../../harness/core/task.ts';

/**
 * What every suite must hold; call it inside a test file with a function that builds the suite anew. A suite with a judge needs tools to grade
 * with, whose model answers equal requests equally.
 */
export function suiteContract(name: string, create: () => Promise<Suite>, gradeTools: Tools = noGradeTools): void {
  describe(`suite contract: ${name}`, () => {
    let suite: Suite;
    let tasks: ReadonlyMap<Split, readonly Task[]>;
    beforeAll(async () => {
      suite = await create();
      tasks = await loadAll(suite);
    });
    const all = (): readonly Task[] => [...tasks.values()].flat();

    it('load() gives equal tasks when called twice and when the suite is built anew', async () => {
      expect(await loadAll(suite)).toEqual(tasks);
      expect(await loadAll(await create())).toEqual(tasks);
    });

    it('load() gives tasks in train, val and test', () => {
      for (const split of ['train', 'val', 'test'] as const) expect(tasks.get(split)!.length).toBeGreaterThan(0);
    });

    it('load() gives ids that are unique over splits', () => {
      const ids = all().map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('load() keeps every scenario in one split', () => {
      const homes = new Map<string, Split>();
      for (const [split, ofSplit] of tasks)
        for (const { scenario } of ofSplit) {
          expect(homes.get(scenario) ?? split, scenario).toBe(split);
          homes.set(scenario, split);
        }
    });

    it('load() gives plain tasks of id, scenario, text and gold', () => {
      for (const task of all()) expect(Object.keys(task).sort()).toEqual(['gold', 'id', 'scenario', 'text']);
      const texts = all().map(({ text }) => text.trim());
      expect(texts).not.toContain('');
      expect(JSON.parse(JSON.stringify(all()))).toEqual(all());
    });

    it('load() keeps gold out of ids and scenarios', () => {
      for (const { id, scenario, gold } of all())
        for (const leaf of textLeaves(gold)) {
          expect(id).not.toContain(leaf);
          expect(scenario).not.toContain(leaf);
        }
    });

    it('answerKey() scores 1 with all checks passed on every task', async () => {
      for (const task of all()) {
        const { score, checks, profiles, failedChecks } = await suite.grade(task, suite.answerKey(task), gradeTools);
        expect({ id: task.id, score, passed: checks.passed, failedChecks }).toEqual({
          id: task.id,
          score: 1,
          passed: checks.total,
          failedChecks: [],
        });
        expect(checks.total).toBeGreaterThan(0);
        expect(Object.values(profiles).every((value) => value === 1)).toBe(true);
      }
    });

    it('grade() gives an empty attempt score 0, the reference and the failed checks', async () => {
      for (const task of all()) {
        const { score, checks, failedChecks, reference } = await suite.grade(task, attemptWith(''), gradeTools);
        expect({ id: task.id, score }).toEqual({ id: task.id, score: 0 });
        expect(checks.passed).toBeLessThan(checks.total);
        expect(reference.trim()).not.toBe('');
        expect(failedChecks.length).toBeGreaterThan(0);
        expect(failedChecks.join('\n')).not.toContain(reference);
      }
    });

    it('grade() gives the score of its profile, and one score per profile', async () => {
      const { score, profiles } = await suite.grade(all()[0]!, suite.answerKey(all()[0]!), gradeTools);
      expect(profiles[suite.about.profile]).toBe(score);
    });

    it('grade() is repeatable and stays within 0..1 for any answer', async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...all()), hostileAnswer, async (task, answer) => {
          const attempt = deepFreeze(attemptWith(answer));
          const first = await suite.grade(deepFreeze(structuredClone(task)), attempt, gradeTools);
          expect(await suite.grade(task, attempt, gradeTools)).toEqual(first);
          for (const score of [first.score, ...Object.values(first.profiles)]) {
            expect(score).toBeGreaterThanOrEqual(0);
            expect(score).toBeLessThanOrEqual(1);
          }
          expect(first.checks.passed).toBeLessThanOrEqual(first.checks.total);
        }),
      );
    });

    it('close() ends the suite, where it has a world, and may be called once more', async ({ skip }) => {
      const own = await create();
      if (own.close === undefined) return skip('this suite has no world');
      await own.close();
      await own.close();
    });

    it('atOnce, where present, is a number of attempts', () => {
      const { atOnce = 1 } = suite;
      expect(Number.isSafeInteger(atOnce) && atOnce >= 1).toBe(true);
    });

    it('base and about say something in every field', () => {
      const { scoreUnit, profile, splitNote, dataHash, notes } = suite.about;
      const texts = [
        suite.name,
        suite.base.text,
        suite.base.version,
        scoreUnit,
        profile,
        splitNote,
        dataHash,
        ...notes,
      ];
      expect(texts.map((text) => text.trim())).not.toContain('');
    });

    it('player, where present, gives equal replies for equal calls', ({ skip }) => {
      const { player } = suite;
      if (player === undefined) return skip('this suite has no player');
      for (const role of roles) {
        const first = player(playerCall(role, suite, all()[0]!));
        expect(typeof first).toBe('string');
        expect(player(playerCall(role, suite, all()[0]!))).toBe(first);
      }
    });
  });
}

async function loadAll(suite: Suite): Promise<ReadonlyMap<Split, readonly Task[]>> {
  return new Map(await Promise.all(splitNames.map(async (split) => [split, await suite.load(split)] as const)));
}

const hostileAnswer = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(fc.string(), { maxLength: 9 }).map((parts) => parts.join(',')),
  fc.constantFrom(
    '__proto__',
    'constructor,toString',
    ',,,,,,,,',
    'null',
    '["A","B"]',
    '{"final_answer":',
    'NaN',
    '1e999',
  ),
);

function attemptWith(answer: string): Attempt {
  return {
    answer,
    reasoning: '',
    cited: [],
    steps: [],
    replies: [answer],
    evidence: null,
    failure: answer === '' ? { kind: 'empty', message: 'the reply was empty' } : null,
  };
}

/** Texts inside gold long enough not to stand in an id by chance. */
function textLeaves(gold: Json): readonly string[] {
  if (typeof gold === 'string') return gold.length >= 6 ? [gold] : [];
  return gold !== null && typeof gold === 'object' ? Object.values(gold).flatMap(textLeaves) : [];
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object') {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

function playerCall(role: Role, suite: Suite, task: Task): PlayerCall {
  return {
    role,
    blocks: {
      instructions: suite.base.text,
      context: '## RULES\n[rule-00001] helpful=1 harmful=0 :: Read the whole sentence first.',
      question: task.text,
      attempt: 'nothing',
      feedback: 'wrong',
      reflection: 'Read more closely.',
      lessons: 'Read more closely.',
      limit: '300',
    },
    contextTokens: 20,
    outputTokens: 2000,
    parameters: {
      readWindow: 8000,
      attention: 8,
      dilution: 0.05,
      outputLimit: 2000,
      vagueLessons: 0.1,
      wrongLessons: 0.1,
      wordings: 4,
      restatements: 1.5,
      echo: 0.5,
      omission: 0.1,
      collapse: 0.1,
      collapseAbove: 100,
      collapseKeeps: 0.5,
      replyNoise: 0.1,
    },
    rng: createRng('suite contract'),
    countTokens: (text) => Math.ceil(text.length / 4),
  };
}
