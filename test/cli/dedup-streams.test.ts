import { afterAll, expect, test } from 'vitest';
import { dedupStreamsCommand, type DedupStreamsOptions } from '../../harness/cli/dedup-streams-command.ts';
import type { StreamReport } from '../../harness/dedup/stream-text.ts';
import { said, type Said } from './in-process.ts';
import { createWorkspace } from './workspace.ts';

const workspace = createWorkspace();
afterAll(workspace.remove);

function streamsOf(options: Partial<DedupStreamsOptions> = {}): Promise<Said> {
  const all = { half: 'dev', embedder: 'hash', thresholds: '0.7', guards: ['none'], ...options };
  return said((deps) => dedupStreamsCommand(all, deps), workspace.path('cache'));
}

test('dedup streams measures 20 streams of 200 bullets of either half', async () => {
  const { code, stdout, stderr } = await streamsOf({ half: 'test', guards: ['none', 'all'], json: true });
  expect({ code, stderr }).toEqual({ code: 0, stderr: [] });
  const { embedder, streams, results, orders }: StreamReport = JSON.parse(stdout);
  expect({ embedder, orders }).toEqual({ embedder: 'hash-256/1', orders: 20 });
  expect(streams.map(({ bullets }) => bullets.length)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(streams[0]!.families).toBeLessThan(streams.at(-1)!.families);
  const [none, all] = results;
  expect(none!.figures.contradictionsKept.n).toBe(20);
  expect(all!.figures.contradictionsKept.mean!).toBeGreaterThan(none!.figures.contradictionsKept.mean!);
});

test('dedup streams works from the command line', async () => {
  const args = ['dedup', 'streams', '--half', 'dev', '--embedder', 'hash', '--thresholds', '0.9', '--guards', 'none'];
  const done = await workspace.aceBench(args);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toMatch(/^dedup streams of hash-256\/1\non the dev half of benchmarks\/dedup: 20 streams of 200/);
  expect(done.stdout.match(/^none +0\.9 /gm)).toHaveLength(1);
});

test.each<[string, Partial<DedupStreamsOptions>, RegExp]>([
  [
    'a half that is none',
    { half: 'tets' },
    /expected the half to be one of test, dev, found "tets"; did you mean "test"\?/,
  ],
  ['a misspelt guard', { guards: ['negatoin'] }, /found "negatoin"; did you mean "negation"\?/],
  ['a threshold above 1', { thresholds: '70' }, /expected thresholds from 0 to 1, .*found "70"/],
  ['a misspelt embedder', { embedder: 'hahs' }, /found "hahs"; did you mean "hash"\?/],
])('dedup streams refuses %s', async (_, options, message) => {
  const { code, stdout, stderr } = await streamsOf(options);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr[0]).toMatch(message);
});
