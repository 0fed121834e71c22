import type { ContextEvent } from '../core/context-event.ts';
import type { TimeAside, EndRecord, RoundRecord, RunRecord, ContextVersion } from '../core/records.ts';
import type { Phase } from '../core/tools.ts';
import { noUsage } from '../core/usage.ts';
import { noHealth, watchBullets } from '../analysis/bullet-watch.ts';
import { rowAxes } from './cell-label.ts';
import { configValue } from './config-value.ts';
import { type Column, rowOf } from './column.ts';
import { type RoundRow, roundColumns } from './round-columns.ts';
import { addToRound, refineCostOf, type RoundSum, startRound } from './round-sum.ts';
import type { Learned, RowSource } from './row-source.ts';
import type { RunInfo } from './run-info.ts';
import type { Probe, RunStatus } from './run-rows.ts';
import { addTrial, startTally, tallyScore, type TrialTally } from './trial-tally.ts';

/** A run being folded as its stream passes. */
export type RunFold = {
  add(record: RunRecord): void;
  /** Takes a time after the record it stands beside: of a refine its cost, of a trial that of its sandbox. */
  addTime(time: TimeAside): void;
  /** The rows of what has been added: by round, then train, online, val, test. */
  rows(): readonly RoundRow[];
  /** The probes of val that were due, by round. */
  probes(): readonly Probe[];
  /** Whether the run's end was added. */
  hasEnded(): boolean;
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
 * Folds a run's records into rows of rounds.csv; what it keeps is bounded by rounds and scenarios, not by trials. Round 0 has no learning
 * row (train or online), and a round's change and cost columns sit on that row alone. A best on val that was tested as the final context has a row all the same. The generator's usage sits on the row of the phase that was
 * scored; re-attempts, which are adaptation, are added to the learning row's.
 */
export function foldRun(info: RunInfo, columns: readonly Column<string, RowSource>[] = roundColumns): RunFold {
  const learningPhase = learningPhaseOf(info);
  const cells = new Map<string, PhaseTally>();
  const rounds = new Map<number, RoundSum>();
  const roundOfRefine = new Map<number, number>();
  // Trials of a row follow each other, so that the rows of all seqs are a few stretches.
  const stretches: { readonly from: number; readonly tally: TrialTally }[] = [];
  const probes: Probe[] = [];
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
      sum.unrefined ??= { bullets: bullets.bullets(), tokens: event.tokensBefore };
    bullets.add(event);
  };

  return {
    add: (record) => {
      switch (record.kind) {
        case 'trial': {
          const tally = tallyAt(record.round, record.phase, record.which);
          if (stretches.at(-1)?.tally !== tally) stretches.push({ from: record.seq, tally });
          addTrial(tally, record);
          break;
        }
        case 'adaptation':
        case 'refine':
          // What a round cost has a row to sit on even where none of its trials was recorded.
          tallyAt(record.round, learningPhase, 'current');
          if (record.kind === 'refine') roundOfRefine.set(record.seq, record.round);
          addToRound(roundAt(record.round), record);
          for (const event of record.events) follow(event, roundAt(record.round));
          break;
        case 'round':
          roundAt(record.round).published = record;
          roundAt(record.round).health = bullets.close(record);
          if (record.valScore !== null) probes.push(probeOf(record));
          break;
        case 'end':
          end = record;
          break;
      }
    },
    addTime: (time) => {
      const round = roundOfRefine.get(time.seq);
      if (round === undefined) {
        if (time.sandboxMs === null) return;
        const tally = stretches.findLast(({ from }) => from <= time.seq)?.tally;
        if (tally !== undefined) tally.sandboxMs = (tally.sandboxMs ?? 0) + time.sandboxMs;
        return;
      }
      const sum = roundAt(round);
      // Where bullets were evicted and none refined, no refine cost was timed.
      sum.refineMs = (sum.refineMs ?? 0) + (time.refineMs ?? 0);
      sum.refineEmbeddingMs = (sum.refineEmbeddingMs ?? 0) + (time.refineEmbeddingMs ?? 0);
    },
    rows: () =>
      [...cells.values(), ...testedAsFinal(end, cells)].sort(byRoundAndPhase).map((cell): RoundRow => {
        const source = sourceOf(info, cell, rounds.get(cell.round) ?? startRound());
        // The columns are the row's type.
        return { ...rowOf(columns, source), ...rowAxes(info.axes) } as RoundRow;
      }),
    probes: () => probes,
    hasEnded: () => end !== null,
    status: () => {
      const hurt = [...cells.values()].some(({ tally }) => tally.failedInfra > 0);
      return end?.status === 'complete' && !hurt ? 'complete' : 'incomplete';
    },
    bestIsFinal: () => end?.bestIsFinal ?? false,
  };
}

/** The best on val, where it reads as the final context does and was tested as that: scores of those attempts, which cost nothing once more. */
function testedAsFinal(end: EndRecord | null, cells: ReadonlyMap<string, PhaseTally>): readonly PhaseTally[] {
  if (end === null || !end.bestIsFinal || end.bestRound === null) return [];
  const final = [...cells.values()].find(({ phase, which }) => phase === 'test' && which === 'final');
  if (final === undefined) return [];
  const free = { generator: noUsage, judge: null, inference: null, sandboxMs: null, readings: {} };
  return [{ round: end.bestRound, phase: 'test', which: 'best', tally: { ...final.tally, ...free } }];
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

/** The phase whose row says what a round did, also where none of its trials was recorded. */
function learningPhaseOf({ config }: RunInfo): Phase {
  return configValue(config, 'protocol', 'kind') === 'online' ? 'online' : 'train';
}

function probeOf({ round, valScore, valRound, contextTokens, wrong }: RoundRecord): Probe {
  return { round, score: valScore!, attemptedAt: valRound ?? round, contextTokens, wrong };
}

function sourceOf(info: RunInfo, { round, phase, which, tally }: PhaseTally, sum: RoundSum): RowSource {
  // The context before a refine was never published: all that is known of it is its size.
  const published = which === 'unrefined' ? null : sum.published;
  const size =
    which === 'unrefined'
      ? sum.unrefined
      : published && { bullets: published.bullets, tokens: published.contextTokens };
  const perTask = tally.n === 0 ? 0 : tally.perTaskTokens / tally.n;
  return {
    ...{ info, round, phase, which, published, trials: tally, score: tallyScore(tally) },
    size: {
      bullets: size?.bullets ?? null,
      tokens: size ? (size.tokens === null ? null : size.tokens + perTask) : null,
    },
    learned: phase === 'train' || phase === 'online' ? learnedIn(sum) : null,
  };
}

function learnedIn(sum: RoundSum): Learned {
  const hasBullets = sum.published !== null && sum.published.bullets !== null;
  return {
    sum,
    changes: hasBullets ? sum.changes : null,
    refine: refineCostOf(sum, hasBullets),
    health: sum.health ?? noHealth,
  };
}
