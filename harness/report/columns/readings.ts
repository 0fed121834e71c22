import { type ReadingKind, readingKinds } from '../../core/readings.ts';
import { column } from './round-column.ts';

const meanings: { readonly [kind in ReadingKind]: string } = {
  reasoning: 'Replies that held reasoning, which was set aside.',
  mended: 'Replies whose JSON had to be mended.',
  latex: 'Replies with LaTeX that was kept from being taken for escapes.',
  items: 'Replies that were the items of the list asked for, and not the object that holds it.',
  lines: 'Replies read from labelled lines, since they held no JSON that fits.',
  alias: 'Replies with a key spelt otherwise than asked for.',
  reask: 'Replies that could not be read, so that the question was asked once more.',
  lost: 'Parts of replies that were left out, each with its reason in the records: lessons, tags, operations.',
};

/** `read_mended` and so on: how the replies of all roles were read, on the row of the attempts or of the round that asked. */
export const readingColumns = readingKinds.map((kind) =>
  column(
    `read_${kind}` as const,
    'number',
    kind === 'lost' ? 'parts' : 'replies',
    `${meanings[kind]} Of all roles.`,
    ({ trials, learned }) => (trials.readings[kind] ?? 0) + (learned?.sum.readings[kind] ?? 0),
  ),
);
