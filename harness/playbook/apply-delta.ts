import type {
  AppliedOp,
  BulletType,
  ContextEvent,
  KeyedOp,
  Op,
  RejectedOp,
  RejectReason,
} from '../core/context-event.ts';
import { absorb } from './absorb.ts';
import { isVague } from './is-vague.ts';
import { oneLine } from './one-line.ts';
import { type Bullet, type Playbook, withBullets } from './playbook.ts';
import { findSection, sectionSlug } from './section-key.ts';

export type DeltaContext = {
  readonly round: number;
  /** False for a bullet that could not stand in the playbook even alone. */
  readonly fits: (bullet: Bullet) => boolean;
  /** Attempts per cited id. */
  readonly used: ReadonlyMap<string, number>;
  /** Refuses texts in which nothing is concrete. */
  readonly rejectVague?: boolean;
};

type DeltaEvent = Extract<ContextEvent, { kind: 'delta' }>;
type Step = { readonly playbook: Playbook; readonly id: string } | RejectReason;

/**
 * Applies a delta totally: every op is applied or returned as rejected with its reason, in the order given. Nothing is thrown and the
 * input is left as it was; a rejected op changes no counter.
 */
export function applyDelta(
  playbook: Playbook,
  ops: readonly KeyedOp[],
  context: DeltaContext,
): { readonly playbook: Playbook; readonly event: DeltaEvent } {
  const applied: AppliedOp[] = [];
  const rejected: RejectedOp[] = [];
  let current = countUse(playbook, context.used);
  for (const { key, op } of ops) {
    const step = applyOp(current, op, key, context);
    if (typeof step === 'string') {
      rejected.push({ key, reason: step });
    } else {
      current = step.playbook;
      applied.push({ key, id: step.id });
    }
  }
  const used = [...context.used].sort(([a], [b]) => (a < b ? -1 : 1));
  return { playbook: current, event: { kind: 'delta', round: context.round, ops, applied, rejected, used } };
}

function countUse(playbook: Playbook, used: ReadonlyMap<string, number>): Playbook {
  if (used.size === 0) return playbook;
  return withBullets(
    playbook,
    playbook.bullets.map((bullet) => {
      const attempts = used.get(bullet.id);
      return attempts === undefined ? bullet : { ...bullet, used: bullet.used + attempts };
    }),
  );
}

function applyOp(playbook: Playbook, op: Op, key: string, context: DeltaContext): Step {
  switch (op.op) {
    case 'add':
      return add(playbook, op, key, context);
    case 'update':
      return update(playbook, op, key, context);
    case 'tag':
      return tag(playbook, op);
    case 'merge':
      return merge(playbook, op, key, context);
    case 'remove':
      return remove(playbook, op);
    case 'unknown':
      return 'unknown-op';
  }
}

const sectionOfType: { readonly [type in BulletType]: string } = {
  strategy: 'STRATEGIES AND INSIGHTS',
  error_pattern: 'COMMON MISTAKES TO AVOID',
  tool_tip: 'TOOLS AND APIS',
};

/** Sections of a new playbook: one per type of bullet, and one for the rest. */
export const startSections: readonly string[] = [...Object.values(sectionOfType), 'OTHERS'];

function add(playbook: Playbook, op: Extract<Op, { op: 'add' }>, key: string, context: DeltaContext): Step {
  const text = oneLine(op.text);
  const fault = textFault(text, context);
  if (fault !== null) return fault;
  const wanted = op.section.trim() === '' ? sectionOfType[op.type ?? 'strategy'] : op.section;
  const section = findSection(playbook.sections, wanted);
  if (section === null) return 'bad-section';
  const id = `${sectionSlug(section)}-${String(playbook.nextNumber).padStart(5, '0')}`;
  const bullet: Bullet = {
    id,
    section,
    text,
    helpful: 0,
    harmful: 0,
    type: op.type,
    rationale: op.rationale,
    addedAtRound: context.round,
    used: 0,
    lineage: [key],
    fresh: true,
  };
  if (!context.fits(bullet)) return 'too-large';
  return { playbook: { ...playbook, nextNumber: playbook.nextNumber + 1, bullets: [...playbook.bullets, bullet] }, id };
}

function update(playbook: Playbook, op: Extract<Op, { op: 'update' }>, key: string, context: DeltaContext): Step {
  const bullet = playbook.bullets.find(({ id }) => id === op.id);
  if (bullet === undefined) return 'unknown-id';
  const text = oneLine(op.text);
  const fault = textFault(text, context);
  if (fault !== null) return fault;
  if (text === bullet.text) return 'no-op';
  const updated: Bullet = { ...bullet, text, lineage: [...bullet.lineage, key], fresh: true };
  return context.fits(updated) ? { playbook: replaceBullet(playbook, updated), id: op.id } : 'too-large';
}

function tag(playbook: Playbook, op: Extract<Op, { op: 'tag' }>): Step {
  const bullet = playbook.bullets.find(({ id }) => id === op.id);
  if (bullet === undefined) return 'unknown-id';
  const counts = [op.helpful, op.harmful];
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0) || counts.every((count) => count === 0))
    return 'no-op';
  const tagged = { ...bullet, helpful: bullet.helpful + op.helpful, harmful: bullet.harmful + op.harmful };
  return { playbook: replaceBullet(playbook, tagged), id: op.id };
}

function merge(playbook: Playbook, op: Extract<Op, { op: 'merge' }>, key: string, context: DeltaContext): Step {
  const named = new Set(op.ids);
  const members = playbook.bullets.filter(({ id }) => named.has(id));
  if (members.length < named.size) return 'unknown-id';
  if (members.length < 2) return 'no-op';
  const text = oneLine(op.text);
  const fault = textFault(text, context);
  if (fault !== null) return fault;
  const [elder, ...others] = members as [Bullet, ...Bullet[]];
  const absorbed = others.reduce(absorb, { ...elder, text, lineage: [...elder.lineage, key], fresh: true });
  if (!context.fits(absorbed)) return 'too-large';
  const gone = new Set(others.map(({ id }) => id));
  const kept = playbook.bullets.filter(({ id }) => !gone.has(id));
  return { playbook: replaceBullet(withBullets(playbook, kept), absorbed), id: elder.id };
}

function remove(playbook: Playbook, op: Extract<Op, { op: 'remove' }>): Step {
  const kept = playbook.bullets.filter(({ id }) => id !== op.id);
  return kept.length === playbook.bullets.length ? 'unknown-id' : { playbook: withBullets(playbook, kept), id: op.id };
}

function replaceBullet(playbook: Playbook, changed: Bullet): Playbook {
  return withBullets(
    playbook,
    playbook.bullets.map((bullet) => (bullet.id === changed.id ? changed : bullet)),
  );
}

// Whole texts that say nothing was to be done; `No change to the schema without a migration.` is advice and stays.
const noOpText =
  /^(?:n\/?a|none|nothing|(?:none|nothing|no (?:new |further |additional |more )?(?:updates?|changes?|modifications?|operations?|additions?|bullets?|lessons?|insights?))(?: (?:is|are|was|were))?(?: (?:needed|required|necessary|new|to (?:add|change|update)|found))?(?: at this time| for now| (?:to|in|for) the (?:current |existing )?playbook)?)$/i;
const longestNoOp = 100;

function saysNothing(text: string): boolean {
  return text.length <= longestNoOp && noOpText.test(text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''));
}

function textFault(text: string, { rejectVague = false }: DeltaContext): RejectReason | null {
  if (text === '') return 'empty-text';
  if (saysNothing(text)) return 'no-op';
  return rejectVague && isVague(text) ? 'vague' : null;
}
