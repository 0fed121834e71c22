import { usageWith } from '../contracts/llm-parts.ts';
import type { ContextEvent } from '../../harness/core/context-event.ts';
import type {
  AdaptationRecord,
  EndRecord,
  RefineRecord,
  RoundRecord,
  RunRecord,
  TrialRecord,
} from '../../harness/core/records.ts';
import { createRng } from '../../harness/core/rng.ts';
import type { UsageByRole } from '../../harness/core/usage.ts';
import { foldRun } from '../../harness/report/fold-run.ts';
import type { RunInfo } from '../../harness/report/run-info.ts';
import type { RunRows } from '../../harness/report/run-rows.ts';

/** Records as a runner writes them, each with the fields a test cares about and plain values for the others. */
export function trial(fields: Partial<TrialRecord>): TrialRecord {
  return {
    kind: 'trial',
    seq: 0,
    phase: 'train',
    round: 1,
    epoch: 1,
    order: 0,
    sample: 0,
    task: 'task-1',
    scenario: 'scenario-1',
    context: '0a1b2c3d',
    which: 'current',
    score: 1,
    checks: [1, 1],
    failure: null,
    cited: [],
    citedUnknown: [],
    readings: {},
    perTaskTokens: 0,
    inference: null,
    gradeUsage: null,
    usage: { generator: usage(100, 10) },
    ...fields,
  };
}

export function usage(
  inputTokens: number | null,
  outputTokens: number | null,
  calls = 1,
): NonNullable<UsageByRole['generator']> {
  return usageWith({ calls, inputTokens, outputTokens });
}

export function adaptation(fields: Partial<AdaptationRecord>): AdaptationRecord {
  return {
    kind: 'adaptation',
    seq: 0,
    round: 1,
    events: [],
    usage: {},
    readings: {},
    rollouts: 0,
    embedding: null,
    ...fields,
  };
}

export function refine(fields: Partial<RefineRecord>): RefineRecord {
  return {
    kind: 'refine',
    seq: 0,
    round: 1,
    events: [],
    usage: {},
    readings: {},
    embedded: 0,
    embeddedTokens: 0,
    compared: 0,
    ...fields,
  };
}

export function round(fields: Partial<RoundRecord>): RoundRecord {
  return {
    kind: 'round',
    seq: 0,
    round: 1,
    epoch: 1,
    contextHash: 'f'.repeat(64),
    contextTokens: 500,
    bullets: 20,
    editTokens: 40,
    editTokensCounters: 4,
    prefixReuse: 0.5,
    coverage: null,
    retention: null,
    wrong: null,
    redundancy: null,
    collapsed: false,
    compressed: false,
    valScore: null,
    valRound: null,
    ...fields,
  };
}

export function end(fields: Partial<EndRecord>): EndRecord {
  const whole = { status: 'complete', rounds: 1, trials: 1, bestRound: 1, bestIsFinal: true, failure: null } as const;
  return { kind: 'end', seq: 0, ...whole, ...fields };
}

export function refineEvent(merged: number, vetoed = 0): ContextEvent {
  return {
    kind: 'refine',
    trigger: 'delta',
    merged: Array.from({ length: merged }, (_, index) => ({
      from: `str-1000${index}`,
      into: 'str-00001',
      cosine: 0.9,
    })),
    vetoed: Array.from({ length: vetoed }, (_, index) => ({
      a: `str-2000${index}`,
      b: 'str-00001',
      texts: ['Retry.', 'Never retry.'],
      cosine: 0.9,
      guard: 'negation',
    })),
    compared: 10,
    tokensBefore: 600,
    tokensAfter: 500,
  };
}

