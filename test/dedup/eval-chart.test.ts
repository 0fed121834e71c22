import { expect, test } from 'vitest';
import { dedupChart } from '../../harness/dedup/eval-chart.ts';
import { drawSvg } from '../../harness/text/draw-svg.ts';
import { givenReport, smallReport } from './small-report.ts';

test('dedupChart() draws a panel for each set of guards, with axes, legend and the numbers of pairs', async () => {
  const svg = await drawSvg(dedupChart(smallReport({ embedder: 'embedder <1> & more' })));
  expect(svg).toMatch(/^<svg [\s\S]*<\/svg>$/);
  const texts = [
    'What a cosine threshold merges',
    'embedder &lt;1&gt; &amp; more',
    'twenty families: 20 families; bands: 95 % by bootstrap of families',
    'n pairs: 20 duplicates, 40 contradictions, 20 related',
    'no guards',
    'guard: digits',
    'threshold (cosine)',
    'pairs that merge (%)',
    'duplicates (recall)',
    'contradictions in nearly the same words',
    'contradictions in other words',
    'related rules',
  ];
  expect(texts.filter((text) => !svg.includes(`>${text}</t`))).toEqual([]);
  // By kind, so not once more as a whole.
  expect(svg.includes('>contradictions</t')).toBe(false);
});

test('dedupChart() has one line for contradictions of one kind, and none for classes without pairs', async () => {
  const report = givenReport([
    { label: 'duplicate', cosine: 0.9 },
    { label: 'contradiction', cosine: 0.95 },
  ]);
  const svg = await drawSvg(dedupChart(report));
  expect(svg).toContain('>contradictions</text>');
  expect(svg).not.toMatch(/same words|other words|related rules|NaN/);
});

test('dedupChart() draws the shares where they are', async () => {
  const svg = await drawSvg(dedupChart(givenReport([{ label: 'duplicate', cosine: 0.65 }])));
  // 280 pixels for 0.3 to 1: up to 0.64 the pair merges (top), from 0.65 it does not (bottom).
  const line = /aria-roledescription="line mark"[^>]* d="([^"]+)"/.exec(svg)?.[1] ?? '';
  const points = [...line.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  const heights = [...new Set(points.map(([, y]) => y))];
  expect(points).toHaveLength(70);
  expect(heights).toHaveLength(2);
  expect(points.filter(([, y]) => y === heights[0])).toHaveLength(35);
  expect(heights[0]!).toBeLessThan(heights[1]!);
});
