import { writtenTokens } from '../playbook/written-tokens.ts';
import type { ContextEvent, KeyedOp, Op } from '../../harness/core/context-event.ts';
import type { Json } from '../../harness/core/json.ts';
import type { RoundRecord, RunRecord, TrialRecord } from '../../harness/core/records.ts';
import { applyDelta } from '../../harness/playbook/apply-delta.ts';
import { evict } from '../../harness/playbook/evict.ts';
import { emptyPlaybook, type Playbook } from '../../harness/playbook/playbook.ts';
import { refine, type RefineOptions } from '../../harness/playbook/refine.ts';
import { renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import { replayEvents } from '../../harness/playbook/replay-events.ts';
import type { EventStep, RunStep } from '../../harness/analysis/run-step.ts';
import { degreesWorld, section } from '../playbook/degrees.ts';

export const dropAbove: RefineOptions = { threshold: 0.95, onDuplicate: 'drop', scope: 'playbook', guards: [] };

/** A batch's task with the lessons that it taught and the ops that came of them. */
export type Taught = { readonly task: string; readonly lessons?: readonly string[]; readonly ops: readonly Op[] };
export type Evolution = { readonly refine?: RefineOptions; readonly budget?: number };

/** The steps of a run that evolves a playbook from nothing, a round per batch, with texts whose vectors `degrees` knows. */
export async function evolvedSteps(
  batches: readonly (readonly Taught[])[],
  { refine: options = dropAbove, budget = Number.POSITIVE_INFINITY }: Evolution = {},
): Promise<readonly RunStep[]> {
  const steps: RunStep[] = [];
  let playbook = emptyPlaybook('', [section]);
  const record = (events: readonly ContextEvent[], round: number, kind: 'adaptation' | 'refine'): void => {
    const walked: EventStep[] = [];
    for (const event of events) {
      walked.push({ event, before: playbook });
      playbook = replayEvents(playbook, [event]) as Playbook;
    }
    steps.push({ record: recordOf(kind, round, events), events: walked, context: playbook, text: null });
  };
  steps.push(roundStep(0, playbook));
  for (const [index, batch] of batches.entries()) {
    const round = index + 1;
    const ops = batch.flatMap(({ task, ops }) =>
      ops.map((op, nth): KeyedOp => ({ key: `${round}/${task}/${nth}`, op })),
    );
    const lessons = batch.map(
      ({ task, lessons = [] }): ContextEvent => ({ kind: 'lessons', task, lessons, rounds: 1 }),
    );
    const grown = applyDelta(playbook, ops, { round, fits: () => true, used: new Map() });
    record([...lessons, grown.event], round, 'adaptation');
    const deps = degreesWorld();
    const refined = await refine(playbook, options, 'delta', deps);
    const policy = { tokens: budget, evict: 'lowest-utility', evictTo: 0.8, graceRounds: 1 } as const;
    const evicted = evict(refined.playbook, policy, { round, tokens: writtenTokens((text) => text.length) });
    record([refined.event, ...(evicted.event === null ? [] : [evicted.event])], round, 'refine');
    steps.push(roundStep(round, playbook));
  }
  return steps;
}

/** The steps of a run with free text, one text per round from 0. */
export function textSteps(texts: readonly string[]): readonly RunStep[] {
  return texts.map((text, round) => ({ ...roundStep(round, { text }), text }));
}

export async function* streamed(steps: readonly RunStep[]): AsyncGenerator<RunStep> {
  yield* steps;
}

export function trialStep(round: number, trial: Pick<TrialRecord, 'phase' | 'score' | 'cited'>): RunStep {
  const record: TrialRecord = {
    kind: 'trial',
    seq: 0,
    round,
    epoch: 1,
    order: 0,
    sample: 0,
    task: 'task',
    scenario: 'scenario',
    context: '00000000',
    which: 'current',
    checks: [0, 1],
    failure: null,
    citedUnknown: [],
    readings: {},
    perTaskTokens: 0,
    usage: {},
    inference: null,
    gradeUsage: null,
    ...trial,
  };
  return { record, events: [], context: null, text: null };
}

export function roundStep(round: number, context: Json, flags: Partial<RoundRecord> = {}): RunStep {
  const bullets = (context as { readonly bullets?: readonly Json[] } | null)?.bullets;
  const text = bullets === undefined ? null : renderPlaybook(context as Playbook);
  const record: RoundRecord = {
    kind: 'round',
    seq: 0,
    round,
    epoch: 1,
    contextHash: '',
    contextTokens: text?.length ?? 0,
    bullets: bullets?.length ?? null,
    editTokens: null,
    editTokensCounters: null,
    prefixReuse: null,
    coverage: null,
    retention: null,
    wrong: null,
    redundancy: null,
    collapsed: false,
    compressed: false,
    valScore: null,
    valRound: null,
    ...flags,
  };
  return { record, events: [], context, text };
}

function recordOf(kind: 'adaptation' | 'refine', round: number, events: readonly ContextEvent[]): RunRecord {
  if (kind === 'adaptation')
    return { kind, seq: 0, round, events, usage: {}, readings: {}, rollouts: 0, embedding: null };
  return { kind, seq: 0, round, events, usage: {}, readings: {}, embedded: 0, embeddedTokens: 0, compared: 0 };
}
