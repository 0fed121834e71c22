import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgeManifest } from './rechain.ts';
import { dedupSweepCommand, type DedupSweepOptions } from '../../harness/cli/dedup-sweep-command.ts';
import type { RoundRecord } from '../../harness/core/records.ts';
import type { SweepReport } from '../../harness/dedup/sweep-report.ts';
import { smallReport } from '../dedup/small-report.ts';
import { said, saidByRun, type Said } from './in-process.ts';
import { createWorkspace } from './workspace.ts';

const workspace = createWorkspace();
afterAll(workspace.remove);

const experiment = `experiment: sweeps
model: { provider: simulated }
embedder: { name: hash }
budgetTokens: 900
suites:
  - { name: tagging, limits: { train: 16, val: 4, test: 4 } }
arms:
  static: { method: static }
  append: { method: append }
  full-rewrite: { method: full-rewrite }
  ace-proactive: { method: ace, refine: { mode: proactive, threshold: 0.6 } }
  ace-lazy: { method: ace, refine: { mode: lazy, threshold: 0.6, triggerAt: 0.6, rearm: 0.05, guards: [] } }
  ace-periodic: { method: ace, refine: { mode: periodic, threshold: 0.5, every: 3, onDuplicate: merge, scope: section, guards: [numbers] } }
  ace-replace: { method: ace, refine: { onDuplicate: replace, threshold: 0.4 } }
  ace-off: { method: ace, refine: { mode: off } }
  ace-shown: { method: ace, refine: { threshold: 0.6 }, render: { counters: hidden, order: append }, curate: { rejectVague: true } }
  ace-llm: { method: ace, refine: { onDuplicate: llm, threshold: 0.5 } }
seeds: [1]
protocol: { kind: offline, epochs: 2, batchSize: 3, probeEvery: 4, feedback: gold }
`;

const results = workspace.path('results');
const cache = workspace.path('cache');

beforeAll(async () => {
  const { code, stderr } = await saidByRun(workspace.write('sweeps.yaml', experiment), { results }, cache);
  if (code !== 0) throw new Error(`Cannot make runs to sweep: ${stderr.join('\n')}`);
});

function runOf(arm: string): string {
  const folder = join(results, 'sweeps');
  return join(folder, readdirSync(folder).find((id) => id.includes(`.${arm}.`))!);
}

function sweepOf(folder: string, options: Partial<DedupSweepOptions> = {}): Promise<Said> {
  const all: DedupSweepOptions = { thresholds: '0.4,0.6,0.8', modes: ['proactive', 'lazy'], ...options };
  return said((deps) => dedupSweepCommand(folder, all, deps), cache);
}

async function reportOf(folder: string, options: Partial<DedupSweepOptions> = {}): Promise<SweepReport> {
  const { code, stdout, stderr } = await sweepOf(folder, { ...options, json: true });
  if (code !== 0) throw new Error(stderr.join('\n'));
  return JSON.parse(stdout);
}

