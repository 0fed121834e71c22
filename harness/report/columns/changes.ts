import { learnt } from './round-column.ts';

// What a round did to the bullets.
export const changeColumns = [
  learnt('added', 'number', 'bullets', 'Bullets added.', ({ changes }) => changes?.added),
  learnt('updated', 'number', 'bullets', 'Bullets given another text by an update.', ({ changes }) => changes?.updated),
  learnt(
    'merged',
    'number',
    'bullets',
    'Bullets that went into another one by a merge that the curator asked for.',
    ({ changes }) => changes?.merged,
  ),
  learnt(
    'dropped',
    'number',
    'bullets',
    'Bullets that refine removed as duplicates.',
    ({ changes }) => changes?.dropped,
    { dropped: 'sum' },
  ),
  learnt(
    'evicted',
    'number',
    'bullets',
    'Bullets evicted to keep within the budget.',
    ({ changes }) => changes?.evicted,
    { evicted: 'sum' },
  ),
  learnt(
    'vetoed',
    'number',
    'pairs',
    'Pairs above the merge threshold that a guard kept apart.',
    ({ changes }) => changes?.vetoed,
    { vetoed: 'sum' },
  ),
  learnt(
    'rejected_ops',
    'number',
    'ops',
    'Ops of deltas that could not be applied.',
    ({ changes }) => changes?.rejected_ops,
  ),
  learnt('refined', 'number', 'passes', 'Passes of refine.', ({ changes }) => changes?.refined, { refined: 'sum' }),
] as const;
