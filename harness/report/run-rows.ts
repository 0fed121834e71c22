import type { RoundRow } from './round-columns.ts';
import type { RunInfo } from './run-info.ts';

/** Ended as planned; or cut short, stopped or hurt by infrastructure. Only complete runs enter a mean. */
export type RunStatus = 'complete' | 'incomplete';

/** A probe of val that was due in a round. Where neither context nor suite had changed, its score is that of an earlier round's attempts. */
export type Probe = {
  readonly round: number;
  readonly attemptedAt: number;
  readonly score: number;
  readonly contextTokens: number;
  readonly wrong: number | null;
};

/** A run as tables see it. */
export type RunRows = {
  readonly info: RunInfo;
  readonly rows: readonly RoundRow[];
  readonly probes: readonly Probe[];
  readonly status: RunStatus;
  readonly bestIsFinal: boolean;
};
