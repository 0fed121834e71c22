import { describe, expect, it } from 'vitest';
import { families } from '../../benchmarks/tagging/families.ts';
import { drawHouseRules, type Rule } from '../../benchmarks/tagging/house-rules.ts';
import { generateTasks, type TaggingTask } from '../../benchmarks/tagging/tasks.ts';
import { createRng } from '../../harness/core/rng.ts';

const splits = ['train', 'val', 'test'] as const;
const seeds = [1, 7, 2026];
const worlds = seeds.map((seed) => {
  const rules = drawHouseRules(createRng(seed).fork('rules'));
  return { seed, rules, tasks: generateTasks(rules, createRng(seed).fork('tasks')) };
});
const questions = ({ text }: TaggingTask): readonly string[] => text.split('\n').slice(2);
const parse = (line: string): { readonly number: string; readonly sentence: string } => {
  const [, number, sentence] = /^[1-4]\. Which tag fits "(.+?)" in: (.+)$/.exec(line)!;
  return { number: number!, sentence: sentence! };
};

describe.each(worlds)('generateTasks() under seed $seed', ({ rules, tasks }) => {
  const all = splits.flatMap((split) => tasks[split]);
  const tasksWith = ({ id }: Rule, split: (typeof splits)[number]): number =>
    tasks[split].filter(({ gold }) => gold.rules.includes(id)).length;

  it('gives 300, 150 and 300 tasks, three a filing', () => {
    expect(splits.map((split) => tasks[split].length)).toEqual([300, 150, 300]);
    expect(new Set(all.map(({ scenario }) => scenario)).size).toBe(250);
  });

  it('keeps every filing and its company in one split', () => {
    const scenarios = splits.map((split) => new Set(tasks[split].map(({ scenario }) => scenario)));
    expect(scenarios.reduce((sum, { size }) => sum + size, 0)).toBe(250);
  });

  it('writes the question text in its fixed form', () => {
    const tagLine = `Tags: ${families
      .flatMap(({ tags }) => tags)
      .sort()
      .join(', ')}`;
    for (const task of all) {
      const [tags, instruction, ...lines] = task.text.split('\n');
      expect(tags).toBe(tagLine);
      expect(instruction).toBe(
        'Answer with four tags from the list, separated by commas, in the order of the questions.',
      );
      expect(lines.map((line) => line.slice(0, 19))).toEqual(
        [1, 2, 3, 4].map((number) => `${number}. Which tag fits "`),
      );
    }
  });

  it('quotes a number that occurs exactly once in its sentence', () => {
    for (const line of all.flatMap(questions)) {
      const { number, sentence } = parse(line);
      expect(sentence.split(number), line).toHaveLength(2);
    }
  });

  it('leaves no slot open and ends each sentence with one full stop', () => {
    for (const line of all.flatMap(questions)) expect(line).toMatch(/^[^{}]*[^.]\.$/);
  });

  it('has a wording of the rule within seven words of the number', () => {
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    for (const task of all)
      questions(task).forEach((line, index) => {
        const { number, sentence } = parse(line);
        const { wordings } = byId.get(task.gold.rules[index]!)!.condition;
        const distances = wordings
          .filter((wording) => sentence.toLowerCase().includes(wording.toLowerCase()))
          .map((wording) => wordsBetween(sentence, number, wording));
        expect(Math.min(...distances), line).toBeLessThanOrEqual(7);
      });
  });

  it('never asks the same sentence twice', () => {
    const sentences = all.flatMap(questions).map((line) => parse(line).sentence);
    expect(new Set(sentences).size).toBe(3000);
  });

  it('shares no run of 13 words between splits', () => {
    const owners = new Map<string, string>();
    const shared: string[] = [];
    for (const split of splits)
      for (const line of tasks[split].flatMap(questions)) {
        for (const words of [line.split(/\s+/), line.toLowerCase().match(/[a-z0-9]+/g)!])
          for (let start = 0; start + 13 <= words.length; start++) {
            const span = words.slice(start, start + 13).join(' ');
            if ((owners.get(span) ?? split) !== split) shared.push(span);
            owners.set(span, split);
          }
      }
    expect(shared).toEqual([]);
  });

  it('has every rule in at least two train tasks, in val and in test', () => {
    for (const rule of rules) {
      expect(tasksWith(rule, 'train'), rule.id).toBeGreaterThanOrEqual(2);
      expect(tasksWith(rule, 'val'), rule.id).toBeGreaterThanOrEqual(1);
      expect(tasksWith(rule, 'test'), rule.id).toBeGreaterThanOrEqual(1);
    }
  });

  it('has frequent and rare rules: the top tenth occurs more often than the rarer half', () => {
    const counts = rules.map((rule) => tasksWith(rule, 'train')).sort((a, b) => b - a);
    const sum = (part: readonly number[]): number => part.reduce((total, count) => total + count, 0);
    expect(sum(counts.slice(0, 8))).toBeGreaterThan(1.2 * sum(counts.slice(40)));
  });

  it('gives the tags of the rules as gold', () => {
    const tagOf = new Map(rules.map(({ id, tag }) => [id, tag]));
    for (const { gold } of all) expect(gold.tags).toEqual(gold.rules.map((id) => tagOf.get(id)));
  });
});

/** Words strictly between the number and the nearest end of the wording. */
function wordsBetween(sentence: string, number: string, wording: string): number {
  const at = sentence.indexOf(number);
  const cue = sentence.toLowerCase().indexOf(wording.toLowerCase());
  const between = cue > at ? sentence.slice(at + number.length, cue) : sentence.slice(cue + wording.length, at);
  return between.split(/\s+/).filter((word) => word !== '').length;
}
