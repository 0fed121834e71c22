import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Family } from '../../benchmarks/dedup/load-families.ts';
import { createRng } from '../../harness/core/rng.ts';
import { labelledStreams, type StreamBullet } from '../../harness/dedup/stream-bullets.ts';
import { contradictingPairs, streamLosses } from '../../harness/dedup/stream-losses.ts';

const manyFamilies: readonly Family[] = Array.from({ length: 12 }, (_, nth) => ({
  id: `f${nth}`,
  domain: 'd',
  rule: `rule ${nth}`,
  paraphrases: [`as ${nth}`, `like ${nth}`],
  contradictions: [`not ${nth}`],
  reworded_contradictions: [`never ${nth}`],
  related: [`also ${nth}`],
}));

function bullet(family: string, role: StreamBullet['role'], nth = 0): StreamBullet {
  const meaning = role === 'rule' ? `${family}/rule` : `${family}/${role} ${nth}`;
  return { text: `${meaning} ${nth}`, family, meaning, role };
}

describe('labelledStreams()', () => {
  const drawn = () => labelledStreams(manyFamilies, { streams: 5, length: 20, rng: createRng(3) });

  it('draws streams of equal length from ever more families, the same by the same seed', () => {
    const streams = drawn();
    expect(streams.map(({ families }) => families)).toEqual([4, 6, 8, 10, 12]);
    for (const { families, bullets } of streams) {
      expect(bullets).toHaveLength(20);
      expect(new Set(bullets.map(({ text }) => text)).size).toBe(20);
      expect(new Set(bullets.map(({ family }) => family)).size).toBeLessThanOrEqual(families);
    }
    expect(drawn()).toEqual(streams);
    const other = labelledStreams(manyFamilies, { streams: 5, length: 20, rng: createRng(4) });
    expect(other).not.toEqual(streams);
    // Fewer families say the same more often.
    const meanings = streams.map(({ bullets }) => new Set(bullets.map(({ meaning }) => meaning)).size);
    expect(meanings[0]!).toBeLessThan(meanings[4]!);
  });

  it('gives a rule and its paraphrases one meaning, contradictions and related rules their own', () => {
    const [stream] = labelledStreams(manyFamilies.slice(0, 1), { streams: 1, length: 6, rng: createRng(1) });
    const rows = stream!.bullets.map(({ text, role, meaning }) => `${text}: ${role}, ${meaning}`).sort();
    expect(rows).toEqual([
      'also 0: related, f0/related 0',
      'as 0: rule, f0/rule',
      'like 0: rule, f0/rule',
      'never 0: contradiction, f0/contradiction 1',
      'not 0: contradiction, f0/contradiction 0',
      'rule 0: rule, f0/rule',
    ]);
  });

  it('refuses a length that all texts do not suffice for', () => {
    expect(() => labelledStreams(manyFamilies, { streams: 2, length: 73, rng: createRng(1) })).toThrow(
      'expected at least 73 texts, found 72',
    );
  });
});

describe('streamLosses()', () => {
  const before = [
    bullet('a', 'rule', 0),
    bullet('a', 'rule', 1),
    bullet('a', 'contradiction', 0),
    bullet('a', 'contradiction', 1),
    bullet('a', 'related'),
    bullet('b', 'contradiction'),
    bullet('c', 'rule'),
  ];

  it('loses nothing where all is left', () => {
    expect(streamLosses(before, before)).toEqual({
      left: 7,
      rulesLost: 0,
      rulesLostShare: 0,
      surplus: 1,
      contradictionsKept: 1,
    });
  });

  it('counts rules and related rules that nothing says, surplus, and contradictions of which both are left', () => {
    expect(streamLosses(before, [before[1]!, before[2]!])).toEqual({
      left: 2,
      rulesLost: 2,
      rulesLostShare: 2 / 3,
      surplus: 0,
      contradictionsKept: 1 / 2,
    });
    // The contradiction alone stands for both.
    expect(streamLosses(before, before.slice(2))).toMatchObject({ rulesLost: 1, contradictionsKept: 0 });
  });

  it('has pairs of a rule that is there with its contradictions only', () => {
    expect(contradictingPairs(before)).toEqual([
      ['a/rule', 'a/contradiction 0'],
      ['a/rule', 'a/contradiction 1'],
    ]);
    const alone = [bullet('b', 'contradiction')];
    expect(streamLosses(alone, alone)).toMatchObject({ rulesLostShare: null, contradictionsKept: null });
  });

  it('loses no more of a larger selection', () => {
    fc.assert(
      fc.property(fc.subarray(before), fc.subarray(before), (some, others) => {
        const more = before.filter((one) => some.includes(one) || others.includes(one));
        const [few, many] = [streamLosses(before, some), streamLosses(before, more)];
        expect(many.rulesLost).toBeLessThanOrEqual(few.rulesLost);
        expect(many.contradictionsKept!).toBeGreaterThanOrEqual(few.contradictionsKept!);
        expect(many.left - many.surplus).toBeGreaterThanOrEqual(few.left - few.surplus);
      }),
    );
  });
});
