import type { TopLevelSpec } from 'vega-lite';
import type { DedupReport } from './evaluate-dedup.ts';
import type { PairClass } from './labelled-pair.ts';

type Line = { readonly class: PairClass; readonly label: string; readonly colour: string };

// Colours of Okabe and Ito, told apart by people who see few.
const lines: readonly Line[] = [
  { class: 'duplicate', label: 'duplicates (recall)', colour: '#0072B2' },
  { class: 'contradiction', label: 'contradictions', colour: '#D55E00' },
  { class: 'minimal', label: 'contradictions in nearly the same words', colour: '#D55E00' },
  { class: 'reworded', label: 'contradictions in other words', colour: '#E69F00' },
  { class: 'related', label: 'related rules', colour: '#009E73' },
];

/** The curves as a Vega-Lite drawing: shares of pairs that merge against the threshold, a panel per guard set, bands of 95 %. */
export function dedupChart(report: DedupReport): TopLevelSpec {
  const shown = linesOf(report);
  const sets = report.sets.map(({ name }) => panelTitle(name));
  const values = report.sets.flatMap((set) =>
    set.curve.flatMap((point) =>
      shown.flatMap((line) => {
        const { value, low, high } = point.merged[line.class];
        return value === null
          ? []
          : [{ set: panelTitle(set.name), threshold: point.threshold, label: line.label, value, low, high }];
      }),
    ),
  );
  const x = {
    field: 'threshold',
    type: 'quantitative' as const,
    title: 'threshold (cosine)',
    scale: { domain: [0.3, 1] },
  };
  const color = {
    field: 'label',
    type: 'nominal',
    title: null,
    scale: { domain: shown.map(({ label }) => label), range: shown.map(({ colour }) => colour) },
  } as const;
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title: { text: 'What a cosine threshold merges', subtitle: subtitles(report), anchor: 'start', offset: 12 },
    data: { values },
    facet: {
      field: 'set',
      type: 'nominal',
      title: null,
      sort: sets,
      header: { labelFontSize: 12, labelFontWeight: 'bold' },
    },
    columns: Math.min(sets.length, 3),
    spec: {
      width: 260,
      height: 180,
      layer: [
        {
          mark: { type: 'area', opacity: 0.2 },
          encoding: { x, y: { field: 'low', type: 'quantitative' }, y2: { field: 'high' }, color },
        },
        {
          mark: { type: 'line', strokeWidth: 2 },
          encoding: {
            x,
            y: {
              field: 'value',
              type: 'quantitative',
              title: 'pairs that merge (%)',
              scale: { domain: [0, 1] },
              axis: { labelExpr: 'datum.value * 100' },
            },
            color,
          },
        },
      ],
    },
    config: {
      background: 'white',
      font: 'sans-serif',
      legend: {
        orient: 'bottom',
        columns: 2,
        labelLimit: 400,
        symbolType: 'stroke',
        symbolStrokeWidth: 3,
        symbolOpacity: 1,
      },
      axis: { grid: true, gridOpacity: 0.5, titleFontWeight: 'normal' },
    },
  };
}

/** Contradictions by kind where their kinds are known. */
function linesOf({ classes }: DedupReport): readonly Line[] {
  const hidden: PairClass = classes.minimal + classes.reworded > 0 ? 'contradiction' : 'minimal';
  return lines.filter((line) => classes[line.class] > 0 && line.class !== hidden);
}

function panelTitle(name: string): string {
  return name === 'none' ? 'no guards' : name === 'all' ? 'all guards' : `guard: ${name}`;
}

function subtitles({ embedder, source, families, classes }: DedupReport): string[] {
  const count = (value: number) => value.toLocaleString('en-US');
  return [
    embedder,
    `${source}: ${count(families)} families; bands: 95 % by bootstrap of families`,
    `n pairs: ${count(classes.duplicate)} duplicates, ${count(classes.contradiction)} contradictions, ${count(classes.related)} related`,
  ];
}
