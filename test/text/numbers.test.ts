import { expect, test } from 'vitest';
import { percent, percentInterval, pointsInterval, shortCount } from '../../harness/text/numbers.ts';

test('percent() has one decimal, no minus before zero, and is blank for the unknown', () => {
  expect([0, 0.6214, 1, -0.0002, null].map(percent)).toEqual(['0.0', '62.1', '100.0', '0.0', '']);
});

test('percentInterval() shows half the width where there is one', () => {
  expect(percentInterval(0.621, 0.644)).toBe('62.1 ± 2.3');
  expect(percentInterval(0.621, null)).toBe('62.1');
  expect(percentInterval(null, null)).toBe('');
});

test('pointsInterval() is signed, but for zero', () => {
  expect(pointsInterval(0.042, 0.053)).toBe('+4.2 ± 1.1');
  expect(pointsInterval(-0.042, null)).toBe('-4.2');
  expect(pointsInterval(-0.0001, 0.01)).toBe('0.0 ± 1.0');
});

test('shortCount() takes four characters at most', () => {
  expect([0, 940.4, 999.6, 2940, 9960, 123_400, 999_600, 12_300_000, null].map(shortCount)).toEqual([
    '0',
    '940',
    '1.0k',
    '2.9k',
    '10k',
    '123k',
    '1.0M',
    '12M',
    '',
  ]);
});
