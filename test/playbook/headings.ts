import fc from 'fast-check';
import type { Embedder } from '../../harness/core/embedder.ts';
import type { Op } from '../../harness/core/context-event.ts';
import { cosine } from '../../harness/embedding/cosine.ts';
import { type GuardName, guardNames, vetoOf } from '../../harness/playbook/guards.ts';
import type { MergeTexts } from '../../harness/playbook/merge-duplicates.ts';
import type { Playbook } from '../../harness/playbook/playbook.ts';
import type { RefineOptions } from '../../harness/playbook/refine.ts';
import { addOf, degreesWorld, rule } from './degrees.ts';

/** A sentence that points into a direction, in turns of ten degrees. Guards read the sentence alone. */
export function heading(sentence: string, turns: number): string {
  return turns === 0 ? sentence : `${sentence} ${'~'.repeat(turns)}`;
}

const embedder: Embedder = {
  id: 'headings',
  dims: 2,
  embed: async (texts) => texts.map(directionOf),
};

function directionOf(text: string): Float32Array {
  const angle = ((/~+$/.exec(text)?.[0].length ?? 0) * Math.PI) / 18;
  return Float32Array.of(Math.cos(angle), Math.sin(angle));
}

/** What refine needs, with a model that writes the shorter text and the further direction of two. */
export function headingsWorld(mergeTexts: MergeTexts = writeOne) {
  const deps = degreesWorld();
  const embedded: string[] = [];
  const embed = async (texts: readonly string[]): Promise<readonly Float32Array[]> => {
    embedded.push(...texts);
    return embedder.embed(texts);
  };
  return { ...deps, embedder: { ...embedder, embed }, embedded: () => embedded, mergeTexts };
}

const writeOne: MergeTexts = async (elder, younger) => {
  const turns = Math.max(...[elder, younger].map((text) => /~+$/.exec(text)?.[0].length ?? 0));
  const sentences = [elder, younger].map((text) => text.replace(/ ~+$/, ''));
  return { text: heading(sentences.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0]!, turns) };
};

/** Sentences of which some differ in what a guard watches. */
export const sentences = [
  'Retry the upload after a timeout.',
  'Never retry the upload after a timeout.',
  'Retry the upload before a timeout.',
  'Wait 5 seconds for the upload.',
  'Wait 5 minutes for the upload.',
  'Wait about 5 seconds for the upload.',
] as const;

export const anyHeading = fc
  .tuple(fc.constantFrom(...sentences), fc.nat({ max: 11 }))
  .map(([sentence, turns]) => heading(sentence, turns));

const anyId = fc.integer({ min: 1, max: 16 }).map(rule);
const count = fc.nat({ max: 3 });

/** Ops of which most can be applied once there are some bullets of the sections RULES and ELSEWHERE. */
export const anyHeadingOp: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(anyHeading, fc.constantFrom('RULES', 'ELSEWHERE'))
      .map(([text, section]): Op => ({ ...addOf(text), section }) as Op),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('update' as const), id: anyId, text: anyHeading }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('tag' as const), id: anyId, helpful: count, harmful: count }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('remove' as const), id: anyId }) },
);

export const anyGuards: fc.Arbitrary<GuardName[]> = fc.constantFrom(
  [],
  [...guardNames],
  ['negation'],
  ['numbers', 'template'],
);

/** Pairs of bullets that are compared, exceed the threshold, and that nothing keeps apart. */
export function unmergedPairs({ bullets }: Playbook, { threshold, scope, guards }: RefineOptions) {
  return bullets.flatMap((elder, index) =>
    bullets.slice(index + 1).flatMap((younger) => {
      const apart = scope === 'section' && elder.section !== younger.section;
      const similar = cosine(directionOf(elder.text), directionOf(younger.text)) > threshold;
      return similar && !apart && vetoOf(elder.text, younger.text, guards) === null ? [[elder.id, younger.id]] : [];
    }),
  );
}
