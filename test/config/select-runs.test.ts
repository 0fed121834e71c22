import { describe, expect, it } from 'vitest';
import { selectRuns } from '../../harness/config/select-runs.ts';

const runs = ['office.ace-lazy.s1-aa', 'office.ace-lazy.s2-bb', 'office.static.s1-cc', 'tagging.static.s1-dd'].map(
  (runId) => ({ runId }),
);
const select = (pattern: string) => selectRuns(runs, pattern).map(({ runId }) => runId);

describe('selectRuns()', () => {
  it.each<[string, string, number[]]>([
    ['part of an id', 'static', [2, 3]],
    ['a dot as a dot', 'static.s1-c', [2]],
    ['* over dots', 'office.*', [0, 1, 2]],
    ['* at both ends', '*.s1-*', [0, 2, 3]],
    ['? as one character', 'office.ace-lazy.s?-??', [0, 1]],
    ['alternatives', '*.{static,append}.*', [2, 3]],
    ['a negation', '!office.*', [3]],
  ])('takes %s', (_, pattern, expected) => {
    expect(select(pattern)).toEqual(expected.map((i) => runs[i]!.runId));
  });

  it('tells an arm from one whose name goes on behind a dot', () => {
    const dotted = ['tagging.ace.s1-aa', 'tagging.ace.v2.s1-bb'].map((runId) => ({ runId }));
    expect(selectRuns(dotted, 'ace.v2')).toEqual([dotted[1]]);
    expect(selectRuns(dotted, 'ace.s')).toEqual([dotted[0]]);
    expect(selectRuns(dotted, '*.ace.s*')).toEqual([dotted[0]]);
  });

  it('needs a glob to fit the whole id', () => {
    expect(() => select('static*')).toThrow('found "static*"');
  });

  it('throws, with a few ids, where nothing fits or nothing is asked for', () => {
    expect(() => select('nothing')).toThrow(
      'Cannot select runs: expected a pattern that fits some of the run ids office.ace-lazy.s1-aa, office.ace-lazy.s2-bb, office.static.s1-cc and 1 more, found "nothing"',
    );
    expect(() => select('')).toThrow('found ""');
  });
});
