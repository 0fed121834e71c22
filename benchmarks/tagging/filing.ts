import type { Rng } from '../../harness/core/rng.ts';

/** A fictional filer and its balance-sheet date. */
export type Filing = {
  readonly scenario: string;
  readonly company: string;
  readonly year: number;
  readonly periodEnd: string;
};

/** `count` filings of companies with different names. Throws RangeError where there are not enough names. */
export function createFilings(count: number, rng: Rng): readonly Filing[] {
  const names = rng.fork('names').shuffle(roots.flatMap((root) => trades.map((trade) => `${root} ${trade}`)));
  if (count > names.length)
    throw new RangeError(`Cannot name filings: expected at most ${names.length}, found ${count}`);
  const draw = rng.fork('details');
  return names.slice(0, count).map((name, index) => {
    const year = 2012 + draw.int(13);
    return {
      scenario: `filing-${String(index + 1).padStart(3, '0')}`,
      company: `${name} ${draw.pick(forms)}`,
      year,
      periodEnd: `${draw.pick(quarterEnds)}, ${year}`,
    };
  });
}

/** A date that the filing may mention: mostly its balance-sheet date, else a day of the two years before. */
export function mentionedDate(filing: Filing, rng: Rng): string {
  if (rng.next() < 0.5) return filing.periodEnd;
  return `${rng.pick(months)} ${1 + rng.int(28)}, ${filing.year - 1 - rng.int(2)}`;
}

const roots = [
  'Alderbrook',
  'Amberfield',
  'Ashgrove',
  'Bellhaven',
  'Birchmont',
  'Blackwater',
  'Brightmoor',
  'Calder',
  'Cedarline',
  'Copperleaf',
  'Dunmore',
  'Eastwick',
  'Elmsworth',
  'Fairlane',
  'Fernhill',
  'Glenrock',
  'Granton',
  'Hartwell',
  'Hollis',
  'Ironbridge',
  'Juniper',
  'Kestrel',
  'Kingsford',
  'Lakemont',
  'Larkspur',
  'Linden',
  'Maplewood',
  'Merrow',
  'Northgate',
  'Oakhurst',
  'Pinecrest',
  'Quarry',
  'Ravenna',
  'Redstone',
  'Silverton',
  'Stonebridge',
  'Thornbury',
  'Underhill',
  'Westmark',
  'Windmere',
];
const trades = [
  'Brands',
  'Foods',
  'Health',
  'Holdings',
  'Industries',
  'Logistics',
  'Materials',
  'Media',
  'Motors',
  'Networks',
  'Pharma',
  'Robotics',
];
const forms = ['Inc.', 'Corp.', 'Co.', 'Group', 'Ltd.', 'LLC'];
const quarterEnds = ['March 31', 'June 30', 'September 30', 'December 31'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
