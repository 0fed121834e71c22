import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Op } from '../../harness/core/context-event.ts';
import { evictPolicies, type Budget } from '../../harness/core/spec.ts';
import { refineModeNames } from '../../harness/playbook/refine-modes.ts';
import { maxOrphaned, sweep, type SweptSetting } from '../../harness/dedup/sweep.ts';
import { NotReproduced } from '../../harness/dedup/sweep-replay.ts';
import type { RefineSetting } from '../../harness/dedup/sweep-settings.ts';
import { type SweepStream, sweepStream } from '../../harness/dedup/sweep-stream.ts';
import { addOf, cosineOfDegrees, rule } from '../playbook/degrees.ts';
import { anyGuards, anyHeading, anyHeadingOp, heading } from '../playbook/headings.ts';
import { streamed } from '../inspect/recorded-steps.ts';
import { dropping, recordedRun, sections, sweepWorld, unlimited } from './sweep-run.ts';

const anySetting: fc.Arbitrary<RefineSetting> = fc.record({
  mode: fc.constantFrom(...refineModeNames),
  threshold: fc.constantFrom(0, 0.5, cosineOfDegrees(20), 0.9, cosineOfDegrees(10), 0.999999, 1),
  onDuplicate: fc.constantFrom('drop' as const, 'merge' as const, 'replace' as const),
  scope: fc.constantFrom('playbook' as const, 'section' as const),
  guards: anyGuards,
  triggerAt: fc.constantFrom(0.5, 0.9),
  rearm: fc.constantFrom(0, 0.1),
  every: fc.constantFrom(1, 3),
});
const anyBudget: fc.Arbitrary<Budget> = fc.record({
  tokens: fc.constantFrom(45, 120, 300, 1e9),
  evict: fc.constantFrom(...evictPolicies),
  evictTo: fc.constant(0.8),
  graceRounds: fc.constantFrom(0, 1),
});
const anyMerge: fc.Arbitrary<Op> = fc.record({
  op: fc.constant('merge' as const),
  ids: fc.array(fc.integer({ min: 1, max: 12 }).map(rule), { maxLength: 3 }),
  text: anyHeading,
});
const anyOp = fc.oneof({ weight: 9, arbitrary: anyHeadingOp }, { weight: 1, arbitrary: anyMerge });
const anyAdd: fc.Arbitrary<Op> = fc
  .tuple(anyHeading, fc.constantFrom(...sections))
  .map(([text, section]): Op => ({ ...addOf(text), section }) as Op);
const deltasOf = (op: fc.Arbitrary<Op>) =>
  fc.array(fc.array(op, { maxLength: 7, size: 'max' }), { minLength: 1, maxLength: 5, size: 'max' });

/** The stream of a run, and what became of it at one setting. */
async function swept(
  stream: SweepStream,
  setting: RefineSetting,
  { recorded = false, budget = unlimited }: { readonly recorded?: boolean; readonly budget?: Budget } = {},
): Promise<SweptSetting> {
  const [result] = await sweep(stream, [{ setting, recorded }], sweepWorld(budget));
  return result!;
}

async function streamOf(
  deltas: readonly (readonly Op[])[],
  setting: RefineSetting = dropping,
  budget?: Budget,
): Promise<SweepStream> {
  const { steps } = await recordedRun(deltas, setting, budget);
  return (await sweepStream(streamed(steps)))!;
}

