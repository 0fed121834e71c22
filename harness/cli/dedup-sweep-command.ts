import { join } from 'node:path';
import { didYouMean } from '../config/nearest.ts';
import type { Embedder } from '../core/embedder.ts';
import { makeFolder } from '../core/make-folder.ts';
import { UserError } from '../core/failure.ts';
import { shortHash } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import { cacheFolder } from '../embedding/cache-folder.ts';
import { codeState } from '../experiment/code-state.ts';
import { embedderOfRun, lessonsOfRun, methodOptionsOfRun } from '../experiment/parts-of-run.ts';
import { replayRun } from '../experiment/replay-run.ts';
import { createTokenCounter } from '../llm/token-counter.ts';
import { duplicateRuleNames, duplicateRules, type OnDuplicate } from '../playbook/duplicate-rules.ts';
import { refineScopes, type RefineScope } from '../playbook/refine.ts';
import { refineModeNames } from '../playbook/refine-modes.ts';
import type { Playbook } from '../playbook/playbook.ts';
import { renderPlaybook, type RenderStyle } from '../playbook/render-playbook.ts';
import { writeWhole } from '../core/write-whole.ts';
import type { Manifest } from '../records/manifest.ts';
import { drawSvg } from '../text/draw-svg.ts';
import { sweep } from '../dedup/sweep.ts';
import { sweepChart } from '../dedup/sweep-chart.ts';
import { sweepCsv } from '../dedup/sweep-csv.ts';
import { NotReproduced } from '../dedup/sweep-replay.ts';
import { sweepRecommended } from '../dedup/sweep-recommended.ts';
import type { SweepReport } from '../dedup/sweep-report.ts';
import { type RefineSetting, type SweepGrid, type SweepMode, sweepSettings } from '../dedup/sweep-settings.ts';
import { sweepStream } from '../dedup/sweep-stream.ts';
import { sweepText } from '../dedup/sweep-text.ts';
import { sweepThresholds } from '../dedup/sweep-thresholds.ts';
import { exitCodes } from './exit-codes.ts';
import { guardsAsked } from './guards-asked.ts';
import { makeEmbedder } from './make-embedder.ts';
import type { CliDeps } from './cli-deps.ts';

export type DedupSweepOptions = {
  readonly thresholds: string;
  readonly modes: readonly string[];
  readonly guards?: readonly string[];
  readonly onDuplicate?: readonly string[];
  readonly scope?: readonly string[];
  readonly recommended?: string;
  readonly embedder?: string;
  readonly out?: string;
  readonly json?: boolean;
};

/** How duplicates can be resolved without asking a model. */
const rules = duplicateRuleNames.filter((name) => duplicateRules[name] !== 'written');

/** Replays a recorded ACE run's deltas through other ways to refine, without a model. Throws UserError. */
export async function dedupSweepCommand(folder: string, options: DedupSweepOptions, deps: CliDeps): Promise<number> {
  const action = `sweep ${folder}`;
  const { manifest, steps } = await replayRun(folder, deps.registry, deps.warn);
  const { refine: ran, render: style } = await optionsOfRun(manifest, deps, action);
  const asked = gridAsked(options, ran, action);
  const { embedder, fingerprint } = await embedderFor(manifest, options, deps, action);
  const grid = {
    ...asked,
    thresholds: [...asked.thresholds, ...sweepRecommended(options.recommended, embedder, action)],
  };
  const stream = await sweepStream(steps);
  const rounds = stream?.rounds ?? [];
  if (stream === null || !rounds.some(({ deltas }) => deltas.length > 0))
    throw new UserError(`Cannot ${action}: expected a run with deltas, found none in ${rounds.length} whole rounds`);

  const notReproduced = whyNotReproduced(ran, embedder, manifest);
  const settings = sweepSettings(grid, ran, notReproduced === null ? ran : null);
  const { count } = await createTokenCounter();
  const parts = { cacheFolder: cacheFolder(deps.env), warn: deps.warn };
  const lessonsAt = await lessonsOfRun(manifest, deps.registry, parts);
  const { budget } = manifest.spec;
  const render = (playbook: Playbook): string => renderPlaybook(playbook, style);
  const tools = { embedder, countTokens: count, render, style, lessonsAt };
  const results = await sweep(stream, settings, { budget, ...tools }).catch(async (error: unknown): Promise<never> => {
    throw error instanceof NotReproduced ? await explainMismatch(error, manifest, fingerprint, action) : error;
  });
  const report: SweepReport = {
    run: manifest.runId,
    embedder: embedder.id,
    budget,
    rounds: rounds.at(-1)!.round,
    notReproduced,
    results,
  };
  const written = options.out === undefined ? [] : await write(options.out, report);
  deps.print(options.json ? JSON.stringify(report, null, 2) : sweepText(report));
  if (!options.json && written.length > 0) deps.print(`Written: ${written.join(', ')}`);
  return exitCodes.fine;
}

