import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { families } from '../../benchmarks/tagging/families.ts';
import { drawHouseRules, type Rule } from '../../benchmarks/tagging/house-rules.ts';
import { lessonReader } from '../../benchmarks/tagging/lesson-reader.ts';
import { generateTasks } from '../../benchmarks/tagging/tasks.ts';
import { createRng } from '../../harness/core/rng.ts';

const rng = createRng(1).fork('tagging');
const rules = drawHouseRules(rng.fork('rules'));
const states = lessonReader(rules);
const ruleOf = (id: string): Rule => rules.find((rule) => rule.id === id)!;
const anotherTag = ({ family, tag }: Rule): string => family.tags.find((other) => other !== tag)!;

const frames: readonly ((cue: string, tag: string, other: string) => string)[] = [
  (cue, tag, other) => `When the text around the number reads "${cue}", the tag is ${tag} rather than ${other}.`,
  (cue, tag) => `Use ${tag} for amounts ${cue}.`,
  (cue, tag, other) => `Not ${other}: a figure ${cue} is ${tag}`,
  (cue, tag) => `[str-00012] helpful=3 harmful=0 :: ${cue} -> ${tag.toLowerCase()}`,
];

/** Statements hoped for, those read right, and those read that nobody made. */
function tally(lines: readonly { readonly line: string; readonly states: readonly string[] }[]): {
  readonly wanted: number;
  readonly found: number;
  readonly invented: number;
} {
  const each = lines.map(({ line, states: wanted }) => {
    const read = states(line);
    const found = read.filter(({ lessonId, stance }) => wanted.includes(lessonId) && stance === 'correct').length;
    return { wanted: wanted.length, found, invented: read.length - found };
  });
  const sum = (key: 'wanted' | 'found' | 'invented'): number => each.reduce((total, one) => total + one[key], 0);
  return { wanted: sum('wanted'), found: sum('found'), invented: sum('invented') };
}

type Wording = {
  readonly question: string;
  readonly number: string;
  readonly advice: string;
  readonly family: string;
  readonly expectedTag: string;
  readonly distractor: string;
  readonly condition: string;
  readonly distractorRule: string;
};
const wordings = readJson('wordings.json') as readonly Wording[];

describe('lessonReader()', () => {
  it('reads every wording of the table in every frame as its own rule and no other', () => {
    for (const rule of rules)
      for (const cue of rule.condition.wordings)
        for (const frame of frames) {
          const line = frame(cue, rule.tag, anotherTag(rule));
          expect(states(line), line).toEqual([{ lessonId: rule.id, stance: 'correct' }]);
        }
  });

  it('reads the same wordings with another tag as contradicted', () => {
    for (const rule of rules)
      for (const frame of frames) {
        const line = frame(rule.condition.wordings[0]!, anotherTag(rule), rule.tag);
        expect(states(line), line).toEqual([{ lessonId: rule.id, stance: 'contradicted' }]);
      }
  });

  it('reads nothing where the tag belongs to another family', () => {
    for (const rule of rules) {
      const stranger = families.find((family) => family !== rule.family)!.tags[0]!;
      const own = states(frames[1]!(rule.condition.wordings[0]!, stranger, '')).map(({ lessonId }) => lessonId);
      expect(own).not.toContain(rule.id);
    }
  });

  it('reads eight words each side of the number of a generated question, in at least 99 % and nothing else', () => {
    const tasks = generateTasks(rules, rng.fork('tasks')).test;
    const lines = tasks.flatMap(({ text, gold }) =>
      text
        .split('\n')
        .slice(2)
        .map((question, index) => {
          const rule = ruleOf(gold.rules[index]!);
          return { line: frames[0]!(around(question, 8), rule.tag, anotherTag(rule)), states: [rule.id] };
        }),
    );
    const { wanted, found, invented } = tally(lines);
    expect(found / wanted).toBeGreaterThan(0.99);
    expect(invented / wanted).toBeLessThan(0.01);
  });

  // Measured 138 of 138 after the matcher had been adjusted on these lines.
  it('reads the advice of wordings.json with recall and precision over 0.97', () => {
    const advice = wordings.map(({ advice: line, family, condition }) => ({
      line,
      states: [`${family}/${condition}`],
    }));
    const distractors = wordings.map(({ distractor: line, distractorRule }) => ({ line, states: [distractorRule] }));
    for (const lines of [advice, distractors]) {
      const { wanted, found, invented } = tally(lines);
      expect(found / wanted).toBeGreaterThan(0.97);
      expect(invented / wanted).toBeLessThan(0.03);
    }
  });

  // Measured 54 of 55, and 2 invented, on lines written after the matcher was finished: negated conditions are its blind spot.
  it('reads the held-out lines of advice.json, some with two rules or none, with recall and precision over 0.94', () => {
    const { wanted, found, invented } = tally(readJson('advice.json') as Parameters<typeof tally>[0]);
    expect(found / wanted).toBeGreaterThan(0.94);
    expect(invented / (found + invented)).toBeLessThan(0.06);
  });

  it('reads several rules from one line', () => {
    const [a, b] = [ruleOf('credit/undrawn'), ruleOf('rates/floor')];
    const both = [a, b].map(({ id }) => ({ lessonId: id, stance: 'correct' }));
    expect(states(`Undrawn amounts take ${a.tag}, a floor takes ${b.tag}.`)).toEqual(both);
    expect(states(`${a.tag} if undrawn. ${b.tag} if a floor.`)).toEqual(both);
  });

  it('reads nothing from lines without a recommended tag or without a condition', () => {
    const { tag } = ruleOf('credit/undrawn');
    for (const line of ['', 'undrawn amounts matter', tag, `not ${tag} if undrawn`, `${tag} is a tag of this list`])
      expect(states(line), line).toEqual([]);
  });
});

describe('wordings.json', () => {
  it('has at least 120 entries over all rules, with the tags of the convention under data seed 1', () => {
    expect(wordings.length).toBeGreaterThanOrEqual(120);
    const ids = wordings.map(({ family, condition }) => `${family}/${condition}`);
    expect(new Set(ids)).toEqual(new Set(rules.map(({ id }) => id)));
    wordings.forEach((entry, index) => {
      expect(entry.question.split(entry.number), entry.question).toHaveLength(2);
      expect(entry.expectedTag).toBe(ruleOf(ids[index]!).tag);
      expect(entry.advice).toContain(entry.expectedTag);
      expect(entry.distractor).toContain(ruleOf(entry.distractorRule).tag);
      expect(entry.distractor).not.toContain(entry.expectedTag);
    });
  });
});

function around(question: string, width: number): string {
  const [, number, sentence] = /Which tag fits "(.+?)" in: (.+)$/.exec(question)!;
  const words = sentence!.split(' ');
  const at = words.findIndex((word) => word.includes(number!));
  return words.slice(Math.max(0, at - width), at + width + 1).join(' ');
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}
