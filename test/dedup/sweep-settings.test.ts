import { expect, it } from 'vitest';
import { guardNames } from '../../harness/playbook/guards.ts';
import { type SweepGrid, sweepSettings } from '../../harness/dedup/sweep-settings.ts';
import { sweepThresholds } from '../../harness/dedup/sweep-thresholds.ts';
import { dropping } from './sweep-run.ts';

const grid: SweepGrid = {
  modes: ['lazy', 'proactive', 'off'],
  thresholds: [0.9, 0.5],
  guards: [[], guardNames],
  onDuplicate: ['merge', 'drop'],
  scopes: ['playbook'],
};

it('sweepSettings() gives all combinations once, in order, and the recorded one among them', () => {
  const settings = sweepSettings(grid, dropping, { ...dropping, guards: [...guardNames].reverse() });
  expect(settings).toHaveLength(2 * 2 * 2 * 2 + 1);
  expect(settings.filter(({ recorded }) => recorded)).toEqual([
    { recorded: true, setting: { ...dropping, guards: [...guardNames].reverse() } },
  ]);
  expect(
    settings
      .slice(0, 4)
      .map(({ setting }) => [setting.mode, setting.onDuplicate, setting.guards.length, setting.threshold]),
  ).toEqual([
    ['proactive', 'drop', guardNames.length, 0.5],
    ['proactive', 'drop', guardNames.length, 0.9],
    ['proactive', 'drop', 0, 0.5],
    ['proactive', 'drop', 0, 0.9],
  ]);
  expect(settings.at(-1)!.setting.mode).toBe('off');
});

it('sweepSettings() adds a recorded setting that is not in the grid, and none where there is none', () => {
  const odd = { ...dropping, mode: 'periodic', threshold: 0.77 } as const;
  expect(sweepSettings(grid, odd, odd).filter(({ setting }) => setting.threshold === 0.77)).toEqual([
    { recorded: true, setting: odd },
  ]);
  expect(sweepSettings(grid, odd, null).some(({ recorded }) => recorded)).toBe(false);
});

it('sweepSettings() keeps what the run asked of its modes', () => {
  const base = { triggerAt: 0.4, rearm: 0.3, every: 7 };
  for (const { setting } of sweepSettings(grid, base, null)) expect(setting).toMatchObject(base);
});

it('sweepThresholds() reads numbers and ranges, both ends included, in decimals', () => {
  expect(sweepThresholds('0.5:0.95:0.05', 'sweep')).toEqual([0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]);
  expect(sweepThresholds('0, 1,0.8:0.9:0.04,0.8', 'sweep')).toEqual([0, 1, 0.8, 0.84, 0.88]);
});

it.each([
  '',
  '0.5,',
  'x',
  '1.2',
  '-0.1',
  '0.9:0.5:0.1',
  '0.5:0.9',
  '0.5:0.9:0',
  '0.5:0.9:-0.1',
  '0:1:0.0001',
  '0.5:0.6:0.1:0.1',
])('sweepThresholds() refuses %j', (text) => {
  expect(() => sweepThresholds(text, 'sweep R')).toThrow(/^Cannot sweep R: expected thresholds from 0 to 1, such as/);
});
