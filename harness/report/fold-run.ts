import type { ContextEvent } from '../core/context-event.ts';
import type { TimeAside, EndRecord, RoundRecord, RunRecord, ContextVersion } from '../core/records.ts';
import type { Phase } from '../core/tools.ts';
import { noHealth, watchBullets } from '../analysis/bullet-watch.ts';
import type { RoundRow, RowContext } from './round-row.ts';
import { rowAxes } from './row-axes.ts';
import { roundCosts } from './round-costs.ts';
import { addToRound, type RoundSum, startRound } from './round-sum.ts';
import type { RunInfo, RunStatus } from './run-info.ts';
import { addTrial, startTally, tallyScore, type TrialTally } from './trial-tally.ts';

/** A run being folded as its stream passes. */
export type RunFold = {
  add(record: RunRecord): void;
  /** Takes a time after the record it stands beside; times of trials are no refine cost and pass by. */
  addTime(time: TimeAside): void;
  /** The rows of what has been added: by round, then train, val, test. */
  rows(): readonly RoundRow[];
  /** `complete` where the end record says so and no infrastructure failed. */
  status(): RunStatus;
  /** True where the best context on val is the final one, so that the final's test is the best's. */
  bestIsFinal(): boolean;
};

type PhaseTally = {
  readonly round: number;
  readonly phase: Phase;
  readonly which: ContextVersion;
  readonly tally: TrialTally;
};

/**
 * Folds a run's records into rows of rounds.csv; what it keeps is bounded by rounds and scenarios, not by trials. Round 0 has no train row,
 * and a round's change and cost columns sit on its train row alone. The generator's usage sits on the row of the phase that was scored;
 * re-attempts, which are adaptation, are added to the train row's.
 */
export function foldRun(info: RunInfo): RunFold {
  const cells = new Map<string, PhaseTally>();
  const rounds = new Map<number, RoundSum>();
  const roundOfRefine = new Map<number, number>();
  const bullets = watchBullets(info.start);
  let end: EndRecord | null = null;

  const tallyAt = (round: number, phase: Phase, which: ContextVersion): TrialTally => {
    const key = `${round} ${phase} ${which}`;
    const cell = cells.get(key) ?? { round, phase, which, tally: startTally() };
    cells.set(key, cell);
    return cell.tally;
  };
  const roundAt = (round: number): RoundSum => {
    const sum = rounds.get(round) ?? startRound();
    rounds.set(round, sum);
    return sum;
  };
  const follow = (event: ContextEvent, sum: RoundSum): void => {
    if (event.kind === 'refine' && event.trigger === 'budget')
      sum.unrefined ??= { bullets: bullets.bullets(), context_tokens: event.tokensBefore };
    bullets.add(event);
  };

  return {
    add: (record) => {
      switch (record.kind) {
        case 'trial':
          addTrial(tallyAt(record.round, record.phase, record.which), record);
          break;
        case 'adaptation':
        case 'refine':
          // What a round cost has a row to sit on even where none of its trials was recorded.
          tallyAt(record.round, 'train', 'current');
          if (record.kind === 'refine') roundOfRefine.set(record.seq, record.round);
          addToRound(roundAt(record.round), record);
          for (const event of record.events) follow(event, roundAt(record.round));
          break;
        case 'round':
          roundAt(record.round).published = record;
          roundAt(record.round).health = bullets.close(record);
          break;
        case 'end':
          end = record;
          break;
      }
    },
    addTime: (time) => {
      const round = roundOfRefine.get(time.seq);
      if (round === undefined) return;
      const sum = roundAt(round);
      // Where bullets were evicted and none refined, no refine cost was timed.
      sum.refineMs = (sum.refineMs ?? 0) + (time.refineMs ?? 0);
    },
    rows: () =>
      [...cells.values()]
        .sort(byRoundAndPhase)
        .map((cell) => toRow(info, cell, rounds.get(cell.round) ?? startRound())),
    status: () => {
      const hurt = [...cells.values()].some(({ tally }) => tally.failedInfra > 0);
      return end?.status === 'complete' && !hurt ? 'complete' : 'incomplete';
    },
    bestIsFinal: () => end?.bestIsFinal ?? false,
  };
}

const phaseOrder: { readonly [phase in Phase]: number } = { train: 0, online: 1, val: 2, test: 3 };
const whichOrder: { readonly [which in ContextVersion]: number } = {
  unrefined: 0,
  current: 1,
  refined: 2,
  final: 3,
  best: 4,
};

function byRoundAndPhase(a: PhaseTally, b: PhaseTally): number {
  return a.round - b.round || phaseOrder[a.phase] - phaseOrder[b.phase] || whichOrder[a.which] - whichOrder[b.which];
}

function toRow(info: RunInfo, { round, phase, which, tally }: PhaseTally, sum: RoundSum): RoundRow {
  // The context before a refine was never published: all that is known of it is its size.
  const published = which === 'unrefined' ? null : sum.published;
  const trained = phase === 'train' ? published : null;
  const size = which === 'unrefined' ? sum.unrefined : sizeOf(published);
  return {
    experiment: info.experiment,
    run: info.runId,
    suite: info.suite,
    arm: info.arm,
    method: info.method,
    refine_mode: info.refineMode,
    threshold: info.threshold,
    embedder: info.embedderId,
    seed: info.seed,
    round,
    phase,
    which,
    ...tallyScore(tally, info.suiteAbout.scoreUnit),
    bullets: size?.bullets ?? null,
    context_tokens: size?.context_tokens ?? null,
    ...roundCosts(phase, tally.generator, sum),
    edit_tokens: trained?.editTokens ?? null,
    edit_tokens_counters: trained?.editTokensCounters ?? null,
    prefix_reuse: trained?.prefixReuse ?? null,
    redundancy: published?.redundancy ?? null,
    coverage: published?.coverage ?? null,
    retention: published?.retention ?? null,
    wrong: published?.wrong ?? null,
    compressed: trained?.compressed ?? null,
    collapsed: trained?.collapsed ?? null,
    ...(trained === null ? noHealth : (sum.health ?? noHealth)),
    ...rowAxes(info.axes),
  };
}

function sizeOf(published: RoundRecord | null): RowContext | null {
  return published === null ? null : { bullets: published.bullets, context_tokens: published.contextTokens };
}
