import type { Row } from '../../benchmarks/domain/read-rows.ts';
import { createRng, type Rng } from '../../harness/core/rng.ts';

export const inventedTags = ['Goodwill', 'Revenues', 'LineOfCredit', 'LongTermDebt', 'SharePrice'] as const;

/** Rows in the official form with invented sentences of made-up words; the words that a tag draws from are its own. */
export function inventedRows(count: number): readonly Row[] {
  const rng = createRng('invented rows');
  return Array.from({ length: count }, (_, index) => inventedRow(rng.fork(String(index)), index + 1));
}

function inventedRow(rng: Rng, line: number): Row {
  const tags = Array.from({ length: 4 }, () => rng.pick(inventedTags));
  const questions = tags.map((tag, position) => {
    const amount = String(rng.int(900) + 100);
    const words = Array.from({ length: 14 }, () => `${tag.slice(0, 3).toLowerCase()}${rng.int(30)}`);
    return `${position + 1}. What is best tag for entity "${amount}" in sentence: "${words.join(' ')} " so " ${amount} .?"`;
  });
  const context = [
    `You are XBRL expert.  Here is a list of US GAAP tags options: ,${inventedTags.join(',')}. Answer the following 4 independent questions. `,
    ...questions,
    'Output US GAAP tags:',
  ].join('\n');
  return { context, target: tags.join(','), line };
}
