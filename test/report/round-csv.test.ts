import { expect, test } from 'vitest';
import { csvText } from '../../harness/text/csv.ts';
import { roundCsv } from '../../harness/report/tables-csv.ts';
import { adaptation, foldAll, info, round, trial } from './run-stream.ts';

const design =
  'experiment, run, suite, arm, method, refine_mode, threshold, embedder, data_seed, seed, round, phase, which, n, correct, failed_model, failed_infra, score, score_unit, score_low, score_high, tgc, sgc, bullets, context_tokens, fill, added, updated, merged, dropped, evicted, vetoed, rejected_ops, refined, refine_ms, refine_embedding_ms, refine_embedded, refine_embedded_tokens, refine_comparisons, refine_input_tokens, refine_output_tokens, generator_calls, generator_input_tokens, generator_cached_tokens, generator_output_tokens, reflector_calls, reflector_input_tokens, reflector_cached_tokens, reflector_output_tokens, curator_calls, curator_input_tokens, curator_cached_tokens, curator_output_tokens, judge_calls, judge_input_tokens, judge_cached_tokens, judge_output_tokens, maintenance_input_tokens, maintenance_output_tokens, usd, edit_tokens, edit_tokens_counters, prefix_reuse, redundancy, coverage, retention, wrong, compressed, collapsed';
const added =
  'evict_events, evict_ties, unused, harmful, conflicts, vague, churn, rollouts, adaptation_embedded, adaptation_embedded_tokens, inference_embedded, inference_embedded_tokens, inference_comparisons, sandbox_ms, failed_generator, failed_judge, failed_suite, failed_rendering, failed_reflector, failed_curator, failed_rewriter, failed_merger, failed_adaptation, rewriter_calls, merger_calls, read_reasoning, read_mended, read_latex, read_items, read_lines, read_alias, read_reask, read_lost, score_seen_wording, n_seen_wording, score_other_wording, n_other_wording, score_unseen, n_unseen';

/** The cells of the one data line of a CSV without quoted commas, by column. */
function cellsOf(csv: string): { readonly [column: string]: string } {
  const [head, line] = csv.trimEnd().split('\n');
  return Object.fromEntries(head!.split(',').map((column, index) => [column, line!.split(',')[index]!]));
}

test('roundCsv() has the columns of the design, in its order, with fill and the time of embedding, then those of evictions, health, what methods and suites may use, and failures', () => {
  expect(roundCsv([]).trimEnd()).toBe(`${design}, ${added}`.replaceAll(', ', ','));
});

test('roundCsv() tells blank from 0 and from false', () => {
  const { rows } = foldAll(info({ refineMode: null, threshold: null }), [
    trial({ score: 0, checks: [0, 1] }),
    adaptation({}),
    round({ bullets: null }),
  ]);
  expect(cellsOf(roundCsv(rows))).toMatchObject({
    threshold: '',
    n: '1',
    correct: '0',
    score: '0',
    bullets: '',
    dropped: '',
    curator_calls: '0',
    maintenance_input_tokens: '0',
    usd: '',
    collapsed: 'false',
  });
});

test('roundCsv() adds a column per axis that some row has', () => {
  const without = foldAll(info({ arm: 'static', method: 'static' }), [trial({})]).rows;
  const at = foldAll(info({ axes: { 'refine.threshold': 0.8 } }), [trial({})]).rows;
  const lines = roundCsv([...without, ...at])
    .trimEnd()
    .split('\n');
  expect(lines[0]!.endsWith(',n_unseen,axis:refine.threshold')).toBe(true);
  expect(lines[1]!.endsWith(',')).toBe(true);
  expect(lines[2]!.endsWith(',0.8')).toBe(true);
});

test.each(['=HYPERLINK("x")', '+1', '-1', '@x', '\tx', '\rx'])('csvText() makes the text %j no formula', (text) => {
  const cell = csvText([{ a: text }], ['a'])
    .slice('a\n'.length)
    .trimEnd();
  expect(cell.replace(/^"/, '').startsWith("'")).toBe(true);
});

test('csvText() keeps numbers numbers, to six decimals', () => {
  expect(csvText([{ a: -0.5, b: 1 / 3, c: 1_234_567, d: 76.2000001 }], ['a', 'b', 'c', 'd'])).toBe(
    'a,b,c,d\n-0.5,0.333333,1234567,76.2\n',
  );
});

test('csvText() quotes what would break a line', () => {
  expect(csvText([{ a: 'x,"y"\nz', b: 1 }], ['a', 'b'])).toBe('a,b\n"x,""y""\nz",1\n');
});
