import type { TrialRecord } from '../core/records.ts';
import type { Phase } from '../core/tools.ts';
import { oneLine } from '../playbook/one-line.ts';
import type { Bullet } from '../playbook/playbook.ts';
import { type End, type BulletEvent, bulletEvents, taskOfKey } from '../analysis/bullet-events.ts';
import { playbookIn, type RunStep } from '../analysis/run-step.ts';

type Dated<K extends BulletEvent['kind']> = Extract<BulletEvent, { readonly kind: K }> & { readonly round: number };

/** Where a bullet came from: the op as it was proposed, and the task whose lessons it was made of. */
export type Taught = {
  readonly round: number;
  readonly key: string;
  /** Null where an op came from a whole batch and no lesson of it has this text. */
  readonly task: string | null;
  /** The lesson with the bullet's text, or all that the task taught, where it was put into other words. */
  readonly lessons: readonly string[];
  readonly op: Extract<BulletEvent, { readonly kind: 'added' }>['op'];
};

/** Attempts of a phase that name a bullet, and what all attempts of that phase scored. */
export type Cited = {
  readonly phase: Phase;
  readonly attempts: number;
  readonly meanScore: number;
  readonly meanOfAll: number;
};

/** The life of one bullet in a run. */
export type BulletLife = {
  readonly id: string;
  /** As it is, or was when it went. */
  readonly bullet: Pick<Bullet, 'section' | 'text' | 'type' | 'rationale' | 'addedAtRound'>;
  /** Null where the context shows no ids, so that nothing can be cited or tagged. */
  readonly counters: Pick<Bullet, 'helpful' | 'harmful' | 'used'> | null;
  /** Null for a bullet that the run started with. */
  readonly taught: Taught | null;
  readonly tags: readonly Dated<'tagged'>[];
  /** Recorded attempts that name it; a record keeps the first ids of an attempt only, so there may have been more. */
  readonly cited: readonly Cited[];
  readonly updates: readonly Dated<'updated'>[];
  readonly absorbed: readonly Dated<'absorbed'>[];
  readonly vetoes: readonly Dated<'vetoed'>[];
  readonly rejected: readonly Dated<'rejected'>[];
  /** Null while it is there. */
  readonly end: { readonly round: number; readonly what: End | null } | null;
  readonly lastRound: number;
};

/** What following an id through a run gave: all ids that the run's context ever held, and the life if it is one of them. */
export type Traced = {
  readonly life: BulletLife | null;
  /** Null where the context has no bullets. */
  readonly ids: readonly string[] | null;
};

/** The life of a bullet, from the task that taught it to its end. */
export async function bulletLife(id: string, steps: AsyncIterable<RunStep>): Promise<Traced> {
  const ids = new Set<string>();
  const own: (BulletEvent & { readonly round: number })[] = [];
  const trials: Trial[] = [];
  const lessonsOfRound = new Map<number, Lessons[]>();
  let hasBullets = false;
  let bullet: Bullet | null = null;
  let alive = false;
  let lastRound = 0;
  let showsIds = false;
  for await (const { record, events, context } of steps) {
    if (record.kind === 'trial') trials.push(record);
    if (record.kind === 'end' || record.kind === 'trial') continue;
    lastRound = record.round;
    for (const step of events) {
      const { event, before } = step;
      if (event.kind === 'lessons')
        lessonsOfRound.set(record.round, [...(lessonsOfRound.get(record.round) ?? []), event]);
      bullet = bulletIn(before, id) ?? bullet;
      for (const bulletEvent of bulletEvents(step)) {
        if (bulletEvent.kind === 'added') ids.add(bulletEvent.id);
        if (bulletEvent.id === id) own.push({ ...bulletEvent, round: record.round });
      }
    }
    const playbook = playbookIn(context);
    hasBullets ||= playbook !== null;
    if (record.kind === 'round') showsIds ||= record.bullets !== null;
    if (record.kind === 'round' && record.round === 0) for (const { id } of playbook?.bullets ?? []) ids.add(id);
    const found = bulletIn(context, id);
    alive = found !== null;
    bullet = found ?? bullet;
  }
  if (!hasBullets) return { life: null, ids: null };
  if (bullet === null) return { life: null, ids: [...ids] };

  const kind = <K extends BulletEvent['kind']>(name: K) => own.filter((one): one is Dated<K> => one.kind === name);
  const [birth] = kind('added');
  const { section, text, type, rationale, addedAtRound, helpful, harmful, used } = bullet;
  const end = kind('gone').at(-1);
  return {
    ids: [...ids],
    life: {
      id,
      bullet: { section, text, type, rationale, addedAtRound },
      counters: showsIds ? { helpful, harmful, used } : null,
      taught: birth === undefined ? null : taughtBy(birth, lessonsOfRound.get(birth.round) ?? []),
      tags: kind('tagged'),
      cited: citations(id, trials),
      updates: kind('updated'),
      absorbed: kind('absorbed'),
      vetoes: kind('vetoed'),
      rejected: kind('rejected'),
      end: alive ? null : { round: end?.round ?? lastRound, what: end?.end ?? null },
      lastRound,
    },
  };
}

type Trial = Pick<TrialRecord, 'phase' | 'cited' | 'score'>;
type Lessons = { readonly task: string; readonly lessons: readonly string[] };

function bulletIn(context: RunStep['context'], id: string): Bullet | null {
  return playbookIn(context)?.bullets.find((bullet) => bullet.id === id) ?? null;
}

function taughtBy({ round, key, op }: Dated<'added'>, taught: readonly Lessons[]): Taught {
  const text = oneLine(op.text);
  const said = (task: string | null) => taught.filter((one) => task === null || one.task === task);
  const named = taskOfKey(key);
  const same = said(named).find(({ lessons }) => lessons.some((lesson) => oneLine(lesson) === text));
  if (same !== undefined)
    return { round, key, task: same.task, lessons: same.lessons.filter((lesson) => oneLine(lesson) === text), op };
  return { round, key, task: named, lessons: named === null ? [] : said(named).flatMap(({ lessons }) => lessons), op };
}

const phases: readonly Phase[] = ['train', 'val', 'test'];

function citations(id: string, trials: readonly Trial[]): readonly Cited[] {
  return phases.flatMap((phase) => {
    const all = trials.filter((trial) => trial.phase === phase);
    const own = all.filter(({ cited }) => cited.includes(id));
    return own.length === 0
      ? []
      : [{ phase, attempts: own.length, meanScore: meanScore(own), meanOfAll: meanScore(all) }];
  });
}

function meanScore(trials: readonly Trial[]): number {
  return trials.reduce((sum, { score }) => sum + score, 0) / trials.length;
}
