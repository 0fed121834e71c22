import type { Budget } from '../core/spec.ts';
import { type GuardName, guardNames } from '../playbook/guards.ts';
import type { SweptSetting } from './sweep.ts';
import type { RefineSetting } from './sweep-settings.ts';

export type SweepReport = {
  readonly run: string;
  /** What the thresholds belong to. */
  readonly embedder: string;
  readonly budget: Budget;
  /** The last whole round. */
  readonly rounds: number;
  /** Why the recorded setting is not among the results; null where it is, every context of it equal to the recorded one. */
  readonly notReproduced: string | null;
  readonly results: readonly SweptSetting[];
};

/** How a setting is told from others: texts by the names of its parts. */
export type SettingLabels = { readonly [part in 'mode' | 'threshold' | 'guards' | 'onDuplicate' | 'scope']: string };

/** What a setting is called in tables; a dash where a part has no meaning. */
export function settingLabels({ mode, threshold, guards, onDuplicate, scope }: RefineSetting): SettingLabels {
  if (mode === 'off') return { mode, threshold: '-', guards: '-', onDuplicate: '-', scope: '-' };
  return { mode, threshold: String(threshold), guards: guardsLabel(guards), onDuplicate, scope };
}

/** What a set of guards is called. */
export function guardsLabel(guards: readonly GuardName[]): string {
  if (guards.length === 0) return 'none';
  return guardNames.every((name) => guards.includes(name)) ? 'all' : guards.join('+');
}

/** Whether the settings, `off` apart, differ in a part. */
export function varies(part: keyof SettingLabels, results: readonly SweptSetting[]): boolean {
  const labels = results.map(({ setting }) => settingLabels(setting)).filter(({ mode }) => mode !== 'off');
  return new Set(labels.map((label) => label[part])).size > 1;
}
