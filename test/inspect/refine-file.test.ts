import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { duplicateRuleNames, duplicateRules } from '../../harness/playbook/duplicate-rules.ts';
import { guardNames } from '../../harness/playbook/guards.ts';
import { parsePlaybook } from '../../harness/playbook/parse-playbook.ts';
import { readPlaybook, writePlaybook } from '../../harness/inspect/read-playbook.ts';
import { refineFile, type RefineFileOptions } from '../../harness/inspect/refine-file.ts';
import { refineFileText } from '../../harness/inspect/refine-file-text.ts';
import { at, degreesWorld, playbookOf, rule } from '../playbook/degrees.ts';

const plain: RefineFileOptions = { threshold: 0.95, near: 0.1, onDuplicate: 'drop', scope: 'playbook', guards: [] };
const render = (playbook: Parameters<typeof writePlaybook>[0]) => writePlaybook(playbook, { counted: new Set() });

async function refined(texts: readonly string[], options: Partial<RefineFileOptions> = {}) {
  return refineFile(playbookOf(texts), { ...plain, ...options }, { ...degreesWorld(), render });
}

it('refineFile() tells merges with both texts, near pairs of what is left, and sizes', async () => {
  const { playbook, report } = await refined([at(0), at(10), at(29), at(90)]);
  expect(playbook.bullets.map(({ id }) => id)).toEqual([rule(1), rule(3), rule(4)]);
  expect(report).toMatchObject({
    embedder: 'degrees',
    merged: [{ from: rule(2), into: rule(1), cosine: 0.984808, texts: [at(10), at(0)] }],
    vetoed: [],
    nearPairs: [{ a: rule(1), b: rule(3), cosine: 0.87462 }],
    nearPairCount: 1,
    before: { bullets: 4 },
    after: { bullets: 3 },
  });
  expect(report.after.tokens).toBe(render(playbook).length);
  expect(report.before.tokens).toBeGreaterThan(report.after.tokens);
});

it('refineFile() shows no near pairs where the window is 0, and more where it is wider', async () => {
  const texts = [at(0), at(29), at(70)];
  expect((await refined(texts, { near: 0 })).report.nearPairCount).toBe(0);
  expect((await refined(texts, { near: 0.3 })).report.nearPairCount).toBe(2);
});

it('refineFile() tells vetoes, the nearest first', async () => {
  const { playbook, report } = await refined([at(10), at(17), at(11)], { guards: ['numbers'] });
  expect(playbook.bullets).toHaveLength(3);
  expect(report.vetoed.map(({ a, b, guard }) => [a, b, guard])).toEqual([
    [rule(1), rule(3), 'numbers'],
    [rule(2), rule(3), 'numbers'],
    [rule(1), rule(2), 'numbers'],
  ]);
});

it('refineFile() names the guard that would keep a near pair apart', async () => {
  const guarded = await refined([at(10), at(31)], { guards: ['numbers'] });
  expect(guarded.report.nearPairs).toMatchObject([{ guard: 'numbers' }]);
  expect((await refined([at(10), at(31)])).report.nearPairs).toMatchObject([{ guard: null }]);
});

it('refineFile() lists what a newcomer replaced', async () => {
  const { report } = await refined([at(0), at(20), at(10)], { onDuplicate: 'replace' });
  expect(report.merged).toMatchObject([{ from: rule(1), into: rule(3), texts: [at(0), at(10)] }]);
  expect(report.replaced).toMatchObject([{ id: rule(2), by: rule(3), texts: [at(20), at(10)] }]);
  expect(refineFileText(report, 'x', { all: false })).toContain(`replaced: 1\n  [${rule(2)}] by [${rule(3)}]  0.9848`);
});

it('refineFileText() prints the threshold with the embedder that it belongs to, and cuts long lists unless all is asked for', async () => {
  const { report } = await refined(
    Array.from({ length: 30 }, (_, index) => at(index * 11)),
    { threshold: 0.99, near: 0.05 },
  );
  const [short, long] = [refineFileText(report, 'x', { all: false }), refineFileText(report, 'x', { all: true })];
  expect(short).toContain(
    'embedder degrees\nduplicates: cosine > 0.99, guards none, scope playbook, on duplicate drop',
  );
  expect(short).toContain('… and 9 more');
  expect(short).toContain('(--all lists more)');
  expect(long.match(/^ {2}\[rul-/gm)).toHaveLength(29);
  expect(long).not.toContain('more');
});

// It stands beside the repository, not in it: skipped where it is not.
const published = fileURLToPath(
  new URL('../../../shared/data/ace-playbooks/appworld_offline_trained_no_gt_playbook.txt', import.meta.url),
);

describe.skipIf(!existsSync(published))('refineFile() of the published playbook', () => {
  const deps = { embedder: hashEmbedder(), countTokens: (text: string) => text.length };
  const exactPairs = [
    ['vc-00149', 'vc-00272'],
    ['code-00156', 'code-00160'],
    ['vc-00257', 'vc-00261'],
  ] as const;

  it.each([0, 0.5, 0.85, 0.999999])('merges its exact pairs at threshold %d', async (threshold) => {
    const read = readPlaybook(published);
    const options = { ...plain, threshold, guards: guardNames };
    const { playbook, report } = await refineFile(read.playbook, options, { ...deps, render });
    const kept = new Set(playbook.bullets.map(({ id }) => id));
    const gone = new Map(report.merged.map(({ from, into }) => [from, into]));
    for (const [elder, younger] of exactPairs) {
      expect(kept.has(younger)).toBe(false);
      if (threshold > 0.99) expect(gone.get(younger)).toBe(elder);
    }
  });

  it('keeps them at threshold 1', async () => {
    const read = readPlaybook(published);
    const options = { ...plain, threshold: 1, guards: guardNames };
    const { playbook, report } = await refineFile(read.playbook, options, { ...deps, render });
    expect(playbook.bullets).toHaveLength(318);
    const near = report.nearPairs.map(({ a, b }) => `${a} ${b}`);
    for (const pair of exactPairs) expect(near).toContain(pair.join(' '));
  });

  const rules = duplicateRuleNames.filter((name) => duplicateRules[name] !== 'written');
  it.each(rules)('changes nothing in a second pass over what %s wrote', async (onDuplicate) => {
    const read = readPlaybook(published);
    const options = { ...plain, threshold: 0.7, guards: guardNames, onDuplicate };
    const once = await refineFile(read.playbook, options, { ...deps, render });
    const text = render(once.playbook);
    expect(once.report.merged.length).toBeGreaterThan(20);
    expect(once.report.vetoed.length).toBeGreaterThan(5);
    const twice = await refineFile(parsePlaybook(text), options, { ...deps, render });
    expect(twice.report.merged).toEqual([]);
    expect(render(twice.playbook)).toBe(text);
  });
});
