import { describe, expect, it } from 'vitest';
import { tagGuesser } from '../../benchmarks/tag-player/guess-tag.ts';

describe('tagGuesser()', () => {
  const options = ['DebtRateFloor', 'DebtRateSpread', 'DebtCost', 'LeaseCost'];

  it('takes the tag whose words fit best, rare words counting more', () => {
    const guess = tagGuesser(options);
    expect(guess(['the', 'floor'])).toBe('DebtRateFloor');
    expect(guess(['leas', 'debt', 'rate', 'spread'])).toBe('DebtRateSpread');
  });

  it('chooses among equals by the surroundings alone, and all of them in turn', () => {
    const settings = Array.from({ length: 200 }, (_, index) => [`word${index}`]);
    const guesses = settings.map(tagGuesser(options));
    expect(settings.map(tagGuesser(options))).toEqual(guesses);
    for (const option of options) expect(guesses.filter((guess) => guess === option).length).toBeGreaterThan(25);
  });

  it('has no guess without options, and any option is as good where none has words', () => {
    expect(tagGuesser([])(['floor'])).toBe('');
    expect(['1', '2']).toContain(tagGuesser(['1', '2'])(['floor']));
    expect(tagGuesser(['1', 'DebtFloor'])(['floor'])).toBe('DebtFloor');
  });
});
