import type { Op } from '../core/context-event.ts';
import { oneLine } from '../playbook/one-line.ts';
import type { BulletLife, Taught } from './bullet-life.ts';
import { byTask, cosineText, endText } from './end-text.ts';
import { counted, percentOf } from '../text/numbers.ts';
import { plainLine } from '../text/plain-text.ts';

/** A bullet's life for reading, one paragraph per kind of event, with the round in front of each line. */
export function bulletLifeText(life: BulletLife, run: string): string {
  const { bullet, counters, taught, tags, updates, absorbed, vetoes, rejected } = life;
  const paragraphs: readonly (readonly string[])[] = [
    [
      `${life.id} of ${run}`,
      `  ${plainLine(bullet.text)}`,
      `  ${plainLine(bullet.section)}${counters === null ? '' : countersText(counters)}`,
      `  ${fate(life)}`,
    ],
    taught === null ? ['taught: not in this run, which started with it'] : taughtLines(taught),
    titled(
      'reworded',
      updates.flatMap(({ round, key, before, after }) => [
        at(round, `${byTask(key).trim() || 'by the batch'}: ${plainLine(after)}`),
        `    was: ${plainLine(before)}`,
      ]),
    ),
    titled(
      `tagged ${counted(tags.length, 'time')}`,
      tags.map(({ round, key, helpful, harmful }) =>
        at(
          round,
          [helpful > 0 ? `+${helpful} helpful` : '', harmful > 0 ? `+${harmful} harmful` : '']
            .filter(Boolean)
            .join(', ') + byTask(key),
        ),
      ),
    ),
    titled('cited, as far as records name it', life.cited.map(citedLine)),
    titled(
      'took in',
      absorbed.flatMap(({ round, from, text, cosine, key, before, after }) => [
        at(
          round,
          `${from} (${cosine === null ? byTask(key ?? '').trim() || 'by an op' : `cosine ${cosineText(cosine)}`}): ${plainLine(text)}`,
        ),
        ...(before === after ? [] : [`    its text then: ${plainLine(after)}`]),
      ]),
    ),
    titled(
      'kept apart by guards from',
      vetoes.map(({ round, other, text, cosine, guard }) =>
        at(round, `${other} (${guard}, cosine ${cosineText(cosine)}): ${plainLine(text)}`),
      ),
    ),
    titled(
      'ops on it that were rejected',
      rejected.map(({ round, key, op, reason }) => at(round, `${opText(op)}${byTask(key)}: ${reason}`)),
    ),
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function fate({ end, lastRound }: BulletLife): string {
  if (end === null) return `still there after round ${lastRound}`;
  return `gone in round ${end.round}: ${end.what === null ? 'no record says how' : endText(end.what)}`;
}

function taughtLines({ round, key, task, lessons, op }: Taught): readonly string[] {
  const said = lessons.length === 1 ? 'lesson' : 'one of its lessons';
  const isVerbatim = lessons.length === 1 && oneLine(lessons[0]!) === oneLine(op.text);
  return [
    `taught in round ${round}${task === null ? '' : ` by ${plainLine(task, 60)}`} (op ${plainLine(key, 80)})`,
    ...lessons.map((lesson) => `  ${said}: ${plainLine(lesson)}`),
    `  ${opText(op)}${op.section.trim() === '' ? '' : ` to ${plainLine(op.section)}`}: ${isVerbatim ? 'word for word' : plainLine(op.text)}`,
    ...(op.rationale === null ? [] : [`  because: ${plainLine(op.rationale)}`]),
  ];
}

function countersText({ helpful, harmful, used }: NonNullable<BulletLife['counters']>): string {
  return `; helpful ${helpful}, harmful ${harmful}, used in ${counted(used, 'training attempt')}`;
}

function citedLine({ phase, attempts, meanScore, meanOfAll }: BulletLife['cited'][number]): string {
  return `  ${phase.padEnd(5)}  ${counted(attempts, 'attempt')}, mean score ${percentOf(meanScore, 1)} % (all of ${phase}: ${percentOf(meanOfAll, 1)} %)`;
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function at(round: number, text: string): string {
  return `  round ${round}: ${text}`;
}

function opText(op: Op): string {
  switch (op.op) {
    case 'tag':
      return `tag +${op.helpful} helpful, +${op.harmful} harmful`;
    case 'merge':
      return `merge of ${op.ids.map((id) => plainLine(id, 40)).join(', ')}`;
    case 'add':
    case 'update':
    case 'remove':
    case 'unknown':
      return op.op;
  }
}
