import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ContextEvent, KeyedOp, Op } from '../../harness/core/context-event.ts';
import { carriersOf } from '../../harness/dedup/carriers.ts';
import { applyDelta } from '../../harness/playbook/apply-delta.ts';
import { emptyPlaybook, type Playbook } from '../../harness/playbook/playbook.ts';
import { replayEvents } from '../../harness/playbook/replay-events.ts';

const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'add', 'update', 'merge', 'remove', 'tag', 'refine', 'replace', 'evict'),
  a: fc.nat(),
  b: fc.nat(),
});

it('knows after every change of a playbook what its lineages say', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let playbook: Playbook = emptyPlaybook('', ['A']);
      const carriers = carriersOf(playbook);
      const keys: string[] = [];
      const apply = (op: Op): void => {
        const keyed: KeyedOp = { key: `1/t/${keys.length}`, op };
        keys.push(keyed.key);
        const { playbook: next, event } = applyDelta(playbook, [keyed], {
          round: 1,
          fits: () => true,
          used: new Map(),
        });
        playbook = next;
        for (const { key, id } of event.applied) carriers.applied(key, op, id);
      };
      const follow = (event: ContextEvent): void => {
        playbook = replayEvents(playbook, [event]) as Playbook;
        carriers.follow(event);
      };
      for (const { kind, a, b } of steps) {
        const ids = playbook.bullets.map(({ id }) => id);
        const [elder, younger] = [a % (ids.length || 1), b % (ids.length || 1)].sort((one, other) => one - other);
        if (kind === 'add')
          apply({ op: 'add', section: 'A', text: `Text ${keys.length}.`, type: null, rationale: null });
        if (ids.length === 0) continue;
        if (kind === 'update') apply({ op: 'update', id: ids[elder!]!, text: `Text ${keys.length}.` });
        if (kind === 'remove') apply({ op: 'remove', id: ids[elder!]! });
        if (kind === 'tag') apply({ op: 'tag', id: ids[elder!]!, helpful: 1, harmful: 0 });
        if (kind === 'evict')
          follow({ kind: 'evict', ids: [ids[elder!]!], ties: 0, tokensBefore: 9, tokensAfter: 5, exceedsBy: 0 });
        if (elder === younger) continue;
        const [into, from] = [ids[elder!]!, ids[younger!]!];
        const pass = {
          kind: 'refine',
          trigger: 'delta',
          vetoed: [],
          compared: 1,
          tokensBefore: 9,
          tokensAfter: 5,
        } as const;
        if (kind === 'merge') apply({ op: 'merge', ids: [into, from], text: `Text ${keys.length}.` });
        if (kind === 'refine') follow({ ...pass, merged: [{ from, into, cosine: 0.9 }] });
        if (kind === 'replace') follow({ ...pass, merged: [], replaced: [{ id: into, by: from, cosine: 0.9 }] });
      }
      const carried = new Map(playbook.bullets.flatMap(({ id, lineage }) => lineage.map((key) => [key, id] as const)));
      for (const key of keys) expect(carriers.idOf(key), key).toBe(carried.get(key));
    }),
    { numRuns: 300 },
  );
});
