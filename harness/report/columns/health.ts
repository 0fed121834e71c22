import { learnt } from './round-column.ts';

// What was evicted, and the state of the published bullets.
export const healthColumns = [
  learnt(
    'evict_events',
    'number',
    'evictions',
    'Times that bullets were evicted.',
    ({ changes }) => changes?.evict_events,
    { evict_events: 'sum' },
  ),
  learnt(
    'evict_ties',
    'number',
    'bullets',
    'Evicted bullets that the order of addition decided, since the next in line ranked equal.',
    ({ changes }) => changes?.evict_ties,
    { evict_ties: 'sum' },
  ),
  learnt(
    'unused',
    'number',
    'bullets',
    'Bullets older than the round, never cited and never tagged.',
    ({ health }) => health.unused,
    { unused: 'last' },
  ),
  learnt(
    'harmful',
    'number',
    'bullets',
    'Bullets found harmful more often than helpful.',
    ({ health }) => health.harmful,
    { harmful: 'last' },
  ),
  learnt(
    'conflicts',
    'number',
    'pairs',
    'Pairs that a guard kept apart and that still stand as they were compared; blank until refine compared any.',
    ({ health }) => health.conflicts,
    { conflicts: 'last' },
  ),
  learnt('vague', 'number', 'bullets', 'Bullets that name nothing concrete.', ({ health }) => health.vague, {
    vague: 'last',
  }),
  learnt(
    'churn',
    'number',
    'share',
    'Bullets added, removed and reworded since the round before, over those it had; blank where it had none.',
    ({ health }) => health.churn,
    { churn_mean: 'meanKnown' },
  ),
] as const;