function roundsOf(folder: string): readonly RoundRecord[] {
  const lines = readFileSync(join(folder, 'records.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'round');
}

test.each(['ace-proactive', 'ace-lazy', 'ace-periodic', 'ace-replace', 'ace-off', 'ace-shown'])(
  'dedup sweep reproduces a run of %s at its own setting: size and what is left of the lessons, round by round',
  async (arm) => {
    const folder = runOf(arm);
    const { notReproduced, results: swept } = await reportOf(folder);
    expect(notReproduced).toBeNull();
    const [own, ...others] = swept.filter(({ recorded }) => recorded);
    expect(others).toEqual([]);
    expect(own!.orphanedShare ?? 0).toBe(0);
    expect(
      own!.rows.map(({ round, contextTokens, bullets, redundancy, coverage, retention }) => ({
        round,
        contextTokens,
        bullets,
        redundancy,
        coverage,
        retention,
      })),
    ).toEqual(
      roundsOf(folder).map(({ round, contextTokens, bullets, redundancy, coverage, retention }) => ({
        round,
        contextTokens,
        bullets,
        redundancy,
        coverage,
        retention,
      })),
    );
    expect(own!.rows.some(({ evicted, merged }) => evicted + merged > 0)).toBe(true);
  },
);

test('dedup sweep prints a line per setting, writes rounds and a drawing, and calls no model', async () => {
  const folder = runOf('ace-proactive');
  const out = workspace.path('sweep');
  const { code, stdout, stderr } = await sweepOf(folder, {
    modes: ['proactive', 'lazy', 'off'],
    guards: ['all', 'numbers+order'],
    out,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: [] });
  expect(stdout).toMatch(/^dedup sweep of tagging\.ace-proactive\.s1-[0-9a-f]{8}, rounds 1 to 12\n/);
  expect(stdout).toContain('what generator and reflector would have said under another playbook is not known');
  expect(stdout).toMatch(/^\* {2}proactive +0\.6 +all +0\.0% /m);
  expect(stdout).toMatch(/^ [! ] lazy +0\.8 +numbers\+order /m);
  expect(stdout).toMatch(/^ [! ] off +- +- /m);
  expect(stdout).toContain('* the recorded setting: each of its 13 contexts is the recorded one');
  expect(stdout).toContain(`Written: ${join(out, 'sweep.csv')}, ${join(out, 'sweep.svg')}`);
  const csv = readFileSync(join(out, 'sweep.csv'), 'utf8').trimEnd().split('\n');
  expect(csv[0]).toMatch(/^run,embedder,refine_mode,threshold,guards,on_duplicate,scope,recorded,/);
  expect(csv).toHaveLength(1 + 13 * (2 * 3 * 2 + 1));
  expect(csv.filter((line) => line.includes(',off,,,,,false,'))).toHaveLength(13);
  expect(readFileSync(join(out, 'sweep.svg'), 'utf8')).toMatch(
    /^<svg [\s\S]*retention after the last round[\s\S]*<\/svg>$/,
  );
});

test('dedup sweep varies what it is asked to vary', async () => {
  const thresholds = ['0.25', '0.4', '0.5', '0.6', '0.7'];
  const { results: swept } = await reportOf(runOf('ace-lazy'), {
    modes: ['proactive', 'lazy', 'periodic', 'off'],
    thresholds: thresholds.join(),
    guards: ['none', 'all'],
    onDuplicate: ['drop', 'merge', 'replace'],
    scope: ['playbook', 'section'],
  });
  const first = { mode: 'proactive', guards: [], onDuplicate: 'drop', scope: 'playbook' };
  const ways: readonly object[] = [
    first,
    { ...first, mode: 'lazy' },
    { ...first, mode: 'periodic' },
    { mode: 'off' },
    { ...first, guards: ['numbers', 'negation', 'antonyms', 'order', 'template'] },
    { ...first, onDuplicate: 'merge' },
    { ...first, onDuplicate: 'replace' },
    { ...first, scope: 'section' },
  ];
  const rowsOf = (way: object) =>
    swept.filter(({ setting, recorded }) => !recorded && matches(setting, way)).map(({ rows }) => JSON.stringify(rows));
  // At some threshold; at one alone two of them may come to the same.
  expect(new Set(ways.map((way) => rowsOf(way).join())).size).toBe(ways.length);
  expect(rowsOf(first)).toHaveLength(thresholds.length);
  expect(new Set(rowsOf(first)).size).toBeGreaterThan(1);
});

function matches(setting: object, part: object): boolean {
  const all: { readonly [key: string]: unknown } = { ...setting };
  return Object.entries(part).every(([key, value]) => JSON.stringify(all[key]) === JSON.stringify(value));
}

test('dedup sweep says where the recorded setting is not reproduced: another embedder, or a rule that asks a model', async () => {
  const other = await sweepOf(runOf('ace-proactive'), { embedder: 'minilm', thresholds: '1', modes: ['proactive'] });
  expect(other.code).toBe(0);
  expect(other.stdout).toMatch(
    /the recorded setting is not reproduced: it belongs to hash-256\/1, and a threshold says nothing about another/,
  );
  expect(other.stdout).not.toContain('*');
  const written = await sweepOf(runOf('ace-llm'));
  expect(written.code).toBe(0);
  expect(written.stdout).toContain(
    'the recorded setting is not reproduced: its rule for duplicates, llm, asks a model',
  );
  expect(written.stdout).toContain('duplicates: drop');
  // The same embedder by name is no other.
  expect((await reportOf(runOf('ace-proactive'), { embedder: 'hash' })).notReproduced).toBeNull();
});

test('dedup sweep takes the thresholds that dedup eval recommends for the same embedder, and refuses those of another', async () => {
  const folder = runOf('ace-proactive');
  const report = smallReport({ embedder: 'hash-256/1', ceiling: 0.5 });
  const own = workspace.write('own.json', JSON.stringify(report));
  const recommended = report.sets.flatMap((set) => ('threshold' in set.recommended ? [set.recommended.threshold] : []));
  expect(recommended.length).toBeGreaterThan(0);
  const { results: swept } = await reportOf(folder, { recommended: own, thresholds: '0.123', modes: ['lazy'] });
  expect([...new Set(swept.map(({ setting }) => setting.threshold))].sort()).toEqual(
    [...new Set([0.123, 0.6, ...recommended])].sort(),
  );
  const foreign = workspace.write('foreign.json', JSON.stringify({ ...report, embedder: 'other/2' }));
  const refused = await sweepOf(folder, { recommended: foreign });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr[0]).toMatch(/expected thresholds for hash-256\/1, found those in .*foreign\.json for other\/2/);
});

test('dedup sweep is an error of our own where the recorded setting does not give the recorded contexts', async () => {
  const folder = spoilt('ace-proactive', (manifest) => manifest.replace(/"threshold": 0.6/g, '"threshold": 0.3'));
  const { code, stdout, stderr } = await sweepOf(folder);
  expect({ code, stdout }).toEqual({ code: 70, stdout: '' });
  expect(stderr[0]).toMatch(
    /Cannot sweep: expected the recorded setting to give context [0-9a-f]{8} of \d+ tokens in round \d+/,
  );
});

test('dedup sweep asks whether vectors are those of another machine before it takes the blame', async () => {
  const folder = spoilt('ace-proactive', (manifest) =>
    manifest.replace(/"threshold": 0.6/g, '"threshold": 0.3').replace(/("vectorFingerprint": ")\w+/, '$1ffffffff'),
  );
  const { code, stderr } = await sweepOf(folder);
  expect(code).toBe(2);
  expect(stderr[0]).toMatch(
    /expected vectors with fingerprint ffffffff as the run had, found [0-9a-f]{8} on this machine/,
  );
});

test('dedup sweep says that other code refines in another way, where that may be the reason', async () => {
  const folder = spoilt('ace-proactive', (manifest) =>
    manifest.replace(/"threshold": 0.6/g, '"threshold": 0.3').replace(/("codeHash": ")\w{8}/, '$1ffffffff'),
  );
  const { code, stderr } = await sweepOf(folder);
  expect(code).toBe(2);
  expect(stderr[0]).toMatch(
    /expected the code that it was recorded with \(ffffffff\), found [0-9a-f]{8}, which refines/,
  );
});

test('dedup sweep refuses a run whose embedder is another one by now', async () => {
  const { code, stderr } = await sweepOf(
    spoilt('ace-proactive', (manifest) => manifest.replace(/("embedderId": ")[^"]+/, '$1hash-256/0')),
  );
  expect(code).toBe(2);
  expect(stderr[0]).toMatch(/expected its embedder hash-256\/0, found hash-256\/1$/);
});

test('dedup sweep goes on without the lessons of a suite whose tasks are others by now, and says so', async () => {
  const folder = spoilt('ace-proactive', (manifest) => manifest.replace(/("dataHash": ")\w+/g, '$1other'));
  const { code, stdout, stderr } = await sweepOf(folder);
  expect(code).toBe(0);
  expect(stderr).toEqual(['the lessons of suite tagging are left out: its tasks are others by now']);
  expect(stdout).not.toMatch(/redundancy|coverage|retention/);
});

test('dedup sweep neutralises what a spreadsheet would take for a formula', async () => {
  const folder = spoilt('ace-proactive', (manifest) => manifest.replace(/("runId": ")[^"]+/, '$1=HYPERLINK(1)'));
  await sweepOf(folder, { out: workspace.path('formulas') });
  expect(readFileSync(workspace.path('formulas/sweep.csv'), 'utf8')).toContain("\n'=HYPERLINK(1),");
});

test.each<[string, Partial<DedupSweepOptions>, RegExp]>([
  ['a misspelt guard', { guards: ['nubers'] }, /expected guards to be of .*, found "nubers"; did you mean "numbers"\?/],
  ['a misspelt mode', { modes: ['lasy'] }, /expected modes to be of .*, found "lasy"; did you mean "lazy"\?/],
  ['a rule that asks a model', { onDuplicate: ['llm'] }, /--on-duplicate to be of drop, merge, replace, found "llm"/],
  ['an unknown scope', { scope: ['all'] }, /expected scopes to be of playbook, section, found "all"/],
  [
    'a misspelt embedder',
    { embedder: 'hsah' },
    /expected the embedder to be one of .*found "hsah"; did you mean "hash"\?/,
  ],
  ['a threshold above 1', { thresholds: '0.5,85' }, /expected thresholds from 0 to 1, .*found "85"/],
  [
    'a report that is not there',
    { recommended: 'none.json' },
    /expected none\.json to be what dedup eval --json prints, found no such file or folder/,
  ],
])('dedup sweep refuses %s, and writes nothing', async (_, options, message) => {
  const out = workspace.path('never');
  const { code, stdout, stderr } = await sweepOf(runOf('ace-proactive'), { ...options, out });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr[0]).toMatch(message);
  expect(existsSync(out)).toBe(false);
});

test.each(['static', 'full-rewrite', 'append'])(
  'dedup sweep refuses a run of %s, which refines no deltas',
  async (arm) => {
    const { code, stderr } = await sweepOf(runOf(arm));
    expect(code).toBe(2);
    expect(stderr[0]).toMatch(
      new RegExp(`expected a run of a method that refines deltas \\(ace\\), found one of ${arm}$`),
    );
  },
);

test('dedup sweep refuses a run that was cut before its first delta, and sweeps the whole rounds of one cut later', async () => {
  const upTo = (round: number) => (records: string) => {
    const lines = records.trimEnd().split('\n');
    const last = lines.findIndex((line) => line.includes('"kind":"round"') && line.includes(`"round":${round},`));
    return lines.slice(0, last + 3).join('\n');
  };
  const early = await sweepOf(spoilt('ace-proactive', undefined, upTo(0)));
  expect(early.code).toBe(2);
  expect(early.stderr.at(-1)).toMatch(/expected a run with deltas, found none in 1 whole rounds$/);
  const later = await sweepOf(spoilt('ace-proactive', undefined, upTo(3)));
  expect(later).toMatchObject({ code: 0 });
  expect(later.stdout).toContain('rounds 1 to 3\n');
});

test('dedup sweep works from the command line', async () => {
  const done = await workspace.aceBench([
    'dedup',
    'sweep',
    runOf('ace-lazy'),
    '--thresholds',
    '0.5:0.7:0.1',
    '--guards',
    'all,none',
  ]);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout.match(/^[* ][! ] (proactive|lazy) +0\.[567] +(all|none) /gm)).toHaveLength(12);
});

/** A copy of an arm's run with its files changed. */
function spoilt(
  arm: string,
  manifest?: (text: string) => string,
  records: (text: string) => string = (text) => text,
): string {
  const from = runOf(arm);
  const folder = workspace.path(`spoilt-${readdirSync(workspace.folder).length}`);
  mkdirSync(folder);
  const change = (file: string, edit: (text: string) => string): void => {
    writeFileSync(join(folder, file), edit(readFileSync(join(from, file), 'utf8')));
  };
  change('manifest.json', (text) => text);
  change('records.jsonl', records);
  if (manifest !== undefined) forgeManifest(folder, manifest);
  return folder;
}