export function info(fields: Partial<RunInfo> = {}): RunInfo {
  const arm = fields.arm ?? 'ace-proactive';
  const seed = fields.seed ?? 1;
  const suite = fields.suite ?? 'office';
  const point = Object.values(fields.axes ?? {}).join('-');
  return {
    experiment: 'quickstart',
    runId: `${suite}.${arm}.${point}.s${seed}-12345678`,
    suite,
    arm,
    method: 'ace',
    seed,
    axes: {},
    suiteAbout: {
      scoreUnit: 'tasks',
      profile: 'strict',
      splitNote: 'generated',
      dataHash: 'd'.repeat(64),
      notes: [],
    },
    config: {
      model: {
        provider: 'simulated',
        readWindow: 16000,
        attention: 12,
        dilution: 0.02,
        outputLimit: 4000,
        vagueLessons: 0.1,
        wrongLessons: 0.05,
        wordings: 6,
        replyNoise: 0.02,
      },
      protocol: { kind: 'offline', epochs: 1, batchSize: 8, probeEvery: 2, feedback: 'gold' },
    },
    modelId: 'simulated/0a1b2c3d',
    embedderId: 'minilm/all-MiniLM-L6-v2',
    codeHash: 'c0de0001',
    refineMode: 'proactive',
    threshold: 0.85,
    dataSeed: 1,
    budgetTokens: 3000,
    maxFailedShare: 0.05,
    start: null,
    ...fields,
  };
}

export function foldAll(about: RunInfo, records: readonly RunRecord[]): RunRows {
  const fold = foldRun(about);
  for (const record of records) fold.add(record);
  return {
    info: about,
    rows: fold.rows(),
    probes: fold.probes(),
    status: fold.status(),
    bestIsFinal: fold.bestIsFinal(),
  };
}

export type RunShape = {
  readonly rounds: number;
  readonly probeEvery: number;
  readonly batch: number;
  readonly val: number;
  readonly test: number;
  /** Chance of solving a task at a round. */
  readonly skill: (round: number) => number;
  readonly refined: (round: number) => boolean;
};

/** A whole offline run: batches of train trials, adaptations, refines, probes and the tests of the final and the best context. */
export function offlineRun(about: RunInfo, shape: RunShape): readonly RunRecord[] {
  const rng = createRng(about.runId);
  const records: RunRecord[] = [];
  const push = (record: RunRecord): void => {
    records.push({ ...record, seq: records.length });
  };
  const attempts = (count: number, fields: Partial<TrialRecord>): number => {
    let solved = 0;
    for (let order = 0; order < count; order++) {
      const score = rng.next() < shape.skill(fields.round ?? 0) ? 1 : 0;
      solved += score;
      const scenario = `${fields.phase}-${Math.floor(order / 3)}`;
      push(trial({ ...fields, order, task: `${scenario}-${order % 3}`, scenario, score, checks: [score, 1] }));
    }
    return solved / count;
  };
  const { rounds } = shape;
  const learns = about.method !== 'static';
  let best = { round: 0, score: -1 };
  for (let at = 0; at <= rounds; at++) {
    if (at > 0) {
      attempts(shape.batch, { phase: 'train', round: at });
      push(
        adaptation({ round: at, usage: learns ? { reflector: usage(800, 80, 8), curator: usage(400, 60, 8) } : {} }),
      );
      if (about.refineMode !== null && shape.refined(at))
        push(refine({ round: at, events: [refineEvent(1)], embedded: 8, embeddedTokens: 120, compared: 100 * at }));
    }
    const probed = at % shape.probeEvery === 0 || at === rounds;
    const valScore = probed ? attempts(shape.val, { phase: 'val', round: at }) : null;
    push(
      round({
        round: at,
        contextTokens: 300 + (learns ? 400 * at : 0),
        bullets: about.refineMode === null ? null : 8 * at,
        valScore,
      }),
    );
    if (valScore !== null && valScore > best.score) best = { round: at, score: valScore };
  }
  attempts(shape.test, { phase: 'test', round: rounds, which: 'final' });
  if (best.round !== rounds) attempts(shape.test, { phase: 'test', round: best.round, which: 'best' });
  push(
    end({
      rounds,
      trials: records.filter((record) => record.kind === 'trial').length,
      bestRound: best.round,
      bestIsFinal: best.round === rounds,
    }),
  );
  return records;
}
