import { z } from 'zod';
import type { ContextEvent, KeyedOp, Op } from '../core/context-event.ts';
import type { Experience } from '../core/experience.ts';
import type { Method, MethodSetup } from '../core/method.ts';
import type { Rendered } from '../core/rendered.ts';
import type { Tools } from '../core/tools.ts';
import { applyDelta, startSections } from '../playbook/apply-delta.ts';
import { duplicateRuleNames } from '../playbook/duplicate-rules.ts';
import { eventsAfterGrowth, evolve } from '../playbook/evolve.ts';
import { guardNames } from '../playbook/guards.ts';
import { parsePlaybook } from '../playbook/parse-playbook.ts';
import { emptyPlaybook, type Playbook, withBase } from '../playbook/playbook.ts';
import { aceLayout, playbookTokens } from '../playbook/playbook-tokens.ts';
import { refine, refineScopes } from '../playbook/refine.ts';
import { refineModeNames } from '../playbook/refine-modes.ts';
import { bulletOrders, counterStyles, renderPlaybook } from '../playbook/render-playbook.ts';
import { takeVectors } from '../playbook/vector-memo.ts';
import { curate, type Room } from '../roles/curate.ts';
import { textMerger } from '../roles/merge-texts.ts';
import { reflectAndRetry, reflectionCalls } from '../roles/reflect-and-retry.ts';

const share = z.number().min(0).max(1);

export const options = z.strictObject({
  reflectorRounds: z
    .int()
    .min(1)
    .default(1)
    .describe('Reflections on an attempt known to be wrong; between two of them it is tried again'),
  curate: z
    .strictObject({
      rejectVague: z.boolean().default(false).describe('Reject added and updated texts in which nothing is concrete'),
    })
    .prefault({})
    .describe('How proposed changes are admitted'),
  refine: z
    .strictObject({
      mode: z
        .enum(refineModeNames)
        .default('proactive')
        .describe('When to de-duplicate: after every delta, near the budget, every so many rounds, or never'),
      threshold: share
        .default(0.85)
        .describe('Merge threshold: two bullets are duplicates iff their cosine exceeds this, strictly'),
      onDuplicate: z
        .enum(duplicateRuleNames)
        .default('drop')
        .describe(
          'Text that stands for duplicates: the elder (drop), the one with the better record (merge), the newer (replace), or one that a model writes (llm)',
        ),
      scope: z
        .enum(refineScopes)
        .default('playbook')
        .describe('Which bullets are compared: all, or those of a section'),
      guards: z
        .array(z.enum(guardNames))
        .default([...guardNames])
        .describe('Pairs that differ in these are never merged; an empty list turns all guards off'),
      triggerAt: share.default(0.9).describe('For lazy: the share of the budget above which a refine is due'),
      rearm: share
        .default(0.1)
        .describe('For lazy: growth since a refine, as a share of the budget, that makes the next one due'),
      every: z.int().min(1).default(5).describe('For periodic: rounds from one refine to the next'),
    })
    .prefault({})
    .describe('De-duplication of the playbook'),
  render: z
    .strictObject({
      counters: z
        .enum(counterStyles)
        .default('shown')
        .describe(
          'Counters before each bullet. Shown, as ACE does, they cost a prefix cache most of it at every change',
        ),
      order: z.enum(bulletOrders).default('section').describe('Order of bullets in the text'),
    })
    .prefault({})
    .describe('How the generator reads the playbook'),
});
export type AceOptions = z.infer<typeof options>;

