import { addUsage, type RoleUsage, usageOf } from '../core/usage.ts';
import type { Column, ColumnType, Field, NoFigures, RowOf, RunFigure } from './column.ts';
import type { RowAxes } from './cell-label.ts';
import type { Learned, RowSource } from './row-source.ts';

/** Name and meaning of a column of rounds.csv, its type and unit, and how it is made of what is known of the row. */
function column<
  const Name extends string,
  Value extends Field,
  const Figures extends Record<string, RunFigure> = NoFigures,
>(
  name: Name,
  type: ColumnType,
  unit: string,
  meaning: string,
  of: (source: RowSource) => Value,
  figures: Figures = {} as Figures,
): Column<Name, RowSource, Value, Figures> {
  return { name, type, unit, meaning, of, figures };
}

/** A column that only learning rows fill. */
function learnt<
  const Name extends string,
  Value extends Field,
  const Figures extends Record<string, RunFigure> = NoFigures,
>(
  name: Name,
  type: ColumnType,
  unit: string,
  meaning: string,
  of: (learned: Learned, source: RowSource) => Value | null | undefined,
  figures: Figures = {} as Figures,
): Column<Name, RowSource, Value | null, Figures> {
  const ofSource = (source: RowSource): Value | null =>
    source.learned === null ? null : (of(source.learned, source) ?? null);
  return column(name, type, unit, meaning, ofSource, figures);
}

// What is spent on the learning row alone, so that its sum over a run is all of it.
const summedRoles = ['reflector', 'curator', 'maintenance'] as const;
type SummedRole = (typeof summedRoles)[number];

type UsagePart = 'calls' | 'input_tokens' | 'cached_tokens' | 'output_tokens';
type UsageColumns<Role extends string, Parts extends readonly UsagePart[]> = {
  readonly [I in keyof Parts]: Column<
    `${Role}_${Parts[I]}`,
    RowSource,
    number | null,
    Role extends SummedRole ? { readonly [name in `${Role}_${Parts[I]}`]: 'sum' } : NoFigures
  >;
};

const parts = ['calls', 'input_tokens', 'cached_tokens', 'output_tokens'] as const;
const meanings: { readonly [part in UsagePart]: string } = {
  calls: 'Calls',
  input_tokens: 'Tokens read, those from a cache of the provider among them,',
  cached_tokens: 'Tokens read from a cache of the provider',
  output_tokens: 'Tokens written',
};

/** Columns of the usage of a role. */
function usageColumns<const Role extends string, const Parts extends readonly UsagePart[] = typeof parts>(
  role: Role,
  by: string,
  of: (source: RowSource) => RoleUsage | null,
  chosen: Parts = parts as unknown as Parts,
): UsageColumns<Role, Parts> {
  const value = (usage: RoleUsage | null, part: UsagePart): number | null => {
    if (usage === null) return null;
    const { calls, inputTokens, cachedTokens, outputTokens } = usage;
    return { calls, input_tokens: inputTokens, cached_tokens: cachedTokens, output_tokens: outputTokens }[part];
  };
  const columns = chosen.map((part) => {
    const name = `${role}_${part}`;
    const unit = part === 'calls' ? 'calls' : 'tokens';
    const figures = summedRoles.includes(role as SummedRole) ? { [name]: 'sum' as const } : {};
    return {
      name,
      type: 'number',
      unit,
      meaning: `${meanings[part]} by ${by}.`,
      of: (source: RowSource) => value(of(source), part),
      figures,
    };
  });
  return columns as unknown as UsageColumns<Role, Parts>;
}

/**
 * The columns of rounds.csv in their order; those of matrix axes follow. A row is a run's attempts in one round and phase with one context. What the
 * round did and cost sits on its learning row (phase train or online) alone.
 */
export const roundColumns = [
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
    'Context attempted with: current; final or best on val; unrefined or refined, around a lazy refine.',
    ({ which }) => which,
  ),
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
  learnt(
    'refine_ms',
    'number',
    'ms',
    'Wall-clock of refine: embedding, comparisons and merge calls.',
    ({ refine }) => refine?.ms,
    { refine_ms: 'sum' },
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
  ...usageColumns(
    'generator',
    'the generator, in the attempts of the row and, on learning rows, in what they led to',
    ({ trials, learned }) => {
      const more = learned?.sum.adaptation ?? null;
      return more === null ? trials.generator : addUsage(trials.generator, usageOf(more, ['generator']));
    },
  ),
  ...usageColumns('reflector', 'the reflector', ({ learned }) => roleOf(learned, ['reflector'])),
  ...usageColumns('curator', 'the curator', ({ learned }) => roleOf(learned, ['curator'])),
  ...usageColumns('judge', 'the judge that grades the attempts of the row', ({ trials }) => trials.judge),
  ...usageColumns(
    'maintenance',
    'curator, rewriter and merger, refine among them',
    ({ learned }) => learned?.sum.maintenance ?? null,
    ['input_tokens', 'output_tokens'],
  ),
  column('usd', 'number', 'USD', 'Cost; blank, since no price is known to the records.', (): number | null => null),
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

function roleOf(learned: Learned | null, roles: readonly ('reflector' | 'curator')[]): RoleUsage | null {
  const usage = learned?.sum.adaptation ?? null;
  return usage === null ? null : usageOf(usage, roles);
}

/** One line of rounds.csv, a cell for each of its columns and matrix axes. */
export type RoundRow = RowOf<typeof roundColumns> & RowAxes;
