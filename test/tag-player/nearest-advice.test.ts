import { describe, expect, it } from 'vitest';
import { indexAdvice } from '../../benchmarks/tag-player/advice-index.ts';
import { nearestAdvice } from '../../benchmarks/tag-player/nearest-advice.ts';
import { createRng } from '../../harness/core/rng.ts';

const tags = new Set(['Goodwill', 'LineOfCredit', 'Revenues']);
const all = { attention: 100, overlook: 0 };

function nearest(lines: readonly string[], stems: readonly string[], reading = all, seed = 1) {
  return nearestAdvice(stems, indexAdvice(lines.join('\n'), tags), reading, createRng(seed));
}

describe('nearestAdvice()', () => {
  const lines = [
    'Undrawn commitments: LineOfCredit.',
    'Premiums over book: Goodwill.',
    'Undrawn premiums of harbours, ships and cranes: Revenues.',
  ];

  it('takes the advice with the highest cosine', () => {
    expect(nearest(lines, ['undrawn', 'commit'])?.tag).toBe('LineOfCredit');
    expect(nearest(lines, ['premium', 'book'])?.tag).toBe('Goodwill');
  });

  it('weighs words by how few pieces of advice share them', () => {
    const shared = ['Paid rent: Goodwill.', 'Paid fees: Revenues.', 'Paid tolls: LineOfCredit.', 'Paid in fees.'];
    expect(nearest(shared, ['paid', 'toll'])?.tag).toBe('LineOfCredit');
  });

  it('takes none that has too little in common, and none from an empty context', () => {
    expect(nearest(lines, ['undrawn', 'a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1'])).toBeNull();
    expect(nearest(lines, ['nothing'])).toBeNull();
    expect(nearest([], ['undrawn'])).toBeNull();
    expect(nearest(lines, [])).toBeNull();
  });

  it('takes the earlier of equals', () => {
    const equal = ['Undrawn sums: Goodwill.', 'Undrawn sums: Revenues.'];
    expect(nearest(equal, ['undrawn', 'sum'])?.tag).toBe('Goodwill');
    expect(nearest([...equal].reverse(), ['undrawn', 'sum'])?.tag).toBe('Revenues');
  });

  it('takes none where all are overlooked, and all are at 1', () => {
    for (let seed = 0; seed < 20; seed++)
      expect(nearest(lines, ['undrawn', 'commit'], { ...all, overlook: 1 }, seed)).toBeNull();
  });

  it('counts a repeated word once', () => {
    expect(nearest(lines, ['undrawn', 'commit', 'commit', 'commit'])).toEqual(nearest(lines, ['undrawn', 'commit']));
  });
});
