import type { Embedder } from '../../harness/core/embedder.ts';
import type { KeyedOp } from '../../harness/core/context-event.ts';
import { applyDelta } from '../../harness/playbook/apply-delta.ts';
import { emptyPlaybook, type Playbook } from '../../harness/playbook/playbook.ts';
import { writtenTokens } from './written-tokens.ts';

/** A text whose vector points into the given direction: the cosine of two of them is that of the angle between. */
export function at(degrees: number, elevation = 0): string {
  return `at ${degrees} by ${elevation} degrees`;
}

export function cosineOfDegrees(degrees: number): number {
  return Math.round(Math.cos((degrees * Math.PI) / 180) * 1e6) / 1e6;
}

/** What refine needs, with vectors read from the texts, and counts of what was asked for. */
export function degreesWorld() {
  const embedded: string[] = [];
  let compared = 0;
  const embedder: Embedder = {
    id: 'degrees',
    dims: 3,
    embed: async (texts) => {
      embedded.push(...texts);
      return texts.map(direction);
    },
  };
  return {
    embedder,
    countTokens: (text: string) => text.length,
    tokensOf: writtenTokens((text) => text.length).of,
    compared: (pairs: number) => {
      compared += pairs;
    },
    /** Texts in the order in which they were embedded. */
    embedded: () => embedded,
    comparisons: () => compared,
  };
}

function direction(text: string): Float32Array {
  const [, degrees, elevation] = /at (-?\d+) by (-?\d+) degrees/.exec(text) ?? [];
  const around = (Number(degrees ?? 0) * Math.PI) / 180;
  const up = (Number(elevation ?? 0) * Math.PI) / 180;
  return Float32Array.of(Math.cos(around) * Math.cos(up), Math.sin(around) * Math.cos(up), Math.sin(up));
}

/** Refine options of a plain drop: nothing but the threshold decides. */
export function dropping(threshold: number) {
  return { threshold, onDuplicate: 'drop', scope: 'playbook', guards: [] } as const;
}

export const section = 'RULES';

/** The id of the nth bullet ever added under the section above. */
export function rule(number: number): string {
  return `rul-${String(number).padStart(5, '0')}`;
}

export function addOf(text: string): KeyedOp['op'] {
  return { op: 'add', section, text, type: null, rationale: null };
}

/** The playbook after ops in one round; each op's key counts on from the bullets ever added. */
export function grow(playbook: Playbook, ops: readonly KeyedOp['op'][], round = 1): Playbook {
  const keyed = ops.map((op, index): KeyedOp => ({ key: `${round}/task/${index}`, op }));
  return applyDelta(playbook, keyed, { round, fits: () => true, used: new Map() }).playbook;
}

/** A playbook of one section that holds the texts. */
export function playbookOf(texts: readonly string[], round = 1): Playbook {
  return grow(emptyPlaybook('', [section]), texts.map(addOf), round);
}

export function textsOf(playbook: Playbook): readonly string[] {
  return playbook.bullets.map(({ text }) => text);
}