describe('sweep()', () => {
  it('gives at the recorded setting what the run itself gave, for any ops, setting and budget', async () => {
    await fc.assert(
      fc.asyncProperty(deltasOf(anyOp), anySetting, anyBudget, async (deltas, setting, budget) => {
        const { steps, rows } = await recordedRun(deltas, setting, budget);
        const stream = (await sweepStream(streamed(steps)))!;
        const result = await swept(stream, setting, { recorded: true, budget });
        expect(result.rows).toMatchObject(rows);
        expect(result.orphanedShare ?? 0).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it('gives at any other setting what refine() itself gives there, context by context, where ops only add', async () => {
    await fc.assert(
      fc.asyncProperty(deltasOf(anyAdd), anySetting, anySetting, anyBudget, async (deltas, one, other, budget) => {
        const stream = await streamOf(deltas, one, budget);
        const { steps, rows } = await recordedRun(deltas, other, budget);
        // Recorded contexts of the other setting: a context that differs from them is refused.
        const { rounds } = (await sweepStream(streamed(steps)))!;
        const expected = {
          ...stream,
          rounds: stream.rounds.map((round, at) => ({ ...rounds[at]!, deltas: round.deltas })),
        };
        const both = [one, other].map((setting) => ({ setting, recorded: setting === other }));
        const results = await sweep(expected, both, sweepWorld(budget));
        expect(results[1]!.rows).toMatchObject(rows);
      }),
      { numRuns: 200 },
    );
  });

  it('orphans no tag where nothing is evicted, removed or replaced', async () => {
    await fc.assert(
      fc.asyncProperty(
        deltasOf(fc.oneof(anyAdd, tagOf(1), tagOf(4))),
        anySetting,
        anySetting,
        async (deltas, one, other) => {
          const plain = (setting: RefineSetting): RefineSetting =>
            setting.onDuplicate === 'replace' ? { ...setting, onDuplicate: 'drop' } : setting;
          const stream = await streamOf(deltas, plain(one));
          const { orphanedShare } = await swept(stream, plain(other));
          expect(orphanedShare ?? 0).toBe(0);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('throws an error of its own where the recorded setting gives another context', async () => {
    const stream = await streamOf([[addOf(heading('Wait.', 0)), addOf(heading('Wait.', 1))]]);
    await expect(swept(stream, dropping, { recorded: true })).resolves.toMatchObject({ recorded: true });
    await expect(swept(stream, { ...dropping, threshold: 0.99 }, { recorded: true })).rejects.toThrow(NotReproduced);
    await expect(swept(stream, { ...dropping, threshold: 0.99 }, { recorded: true })).rejects.toThrow(
      /the recorded setting to give context [0-9a-f]{8} of \d+ tokens in round 1 as recorded, found/,
    );
  });

  it('tags the bullet that a bullet was merged into, by its key', async () => {
    const deltas = [
      [addOf(heading('Wait.', 0)), addOf(heading('Go.', 1))],
      [{ op: 'tag', id: rule(2), helpful: 12345, harmful: 0 } as const],
    ];
    const apart = await streamOf(deltas, { ...dropping, threshold: 1 });
    const { rows, orphanedShare } = await swept(apart, dropping);
    expect(rows.at(-1)).toMatchObject({ bullets: 1, named: 1, orphaned: 0 });
    expect(orphanedShare).toBe(0);
    const untagged = await swept(await streamOf([deltas[0]!, []], { ...dropping, threshold: 1 }), dropping);
    // A counter of five digits is one token more than a 0.
    expect(rows.at(-1)!.contextTokens).toBe(untagged.rows.at(-1)!.contextTokens + 1);
  });

  it('tries again what changed nothing in the recording, since it may elsewhere', async () => {
    const [elder, younger] = [heading('Wait.', 0), heading('Wait.', 1)];
    const deltas = [[addOf(elder), addOf(younger)], [{ op: 'update', id: rule(2), text: younger } as const]];
    const { rows } = await swept(await streamOf(deltas, { ...dropping, threshold: 1 }), dropping);
    expect(rows.map(({ bullets }) => bullets)).toEqual([0, 1, 1]);
    // The elder, into which the younger was merged, has its text now, which is a token longer.
    expect(rows[2]!.contextTokens).toBe(rows[1]!.contextTokens + 1);
  });

  it('counts ops as orphaned whose bullet another setting lost, and says from 5 % on that this is too many', async () => {
    const adds = [0, 1].map((turns) => addOf(heading('Wait.', turns)));
    const tag = (id: string): Op => ({ op: 'tag', id, helpful: 1, harmful: 0 });
    const deltas = [
      adds,
      [{ op: 'remove', id: rule(1) } as const],
      ...Array.from({ length: 30 }, () => [tag(rule(2))]),
    ];
    const stream = await streamOf(deltas, { ...dropping, threshold: 1 });
    // Merged, both are gone with the one that was removed.
    const merged = await swept(stream, dropping);
    expect(merged).toMatchObject({ exceedsOrphanLimit: true, orphanedShare: 30 / 31 });
    expect(merged.rows.at(-1)).toMatchObject({ bullets: 0, named: 1, orphaned: 1 });
    expect(await swept(stream, { ...dropping, threshold: 0.99 })).toMatchObject({
      exceedsOrphanLimit: false,
      orphanedShare: 0,
    });
    expect(maxOrphaned).toBe(0.05);
  });

  it('gives null for the orphaned share where no op names a bullet', async () => {
    const { orphanedShare, exceedsOrphanLimit } = await swept(await streamOf([[addOf('Wait.')]]), dropping);
    expect([orphanedShare, exceedsOrphanLimit]).toEqual([null, false]);
  });

  it('embeds each text once for all settings, and none where nothing is compared', async () => {
    const stream = await streamOf([[addOf('Wait.'), addOf('Go.')], [addOf('Wait.')]]);
    const embedded: string[] = [];
    const deps = sweepWorld();
    const embedder = {
      ...deps.embedder,
      embed: async (texts: readonly string[]) => {
        embedded.push(...texts);
        return deps.embedder.embed(texts);
      },
    };
    const modes = (...names: readonly RefineSetting['mode'][]) =>
      names.map((mode) => ({ setting: { ...dropping, mode }, recorded: false }));
    await sweep(stream, modes('off'), { ...deps, embedder });
    expect(embedded).toEqual([]);
    await sweep(stream, modes('proactive', 'lazy', 'periodic'), { ...deps, embedder });
    expect(embedded).toEqual(['Wait.', 'Go.']);
  });
});

function tagOf(most: number): fc.Arbitrary<Op> {
  return fc.record({
    op: fc.constant('tag' as const),
    id: fc.integer({ min: 1, max: most }).map(rule),
    helpful: fc.nat({ max: 2 }),
    harmful: fc.nat({ max: 2 }),
  });
}