/** Agentic Context Engineering (arXiv 2510.04618): a playbook that grows by deltas of reflected and curated lessons and is refined. */
export function create(options: AceOptions, { budget, countTokens }: MethodSetup): Method<Playbook> {
  const tokens = playbookTokens(aceLayout(options.render), countTokens);
  // Asked for once per task; the text and its ids hang on the playbook alone.
  const memory = new WeakMap<Playbook, Rendered>();
  const render = (playbook: Playbook): Rendered => {
    const known = memory.get(playbook);
    if (known !== undefined) return known;
    const ids = new Set(playbook.bullets.map(({ id }) => id));
    const rendered: Rendered = { stable: renderPlaybook(playbook, options.render), perTask: '', ids };
    memory.set(playbook, rendered);
    return rendered;
  };
  return {
    name: 'ace',
    learns: true,
    start: (base) => emptyPlaybook(base.text, startSections),
    read: (text, base) => withBase(parsePlaybook(text), base),
    render: async (playbook) => render(playbook),
    // What an `llm` merge asks for hangs on the duplicates that are found.
    ...(options.refine.onDuplicate === 'llm' ? {} : { maxCalls: (tasks) => callsOf(tasks, options.reflectorRounds) }),
    adapt: async (playbook, experience, tools) => {
      const { round, task } = tools.at;
      const vectors = takeVectors(playbook, tools.embedder);
      const context = render(playbook);
      const room = { usedTokens: tokens.of(playbook), budgetTokens: budget.tokens };
      const proposals = await Promise.all(
        experience.map((one) => propose(one, context, tools, { rounds: options.reflectorRounds, room })),
      );
      const ops = proposals.flatMap(keyOps(round));
      const used = attemptsPerId(experience);
      const { rejectVague } = options.curate;
      const evolved = await evolve(playbook, {
        ...{ round, budget, tokens },
        grow: (before, fits) => applyDelta(before, ops, { round, fits, used, rejectVague }),
        refine: {
          ...options.refine,
          with: (grown, trigger) =>
            tools.refining((scoped) => {
              const mergeTexts = textMerger(scoped);
              const deps = { ...scoped, tokensOf: tokens.of, rows: vectors.rows, mergeTexts };
              return refine(grown, options.refine, trigger, deps);
            }),
        },
      });
      const failed = (evolved.refined?.failures ?? []).map(
        (failure): ContextEvent => ({ kind: 'failed', role: 'merger', task, failure }),
      );
      const proposed = proposals.flatMap(({ events }) => events);
      const events = [...proposed, evolved.grown.event, ...failed, ...eventsAfterGrowth(evolved)];
      vectors.handTo(evolved.playbook);
      return { context: evolved.playbook, events };
    },
  };
}

/** Each task reflected on, tried again between two reflections, and curated. */
function callsOf(tasks: number, reflectorRounds: number) {
  return { ...reflectionCalls(tasks, reflectorRounds), curator: tasks };
}

type Proposal = { readonly task: string; readonly ops: readonly Op[]; readonly events: readonly ContextEvent[] };

/** One experience, reflected on and curated. A curator that fails costs its own ops only. */
async function propose(
  experience: Experience,
  context: Rendered,
  tools: Tools,
  { rounds, room }: { readonly rounds: number; readonly room: Room },
): Promise<Proposal> {
  const task = experience.question.id;
  const scoped: Tools = { ...tools, at: { ...tools.at, task } };
  const { lessons, tags, events } = await reflectAndRetry(scoped, experience, context, rounds);
  if (lessons.length === 0) return { task, ops: tags, events };
  const { value, failure } = await curate(scoped, context, lessons, room);
  const failed: readonly ContextEvent[] = failure === null ? [] : [{ kind: 'failed', role: 'curator', task, failure }];
  return { task, ops: [...tags, ...(value ?? [])], events: [...events, ...failed] };
}

/** Gives each op its stable key; deltas are merged in the order of tasks, so arrival order changes nothing. */
function keyOps(round: number): (proposal: Proposal) => readonly KeyedOp[] {
  return ({ task, ops }) => ops.map((op, index) => ({ key: `${round}/${task}/${index}`, op }));
}

function attemptsPerId(experience: readonly Experience[]): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  for (const { cited } of experience) for (const id of cited) used.set(id, (used.get(id) ?? 0) + 1);
  return used;
}
