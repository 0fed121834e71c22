import type { RunStep } from '../analysis/run-step.ts';
import { oneLine } from '../playbook/one-line.ts';

export type AddedTexts = {
  /** What the texts are: bullets that deltas added, or, of a run without deltas, the lessons that were stated. */
  readonly kind: 'bullets' | 'lessons';
  readonly texts: readonly string[];
  readonly rounds: number;
};

/** The texts that a run added to its context, in their order and as they were added, whatever became of them. Throws what the steps throw. */
export async function addedTexts(steps: AsyncIterable<RunStep>): Promise<AddedTexts> {
  const bullets: string[] = [];
  const lessons: string[] = [];
  let hasDeltas = false;
  let rounds = 0;
  for await (const { record, events } of steps) {
    if (record.kind === 'round') rounds = record.round;
    for (const { event } of events) {
      if (event.kind === 'lessons') lessons.push(...event.lessons.map(oneLine));
      if (event.kind !== 'delta') continue;
      hasDeltas = true;
      const applied = new Set(event.applied.map(({ key }) => key));
      for (const { key, op } of event.ops) if (op.op === 'add' && applied.has(key)) bullets.push(oneLine(op.text));
    }
  }
  return hasDeltas ? { kind: 'bullets', texts: bullets, rounds } : { kind: 'lessons', texts: lessons, rounds };
}
