import { describe, expect, it } from 'vitest';
import { reportHead } from '../../harness/report/report-head.ts';
import type { RunRows } from '../../harness/report/run-rows.ts';
import { info } from './run-stream.ts';

function runOf(codeHash: string): RunRows {
  return { info: info({ codeHash }), rows: [], probes: [], status: 'complete', bestIsFinal: false };
}

describe('reportHead()', () => {
  it('says nothing of the code where it is the same for all runs', () => {
    expect(reportHead([runOf('aaaaaaaa11'), runOf('aaaaaaaa11')]).join('\n')).not.toContain('code');
  });

  it('says how many runs were made with which code where it differs', () => {
    const head = reportHead([runOf('aaaaaaaa11'), runOf('bbbbbbbb22'), runOf('aaaaaaaa11')]);
    expect(head.at(-1)).toBe('code: not the same for all runs: aaaaaaaa (2 runs), bbbbbbbb (1 run)');
  });
});
