import { z } from 'zod';
import type { KeyedOp } from '../harness/core/context-event.ts';
import type { Method, MethodSetup } from '../harness/core/method.ts';
import type { Rendered } from '../harness/core/rendered.ts';
import { applyDelta } from '../harness/playbook/apply-delta.ts';
import { eventsAfterGrowth, evolve } from '../harness/playbook/evolve.ts';
import { playbookTokens } from '../harness/playbook/playbook-tokens.ts';
import { type Bullet, emptyPlaybook, type Playbook, withBase } from '../harness/playbook/playbook.ts';
import { reflectBatch, reflectionCalls } from '../harness/roles/reflect-and-retry.ts';

export const options = z.strictObject({
  reflectorRounds: z
    .int()
    .min(1)
    .default(1)
    .describe('Reflections on an attempt known to be wrong; between two of them it is tried again'),
});

const section = 'LESSONS';

/** Growth alone: the reflector's lessons, word for word, one a line; no curator, no refine. Above the budget the oldest go. */
export function create(
  { reflectorRounds }: z.infer<typeof options>,
  { budget, countTokens }: MethodSetup,
): Method<Playbook> {
  const tokens = playbookTokens({ lineOf, order: 'plain' }, countTokens);
  return {
    name: 'append',
    learns: true,
    start: (base) => emptyPlaybook(base.text, [section]),
    read: (text, base) => withBase(readText(text), base),
    render: async (playbook) => render(playbook),
    maxCalls: (tasks) => reflectionCalls(tasks, reflectorRounds),
    adapt: async (playbook, experience, tools) => {
      const { round, task } = tools.at;
      const { lessons, events } = await reflectBatch(tools, experience, render(playbook), reflectorRounds);
      const ops = lessons.map((text, index): KeyedOp => ({ key: `${round}/${task}/${index}`, op: addOp(text) }));
      const evolved = await evolve(playbook, {
        ...{ round, budget, tokens },
        grow: (before, fits) => applyDelta(before, ops, { round, fits, used: new Map() }),
        refine: null,
      });
      return { context: evolved.playbook, events: [...events, evolved.grown.event, ...eventsAfterGrowth(evolved)] };
    },
  };
}

// Lines carry no ids: nothing here is counted by citations, so nothing is cited.
function render(playbook: Playbook): Rendered {
  const lines = playbook.bullets.map(lineOf).join('\n');
  return { stable: [playbook.preamble, lines].filter((text) => text !== '').join('\n\n'), perTask: '', ids: null };
}

function lineOf({ text }: Pick<Bullet, 'text'>): string {
  return `- ${text}`;
}

/** Reads what `render` wrote: the lessons are the last block of text, if each of its lines is a list item; the rest is the preamble. */
function readText(text: string): Playbook {
  const whole = text.replaceAll('\r\n', '\n').trim();
  const cut = whole.lastIndexOf('\n\n');
  const lines = whole.slice(cut < 0 ? 0 : cut + 2).split('\n');
  if (!lines.every((line) => line.startsWith('- '))) return emptyPlaybook(whole, [section]);
  const ops = lines.map((line, index): KeyedOp => ({ key: `import/lesson/${index}`, op: addOp(line.slice(2)) }));
  const start = emptyPlaybook(whole.slice(0, Math.max(0, cut)), [section]);
  return applyDelta(start, ops, { round: 0, fits: () => true, used: new Map() }).playbook;
}

function addOp(text: string): KeyedOp['op'] {
  return { op: 'add', section, text, type: null, rationale: null };
}
