import type { Rng } from '../../harness/core/rng.ts';
import { createDealer } from './dealer.ts';
import type { Family } from './family.ts';
import { families } from './families.ts';
import { createFilings, type Filing } from './filing.ts';
import type { Rule } from './house-rules.ts';
import { createSentence, type Sentence } from './sentence.ts';
import { type SplitWordings, splitWordings } from './split-wordings.ts';

export type TaggingSplit = 'train' | 'val' | 'test';
/** Gold, in the order of the questions: the four tags, the ids of the rules that say so, and the wordings in which their conditions stand there. */
export type TaggingTask = {
  readonly id: string;
  readonly scenario: string;
  readonly text: string;
  readonly gold: { readonly [part in 'tags' | 'rules' | 'wordings']: readonly string[] };
};

export const taskCounts: Readonly<Record<TaggingSplit, number>> = { train: 300, val: 150, test: 300 };
const tasksPerFiling = 3;
// More than half, since what the first training tasks happen to leave out is met in other words too, or not at all.
const heldShare = 0.6;

/**
 * All tasks of the three splits: no filing in two splits, no sentence twice, no run of 13 words in two splits. Training has a part of each rule's
 * wordings; most questions of val and test have one of the others.
 */
export function generateTasks(
  rules: readonly Rule[],
  rng: Rng,
): Readonly<Record<TaggingSplit, readonly TaggingTask[]>> {
  const order = rng.fork('families').shuffle(families);
  const ranked = order.flatMap((family) => rules.filter((rule) => rule.family === family));
  const splits: readonly TaggingSplit[] = ['train', 'val', 'test'];
  const filingCount = (split: TaggingSplit): number => Math.ceil(taskCounts[split] / tasksPerFiling);
  const filings = [
    ...createFilings(
      splits.reduce((sum, split) => sum + filingCount(split), 0),
      rng.fork('filings'),
    ),
  ];
  const isFresh = createNoveltyCheck();
  const wordingsOf = new Map(
    rules.map((rule) => [rule, splitWordings(rule.family, rule.condition, rng.fork(`wordings/${rule.id}`))]),
  );
  const generate = (split: TaggingSplit): readonly TaggingTask[] => {
    const own = filings.splice(0, filingCount(split));
    const deal = createDealer(ranked, rng.fork(`deal/${split}`));
    return Array.from({ length: taskCounts[split] }, (_, index) => {
      const filing = own[Math.floor(index / tasksPerFiling)]!;
      const id = `${split}-${String(index + 1).padStart(3, '0')}`;
      const draw = rng.fork(id);
      const hand = deal();
      const sentences = hand.map((rule) => {
        const wordings = wordingsFor(split, wordingsOf.get(rule)!, draw);
        return freshSentence(rule.family, wordings, filing, draw, (text) => isFresh(text, split));
      });
      return {
        id,
        scenario: filing.scenario,
        text: questionText(sentences),
        gold: {
          tags: hand.map((rule) => rule.tag),
          rules: hand.map((rule) => rule.id),
          wordings: sentences.map(({ wording }) => wording),
        },
      };
    });
  };
  return { train: generate('train'), val: generate('val'), test: generate('test') };
}

const tagLine = `Tags: ${families
  .flatMap((family) => family.tags)
  .sort()
  .join(', ')}`;

function questionText(sentences: readonly Sentence[]): string {
  return [
    tagLine,
    'Answer with four tags from the list, separated by commas, in the order of the questions.',
    ...sentences.map(({ text, number }, index) => `${index + 1}. Which tag fits "${number}" in: ${text}`),
  ].join('\n');
}

function wordingsFor(split: TaggingSplit, { taught, held }: SplitWordings, rng: Rng): readonly string[] {
  return split === 'train' || rng.next() >= heldShare ? taught : held;
}

function freshSentence(
  family: Family,
  wordings: readonly string[],
  filing: Filing,
  rng: Rng,
  isFresh: (text: string) => boolean,
): Sentence {
  for (;;) {
    const sentence = createSentence(family, wordings, filing, rng);
    if (isFresh(sentence.text)) return sentence;
  }
}

/** Says whether a sentence is new and shares no span with another split; remembers those that are. */
function createNoveltyCheck(): (text: string, split: TaggingSplit) => boolean {
  const seen = new Set<string>();
  const owners = new Map<string, TaggingSplit>();
  return (text, split) => {
    const spans = wordSpans(text);
    if (seen.has(text) || spans.some((span) => (owners.get(span) ?? split) !== split)) return false;
    seen.add(text);
    for (const span of spans) owners.set(span, split);
    return true;
  };
}

/** Runs of ten words without signs: whoever counts `$`, `%` and the question's `in:` as words finds no 13 in common either. */
function wordSpans(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const starts = Math.max(1, words.length - 9);
  return Array.from({ length: starts }, (_, start) => words.slice(start, start + 10).join(' '));
}
