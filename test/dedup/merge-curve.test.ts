import { describe, expect, it } from 'vitest';
import type { Lessons } from '../../harness/core/lessons.ts';
import { mergeCurve } from '../../harness/dedup/merge-curve.ts';
import { parsePlaybook } from '../../harness/playbook/parse-playbook.ts';
import { at, cosineOfDegrees, degreesWorld } from '../playbook/degrees.ts';

const playbookOf = (texts: readonly string[]) =>
  parsePlaybook(texts.map((text, index) => `[b-${index + 1}] ${text}`).join('\n'));
const { embedder } = degreesWorld();

describe('mergeCurve()', () => {
  it('gives the share of bullets that are near an elder one which is left, at each threshold anew', async () => {
    // A chain: 20 is near 0, and 40 near 20 alone, which is gone by then.
    const playbook = playbookOf([at(0), at(20), at(40), at(90)]);
    const thresholds = [cosineOfDegrees(10), cosineOfDegrees(30), cosineOfDegrees(60)];
    const points = await mergeCurve(playbook, thresholds, { embedder });
    expect(points.map(({ merged, share }) => [merged, share])).toEqual([
      [0, 0],
      [1, 0.25],
      [2, 0.5],
    ]);
    expect(points.map(({ threshold, joined }) => [threshold, joined])).toEqual(thresholds.map((one) => [one, null]));
  });

  it('has no guards: what differs in a number alone is merged', async () => {
    const same: typeof embedder = { ...embedder, embed: async (texts) => texts.map(() => Float32Array.of(1, 0, 0)) };
    const points = await mergeCurve(playbookOf(['Use 2 pages.', 'Use 3 pages.']), [0.9], { embedder: same });
    expect(points).toMatchObject([{ merged: 1 }]);
  });

  it('tells merges that join different rules, and those that join opposite statements of one, of texts that state any', async () => {
    const stated: { readonly [text: string]: ReturnType<Lessons['states']> } = {
      [at(0)]: [{ lessonId: 'a', stance: 'correct' }],
      [at(1)]: [{ lessonId: 'a', stance: 'correct' }],
      [at(2)]: [{ lessonId: 'b', stance: 'correct' }],
      [at(3)]: [{ lessonId: 'a', stance: 'contradicted' }],
    };
    const lessons: Lessons = { all: ['a', 'b'], states: (line) => stated[line] ?? [] };
    const playbook = playbookOf([0, 1, 2, 3, 4].map((degrees) => at(degrees)));
    const [point] = await mergeCurve(playbook, [0.9], { embedder, lessons });
    expect(point).toMatchObject({ merged: 4, joined: { known: 3, differentRules: 1, opposite: 1 } });
  });

  it('is empty for a playbook without bullets', async () => {
    expect(await mergeCurve(playbookOf([]), [0.9], { embedder })).toMatchObject([{ merged: 0, share: 0 }]);
  });
});
