import type { KeyedOp, Op, RejectReason } from '../core/context-event.ts';
import { oneLine } from '../playbook/one-line.ts';
import { playbookIn, type EventStep } from './run-step.ts';

/** How a bullet left its playbook. `key` is that of the op that did it. */
export type End =
  | { readonly how: 'duplicate'; readonly of: string; readonly cosine: number; readonly ofText: string }
  | { readonly how: 'replaced'; readonly by: string; readonly cosine: number; readonly byText: string }
  | { readonly how: 'merged'; readonly into: string; readonly key: string }
  | { readonly how: 'removed'; readonly key: string }
  | {
      readonly how: 'evicted';
      readonly helpful: number;
      readonly harmful: number;
      /** What the context had, in tokens, before and after this eviction. */
      readonly tokensBefore: number;
      readonly tokensAfter: number;
    };

/** Something that an event did to one bullet. */
export type BulletEvent = { readonly id: string } & (
  | { readonly kind: 'added'; readonly key: string; readonly op: Extract<Op, { op: 'add' }> }
  | { readonly kind: 'updated'; readonly key: string; readonly before: string; readonly after: string }
  | { readonly kind: 'tagged'; readonly key: string; readonly helpful: number; readonly harmful: number }
  /** An op of a delta, or refine (no key, but a cosine), put another bullet into this one. */
  | {
      readonly kind: 'absorbed';
      readonly from: string;
      readonly text: string;
      readonly cosine: number | null;
      readonly key: string | null;
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly kind: 'vetoed';
      readonly other: string;
      readonly text: string;
      readonly cosine: number;
      readonly guard: string;
    }
  | { readonly kind: 'rejected'; readonly key: string; readonly op: Op; readonly reason: RejectReason }
  | { readonly kind: 'gone'; readonly text: string; readonly end: End }
);

/** What an event did to bullets, in order; nothing for contexts without bullets. */
export function bulletEvents({ event, before }: EventStep): readonly BulletEvent[] {
  const playbook = playbookIn(before);
  if (playbook === null) return [];
  const texts = new Map(playbook.bullets.map(({ id, text }) => [id, text]));
  const textOf = (id: string): string => texts.get(id) ?? '';
  switch (event.kind) {
    case 'delta': {
      const idOfKey = new Map(event.applied.map(({ key, id }) => [key, id]));
      const reasonOfKey = new Map(event.rejected.map(({ key, reason }) => [key, reason]));
      return event.ops.flatMap((keyed) => {
        const id = idOfKey.get(keyed.key);
        if (id !== undefined) return applied(keyed, id, texts);
        const reason = reasonOfKey.get(keyed.key);
        return reason === undefined ? [] : rejected(keyed, reason);
      });
    }
    case 'refine': {
      const merged = event.merged.flatMap(({ from, into, cosine, text }): readonly BulletEvent[] => {
        const [fromText, intoText] = [textOf(from), textOf(into)];
        const after = text ?? intoText;
        texts.set(into, after);
        return [
          { id: into, kind: 'absorbed', from, text: fromText, cosine, key: null, before: intoText, after },
          { id: from, kind: 'gone', text: fromText, end: { how: 'duplicate', of: into, cosine, ofText: intoText } },
        ];
      });
      const replaced = (event.replaced ?? []).map(({ id, by, cosine }): BulletEvent => {
        return { id, kind: 'gone', text: textOf(id), end: { how: 'replaced', by, cosine, byText: textOf(by) } };
      });
      const vetoed = event.vetoed.flatMap(({ a, b, texts: [textA, textB], cosine, guard }): readonly BulletEvent[] => [
        { id: a, kind: 'vetoed', other: b, text: textB, cosine, guard },
        { id: b, kind: 'vetoed', other: a, text: textA, cosine, guard },
      ]);
      return [...merged, ...replaced, ...vetoed];
    }
    case 'evict': {
      const bullets = new Map(playbook.bullets.map((bullet) => [bullet.id, bullet]));
      const { tokensBefore, tokensAfter } = event;
      return event.ids.flatMap((id): readonly BulletEvent[] => {
        const bullet = bullets.get(id);
        if (bullet === undefined) return [];
        const { helpful, harmful, text } = bullet;
        return [{ id, kind: 'gone', text, end: { how: 'evicted', helpful, harmful, tokensBefore, tokensAfter } }];
      });
    }
    case 'lessons':
    case 'rewrite':
    case 'failed':
      return [];
  }
}

function applied({ key, op }: KeyedOp, id: string, texts: Map<string, string>): readonly BulletEvent[] {
  const before = texts.get(id) ?? '';
  switch (op.op) {
    case 'add':
      texts.set(id, oneLine(op.text));
      return [{ id, kind: 'added', key, op }];
    case 'update':
      texts.set(id, oneLine(op.text));
      return [{ id, kind: 'updated', key, before, after: oneLine(op.text) }];
    case 'tag':
      return [{ id, kind: 'tagged', key, helpful: op.helpful, harmful: op.harmful }];
    case 'merge': {
      const after = oneLine(op.text);
      const others = [...new Set(op.ids)].filter((other) => other !== id);
      texts.set(id, after);
      return others.flatMap((from): readonly BulletEvent[] => {
        const text = texts.get(from) ?? '';
        texts.delete(from);
        return [
          { id, kind: 'absorbed', from, text, cosine: null, key, before, after },
          { id: from, kind: 'gone', text, end: { how: 'merged', into: id, key } },
        ];
      });
    }
    case 'remove':
      texts.delete(id);
      return [{ id, kind: 'gone', text: before, end: { how: 'removed', key } }];
    case 'unknown':
      return [];
  }
}

function rejected({ key, op }: KeyedOp, reason: RejectReason): readonly BulletEvent[] {
  switch (op.op) {
    case 'update':
    case 'tag':
    case 'remove':
      return [{ id: op.id, kind: 'rejected', key, op, reason }];
    case 'merge':
      return [...new Set(op.ids)].map((id) => ({ id, kind: 'rejected', key, op, reason }));
    case 'add':
    case 'unknown':
      return [];
  }
}

/** The task of an op's stable key `round/task/index`, which may have slashes of its own; null where the op came from a whole batch. */
export function taskOfKey(key: string): string | null {
  const task = key.split('/').slice(1, -1).join('/');
  return task === wholeBatch ? null : task;
}

// What the runner calls an adaptation that is not one task's.
const wholeBatch = 'adapt';
