import type { TopLevelSpec } from 'vega-lite';
import { maxOrphaned, type SweptSetting } from './sweep.ts';
import { settingLabels, type SweepReport, varies } from './sweep-report.ts';

// Colours of Okabe and Ito, told apart by people who see few.
const colours = ['#0072B2', '#D55E00', '#009E73', '#000000'];
const modes = ['proactive', 'lazy', 'periodic', 'off'];

type Panel = { readonly field: string; readonly title: string; readonly of: (swept: SweptSetting) => number | null };
const panels: readonly Panel[] = [
  { field: 'tokens', title: 'context tokens after the last round', of: ({ rows }) => rows.at(-1)!.contextTokens },
  { field: 'retention', title: 'retention after the last round', of: ({ rows }) => rows.at(-1)!.retention },
];

/**
 * A sweep as a Vega-Lite drawing: tokens and, where known, retention of the final context over the threshold, a line per mode and whatever else
 * varies. Hollow points are outside open-loop validity, a ring is the recorded setting, a rule is what no refine at all gives.
 */
export function sweepChart(report: SweepReport): TopLevelSpec {
  const { results } = report;
  const shown = panels.filter(({ of }) => results.some((swept) => of(swept) !== null));
  const values = results.map((swept) => ({
    mode: swept.setting.mode,
    line: lineLabel(swept, results),
    threshold: swept.setting.threshold,
    recorded: swept.recorded,
    exceedsOrphanLimit: swept.exceedsOrphanLimit,
    ...Object.fromEntries(shown.map(({ field, of }) => [field, of(swept)])),
  }));
  const others = [...new Set(values.filter(({ mode }) => mode !== 'off').map(({ line }) => line))];
  const present = modes.filter((mode) => values.some((value) => value.mode === mode));
  const colour = {
    field: 'mode',
    type: 'nominal',
    title: null,
    scale: { domain: present, range: present.map((mode) => colours[modes.indexOf(mode)]!) },
  } as const;
  const dash =
    others.length < 2
      ? {}
      : { strokeDash: { field: 'line', type: 'nominal', title: null, scale: { domain: others } } as const };
  const x = {
    field: 'threshold',
    type: 'quantitative',
    title: 'threshold (cosine)',
    scale: { zero: false, nice: false, padding: 12 },
  } as const;
  const refining = "datum.mode !== 'off'";
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title: {
      text: 'The recorded deltas at other thresholds',
      subtitle: subtitles(report),
      anchor: 'start',
      offset: 12,
    },
    data: { values },
    hconcat: shown.map(({ field, title }) => {
      const y = { field, type: 'quantitative', title, scale: { zero: true } } as const;
      return {
        width: 340,
        height: 240,
        layer: [
          {
            transform: [{ filter: refining }],
            mark: { type: 'line', strokeWidth: 2 },
            encoding: { x, y, color: colour, ...dash },
          },
          {
            transform: [{ filter: `${refining} && !datum.exceedsOrphanLimit` }],
            mark: { type: 'point', filled: true, opacity: 1, size: 45 },
            encoding: { x, y, color: colour },
          },
          {
            transform: [{ filter: `${refining} && datum.exceedsOrphanLimit` }],
            mark: { type: 'point', filled: false, fill: 'white', opacity: 1, size: 45 },
            encoding: { x, y, color: colour },
          },
          {
            transform: [{ filter: `${refining} && datum.recorded` }],
            mark: { type: 'point', filled: false, opacity: 1, size: 220, strokeWidth: 2 },
            encoding: { x, y, color: colour },
          },
          {
            transform: [{ filter: "datum.mode === 'off'" }],
            mark: { type: 'rule', strokeWidth: 2 },
            encoding: { y, color: colour },
          },
        ],
      };
    }),
    config: {
      background: 'white',
      font: 'sans-serif',
      legend: { orient: 'bottom', labelLimit: 400, symbolStrokeWidth: 2 },
      axis: { grid: true, gridOpacity: 0.5, titleFontWeight: 'normal' },
    },
  };
}

/** What tells a line from others of its mode. */
function lineLabel({ setting }: SweptSetting, results: readonly SweptSetting[]): string {
  const { guards, onDuplicate, scope } = settingLabels(setting);
  return [
    ...(varies('guards', results) ? [`guards: ${guards}`] : []),
    ...(varies('onDuplicate', results) ? [onDuplicate] : []),
    ...(varies('scope', results) ? [`scope: ${scope}`] : []),
  ].join(', ');
}

function subtitles({ run, embedder, rounds, notReproduced, results }: SweepReport): string[] {
  const marks = [
    ...(notReproduced === null ? ['ring: the recorded setting'] : []),
    ...(results.some(({ exceedsOrphanLimit }) => exceedsOrphanLimit)
      ? [`hollow: outside open-loop validity (over ${maxOrphaned * 100} % of ops orphaned)`]
      : []),
  ];
  return [
    `${run}, rounds 1 to ${rounds}; ${embedder}`,
    'open-loop: what would have been said under another playbook is not known',
    ...(marks.length === 0 ? [] : [marks.join('; ')]),
  ];
}
