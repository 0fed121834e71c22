import { describe, expect, it } from 'vitest';
import { InfraError } from '../../harness/core/failure.ts';
import { hashText, shortHash } from '../../harness/core/hash.ts';
import type { RunRecord, TrialRecord } from '../../harness/core/records.ts';
import type { RunParts } from '../../harness/runner/run-parts.ts';
import {
  ask,
  endIn,
  itemsOf,
  notesMethod,
  partsOf,
  recordsIn,
  recordsOf,
  roundsIn,
  specOf,
  sumsLlm,
  sumTasks,
  thawed,
  trialsIn,
} from './sums.ts';

/** Notes all that it reflects on; where it then has more than four lines, a lazy refine leaves the first line and the last. */
const tidyMethod = notesMethod({
  adapt: async ({ lines }, experience, tools) => {
    const replies = await Promise.all(
      experience.map(({ question }) => ask(tools, 'reflector', ['', '', question.text])),
    );
    const grown = { lines: [...lines, ...replies.map(({ text }) => text)] };
    const events = [{ kind: 'rewrite' as const, context: grown }];
    if (grown.lines.length <= 4) return { context: grown, events };
    const context = { lines: [grown.lines[0]!, grown.lines.at(-1)!] };
    const sizes = { compared: 1, tokensBefore: grown.lines.length, tokensAfter: 2 };
    const refine = { kind: 'refine' as const, trigger: 'budget' as const, merged: [], vetoed: [], ...sizes };
    return { context, events: [...events, refine, { kind: 'rewrite' as const, context }] };
  },
});

const settings = { epochs: 2, batchSize: 2, probeEvery: 3 };
// Its contexts are no playbooks: what a refine leaves is written anew.
const replay: RunParts['replay'] = (context, events) =>
  events.reduce((current, event) => (event.kind === 'rewrite' ? event.context : current), context);
const parts = (overrides: Partial<RunParts> = {}) => partsOf({ method: tidyMethod, replay, ...overrides });
const isExtra = (record: RunRecord): record is TrialRecord =>
  record.kind === 'trial' && (record.which === 'unrefined' || record.which === 'refined');

describe('run() with probeRefines', () => {
  it('attempts val with the context that each lazy refine was given, and with the published one where no probe is due', async () => {
    const records = await recordsOf(specOf({ ...settings, probeRefines: true }), parts());
    const refinements = records.flatMap((record) =>
      record.kind === 'refine' && record.events.some(({ kind }) => kind === 'refine') ? [record.round] : [],
    );
    const rounds = roundsIn(records);
    const due = new Set(rounds.filter(({ valScore }) => valScore !== null).map(({ round }) => round));
    expect(refinements.length).toBeGreaterThan(2);
    expect(refinements.some((round) => due.has(round))).toBe(true);
    expect(refinements.some((round) => !due.has(round))).toBe(true);
    const val = sumTasks('val', 4).map(({ id }) => id);
    for (const { round, contextHash } of rounds) {
      const of = (which: string) =>
        trialsIn(records).filter((trial) => trial.phase === 'val' && trial.round === round && trial.which === which);
      const refined = refinements.includes(round);
      expect(of('unrefined').map(({ task }) => task)).toEqual(refined ? val : []);
      expect(of('refined').map(({ task }) => task)).toEqual(refined && !due.has(round) ? val : []);
      expect(of('current').map(({ task }) => task)).toEqual(due.has(round) ? val : []);
      for (const trial of of('refined')) expect(trial.context).toBe(shortHash(contextHash));
      if (!refined) continue;
      const adaptation = records.find((record) => record.kind === 'adaptation' && record.round === round);
      const grown = adaptation?.kind === 'adaptation' ? adaptation.events[0] : undefined;
      const { lines } = grown?.kind === 'rewrite' ? (grown.context as { lines: readonly string[] }) : { lines: [] };
      const text = lines.map((line, index) => (index === 0 ? line : `[n-${index}] ${line}`)).join('\n');
      expect(new Set(of('unrefined').map(({ context }) => context))).toEqual(new Set([shortHash(hashText(text))]));
    }
  });

  it('changes nothing else: not what is learnt, which context is best, or what is tested', async () => {
    const numberless = (records: readonly RunRecord[]) =>
      records.filter((record) => !isExtra(record)).map((record) => ({ ...record, seq: 0, trials: 0 }));
    const plain = await recordsOf(specOf(settings), parts());
    const probed = await recordsOf(specOf({ ...settings, probeRefines: true }), parts());
    expect(numberless(probed)).toEqual(numberless(plain));
    expect(endIn(probed)!.trials).toBe(trialsIn(probed).length);
    expect(probed.map(({ seq }) => seq)).toEqual(probed.map((_, index) => index));
    expect(await recordsOf(specOf({ ...settings, probeRefines: false }), parts())).toEqual(plain);
    expect(plain.some(isExtra)).toBe(false);
  });

  it('goes on from every checkpoint, and gives no two calls one id', async () => {
    const spec = specOf({ ...settings, probeRefines: true });
    const ids: string[] = [];
    const llm = sumsLlm(({ callId }) => {
      ids.push(callId);
      return {};
    });
    const whole = await itemsOf(spec, parts({ llm }));
    const attempts = ids.filter((id) => !id.includes('/adapt/'));
    expect(attempts).toHaveLength(trialsIn(recordsIn(whole)).length);
    expect(new Set(attempts).size).toBe(attempts.length);
    for (const [at, item] of whole.entries()) {
      if (item.kind !== 'checkpoint') continue;
      expect([...whole.slice(0, at + 1), ...(await itemsOf(spec, parts(), thawed(item.checkpoint)))]).toEqual(whole);
    }
  });

  it('is incomplete where infrastructure fails in one of its attempts', async () => {
    const llm = sumsLlm(({ callId }) => {
      if (callId.includes('/unrefined/')) throw new InfraError('network', 'gone');
      return {};
    });
    const records = await recordsOf(specOf({ ...settings, probeRefines: true }), parts({ llm }));
    const failed = trialsIn(records).filter(({ failure }) => failure !== null);
    expect(failed.length).toBeGreaterThan(0);
    expect(new Set(failed.map(({ which }) => which))).toEqual(new Set(['unrefined']));
    expect(endIn(records)!.status).toBe('incomplete');
  });
});
