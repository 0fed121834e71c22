import { learnt } from './round-column.ts';

// What refine took in a round.
export const refineCostColumns = [
  learnt(
    'refine_ms',
    'number',
    'ms',
    'Wall-clock of refine without embedding: comparisons and merge calls.',
    ({ refine }) => refine?.ms,
    { refine_ms: 'sum' },
  ),
  learnt(
    'refine_embedding_ms',
    'number',
    'ms',
    'Wall-clock of embedding for refine: next to nothing where a cache holds the vectors.',
    ({ refine }) => refine?.embeddingMs,
    { refine_embedding_ms: 'sum' },
  ),
  learnt(
    'refine_embedded',
    'number',
    'texts',
    'Texts that refine embedded for the first time in the run, whatever a cache held.',
    ({ refine }) => refine?.embedded,
    { refine_embedded: 'sum' },
  ),
  learnt(
    'refine_embedded_tokens',
    'number',
    'tokens',
    'Tokens of those texts.',
    ({ refine }) => refine?.embeddedTokens,
    { refine_embedded_tokens: 'sum' },
  ),
  learnt(
    'refine_comparisons',
    'number',
    'pairs',
    'Pairs of bullets that refine compared.',
    ({ refine }) => refine?.compared,
    { refine_comparisons: 'sum' },
  ),
  learnt(
    'refine_input_tokens',
    'number',
    'tokens',
    'Tokens read by calls that refine made.',
    ({ refine }) => refine?.inputTokens,
    { refine_input_tokens: 'sum' },
  ),
  learnt(
    'refine_output_tokens',
    'number',
    'tokens',
    'Tokens written by those calls.',
    ({ refine }) => refine?.outputTokens,
    { refine_output_tokens: 'sum' },
  ),
] as const;
