import { plainLine } from '../text/plain-text.ts';
import { aligned } from '../text/tables.ts';
import { byTask, endText } from './end-text.ts';
import type { AddedBullet, ChangedBullet, ContextDiff, CountedBullet, RemovedBullet } from './playbook-diff.ts';

export type DiffTextOptions = {
  /** Lists also the bullets of which only counters changed, and those that came and went in between. */
  readonly all: boolean;
};

/** A difference of two contexts for reading: `+` added, `-` gone and why, `~` reworded, `#` counted. */
export function playbookDiffText(diff: ContextDiff, { all }: DiffTextOptions): string {
  const { from, to } = diff;
  const head = [
    `${diff.run}, round ${from.round} -> round ${to.round}`,
    `${sizes(from.tokens, to.tokens)} tokens${from.bullets === null || to.bullets === null ? '' : `, ${sizes(from.bullets, to.bullets)} bullets`}`,
  ];
  return [...head, ...(diff.kind === 'text' ? textLines(diff.hunks) : bulletLines(diff, all))].join('\n');
}

function textLines(hunks: Extract<ContextDiff, { kind: 'text' }>['hunks']): readonly string[] {
  if (hunks.length === 0) return ['', 'nothing differs'];
  return hunks.flatMap(({ oldStart, newStart, lines }) => [
    '',
    `@@ line ${oldStart} -> line ${newStart} @@`,
    ...lines.map((line) => `${line[0]} ${plainLine(line.slice(1))}`.trimEnd()),
  ]);
}

function bulletLines(diff: Extract<ContextDiff, { kind: 'playbook' }>, all: boolean): readonly string[] {
  const { added, removed, changed, counted: tagged, passing, same } = diff;
  const groups: readonly Group[] = [
    { title: 'added', bullets: added, lines: added.map(addedLine) },
    { title: 'gone', bullets: removed, lines: removed.flatMap(removedLines) },
    { title: 'reworded', bullets: changed, lines: changed.flatMap(changedLines) },
    { title: 'only counted', bullets: tagged, lines: all ? aligned(tagged.map(countedRow), 'left') : null },
    { title: 'came and went in between', bullets: passing, lines: all ? passing.flatMap(removedLines) : null },
  ];
  const met = groups.filter(({ bullets }) => bullets.length > 0);
  if (met.length === 0) return ['', 'nothing differs'];
  return [
    [...met.map(({ title, bullets }) => `${title} ${bullets.length}`), `the same ${same}`].join(', '),
    ...met.flatMap(({ title, lines }) => (lines === null ? [] : ['', `${title}:`, ...lines])),
    ...(met.some(({ lines }) => lines === null) ? ['', '(--all lists all of them)'] : []),
  ];
}

type Group = {
  readonly title: string;
  readonly bullets: readonly unknown[];
  /** Null where they are not to be listed. */
  readonly lines: readonly string[] | null;
};

function addedLine({ id, text, round, key }: AddedBullet): string {
  return `+ [${id}] round ${round}${key === null ? '' : byTask(key)}: ${plainLine(text)}`;
}

function removedLines({ id, text, round, end }: RemovedBullet): readonly string[] {
  const what = end === null ? 'no record says how' : endText(end);
  return [`- [${id}] ${plainLine(text)}`, `    ${round === null ? '' : `round ${round}: `}${what}`];
}

function changedLines({ id, before, text, round, key }: ChangedBullet): readonly string[] {
  const by = key === null ? ' by a merge of duplicates' : byTask(key);
  return [
    `~ [${id}] ${plainLine(text)}`,
    `    was: ${plainLine(before)}`,
    ...(round === null ? [] : [`    round ${round}${by}`]),
  ];
}

function countedRow({ id, text, before, after }: CountedBullet): readonly string[] {
  const change = (name: 'helpful' | 'harmful' | 'used'): string =>
    before[name] === after[name] ? '' : `${name} ${before[name]} -> ${after[name]}`;
  const changes = [change('helpful'), change('harmful'), change('used')].filter((part) => part !== '');
  return [`# [${id}]`, changes.join(', '), plainLine(text, 50)];
}

function sizes(before: number, after: number): string {
  return `${before.toLocaleString('en-US')} -> ${after.toLocaleString('en-US')}`;
}
