import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dedupCurveCommand } from '../../harness/cli/dedup-curve-command.ts';
import type { CurveReport } from '../../harness/dedup/curve-text.ts';
import { publishedCurve } from '../dedup/published-curve.ts';
import { said, saidByRun } from './in-process.ts';
import { createWorkspace } from './workspace.ts';

const workspace = createWorkspace();
afterAll(workspace.remove);
const cache = workspace.path('cache');
const results = workspace.path('results');
const config = fileURLToPath(new URL('../../configs/lesson-stream.yaml', import.meta.url));
const { bullets, shares } = publishedCurve;
// Equal texts alone exceed the last one.
const thresholds = [...publishedCurve.thresholds, 0.999999];

async function curveBy(embedder: string): Promise<CurveReport> {
  const folder = join(results, 'lesson-stream');
  const runs = readdirSync(folder).filter((name) => name.startsWith('tagging.'));
  const options = { embedder, thresholds: thresholds.join(), first: bullets, json: true };
  const { stdout } = await said(
    (deps) =>
      dedupCurveCommand(
        runs.map((run) => join(folder, run)),
        options,
        deps,
      ),
    cache,
  );
  return JSON.parse(stdout);
}

function meanShares({ sources }: CurveReport): readonly number[] {
  return thresholds.map((_, at) => sources.reduce((sum, { points }) => sum + points[at]!.share, 0) / sources.length);
}

describe('the stream of lessons that the simulated reflector states in suite tagging', () => {
  beforeAll(async () => {
    const { code, stderr } = await saidByRun(config, { results, set: ['dataSeeds=3'] }, cache);
    if (code !== 0) throw new Error(stderr.join('\n'));
  });

  it.each([
    ['minilm', 0.05],
    ['hash', 0.1],
  ] as const)(
    'is as redundant by %s as the published playbook, within %d at every threshold',
    async (embedder, margin) => {
      const report = await curveBy(embedder);
      expect(report.sources.map(({ taken }) => taken)).toEqual([bullets, bullets, bullets]);
      const found = meanShares(report);
      expect(found.at(-1), 'copies').toBeLessThan(0.01);
      for (const [at, threshold] of publishedCurve.thresholds.entries())
        expect(Math.abs(found[at]! - shares[embedder][at]!), `at ${threshold}`).toBeLessThanOrEqual(margin);
    },
  );

  it('mostly repeats one rule where a threshold of 0.85 merges', async () => {
    const { sources } = await curveBy('minilm');
    for (const { points } of sources) {
      const { joined } = points[thresholds.indexOf(0.85)]!;
      expect(joined!.known).toBeGreaterThan(80);
      expect(joined!.differentRules / joined!.known).toBeLessThan(0.2);
    }
  });
});
