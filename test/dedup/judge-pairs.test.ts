import { expect, test } from 'vitest';
import { cosine } from '../../harness/embedding/cosine.ts';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { judgePairs } from '../../harness/dedup/judge-pairs.ts';
import type { LabelledPair } from '../../harness/dedup/labelled-pair.ts';

const inner = hashEmbedder();
const given = (a: string, b: string): LabelledPair => ({ a, b, label: 'related', origin: 'given', family: 'f' });
const pairs = [given('Ask for page 0.', 'Ask for page 1.'), given('Ask for  page 0.', 'Sort by date.')];

test('judgePairs() gives the cosine of each pair and embeds each text once', async () => {
  const asked: string[] = [];
  const embedder = {
    ...inner,
    embed: (texts: readonly string[]) => {
      asked.push(...texts);
      return inner.embed(texts);
    },
  };
  const judged = await judgePairs(pairs, embedder, {});
  const [zero, one, sort] = await inner.embed(['Ask for page 0.', 'Ask for page 1.', 'Sort by date.']);
  expect(judged.map((pair) => pair.cosine)).toEqual([cosine(zero!, one!), cosine(zero!, sort!)]);
  expect(asked.sort()).toEqual(['Ask for page 0.', 'Ask for page 1.', 'Sort by date.']);
});

test('judgePairs() lists the guards that veto a pair', async () => {
  const guards = {
    digits: (a: string, b: string) => a.replace(/\D/g, '') !== b.replace(/\D/g, ''),
    sorting: (_: string, b: string) => b.startsWith('Sort'),
    never: () => false,
  };
  const judged = await judgePairs(pairs, inner, guards);
  expect(judged.map(({ vetoedBy }) => vetoedBy)).toEqual([['digits'], ['digits', 'sorting']]);
  expect(judged.map(({ a, b }) => [a, b])).toEqual(pairs.map(({ a, b }) => [a, b]));
});
