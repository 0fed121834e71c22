import type { Embedder } from '../core/embedder.ts';
import type { Lessons } from '../core/lessons.ts';
import type { Budget } from '../core/spec.ts';
import { rememberedVetoes } from '../playbook/guards.ts';
import type { Playbook } from '../playbook/playbook.ts';
import type { RenderStyle } from '../playbook/render-playbook.ts';
import { aceLayout, playbookTokens } from '../playbook/playbook-tokens.ts';
import { sweepCosines } from './sweep-cosines.ts';
import { sweepLessons } from './sweep-lessons.ts';
import { type SweepRow, sweepReplay } from './sweep-replay.ts';
import type { SweepSetting } from './sweep-settings.ts';
import { type SweepStream, textsOfStream } from './sweep-stream.ts';

export type SweepDeps = {
  readonly budget: Budget;
  readonly embedder: Embedder;
  readonly countTokens: (text: string) => number;
  /** As the recorded run's method shows a playbook. */
  readonly render: (playbook: Playbook) => string;
  /** How that writes them out. */
  readonly style: RenderStyle;
  readonly lessonsAt: (round: number) => Lessons | undefined;
};

export type SweptSetting = SweepSetting & {
  readonly rows: readonly SweepRow[];
  /** Over all rounds: orphaned ops of those that name a bullet; null where none does. */
  readonly orphanedShare: number | null;
  /** Too many ops speak of bullets that are not there: the proposers would have seen another playbook. */
  readonly exceedsOrphanLimit: boolean;
};

/** Share of orphaned ops above which a setting is outside open-loop validity. */
export const maxOrphaned = 0.05;

/**
 * Replays a recorded stream of deltas through settings, with no model: open-loop, since what would have been proposed under another playbook
 * is not known. Texts are embedded and compared once for all settings. Throws NotReproduced, and what the embedder throws.
 */
export async function sweep(
  stream: SweepStream,
  settings: readonly SweepSetting[],
  { budget, embedder, countTokens, render, style, lessonsAt }: SweepDeps,
): Promise<readonly SweptSetting[]> {
  const thresholds = settings.filter(compares).map(({ setting }) => setting.threshold);
  const texts = thresholds.length === 0 ? [] : textsOfStream(stream);
  const deps = {
    budget,
    embedder,
    countTokens,
    render,
    rows: await sweepCosines(texts, embedder, Math.min(...thresholds)),
    tokens: playbookTokens(aceLayout(style), countTokens),
    vetoOf: rememberedVetoes(),
    lessons: sweepLessons(lessonsAt),
  };
  const swept: SweptSetting[] = [];
  for (const one of settings) {
    const rows = await sweepReplay(stream, one, deps);
    const sum = (count: 'named' | 'orphaned'): number => rows.reduce((total, row) => total + row[count], 0);
    const orphanedShare = sum('named') === 0 ? null : sum('orphaned') / sum('named');
    swept.push({ ...one, rows, orphanedShare, exceedsOrphanLimit: (orphanedShare ?? 0) > maxOrphaned });
  }
  return swept;
}

function compares({ setting: { mode, threshold } }: SweepSetting): boolean {
  return mode !== 'off' && threshold < 1;
}
