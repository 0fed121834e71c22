import { describe, expect, it } from 'vitest';
import type { Experience } from '../../harness/core/experience.ts';
import type { Suite } from '../../harness/core/suite.ts';
import {
  endIn,
  itemsOf,
  notesMethod,
  partsOf,
  recordsIn,
  recordsOf,
  roundsIn,
  specOf,
  sumsLlm,
  sumsSuite,
  thawed,
  trialsIn,
  watchingMethod,
} from './sums.ts';

const shiftAt = 3;
const protocol = { batchSize: 1, probeEvery: 1 };

/** From round 3 on only "0" is right, and lesson 1 is contradicted by what says to know it. */
function shiftingSuite(): Suite {
  const before = sumsSuite();
  const after = sumsSuite({
    grade: (task, attempt, tools) => before.grade({ ...task, gold: '0' }, attempt, tools),
    lessons: {
      all: before.lessons!.all,
      states: (line) =>
        before
          .lessons!.states(line)
          .map((said) => (said.lessonId === '1' ? { ...said, stance: 'contradicted' as const } : said)),
    },
  });
  return { ...before, at: (round) => (round < shiftAt ? before : after) };
}

/** Everybody answers "0". */
const zeros = sumsLlm(({ role }) => (role === 'generator' ? { text: '0' } : {}));

describe('run() on a suite whose lessons change at a round', () => {
  it('grades each round by what is right in it, and the test by what is right at the end', async () => {
    const parts = partsOf({ suite: shiftingSuite(), llm: zeros, method: notesMethod() });
    const records = await recordsOf(specOf(protocol), parts);
    const unshifted = await recordsOf(specOf(protocol), { ...parts, suite: sumsSuite() });
    const before = trialsIn(records).filter(({ phase, round }) => phase !== 'test' && round < shiftAt);
    const after = trialsIn(records).filter(({ phase, round }) => phase === 'test' || round >= shiftAt);
    expect(before.map(({ score }) => score)).toContain(0);
    expect(before).toEqual(trialsIn(unshifted).slice(0, before.length));
    expect(after.filter(({ phase }) => phase === 'train').length).toBeGreaterThan(3);
    expect(after.map(({ score }) => score)).toEqual(after.map(() => 1));
  });

  it('tells methods what is right in the round, in experience and in reattempts', async () => {
    const told: (readonly [round: number, reference: string | null])[] = [];
    const note = (round: number, { feedback }: Experience): number => told.push([round, feedback!.reference]);
    const method = watchingMethod(async (experience, tools) => {
      for (const one of experience) {
        note(tools.at.round, one);
        note(tools.at.round, await tools.reattempt(one.question.id, { stable: '', perTask: '', ids: null }, 'know 1'));
      }
    });
    await recordsOf(specOf(protocol), partsOf({ suite: shiftingSuite(), method }));
    expect(told).toHaveLength(14);
    for (const [round, reference] of told) if (round >= shiftAt) expect(reference).toBe('0');
    expect(told.filter(([round]) => round < shiftAt).map(([, reference]) => reference)).not.toContain('0');
  });

  it('measures the context by the lessons of the round: what was learnt before is stale', async () => {
    const start = notesMethod({ start: (base) => ({ lines: [base.text, 'know 1'] }) });
    const method = { ...watchingMethod(() => {}), start: start.start };
    const rounds = roundsIn(await recordsOf(specOf(protocol), partsOf({ suite: shiftingSuite(), method })));
    expect(rounds.map(({ wrong, coverage }) => [wrong, coverage])).toEqual(
      rounds.map(({ round }) => (round < shiftAt ? [0, 0.2] : [1, 0])),
    );
  });

  it('chooses the best context among those since the change', async () => {
    // Perfect before, at its best on the first probe after, and worse from then on.
    const llm = sumsLlm(({ callId, role }) =>
      role === 'generator' && callId.startsWith('val/') && Number(callId.split('/')[1]) > shiftAt ? { text: '9' } : {},
    );
    const records = await recordsOf(specOf(protocol), partsOf({ suite: shiftingSuite(), llm }));
    expect(endIn(records)!.bestRound).toBe(shiftAt);
    const unshifted = await recordsOf(specOf(protocol), partsOf({ llm }));
    expect(endIn(unshifted)!.bestRound).toBeLessThan(shiftAt);
  });

  it('goes on from every checkpoint as if unbroken', async () => {
    const spec = specOf(protocol);
    const parts = partsOf({ suite: shiftingSuite() });
    const whole = await itemsOf(spec, parts);
    for (const [at, item] of whole.entries()) {
      if (item.kind !== 'checkpoint') continue;
      const rest = await itemsOf(spec, parts, thawed(item.checkpoint));
      expect([...whole.slice(0, at + 1), ...rest]).toEqual(whole);
    }
  });
});

describe('run() of another reply stream', () => {
  it('takes the same tasks in the same order, and sends another seed', async () => {
    const seeds = new Map<number | undefined, Set<number | null>>();
    const recordsWith = async (replicate?: number) => {
      const sent = new Set<number | null>();
      seeds.set(replicate, sent);
      const llm = sumsLlm(({ seed }) => {
        sent.add(seed);
        return {};
      });
      const spec = specOf(protocol);
      return recordsIn(await itemsOf(replicate === undefined ? spec : { ...spec, replicate }, partsOf({ llm })));
    };
    const first = await recordsWith();
    expect(await recordsWith(1)).toEqual(first);
    const [one, other] = [...seeds.values()].map((sent) => [...sent]);
    expect(one).toHaveLength(1);
    expect(other).toHaveLength(1);
    expect(other).not.toEqual(one);
  });
});
