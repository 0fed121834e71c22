import { writtenTokens } from '../playbook/written-tokens.ts';
import type { ContextEvent, KeyedOp, Op } from '../../harness/core/context-event.ts';
import { hashText } from '../../harness/core/hash.ts';
import type { Budget } from '../../harness/core/spec.ts';
import { applyDelta } from '../../harness/playbook/apply-delta.ts';
import { evict } from '../../harness/playbook/evict.ts';
import { fitsBudget } from '../../harness/playbook/fits-budget.ts';
import { emptyPlaybook, type Playbook } from '../../harness/playbook/playbook.ts';
import { refine } from '../../harness/playbook/refine.ts';
import { refineModes } from '../../harness/playbook/refine-modes.ts';
import { aceStyle, renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import type { RunStep } from '../../harness/analysis/run-step.ts';
import type { SweepDeps } from '../../harness/dedup/sweep.ts';
import type { SweepRow } from '../../harness/dedup/sweep-replay.ts';
import type { RefineSetting } from '../../harness/dedup/sweep-settings.ts';
import { headingsWorld } from '../playbook/headings.ts';
import { roundStep } from '../inspect/recorded-steps.ts';

export const sections = ['RULES', 'ELSEWHERE'];
export const unlimited: Budget = { tokens: 1e9, evict: 'off', evictTo: 0.8, graceRounds: 1 };
export const dropping: RefineSetting = {
  mode: 'proactive',
  threshold: 0.9,
  onDuplicate: 'drop',
  scope: 'playbook',
  guards: [],
  triggerAt: 0.9,
  rearm: 0.1,
  every: 2,
};

/** Tokens as words of up to four letters, so that a line's break and length matter. */
export function countTokens(text: string): number {
  return text.match(/\w{1,4}|[^\w ]|\.\n/g)?.length ?? 0;
}

const tokens = writtenTokens(countTokens);

export function sweepWorld(budget: Budget = unlimited): SweepDeps {
  const { embedder } = headingsWorld();
  return { budget, embedder, countTokens, render: renderPlaybook, style: aceStyle, lessonsAt: () => undefined };
}

/** What a run itself does with deltas, a round each, by what playbooks are made of alone; and its rows as a sweep should tell them. */
export async function recordedRun(
  deltas: readonly (readonly Op[])[],
  setting: RefineSetting,
  budget: Budget = unlimited,
): Promise<{ readonly steps: readonly RunStep[]; readonly rows: readonly Partial<SweepRow>[] }> {
  let playbook = emptyPlaybook('Answer with a number.', sections);
  const steps = [published(0, playbook)];
  const rows: Partial<SweepRow>[] = [{ round: 0 }];
  for (const [index, ops] of deltas.entries()) {
    const round = index + 1;
    const before = playbook;
    const keyed = ops.map((op, nth): KeyedOp => ({ key: `${round}/task/${nth}`, op }));
    const used = new Map(before.bullets.slice(0, 2).map(({ id }) => [id, 1]));
    const fits = fitsBudget(before, budget, tokens);
    const grown = applyDelta(before, keyed, { round, fits, used });
    const moment = {
      round,
      tokens: () => tokens.of(grown.playbook),
      refinedTokens: grown.playbook.refinedTokens,
      budgetTokens: budget.tokens,
    };
    const trigger = refineModes[setting.mode](moment, setting);
    const deps = { ...headingsWorld(), tokensOf: tokens.of };
    const refined = trigger === null ? null : await refine(grown.playbook, setting, trigger, deps);
    const kept = refined?.playbook ?? grown.playbook;
    const evicted = evict(kept, budget, { round, tokens });
    playbook = evicted.playbook;
    const events: ContextEvent[] = [grown.event];
    steps.push(adapted(round, events, before), published(round, playbook));
    rows.push({
      round,
      bullets: playbook.bullets.length,
      contextTokens: countTokens(renderPlaybook(playbook)),
      refines: refined === null ? 0 : 1,
      merged: (refined?.event.merged.length ?? 0) + (refined?.event.replaced?.length ?? 0),
      vetoed: refined?.event.vetoed.length ?? 0,
      compared: refined?.event.compared ?? 0,
      evicted: evicted.event?.ids.length ?? 0,
    });
  }
  return { steps, rows };
}

function published(round: number, playbook: Playbook): RunStep {
  const text = renderPlaybook(playbook);
  return roundStep(round, playbook, { contextHash: hashText(text), contextTokens: countTokens(text) });
}

/** The sweep looks at deltas alone, so what else was done need not be told. */
function adapted(round: number, events: readonly ContextEvent[], before: Playbook): RunStep {
  const record = {
    kind: 'adaptation',
    seq: 0,
    round,
    events,
    usage: {},
    readings: {},
    rollouts: 0,
    embedding: null,
  } as const;
  return { record, events: events.map((event) => ({ event, before })), context: before, text: null };
}
