import { column } from './round-column.ts';

// What the attempts of a row came to, and how large their context was.
export const scoreColumns = [
  column('n', 'number', 'attempts', 'Attempts, failed ones among them.', ({ score }) => score.n),
  column('correct', 'number', 'attempts', 'Attempts that passed every check.', ({ score }) => score.correct),
  column(
    'failed_model',
    'number',
    'attempts',
    'Attempts that the model failed, such as a reply cut off or unreadable; they score 0.',
    ({ score }) => score.failedModel,
  ),
  column(
    'failed_infra',
    'number',
    'attempts',
    'Attempts that infrastructure failed; their run is incomplete.',
    ({ score }) => score.failedInfra,
  ),
  column('score', 'number', 'share', 'Mean score over all n.', ({ score }) => score.mean, { score: 'tested' }),
  column('score_unit', 'text', '', 'What the suite scores.', ({ info }) => info.suiteAbout.scoreUnit),
  column(
    'score_low',
    'number',
    'share',
    'Low end of the 95 % interval of the score over scenarios.',
    ({ score }) => score.low,
  ),
  column('score_high', 'number', 'share', 'High end of that interval.', ({ score }) => score.high),
  column(
    'tgc',
    'number',
    'share',
    'Task goal completion: share of attempts that passed every check.',
    ({ score }) => score.tgc,
    { tgc: 'tested' },
  ),
  column(
    'sgc',
    'number',
    'share',
    'Scenario goal completion: share of scenarios whose attempts all passed; blank online, where scenarios span rounds.',
    ({ score, phase }) => (phase === 'online' ? null : score.sgc),
    { sgc: 'tested' },
  ),
  column(
    'bullets',
    'number',
    'bullets',
    'Bullets of the context that the round published (of the one attempted with, where unrefined).',
    ({ size }) => size.bullets,
    { bullets: 'tested' },
  ),
  column(
    'context_tokens',
    'number',
    'tokens',
    'Tokens of that context, with the mean of what it had for single tasks.',
    ({ size }) => size.tokens,
    { context_tokens: 'tested', context_tokens_mean: 'mean' },
  ),
] as const;
