import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { dedupCurveCommand, type DedupCurveOptions } from '../../harness/cli/dedup-curve-command.ts';
import type { CurveReport } from '../../harness/dedup/curve-text.ts';
import { publishedCurve } from '../dedup/published-curve.ts';
import { said, saidByRun, type Said } from './in-process.ts';
import { createWorkspace } from './workspace.ts';

const workspace = createWorkspace();
afterAll(workspace.remove);
const cache = workspace.path('cache');
const results = workspace.path('results');

const experiment = `experiment: curves
model: { provider: simulated }
embedder: { name: hash }
budgetTokens: 900
suites:
  - { name: tagging, limits: { train: 12, val: 2, test: 2 } }
arms:
  static: { method: static }
  full-rewrite: { method: full-rewrite }
  ace: { method: ace, refine: { threshold: 0.6 } }
seeds: [1, 2]
protocol: { kind: offline, batchSize: 4, probeEvery: 4, feedback: gold }
`;

beforeAll(async () => {
  const { code, stderr } = await saidByRun(workspace.write('curves.yaml', experiment), { results }, cache);
  if (code !== 0) throw new Error(`Cannot make runs: ${stderr.join('\n')}`);
});

function runsOf(arm: string): readonly string[] {
  const folder = join(results, 'curves');
  return readdirSync(folder)
    .filter((id) => id.includes(`.${arm}.`))
    .map((id) => join(folder, id));
}

function curveOf(paths: readonly string[], options: Partial<DedupCurveOptions> = {}): Promise<Said> {
  return said((deps) => dedupCurveCommand(paths, { embedder: 'hash', thresholds: '0.9,0.6', ...options }, deps), cache);
}

async function reportOf(paths: readonly string[], options: Partial<DedupCurveOptions> = {}): Promise<CurveReport> {
  const { code, stdout, stderr } = await curveOf(paths, { ...options, json: true });
  if (code !== 0) throw new Error(stderr.join('\n'));
  return JSON.parse(stdout);
}

const playbook = [
  '[a-00001] Retry once.',
  '[a-00002] Retry once!',
  '[a-00003] Sort by date.',
  '[a-00004] Sort by date.',
];

test('dedup curve compares the bullets that runs added, as they were added, with a playbook, over as many', async () => {
  const file = workspace.write('playbook.txt', playbook.join('\n'));
  const report = await reportOf(runsOf('ace'), { against: file });
  expect(report.sources.map(({ kind, taken }) => [kind, taken])).toEqual([
    ['bullets', 4],
    ['bullets', 4],
  ]);
  expect(report.against).toMatchObject({ taken: 4, all: 4, points: [{ share: 0.25 }, { share: 0.5 }] });
  for (const { all, points } of report.sources) {
    // More than the budget leaves.
    expect(all).toBeGreaterThan(20);
    expect(points[0]!.joined).not.toBeNull();
  }
  const { stdout } = await curveOf(runsOf('ace'), { against: file });
  expect(stdout).toMatch(
    /^cosine > +merged % \(mean\) +least +most +against % +difference +merges +of different rules %/m,
  );
  expect(stdout).toMatch(/largest difference: \d+\.\d points$/m);
});

test('dedup curve takes the stated lessons of a run without deltas, and of a file the bullets alone', async () => {
  const { sources, against, largestDifference } = await reportOf(runsOf('full-rewrite').slice(0, 1), { first: 10 });
  expect(sources).toMatchObject([{ kind: 'lessons', taken: 10 }]);
  expect([against, largestDifference]).toEqual([null, null]);
  const { stdout } = await curveOf([workspace.write('one.txt', playbook.join('\n'))], { thresholds: '0.9' });
  expect(stdout).toMatch(/^cosine > +merged %\n0\.9 +25\.0$/m);
});

test.each<[string, () => readonly string[], Partial<DedupCurveOptions>, RegExp]>([
  ['a run that states nothing', () => runsOf('static').slice(0, 1), {}, /expected a run that states lessons, found/],
  ['a file that is not there', () => ['none.txt'], {}, /^Cannot read none\.txt: expected a playbook file, found/],
  ['thresholds that are none', () => runsOf('ace'), { thresholds: '2' }, /expected thresholds from 0 to 1/],
  ['an embedder that is none', () => runsOf('ace'), { embedder: 'hsah' }, /found "hsah"; did you mean "hash"\?/],
])('dedup curve refuses %s', async (_what, paths, options, message) => {
  const { code, stdout, stderr } = await curveOf(paths(), options);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.join('\n').replace(/^ace-bench: /, '')).toMatch(message);
});

// It stands beside the repository, not in it: skipped where it is not.
const file = fileURLToPath(
  new URL('../../../shared/data/ace-playbooks/appworld_offline_trained_no_gt_playbook.txt', import.meta.url),
);

describe.skipIf(!existsSync(file))('of the published ACE playbook', () => {
  it.each(['minilm', 'hash'] as const)(
    'dedup curve gives the shares that the simulated stream is fitted to, by %s',
    async (embedder) => {
      const { thresholds, bullets, shares } = publishedCurve;
      const { sources } = await reportOf([file], { embedder, thresholds: thresholds.join() });
      expect(sources[0]!.all).toBe(bullets);
      const found = sources[0]!.points.map(({ share }) => Math.round(share * 1000) / 1000);
      expect(found).toEqual(shares[embedder]);
    },
  );
});
