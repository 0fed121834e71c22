import { column, learnt } from './round-column.ts';

// What attempts and learning took beside calls of roles.
export const otherCostColumns = [
  learnt(
    'rollouts',
    'number',
    'attempts',
    'Attempts made to learn from beside those of the row: trials of contexts, tries after a reflection.',
    ({ sum }) => sum.rollouts,
    { rollouts: 'sum' },
  ),
  learnt(
    'adaptation_embedded',
    'number',
    'texts',
    'Texts embedded for the first time in the run by learning, apart from refine; blank where it embeds none.',
    ({ sum }) => sum.embedding?.embedded,
  ),
  learnt(
    'adaptation_embedded_tokens',
    'number',
    'tokens',
    'Tokens of those texts.',
    ({ sum }) => sum.embedding?.embeddedTokens,
  ),
  column(
    'inference_embedded',
    'number',
    'texts',
    'Texts embedded for the first time in the run to render contexts for single tasks; blank where none is.',
    ({ trials }) => trials.inference?.embedded ?? null,
  ),
  column(
    'inference_embedded_tokens',
    'number',
    'tokens',
    'Tokens of those texts.',
    ({ trials }) => trials.inference?.embeddedTokens ?? null,
  ),
  column(
    'inference_comparisons',
    'number',
    'pairs',
    'Pairs compared for that.',
    ({ trials }) => trials.inference?.compared ?? null,
  ),
  column(
    'sandbox_ms',
    'number',
    'ms',
    'Wall-clock of sandboxes while the attempts of the row were made and graded; blank where none ran.',
    ({ trials }) => trials.sandboxMs,
  ),
] as const;
