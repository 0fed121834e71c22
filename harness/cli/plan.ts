import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Role, roles } from '../core/llm.ts';
import { type ExpectedAttempts, expectedAttempts } from '../experiment/expected-attempts.ts';
import {
  callAssumptions,
  type ExpectedCalls,
  expectedCalls,
  type ExpectedUsage,
} from '../experiment/expected-calls.ts';
import { isWhole } from '../experiment/open-run.ts';
import type { PreparedRun } from '../experiment/prepare.ts';
import { cellLabel, rowAxes } from '../report/cell-label.ts';
import { groupBy } from '../report/group-by.ts';
import { count, counted, shortCount } from '../text/numbers.ts';
import { aligned } from '../text/tables.ts';

/** What a command would do: run by run, and what the runs of each cell come to together. */
export type Plan = {
  readonly runs: readonly PlannedRun[];
  readonly cells: readonly PlannedCell[];
  readonly assumptions: readonly string[];
};
type PlannedRun = {
  readonly runId: string;
  readonly state: RunState;
  readonly calls: ExpectedCalls;
} & ExpectedAttempts;
type RunState = 'new' | 'started' | 'completed';
type PlannedCell = {
  readonly suite: string;
  readonly cell: string;
  readonly runs: readonly PlannedRun[];
  readonly calls: ExpectedCalls;
};

export function planOf(runs: readonly PreparedRun[], folder: string, countTokens: (text: string) => number): Plan {
  const planned = runs.map((run): PlannedRun => {
    const own = join(folder, run.runId);
    const state = isWhole(own) ? 'completed' : existsSync(join(own, 'manifest.json')) ? 'started' : 'new';
    return { runId: run.runId, state, ...expectedAttempts(run), calls: expectedCalls(run, countTokens) };
  });
  const labelled = runs.map(({ cell, suite }, index) => ({
    suite: suite.name,
    cell: cellLabel({ arm: cell.arm, ...rowAxes(cell.axes) }),
    run: planned[index]!,
  }));
  const cells = [...groupBy(labelled, ({ suite, cell }) => JSON.stringify([suite, cell]))].map(([, members]) => {
    const { suite, cell } = members[0]!;
    const ofCell = members.map(({ run }) => run);
    return { suite, cell, runs: ofCell, calls: summedCalls(ofCell.map(({ calls }) => calls)) };
  });
  return { runs: planned, cells, assumptions: callAssumptions };
}

/** The plan by cell, then all together, then what the figures rest on. */
export function planText({ runs, cells, assumptions }: Plan): string {
  const bound = runs.some(({ isBound }) => isBound) ? 'at most ' : '';
  const attempts = runs.reduce((sum, run) => sum + run.total, 0);
  const asked = roles.filter((role) => cells.some(({ calls }) => calls[role] !== undefined));
  const head = [
    'suite',
    'cell',
    'runs',
    'rounds',
    'attempts',
    ...asked.map((role) => `${role} calls`),
    'tokens in/out',
  ];
  const rows = cells.map(({ suite, cell, runs: ofCell, calls }) => [
    ...[suite, cell, statesText(ofCell)],
    rangeText(ofCell.map(({ rounds }) => rounds)),
    count(ofCell.reduce((sum, run) => sum + run.total, 0)),
    ...asked.map((role) => (calls[role] === undefined ? '0' : (known(calls[role].calls) ?? 'unknown'))),
    tokensText([calls]),
  ]);
  const all = cells.map(({ calls }) => calls);
  return [
    `${counted(runs.length, 'run')}, ${bound}${counted(attempts, 'attempt')}, ${tokensText(all)} tokens in/out; nothing is written`,
    ...aligned([head, ...rows]),
    ...assumptions,
  ].join('\n');
}

function statesText(runs: readonly PlannedRun[]): string {
  const states = (['new', 'started', 'completed'] as const).flatMap((state) => {
    const some = runs.filter((run) => run.state === state).length;
    return some === 0 ? [] : [`${some} ${state}`];
  });
  return states.join(', ');
}

function rangeText(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? String(least) : `${least}-${most}`;
}

function tokensText(calls: readonly ExpectedCalls[]): string {
  const usages = calls.flatMap((one) => Object.values(one));
  const input = total(usages.map(({ inputTokens }) => inputTokens));
  const output = total(usages.map(({ outputTokens }) => outputTokens));
  return input === null || output === null ? 'unknown' : `${shortCount(input)}/${shortCount(output)}`;
}

function known(value: number | null): string | null {
  return value === null ? null : count(value);
}

function summedCalls(all: readonly ExpectedCalls[]): ExpectedCalls {
  const summed = (role: Role): readonly [Role, ExpectedUsage][] => {
    const some = all.flatMap((calls) => calls[role] ?? []);
    if (some.length === 0) return [];
    return [
      [
        role,
        {
          calls: total(some.map(({ calls }) => calls)),
          inputTokens: total(some.map(({ inputTokens }) => inputTokens)),
          outputTokens: total(some.map(({ outputTokens }) => outputTokens)),
        },
      ],
    ];
  };
  return Object.fromEntries(roles.flatMap(summed));
}

function total(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : values.reduce((sum: number, value) => sum + value!, 0);
}
