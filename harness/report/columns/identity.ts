import { column } from './round-column.ts';

// Which attempts of which run a row is about.
export const identityColumns = [
  column('experiment', 'text', '', 'Name of the experiment.', ({ info }) => info.experiment),
  column('run', 'text', '', 'Id of the run.', ({ info }) => info.runId),
  column('suite', 'text', '', 'Suite of tasks.', ({ info }) => info.suite),
  column('arm', 'text', '', 'Arm of the experiment: a method with its options.', ({ info }) => info.arm),
  column('method', 'text', '', 'Method that evolves the context.', ({ info }) => info.method),
  column(
    'refine_mode',
    'text',
    '',
    'When the method refines; blank for one that never could.',
    ({ info }) => info.refineMode,
  ),
  column(
    'threshold',
    'number',
    'cosine',
    'Merge threshold: bullets may merge iff their cosine exceeds it.',
    ({ info }) => info.threshold,
  ),
  column('embedder', 'text', '', 'What cosines are taken with.', ({ info }) => info.embedderId),
  column('data_seed', 'number', '', 'Seed of generated tasks.', ({ info }) => info.dataSeed),
  column('seed', 'number', '', 'Seed of the run: order of tasks and replies.', ({ info }) => info.seed),
  column('round', 'number', '', 'Round, from 0, which is before any learning.', ({ round }) => round),
  column(
    'phase',
    'text',
    '',
    'Why tasks were attempted: train, online (scored and learnt from), val or test.',
    ({ phase }) => phase,
  ),
  column(
    'which',
    'text',
    '',
    'Context attempted with: current; final or best on val (where both are one its row repeats the attempts of final, at no cost); unrefined or refined, around a lazy refine.',
    ({ which }) => which,
  ),
] as const;
