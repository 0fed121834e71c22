import { expect, it } from 'vitest';
import { drawSvg } from '../../harness/text/draw-svg.ts';
import type { SweptSetting } from '../../harness/dedup/sweep.ts';
import { sweepChart } from '../../harness/dedup/sweep-chart.ts';
import type { SweepReport } from '../../harness/dedup/sweep-report.ts';
import type { RefineSetting } from '../../harness/dedup/sweep-settings.ts';
import { dropping, unlimited } from './sweep-run.ts';

function swept(
  setting: Partial<RefineSetting>,
  more: Partial<SweptSetting> & { readonly retention?: number } = {},
): SweptSetting {
  const counts = { named: 0, orphaned: 0, refines: 0, merged: 0, vetoed: 0, evicted: 0, compared: 0 };
  const { retention = null, ...rest } = more;
  const row = { round: 1, contextTokens: 100, bullets: 2, redundancy: null, coverage: null, retention, ...counts };
  return {
    setting: { ...dropping, ...setting },
    recorded: false,
    rows: [row],
    orphanedShare: 0,
    exceedsOrphanLimit: false,
    ...rest,
  };
}

function reportOf(results: readonly SweptSetting[]): SweepReport {
  return { run: 'run <1>', embedder: 'e/1', budget: unlimited, rounds: 1, notReproduced: null, results };
}

function marks(svg: string, kind: string): number {
  return [...svg.matchAll(new RegExp(`aria-roledescription="${kind}"`, 'g'))].length;
}

it('sweepChart() draws tokens, and retention where it is known, with a line per mode, a rule for off and marks for the rest', async () => {
  const lines = (['proactive', 'lazy'] as const).flatMap((mode) => [
    swept({ mode, threshold: 0.6 }, { exceedsOrphanLimit: true, retention: 0.4 }),
    swept({ mode, threshold: 0.7 }, { recorded: mode === 'lazy', retention: 0.5 }),
  ]);
  const svg = await drawSvg(sweepChart(reportOf([...lines, swept({ mode: 'off' }, { retention: 0.6 })])));
  for (const text of [
    'context tokens after the last round',
    'retention after the last round',
    'proactive',
    'lazy',
    'off',
  ])
    expect(svg).toContain(`>${text}</text>`);
  expect(svg).toContain('run &lt;1&gt;, rounds 1 to 1; e/1');
  expect(svg).toContain('ring: the recorded setting; hollow: outside open-loop validity (over 5 % of ops orphaned)');
  // In each of two panels: two lines; two filled points, two hollow ones and a ring; a rule.
  expect([marks(svg, 'line mark'), marks(svg, 'point'), marks(svg, 'rule mark')]).toEqual([4, 10, 2]);
  expect(svg).not.toMatch(/NaN|undefined/);
});

it('sweepChart() leaves retention out where it is not known, and tells lines of one mode apart', async () => {
  const guards = [['numbers'], []] as const;
  const svg = await drawSvg(
    sweepChart(reportOf(guards.flatMap((names) => [0.6, 0.7].map((threshold) => swept({ threshold, guards: names }))))),
  );
  expect(svg).not.toContain('retention');
  expect(svg).toContain('>guards: numbers</text>');
  expect(svg).toContain('>guards: none</text>');
  expect(marks(svg, 'line mark')).toBe(2);
});
