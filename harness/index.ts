// The library: import { runExperiment, registry } from 'ace-bench'.

export { runExperiment, type ConfigData, type ExperimentOptions } from './experiment/run-experiment.ts';
export type { ExperimentResult, RecordedRun } from './experiment/run-and-report.ts';
export type { Progress, RunOutcome } from './experiment/run-prepared.ts';
export { registry } from './registry.ts';
export type {
  DataImport,
  DataModule,
  EmbedderModule,
  EmbedderSetup,
  MethodModule,
  ProviderModule,
  ProviderSetup,
  Registry,
  SuiteModule,
} from './registry.ts';

// What was recorded, and its tables.
export type { ContextEvent } from './core/context-event.ts';
export type { RunRecord } from './core/records.ts';
export type { RoundRow } from './report/round-columns.ts';
export type { SummaryRow } from './report/summary-columns.ts';

// To write a suite, a method, a provider or an embedder. Options are shapes of this very zod.
export { z } from 'zod';
export type { Embedder } from './core/embedder.ts';
export type { Experience, Feedback, Step } from './core/experience.ts';
export { FatalError, type Failure, type FailureKind, InfraError, UserError } from './core/failure.ts';
export type { Json } from './core/json.ts';
export type { Lessons } from './core/lessons.ts';
export type { FinishKind, Llm, LlmReply, LlmRequest, PromptPart, Role, ToolCall, Usage } from './core/llm.ts';
export type { Adaptation, Method, MethodSetup } from './core/method.ts';
export type { Player, PlayerCall, SimulatorParameters } from './core/player.ts';
export type { Instructions, Rendered } from './core/rendered.ts';
export { createRng, type Rng } from './core/rng.ts';
export { type Attempt, emptyAttempt, type Grade, type Suite, type SuiteAbout, type SuiteSetup } from './core/suite.ts';
export type { Question, Split, Task } from './core/task.ts';
export type { Tools } from './core/tools.ts';
export { parseBlocks, renderBlock } from './core/blocks.ts';
export { hashJson, hashText } from './core/hash.ts';
export { generate } from './roles/generate.ts';
export { reflectBatch } from './roles/reflect-and-retry.ts';

// Playbooks.
export { applyDelta } from './playbook/apply-delta.ts';
export { guards, guardNames, type GuardName } from './playbook/guards.ts';
export { oneLine } from './playbook/one-line.ts';
export { parsePlaybook } from './playbook/parse-playbook.ts';
export { type Bullet, emptyPlaybook, type Playbook } from './playbook/playbook.ts';
export { evolve, type EvolveDeps } from './playbook/evolve.ts';
export { aceLayout, playbookTokens, type PlaybookTokens } from './playbook/playbook-tokens.ts';
export { refine, type RefineDeps, type Refined, type RefineOptions } from './playbook/refine.ts';
export { renderPlaybook } from './playbook/render-playbook.ts';

// De-duplication, measured.
export { type DedupQuestion, type DedupReport, evaluateDedup, guardSets } from './dedup/evaluate-dedup.ts';
export { familyPairs } from './dedup/family-pairs.ts';
export { type JudgedPair, judgePairs } from './dedup/judge-pairs.ts';
export type { LabelledPair } from './dedup/labelled-pair.ts';
export { readPairs } from './dedup/read-pairs.ts';
export { type Family, loadFamilies } from '../benchmarks/dedup/load-families.ts';

// Embedders and tokens for both.
export { cacheFolder } from './embedding/cache-folder.ts';
export { cachedEmbedder } from './embedding/cached-embedder.ts';
export { hashEmbedder } from './embedding/hash-embedder.ts';
export { minilmEmbedder } from './embedding/minilm.ts';
export { createTokenCounter, type TokenCounter } from './llm/token-counter.ts';
