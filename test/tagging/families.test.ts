import { describe, expect, it } from 'vitest';
import { contentStems } from '../../benchmarks/tagging/content-stems.ts';
import { families } from '../../benchmarks/tagging/families.ts';

const conditions = families.flatMap((family) => family.conditions);

describe('families', () => {
  it('have 48 tags, each once, and 80 conditions', () => {
    const tags = families.flatMap((family) => family.tags);
    expect(new Set(tags).size).toBe(48);
    expect(tags).toHaveLength(48);
    expect(conditions).toHaveLength(80);
  });

  it.each(families)('$name has six tags, each the hint of a condition, and six frames at least', (family) => {
    expect(family.tags).toHaveLength(6);
    expect(new Set(family.conditions.map(({ hint }) => hint))).toEqual(new Set(family.tags));
    expect(family.frames.length).toBeGreaterThanOrEqual(6);
    expect(new Set(family.conditions.map(({ name }) => name)).size).toBe(family.conditions.length);
  });

  it.each(families)('$name gives each condition five wordings or more, none of them twice', ({ conditions }) => {
    for (const { name, wordings } of conditions) expect(wordings.length, name).toBeGreaterThanOrEqual(5);
    const all = conditions.flatMap(({ wordings }) => wordings);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(families)('$name has frames with one number, one cue and only known slots', ({ frames }) => {
    for (const frame of frames) {
      const slots = [...frame.matchAll(/\{(.*?)\}/g)].map(([, slot]) => slot!);
      expect(slots.filter((slot) => slot === 'number')).toHaveLength(1);
      expect(slots.filter((slot) => slot === 'cue')).toHaveLength(1);
      expect(['company', 'noun', 'date', 'number', 'cue', 'side']).toEqual(expect.arrayContaining(slots));
    }
  });

  it.each(families)('$name has the cue within two words of the number', ({ frames }) => {
    for (const frame of frames) expect(frame).toMatch(/\{number\} \{cue\}|\{cue\} (?:\w+ ){1,2}\{number\}/);
  });

  it('have wordings of which about two thirds share a content word', () => {
    const shares = conditions.map(({ wordings }) => {
      const stems = wordings.flatMap((wording) => [...contentStems(wording)]);
      return Math.max(...stems.map((stem) => stems.filter((other) => other === stem).length)) / wordings.length;
    });
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(mean).toBeGreaterThan(0.6);
    expect(mean).toBeLessThan(0.75);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.5);
    expect(Math.max(...shares)).toBeLessThan(1);
  });
});
