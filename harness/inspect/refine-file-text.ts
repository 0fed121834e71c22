import { listed, pairLines } from './pair-lines.ts';
import type { RefinedFile } from './refine-file.ts';

const shortList = 20;

/** What `dedup refine` prints: settings with the embedder that the threshold belongs to, sizes, merges, vetoes, near misses. */
export function refineFileText(report: RefinedFile, path: string, { all }: { readonly all: boolean }): string {
  const { threshold, embedder, guards, scope, onDuplicate, near, before, after } = report;
  const most = all ? Number.POSITIVE_INFINITY : shortList;
  const size = (what: 'bullets' | 'tokens'): string =>
    `${before[what].toLocaleString('en-US')} -> ${after[what].toLocaleString('en-US')} ${what}`;
  const shortened = [report.vetoed.length, report.nearPairCount].some((count) => count > most);
  return [
    `dedup refine of ${path}`,
    `embedder ${embedder}`,
    `duplicates: cosine > ${threshold}, guards ${guards.length === 0 ? 'none' : guards.join(', ')}, scope ${scope}, on duplicate ${onDuplicate}`,
    '',
    `${size('bullets')}, ${size('tokens')}`,
    ...listed(
      'merged',
      report.merged.map(({ from, into, cosine, texts, text }) => [
        ...pairLines(`[${from}] -> [${into}]`, cosine, texts),
        ...(text === undefined || texts.includes(text) ? [] : [`    = ${text}`]),
      ]),
      Number.POSITIVE_INFINITY,
    ),
    ...listed(
      'replaced',
      report.replaced.map(({ id, by, cosine, texts }) => pairLines(`[${id}] by [${by}]`, cosine, texts)),
      Number.POSITIVE_INFINITY,
    ),
    ...listed(
      'above the threshold, kept apart by a guard',
      report.vetoed.map(({ a, b, cosine, guard, texts }) => pairLines(`[${a}] [${b}]`, cosine, texts, guard)),
      most,
    ),
    ...listed(
      `near: cosine ${(threshold - near).toFixed(2)} to ${threshold}`,
      report.nearPairs.map(({ a, b, cosine, guard, texts }) =>
        pairLines(`[${a}] [${b}]`, cosine, texts, guard === null ? null : `a guard would keep them apart: ${guard}`),
      ),
      most,
      report.nearPairCount,
    ),
    ...(shortened && !all ? ['', '(--all lists more)'] : []),
  ].join('\n');
}
