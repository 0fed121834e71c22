import type { Word } from './words.ts';

// `Retry after two minutes, at most 5 % of 1,000 calls a day` states 120 s, 0.05 and 1000, and implies one day.

/** A number with what it counts: seconds, bytes, months, a share; null where the text gives no known unit. */
export type Quantity = { readonly value: number; readonly unit: string | null; readonly written: number };

export type Quantities = {
  /** Numbers written as digits or words, in order. */
  readonly stated: readonly Quantity[];
  /** Numbers that a text gives without saying them: `a minute`, `yearly`, `one`, `half`. They may match a stated one and are never missed. */
  readonly implied: readonly Quantity[];
  /** The words that say the stated numbers, units included. */
  readonly spelling: ReadonlySet<Word>;
};

/** The numbers of a text, units converted. */
export function quantitiesOf(words: readonly Word[]): Quantities {
  const stated: Quantity[] = [];
  const implied: Quantity[] = [];
  const spelling = new Set<Word>();
  for (let index = 0; index < words.length; ) {
    const { text } = words[index]!;
    const spelt = spelledNumber(words, index);
    if (spelt !== null) {
      const unit = unitAt(words, spelt.end);
      // `one` is a pronoun more often than a number.
      const weak = spelt.value <= 1 && text === 'one';
      (weak ? implied : stated).push(quantity(spelt.value, unit));
      const end = spelt.end + (unit === null ? 0 : 1);
      for (const word of words.slice(index, end)) spelling.add(word);
      index = end;
      continue;
    }
    const unit = text === 'a' || text === 'an' || text === 'per' ? unitAt(words, index + 1) : undefined;
    if (unit !== undefined && unit !== null) implied.push(quantity(1, unit));
    const regular = regularly.get(text);
    if (regular !== undefined) implied.push(quantity(1, regular));
    else if (/\p{N}/u.test(text)) {
      stated.push(...digitsOf(words, index));
      if (!/\p{L}/u.test(text)) spelling.add(words[index]!);
      if (unitAt(words, index + 1) !== null) spelling.add(words[index + 1]!);
    } else if (text === 'half') implied.push(quantity(0.5, null));
    else if (text === 'zero') stated.push(quantity(0, null));
    index++;
  }
  return { stated, implied, spelling };
}

/** True where two numbers can be meant alike: equal after conversion, or equal as written where one has no unit. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  const comparable = a.unit === null || b.unit === null || a.unit === b.unit;
  if (comparable && Math.abs(a.value - b.value) <= 1e-9 * Math.max(Math.abs(a.value), Math.abs(b.value))) return true;
  return (a.unit === null || b.unit === null) && a.written === b.written;
}

function quantity(written: number, unit: Unit | null): Quantity {
  return { value: written * (unit?.factor ?? 1), unit: unit?.unit ?? null, written };
}

function digitsOf(words: readonly Word[], index: number): readonly Quantity[] {
  const { text } = words[index]!;
  const ordinal = /^(\d+)(st|nd|rd|th)$/.exec(text);
  if (ordinal !== null) return [quantity(Number(ordinal[1]), null)];
  const numbers = text.match(/\d+(?:[.,:]\d+)*/g) ?? [];
  const whole = numbers.length === 1 && numbers[0] === text;
  const afternoon = whole && ['pm', 'p.m'].includes(words[index + 1]?.text ?? '') && numberOf(text) < 12;
  if (afternoon) return [quantity(numberOf(text) + 12, null)];
  return numbers.map((digits) => quantity(numberOf(digits), whole ? unitAt(words, index + 1) : null));
}

/** `1,000` is 1000, `12,50` 12.5, `12:30` 12.5 hours of a clock, `1.2.3` a number of its own. */
function numberOf(digits: string): number {
  const clock = /^(\d{1,2}):(\d{2})$/.exec(digits);
  if (clock !== null) return Number(clock[1]) + Number(clock[2]) / 60;
  const plain = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits) ? digits.replaceAll(',', '') : digits;
  const parts = plain.split(/[.,:]/);
  if (parts.length <= 2 && !plain.includes(':')) return Number(parts.join('.'));
  return parts.reduce((sum, part) => sum * 1000 + Number(part), 0) + parts.length / 100;
}

function spelledNumber(words: readonly Word[], start: number): { readonly value: number; readonly end: number } | null {
  let [total, group, end] = [0, 0, start];
  for (; end < words.length; end++) {
    const { text } = words[end]!;
    const small = numberWords.get(text);
    const scale = scales.get(text);
    if (small !== undefined && (group === 0 || group % 100 === 0 || (group % 10 === 0 && small < 10))) group += small;
    else if (scale !== undefined && end > start && scale === 100) group *= 100;
    else if (scale !== undefined && end > start) [total, group] = [total + group * scale, 0];
    else break;
  }
  if (end === start) return null;
  const value = total + group;
  const part = fractions.get(words[end]?.text ?? '');
  return part === undefined ? { value, end } : { value: value / part, end: end + 1 };
}

type Unit = { readonly unit: string; readonly factor: number };

function unitAt(words: readonly Word[], index: number): Unit | null {
  return units.get(words[index]?.text ?? '') ?? null;
}

const units = new Map<string, Unit>([
  ...named('s', 0.001, 'ms millisecond milliseconds'),
  ...named('s', 1, 's sec secs second seconds'),
  ...named('s', 60, 'min mins minute minutes'),
  ...named('s', 3600, 'h hr hrs hour hours'),
  ...named('s', 86_400, 'd day days'),
  ...named('s', 604_800, 'week weeks'),
  ...named('months', 1, 'month months'),
  ...named('months', 3, 'quarter quarters'),
  ...named('months', 12, 'year years'),
  ...named('bytes', 1, 'b byte bytes'),
  ...named('bytes', 1e3, 'kb kib'),
  ...named('bytes', 1e6, 'mb mib'),
  ...named('bytes', 1e9, 'gb gib'),
  ...named('bytes', 1e12, 'tb tib'),
  ...named('share', 0.01, '% percent pct'),
  ...named('share', 0.0001, 'bp bps'),
]);

function named(unit: string, factor: number, names: string): readonly (readonly [string, Unit])[] {
  return names.split(' ').map((name) => [name, { unit, factor }] as const);
}

const regularly: ReadonlyMap<string, Unit> = new Map(
  (
    [
      ['hourly', 'hour'],
      ['daily', 'day'],
      ['weekly', 'week'],
      ['monthly', 'month'],
      ['quarterly', 'quarter'],
      ['yearly', 'year'],
      ['annually', 'year'],
      ['annual', 'year'],
    ] as const
  ).map(([text, unit]) => [text, units.get(unit)!]),
);

const numberWords = new Map<string, number>([
  ...'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((text, index) => [text, index + 1] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((text, index) => [text, (index + 2) * 10] as const),
]);
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
]);
const fractions = new Map([
  ['third', 3],
  ['thirds', 3],
  ['quarters', 4],
  ['fifth', 5],
  ['fifths', 5],
  ['tenth', 10],
  ['tenths', 10],
]);
