import { UserError } from '../core/failure.ts';

const maxThresholds = 1000;

/** Thresholds from a list with commas of numbers and ranges `from:to:step`, both ends included: `0.3,0.5:0.9:0.05`. Throws UserError. */
export function sweepThresholds(text: string, action: string): readonly number[] {
  const thresholds = text.split(',').flatMap((part) => {
    const numbers = part.split(':').map((number) => (number.trim() === '' ? Number.NaN : Number(number)));
    const [from, to = from, step = 1] = numbers as [number, ...number[]];
    const steps = Math.floor((to - from) / step + 1e-9);
    const isList = numbers.length === 1 || numbers.length === 3;
    if (!isList || !(from >= 0 && to <= 1 && steps >= 0 && step > 0) || steps >= maxThresholds)
      throw new UserError(
        `Cannot ${action}: expected thresholds from 0 to 1, such as 0.8,0.9 or 0.5:0.95:0.05, found "${part.trim()}"`,
      );
    // Steps are summed in decimals, as they were written.
    return Array.from({ length: steps + 1 }, (_, nth) => Number((from + nth * step).toFixed(6)));
  });
  return [...new Set(thresholds)];
}
