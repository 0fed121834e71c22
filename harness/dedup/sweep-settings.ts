import { type GuardName, guardNames } from '../playbook/guards.ts';
import { duplicateRuleNames, type OnDuplicate } from '../playbook/duplicate-rules.ts';
import { type RefineOptions, refineScopes, type RefineScope } from '../playbook/refine.ts';
import { refineModeNames, type TriggerOptions } from '../playbook/refine-modes.ts';

export type SweepMode = (typeof refineModeNames)[number];
/** A way to refine, as a run's method is given it. */
export type RefineSetting = RefineOptions & TriggerOptions & { readonly mode: SweepMode };

/** What is to be varied; all combinations of these are replayed. */
export type SweepGrid = {
  readonly modes: readonly SweepMode[];
  readonly thresholds: readonly number[];
  readonly guards: readonly (readonly GuardName[])[];
  readonly onDuplicate: readonly OnDuplicate[];
  readonly scopes: readonly RefineScope[];
};

export type SweepSetting = { readonly setting: RefineSetting; readonly recorded: boolean };

/**
 * The settings of a grid, each once, in order of mode, rule, scope, guards and threshold, all else as in `base`; the recorded one among them,
 * unless it is null. `off` refines nothing, so it is one setting whatever else is varied.
 */
export function sweepSettings(
  { modes, thresholds, guards, onDuplicate, scopes }: SweepGrid,
  base: TriggerOptions,
  recorded: RefineSetting | null,
): readonly SweepSetting[] {
  const { triggerAt, rearm, every } = base;
  const asked = modes.flatMap((mode) =>
    onDuplicate.flatMap((rule) =>
      scopes.flatMap((scope) =>
        guards.flatMap((names) =>
          thresholds.map(
            (threshold): RefineSetting => ({
              mode,
              threshold,
              onDuplicate: rule,
              scope,
              guards: names,
              triggerAt,
              rearm,
              every,
            }),
          ),
        ),
      ),
    ),
  );
  const settings = new Map<string, RefineSetting>();
  for (const setting of recorded === null ? asked : [recorded, ...asked]) {
    const key = settingKey(setting);
    if (!settings.has(key)) settings.set(key, setting);
  }
  return [...settings.values()].sort(byPlace).map((setting) => ({ setting, recorded: setting === recorded }));
}

/** Equal iff two settings, of one run, do the same. */
function settingKey({ mode, threshold, onDuplicate, scope, guards }: RefineSetting): string {
  if (mode === 'off') return mode;
  return JSON.stringify([mode, onDuplicate, scope, guardNames.filter((name) => guards.includes(name)), threshold]);
}

function byPlace(a: RefineSetting, b: RefineSetting): number {
  const ranks = (one: RefineSetting): readonly number[] => [
    refineModeNames.indexOf(one.mode),
    duplicateRuleNames.indexOf(one.onDuplicate),
    refineScopes.indexOf(one.scope),
    -one.guards.length,
    one.threshold,
  ];
  const [left, right] = [ranks(a), ranks(b)];
  const differs = left.findIndex((rank, at) => rank !== right[at]);
  return differs < 0 ? 0 : left[differs]! - right[differs]!;
}
