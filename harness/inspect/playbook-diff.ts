import { structuredPatch } from 'diff';
import type { Bullet, Playbook } from '../playbook/playbook.ts';
import { type End, type BulletEvent, bulletEvents } from '../analysis/bullet-events.ts';
import { playbookIn, type RunStep } from '../analysis/run-step.ts';

/** A round's context, as recorded. */
export type Side = { readonly round: number; readonly tokens: number; readonly bullets: number | null };

type Named = { readonly id: string; readonly section: string; readonly text: string };
type Counters = { readonly helpful: number; readonly harmful: number; readonly used: number };

export type AddedBullet = Named & Counters & { readonly round: number; readonly key: string | null };
/** `end` is null where no record says what happened to it. */
export type RemovedBullet = Named & { readonly round: number | null; readonly end: End | null };
export type ChangedBullet = Named & {
  readonly before: string;
  /** The op that changed it last, or null where refine did. */
  readonly round: number | null;
  readonly key: string | null;
};
export type CountedBullet = Named & { readonly before: Counters; readonly after: Counters };

export type ContextDiff = {
  readonly run: string;
  readonly from: Side;
  readonly to: Side;
} & (
  | {
      readonly kind: 'playbook';
      readonly added: readonly AddedBullet[];
      readonly removed: readonly RemovedBullet[];
      readonly changed: readonly ChangedBullet[];
      readonly counted: readonly CountedBullet[];
      /** Added after the one round and gone before the other. */
      readonly passing: readonly RemovedBullet[];
      readonly same: number;
    }
  | { readonly kind: 'text'; readonly hunks: readonly Hunk[] }
);
/** Lines as a unified diff has them, each with ` `, `+` or `-` in front. */
export type Hunk = { readonly oldStart: number; readonly newStart: number; readonly lines: readonly string[] };

/** What a run's context after one round differs in from that after a later one; null where one of the rounds was not recorded. */
export async function playbookDiff(
  run: string,
  steps: AsyncIterable<RunStep>,
  [from, to]: readonly [number, number],
): Promise<{ readonly diff: ContextDiff | null; readonly lastRound: number | null }> {
  let start: RunStep | null = null;
  let lastRound: number | null = null;
  const happened: Dated[] = [];
  for await (const step of steps) {
    const { record } = step;
    if (start !== null && 'round' in record) {
      for (const event of step.events)
        happened.push(...bulletEvents(event).map((bulletEvent) => ({ round: record.round, bulletEvent })));
    }
    if (record.kind !== 'round') continue;
    lastRound = record.round;
    if (record.round === from) start = step;
    if (start !== null && record.round === to)
      return { diff: { run, ...sidesOf(start, step), ...contentDiff(start, step, happened) }, lastRound };
  }
  return { diff: null, lastRound };
}

type Dated = { readonly round: number; readonly bulletEvent: BulletEvent };

function sidesOf(start: RunStep, end: RunStep): { readonly from: Side; readonly to: Side } {
  return { from: sideOf(start), to: sideOf(end) };
}

function sideOf({ record, context }: RunStep): Side {
  if (record.kind !== 'round') throw new RangeError(`Cannot compare contexts: expected rounds, found ${record.kind}`);
  const bullets = playbookIn(context)?.bullets.length ?? record.bullets;
  return { round: record.round, tokens: record.contextTokens, bullets };
}

function contentDiff(start: RunStep, end: RunStep, happened: readonly Dated[]) {
  const [before, after] = [playbookIn(start.context), playbookIn(end.context)];
  if (before !== null && after !== null) return { kind: 'playbook', ...bulletDiff(before, after, happened) } as const;
  return { kind: 'text', hunks: lineDiff(start.text ?? '', end.text ?? '') } as const;
}

function bulletDiff(before: Playbook, after: Playbook, happened: readonly Dated[]) {
  const old = new Map(before.bullets.map((bullet) => [bullet.id, bullet]));
  const fresh = new Map(after.bullets.map((bullet) => [bullet.id, bullet]));
  const births = new Map<string, Dated>();
  const ends = new Map<string, Dated>();
  const rewrites = new Map<string, Dated>();
  for (const dated of happened) {
    const { bulletEvent } = dated;
    if (bulletEvent.kind === 'added') births.set(bulletEvent.id, dated);
    if (bulletEvent.kind === 'gone') ends.set(bulletEvent.id, dated);
    const isText = bulletEvent.kind === 'updated' || bulletEvent.kind === 'absorbed';
    if (isText && bulletEvent.before !== bulletEvent.after) rewrites.set(bulletEvent.id, dated);
  }
  const both = after.bullets.flatMap((now) => (old.has(now.id) ? [{ was: old.get(now.id)!, now }] : []));
  const passing = [...births].filter(([id]) => !fresh.has(id) && !old.has(id));
  return {
    added: after.bullets.filter(({ id }) => !old.has(id)).map((bullet) => addedBullet(bullet, births.get(bullet.id))),
    removed: before.bullets
      .filter(({ id }) => !fresh.has(id))
      .map((bullet) => ({ ...named(bullet), ...endOf(ends.get(bullet.id)) })),
    changed: both
      .filter(({ was, now }) => was.text !== now.text)
      .map(({ was, now }) => ({ ...named(now), before: was.text, ...byWhat(rewrites.get(now.id)) })),
    counted: both
      .filter(({ was, now }) => !sameCounters(was, now))
      .map(({ was, now }) => ({ ...named(now), before: countersOf(was), after: countersOf(now) })),
    passing: passing.map(([id, { bulletEvent }]) => passingBullet(id, bulletEvent, ends.get(id))),
    same: both.filter(({ was, now }) => was.text === now.text && sameCounters(was, now)).length,
  };
}

function addedBullet(bullet: Bullet, birth: Dated | undefined): AddedBullet {
  const key = birth?.bulletEvent.kind === 'added' ? birth.bulletEvent.key : null;
  return { ...named(bullet), ...countersOf(bullet), round: birth?.round ?? bullet.addedAtRound, key };
}

/** A bullet that neither context holds, as it was last seen. */
function passingBullet(id: string, birth: BulletEvent, end: Dated | undefined): RemovedBullet {
  const section = birth.kind === 'added' ? birth.op.section : '';
  const text = end?.bulletEvent.kind === 'gone' ? end.bulletEvent.text : '';
  return { id, section, text, ...endOf(end) };
}

function endOf(dated: Dated | undefined): Pick<RemovedBullet, 'round' | 'end'> {
  return dated?.bulletEvent.kind === 'gone'
    ? { round: dated.round, end: dated.bulletEvent.end }
    : { round: null, end: null };
}

function byWhat(dated: Dated | undefined): Pick<ChangedBullet, 'round' | 'key'> {
  const bulletEvent = dated?.bulletEvent;
  const isText = bulletEvent?.kind === 'updated' || bulletEvent?.kind === 'absorbed';
  return isText ? { round: dated!.round, key: bulletEvent.key } : { round: null, key: null };
}

function named({ id, section, text }: Bullet): Named {
  return { id, section, text };
}

function countersOf({ helpful, harmful, used }: Bullet): Counters {
  return { helpful, harmful, used };
}

function sameCounters(a: Bullet, b: Bullet): boolean {
  return a.helpful === b.helpful && a.harmful === b.harmful && a.used === b.used;
}

const contextLines = 2;

function lineDiff(before: string, after: string): readonly Hunk[] {
  const { hunks } = structuredPatch('', '', `${before}\n`, `${after}\n`, '', '', { context: contextLines });
  return hunks.map(({ oldStart, newStart, lines }) => ({ oldStart, newStart, lines }));
}
