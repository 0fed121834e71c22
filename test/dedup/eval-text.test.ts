import { expect, test } from 'vitest';
import { dedupText } from '../../harness/dedup/eval-text.ts';
import { givenReport, smallReport } from './small-report.ts';

test('dedupText() is a short table that names the embedder with its thresholds', () => {
  const text = dedupText(smallReport({ ceiling: 0.2 }));
  const lines = text.split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(lines[0]).toBe('dedup eval of embedder/1');
  expect(text).toContain('for\nembedder/1:\nnone    0.90 (bound 16.8 %)\ndigits  0.59 (bound 16.8 %)');
  expect(text).toMatch(/^none +0\.85 +9\.1 +10\.0 +9\.5 +50\.0 +72\.8 +100\.0 +0\.0 +0\.0$/m);
});

test('dedupText() says that no threshold does, and which ceiling so few families could never meet', () => {
  const text = dedupText(smallReport());
  expect(text).toContain('none    none does: use guards, or keep both (at 0.99 the bound is 16.8 %)');
  expect(text).toContain('(no ceiling below 16.8 % can be met: so few families have that bound where none merges)');
  expect(dedupText(smallReport({ ceiling: 0.2 }))).not.toContain('can be met');
});

test('dedupText() leaves out columns and classes that nothing is known of', () => {
  const text = dedupText(
    givenReport([
      { label: 'duplicate', cosine: 0.9 },
      { label: 'contradiction', cosine: 0.95 },
    ]),
  );
  expect(text).toMatch(/^contradictions +1 +0\.950/m);
  expect(text).not.toMatch(/minimal|reworded|related|paraphrases|NaN|null|undefined/);
});

test('dedupText() says that thresholds are unknown without contradictions', () => {
  const text = dedupText(givenReport([{ label: 'duplicate', cosine: 0.9 }]));
  expect(text).toContain('none  unknown: there are no contradictions among the pairs');
});
