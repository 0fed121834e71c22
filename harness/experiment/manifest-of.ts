import { hashJson } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import { type Manifest, recordsSchema } from '../records/manifest.ts';
import { prompts } from '../roles/prompts.ts';
import type { CodeState } from './code-state.ts';
import type { Prepared, PreparedRun } from './prepare.ts';

/** A manifest before its embedder was asked for a fingerprint. */
export type PlannedManifest = Omit<Manifest, 'vectorFingerprint'>;

/** The manifest of a run that is about to start. */
export function manifestOf(
  run: PreparedRun,
  { experiment, tokens }: Prepared,
  code: CodeState,
  startedAt: string,
): PlannedManifest {
  const { suite, tasks, cell, spec } = run;
  return {
    schema: recordsSchema,
    experiment: experiment.config.experiment,
    runId: run.runId,
    suite: suite.name,
    arm: cell.arm,
    method: run.method.name,
    seed: spec.seed,
    axes: cell.axes,
    spec,
    specHash: hashJson(spec as Json),
    config: experiment.config as unknown as Json,
    suiteAbout: suite.about,
    base: suite.base,
    start: run.method.start(suite.base),
    modelId: run.llm.id,
    embedderId: run.embedder.id,
    tokenizerId: tokens.id,
    promptHashes: Object.fromEntries(Object.entries(prompts).map(([role, { hash }]) => [role, hash])),
    acceptedCodeHashes: [],
    taskIds: Object.fromEntries(Object.entries(tasks).map(([split, list]) => [split, list.map(({ id }) => id)])),
    parent: null,
    startedAt,
    ...code,
  };
}
