// How numbers are printed: `62.1 ± 2.3`, `+4.2 ± 1.1`, `12k`. What is unknown is an empty text.

type Maybe = number | null;

/** A share as percent with one decimal. */
export function percent(share: Maybe): string {
  return share === null ? '' : withoutMinusZero((share * 100).toFixed(1));
}

/** A share as percent, without decimals. */
export function wholePercent(share: Maybe): string {
  return share === null ? '' : withoutMinusZero((share * 100).toFixed(0));
}

/** A share with half the width of its symmetric interval, where it has one. */
export function percentInterval(share: Maybe, high: Maybe): string {
  if (share === null) return '';
  return high === null ? percent(share) : `${percent(share)} ± ${percent(high - share)}`;
}

/** A difference of shares in points, signed. */
export function pointsInterval(difference: Maybe, high: Maybe): string {
  if (difference === null) return '';
  const text = percentInterval(difference, high);
  return text.startsWith('-') || text.startsWith('0.0') ? text : `+${text}`;
}

/** A count rounded to a whole number with thousands apart. */
export function count(value: Maybe): string {
  return value === null ? '' : Math.round(value).toLocaleString('en-US');
}

/** A count in at most four characters up to a thousand millions: `940`, `2.9k`, `123k`, `1.2M`. */
export function shortCount(value: Maybe): string {
  if (value === null) return '';
  if (value < 999.5) return String(Math.round(value));
  return value < 999_500 ? `${twoDigits(value / 1000)}k` : `${twoDigits(value / 1e6)}M`;
}

function twoDigits(value: number): string {
  return value < 9.95 ? value.toFixed(1) : value.toFixed(0);
}

/** `1 run`, `5 runs`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** A part of a whole as percent with one decimal, without the sign; empty where the whole is 0. */
export function percentOf(part: number, whole: number): string {
  return whole === 0 ? '' : percent(part / whole);
}

/** Wall-clock: few milliseconds may be a fraction of one. */
export function milliseconds(value: Maybe): string {
  return value === null ? '' : value < 10 ? value.toFixed(1) : count(value);
}

/** A mean of counts: few of them may be a fraction of one. */
export function meanCount(value: Maybe): string {
  return value === null ? '' : Number.isInteger(value) || value >= 100 ? count(value) : value.toFixed(1);
}

function withoutMinusZero(text: string): string {
  return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text;
}
