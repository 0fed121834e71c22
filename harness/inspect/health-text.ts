import { counted, percentOf } from '../text/numbers.ts';
import { plainLine } from '../text/plain-text.ts';
import { aligned } from '../text/tables.ts';
import { listed, pairLines } from './pair-lines.ts';
import type { Counted, PlaybookHealth } from './playbook-health.ts';
import type { RunHealth } from './playbook-health-run.ts';

export type HealthReport = {
  readonly name: string;
  /** Null for a file. */
  readonly run:
    | (RunHealth & { readonly round: number; readonly tokens: number; readonly refinedBySame: boolean })
    | null;
  /** Null for a context without bullets. */
  readonly playbook: PlaybookHealth | null;
};

/** What `playbook health` prints; what is unknown is blank. */
export function healthText({ name, run, playbook }: HealthReport, { all }: { readonly all: boolean }): string {
  const most = all ? Number.POSITIVE_INFINITY : 10;
  const size =
    playbook === null
      ? `${counted(run?.tokens ?? 0, 'token')}, free text: bullets, redundancy, use and conflicts are unknown`
      : `${counted(playbook.bullets, 'bullet')}, ${counted(playbook.tokens, 'token')}`;
  return [
    `playbook health of ${name}${run === null ? '' : `, round ${run.round}`}`,
    size,
    ...(playbook === null ? [] : ['', ...figures(playbook, run?.refinedBySame ?? false)]),
    ...(run === null ? [] : roundLines(run)),
    ...(playbook === null ? [] : details(playbook, most)),
  ].join('\n');
}

function figures(health: PlaybookHealth, refinedBySame: boolean): readonly string[] {
  const { bullets, embedder, threshold, copies, duplicateCount, conflictByEmbeddingCount, vague } = health;
  const share = (value: number | null): string => (value === null ? '' : `${percentOf(value, 1)} %`);
  const of = (list: readonly Counted[] | null): string =>
    list === null ? '' : `${percentOf(list.length, health.counted)} %`;
  const among = (list: readonly Counted[] | null, what: string): string =>
    list === null
      ? bullets === 0
        ? 'no bullets'
        : 'no counters'
      : `${list.length} of ${counted(health.counted, 'bullet')} with counters: ${what}`;
  return [
    ...aligned(
      [
        [
          'redundant',
          share(health.redundancyByEmbedding),
          `near an elder bullet with no guard between (${counted(duplicateCount, 'pair')}; ${copies === 1 ? '1 copy' : `${copies} copies`})`,
        ],
        ['near', share(health.nearShare), 'near an elder bullet, guards or not'],
        [
          'conflicts',
          String(conflictByEmbeddingCount),
          `${conflictByEmbeddingCount === 1 ? 'pair' : 'pairs'} near in cosine, kept apart by a guard`,
        ],
        ['unused', of(health.unused), among(health.unused, 'never cited or tagged')],
        ['harmful', of(health.harmful), among(health.harmful, 'harmful more often than helpful')],
        [
          'vague',
          bullets === 0 ? '' : `${percentOf(vague.length, bullets)} %`,
          `${vague.length} of ${counted(bullets, 'bullet')}: nothing concrete in them`,
        ],
      ],
      'left',
    ),
    ...(bullets === 0
      ? []
      : [
          `(near: cosine > ${threshold} by ${embedder}${refinedBySame ? ', the embedder that also refined this run' : ''})`,
        ]),
  ];
}

function roundLines({ rounds, meanChurn, compressed, collapsed }: RunHealth): readonly string[] {
  const number = (value: number | null): string => (value === null ? '' : value.toLocaleString('en-US'));
  const share = (value: number | null): string => (value === null ? '' : percentOf(value, 1));
  const flag = (compressed: boolean, collapsed: boolean): string =>
    collapsed ? 'collapsed' : compressed ? 'compressed' : '';
  const named = (title: string, list: readonly number[]): string =>
    `${title} rounds: ${list.length === 0 ? 'none' : list.join(', ')}`;
  if (rounds.length === 0) return ['', 'no rounds yet'];
  return [
    '',
    ...aligned([
      ['round', 'tokens', 'bullets', 'arrived', 'gone', 'reworded', 'churn %', ''],
      ...rounds.map((one) => [
        String(one.round),
        number(one.contextTokens),
        number(one.bullets),
        number(one.arrived),
        number(one.gone),
        number(one.reworded),
        share(one.churn),
        flag(one.compressed, one.collapsed),
      ]),
    ]),
    ...(meanChurn === null ? [] : [`mean churn: ${percentOf(meanChurn, 1)} % of the bullets before, per round`]),
    `${named('compressed', compressed)}; ${named('collapsed', collapsed)}`,
  ];
}

function details(health: PlaybookHealth, most: number): readonly string[] {
  const {
    conflictsByEmbedding,
    conflictByEmbeddingCount,
    duplicates,
    duplicateCount,
    harmful,
    vague,
    longest,
    sections,
    tokens,
  } = health;
  const lists = [conflictByEmbeddingCount, duplicateCount, vague.length, harmful?.length ?? 0];
  return [
    '',
    ...aligned([
      ['sections', 'bullets', 'tokens', 'share %'],
      ...sections.map((one) => [
        plainLine(one.section, 50),
        one.bullets.toLocaleString('en-US'),
        one.tokens.toLocaleString('en-US'),
        percentOf(one.tokens, tokens),
      ]),
    ]),
    '',
    'longest bullets, in tokens:',
    ...longest.map((one) => `  [${one.id}] ${one.tokens.toLocaleString('en-US')}: ${plainLine(one.text, 90)}`),
    ...listed(
      'conflicts',
      conflictsByEmbedding.map(({ a, b, cosine, texts, guard }) => pairLines(`[${a}] [${b}]`, cosine, texts, guard)),
      most,
      conflictByEmbeddingCount,
    ),
    ...listed(
      'redundant pairs',
      duplicates.map(({ a, b, cosine, texts }) => pairLines(`[${a}] [${b}]`, cosine, texts)),
      most,
      duplicateCount,
    ),
    ...listed(
      'vague',
      vague.map(({ id, text }) => [`  [${id}] ${plainLine(text, 100)}`]),
      most,
    ),
    ...listed(
      'harmful',
      (harmful ?? []).map((one) => [
        `  [${one.id}] helpful ${one.helpful}, harmful ${one.harmful}: ${plainLine(one.text, 80)}`,
      ]),
      most,
    ),
    ...(lists.some((count) => count > most) ? ['', '(--all lists more)'] : []),
  ];
}
