import type { Json } from '../core/json.ts';
import type { RunSpec } from '../core/spec.ts';
import type { SuiteAbout } from '../core/suite.ts';
import { configValue } from './config-value.ts';

/** What a report needs to know of a run beside its records. */
export type RunInfo = ManifestFacts & {
  /** Null for methods that do not refine. */
  readonly refineMode: string | null;
  readonly threshold: number | null;
  readonly dataSeed: number;
  readonly budgetTokens: number;
  /** Share of failures above which no verdict is given. */
  readonly maxFailedShare: number;
  /** The context that the run started from; null where its manifest does not tell. */
  readonly start: Json | null;
};

/** What a run's manifest says as it is. */
type ManifestFacts = {
  readonly experiment: string;
  readonly runId: string;
  readonly suite: string;
  readonly arm: string;
  readonly method: string;
  readonly seed: number;
  /** The run's matrix point: config path -> value, such as `arms.ace.refine.threshold` -> 0.85. */
  readonly axes: { readonly [path: string]: Json };
  readonly suiteAbout: SuiteAbout;
  /** The resolved config at the run's matrix point: `model` and `protocol`, which are printed, and the options of `suite` and `method`. */
  readonly config: Json;
  readonly modelId: string;
  readonly embedderId: string;
  /** Of the sources that it was made with. */
  readonly codeHash: string;
};

/** The facts of a manifest, with what its spec says of this very run: model, protocol, how it refined, its budget. */
export function runInfoOf(
  manifest: Omit<ManifestFacts, 'config'> & {
    readonly start?: Json | null;
    readonly config?: Json;
    readonly spec: Pick<RunSpec, 'method' | 'model' | 'protocol' | 'budget' | 'dataSeed'> & {
      readonly suite?: Pick<RunSpec['suite'], 'options'>;
    };
  },
): RunInfo {
  const { experiment, runId, suite, arm, method, seed, axes, suiteAbout, modelId, embedderId, codeHash, spec } =
    manifest;
  const mode = configValue(spec.method.options, 'refine', 'mode');
  const maxFailed = configValue(manifest.config ?? null, 'maxFailedShare');
  const threshold = configValue(spec.method.options, 'refine', 'threshold');
  return {
    ...{ experiment, runId, suite, arm, method, seed, axes, suiteAbout, modelId, embedderId, codeHash },
    config: {
      ...{ model: spec.model, protocol: spec.protocol },
      ...{ suite: spec.suite?.options ?? null, method: spec.method.options },
    },
    refineMode: typeof mode === 'string' ? mode : null,
    threshold: typeof threshold === 'number' ? threshold : null,
    dataSeed: spec.dataSeed,
    budgetTokens: spec.budget.tokens,
    maxFailedShare: typeof maxFailed === 'number' ? maxFailed : 0.05,
    start: manifest.start ?? null,
  };
}
