import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseSources, sourcesText } from '../../benchmarks/tag-player/sources.ts';

it('sourcesText() is read back by parseSources() from an attempt', () => {
  const id = fc.option(fc.constantFrom('sai-00007', 'ph-2', 'x_1-00003'));
  fc.assert(
    fc.property(fc.array(id), (ids) => {
      const attempt = `Reasoning: ${sourcesText(ids)}\nAdvice used: sai-00007\nAnswer: A, B`;
      const named = ids.flatMap((one, index) => (one === null ? [] : [[index + 1, one] as const]));
      expect([...parseSources(attempt)]).toEqual(named);
    }),
  );
});

it('parseSources() finds none in other reasoning', () => {
  expect(parseSources('Reasoning: I took 2 by [sai-00001] and guessed.\nAnswer: A').size).toBe(0);
  expect(parseSources('No answer: length').size).toBe(0);
});