/** What a method that refines deltas calls its options, as far as it matters here. */
type RefiningOptions = { readonly refine: RefineSetting; readonly render: RenderStyle };

/** How the run refined. A run that grows and never refines, `append` say, has no such setting to reproduce, so it is refused. */
async function optionsOfRun(manifest: Manifest, { registry }: CliDeps, action: string): Promise<RefiningOptions> {
  const options = await methodOptionsOfRun(manifest, registry);
  if (options.refine !== undefined) return options as Json & RefiningOptions;
  throw new UserError(
    `Cannot ${action}: expected a run of a method that refines deltas (ace), found one of ${manifest.method}`,
  );
}

/** Other vectors or other code are no fault of ours. */
async function explainMismatch(
  error: NotReproduced,
  { vectorFingerprint, codeHash }: Manifest,
  fingerprint: () => Promise<string>,
  action: string,
): Promise<Error> {
  const vectors = await fingerprint();
  if (vectors !== vectorFingerprint)
    return new UserError(
      `Cannot ${action}: expected vectors with fingerprint ${vectorFingerprint} as the run had, found ${vectors} on this machine (${error.message})`,
    );
  const code = codeState().codeHash;
  if (code !== codeHash)
    return new UserError(
      `Cannot ${action}: expected the code that it was recorded with (${shortHash(codeHash)}), found ${shortHash(code)}, which refines it in another way (${error.message})`,
    );
  return error;
}

function gridAsked(options: DedupSweepOptions, ran: RefineSetting, action: string): SweepGrid {
  const ranRule = rules.includes(ran.onDuplicate) ? ran.onDuplicate : 'drop';
  return {
    thresholds: sweepThresholds(options.thresholds, action),
    modes: options.modes.map((name) => oneOf<SweepMode>('modes', name, refineModeNames, action)),
    guards: options.guards?.map((set) => guardsAsked(set.split('+'), action)) ?? [ran.guards],
    onDuplicate: options.onDuplicate?.map((name) => oneOf<OnDuplicate>('--on-duplicate', name, rules, action)) ?? [
      ranRule,
    ],
    scopes: options.scope?.map((name) => oneOf<RefineScope>('scopes', name, refineScopes, action)) ?? [ran.scope],
  };
}

function oneOf<T extends string>(option: string, found: string, known: readonly T[], action: string): T {
  const named = known.find((name) => name === found);
  if (named !== undefined) return named;
  throw new UserError(
    `Cannot ${action}: expected ${option} to be of ${known.join(', ')}, found "${found}"${didYouMean(found, known)}`,
  );
}

/** The run's own embedder, unless another is asked for. */
async function embedderFor(
  manifest: Manifest,
  { embedder: name }: DedupSweepOptions,
  deps: CliDeps,
  action: string,
): Promise<{ readonly embedder: Embedder; readonly fingerprint: () => Promise<string> }> {
  if (name === undefined)
    return embedderOfRun(manifest, deps.registry, { cacheFolder: cacheFolder(deps.env), warn: deps.warn });
  const embedder = await makeEmbedder(name, deps, action);
  return { embedder, fingerprint: async () => manifest.vectorFingerprint };
}

function whyNotReproduced(
  { mode, onDuplicate }: RefineSetting,
  { id }: Embedder,
  { embedderId }: Manifest,
): string | null {
  if (id !== embedderId) return `it belongs to ${embedderId}, and a threshold says nothing about another embedder`;
  if (mode !== 'off' && !rules.includes(onDuplicate)) return `its rule for duplicates, ${onDuplicate}, asks a model`;
  return null;
}

async function write(folder: string, report: SweepReport): Promise<readonly string[]> {
  const csv = join(folder, 'sweep.csv');
  const svg = join(folder, 'sweep.svg');
  const drawing = await drawSvg(sweepChart(report));
  try {
    makeFolder(folder);
    writeWhole(csv, sweepCsv(report));
    writeWhole(svg, drawing);
  } catch (error) {
    throw new UserError(
      `Cannot write a sweep: expected a folder that can be written at ${folder}, found ${(error as NodeJS.ErrnoException).code}`,
    );
  }
  return [csv, svg];
}
