import { column, learnt } from './round-column.ts';

// How the published text differs from the one before, and what it states.
export const textColumns = [
  learnt(
    'edit_tokens',
    'number',
    'tokens',
    'Tokens inserted into and deleted from the context, apart from counters.',
    (_, { published }) => published?.editTokens,
  ),
  learnt(
    'edit_tokens_counters',
    'number',
    'tokens',
    'Tokens inserted and deleted by changes of counters alone.',
    (_, { published }) => published?.editTokensCounters,
  ),
  learnt(
    'prefix_reuse',
    'number',
    'share',
    "Longest common prefix of the generator's old and new prompt before the task, over the new one.",
    (_, { published }) => published?.prefixReuse,
  ),
  column(
    'redundancy',
    'number',
    'share',
    '1 - lessons stated rightly / lines that state any rightly; blank where the suite knows no lessons.',
    ({ published }) => published?.redundancy ?? null,
  ),
  column(
    'coverage',
    'number',
    'share',
    'Lessons of the suite that the context states rightly, over all.',
    ({ published }) => published?.coverage ?? null,
    { coverage: 'last' },
  ),
  column(
    'retention',
    'number',
    'share',
    'Lessons stated rightly, over all that were offered or held up to now.',
    ({ published }) => published?.retention ?? null,
  ),
  column(
    'wrong',
    'number',
    'statements',
    'Statements of the context that contradict a lesson or are false.',
    ({ published }) => published?.wrong ?? null,
  ),
  learnt(
    'compressed',
    'boolean',
    '',
    'The context lost more than half of its tokens in the round, and did not collapse.',
    (_, { published }) => published?.compressed,
  ),
  learnt(
    'collapsed',
    'boolean',
    '',
    'Coverage, or the score on val, fell by more than half since it was last known.',
    (_, { published }) => published?.collapsed,
  ),
] as const;
