import { createRng, type Rng } from '../../harness/core/rng.ts';

const openings = [
  '',
  '',
  'Before you answer, ',
  'When a call fails, ',
  'If the list is long, ',
  'In the calendar app, ',
];
const actions = [
  'check the page size',
  'ask for the next page until one comes back empty',
  'convert the time to the zone of the account',
  'read the record again by its id',
  'compare e-mail address and team, not the name alone',
  'leave soft-deleted entries out',
  'log in once and reuse the token',
  'divide amounts by one thousand',
  'look up the tag for the period, not for the instant',
  'write the answer as a bare number',
];
const reasons = [
  'the first page holds only twenty entries',
  'the server answers in UTC',
  'two people may share a name',
  'totals count what was cancelled, too',
  'a second order cannot be taken back',
  'the scorer reads digits and nothing else',
];
const examples = [
  'for example GET /notes?page=0&limit=20',
  'as in "interest expense of 12.5 million"',
  'such as 2024-03-31T23:30:00Z',
  'e.g. `retry_after = min(60, 2 ** attempt)`',
];

/** Sentences in the manner of playbook bullets, of one to five clauses; fixed by the seed. */
export function adviceSentences(count: number, seed: number): readonly string[] {
  const rng = createRng(seed).fork('advice');
  return Array.from({ length: count }, (_, index) => sentence(rng.fork(String(index))));
}

function sentence(rng: Rng): string {
  const clauses = Array.from({ length: 1 + rng.int(3) }, () => rng.pick(actions));
  const because = rng.int(2) === 0 ? `, because ${rng.pick(reasons)}` : '';
  const example = rng.int(3) === 0 ? ` (${rng.pick(examples)})` : '';
  const text = `${rng.pick(openings)}${clauses.join(' and ')}${because}${example}.`;
  return text[0]!.toUpperCase() + text.slice(1);
}
