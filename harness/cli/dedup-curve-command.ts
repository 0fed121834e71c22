import { existsSync, statSync } from 'node:fs';
import { addedTexts } from '../dedup/added-texts.ts';
import { type CurveReport, type CurveSource, curveText, meanShares } from '../dedup/curve-text.ts';
import { mergeCurve } from '../dedup/merge-curve.ts';
import { sweepThresholds } from '../dedup/sweep-thresholds.ts';
import type { Embedder } from '../core/embedder.ts';
import { UserError } from '../core/failure.ts';
import type { Lessons } from '../core/lessons.ts';
import { cacheFolder } from '../embedding/cache-folder.ts';
import { lessonsOfRun } from '../experiment/parts-of-run.ts';
import { replayRun } from '../experiment/replay-run.ts';
import { readPlaybook } from '../inspect/read-playbook.ts';
import { parsePlaybook } from '../playbook/parse-playbook.ts';
import type { Playbook } from '../playbook/playbook.ts';
import { exitCodes } from './exit-codes.ts';
import { makeEmbedder } from './make-embedder.ts';
import type { CliDeps } from './cli-deps.ts';

export type DedupCurveOptions = {
  readonly against?: string;
  readonly embedder: string;
  readonly thresholds: string;
  readonly first?: number;
  readonly json?: boolean;
};

const action = 'draw a curve';

/** Prints which share of a playbook's bullets, or of those that runs added, a bare threshold merges. Throws UserError. */
export async function dedupCurveCommand(
  paths: readonly string[],
  options: DedupCurveOptions,
  deps: CliDeps,
): Promise<number> {
  const thresholds = sweepThresholds(options.thresholds, action);
  const embedder = await makeEmbedder(options.embedder, deps, action);
  const against = options.against === undefined ? null : await readSource(options.against, deps);
  // A longer list has more to merge, so lists of one length are compared.
  const first = options.first ?? against?.playbook.bullets.length ?? Number.POSITIVE_INFINITY;
  const draw = (source: Source): Promise<CurveSource> => curveOf(source, first, thresholds, embedder);
  const other = against === null ? null : await draw(against);
  const sources: CurveSource[] = [];
  for (const path of paths) sources.push(await draw(await readSource(path, deps)));
  const differences =
    other === null ? [] : meanShares(sources).map((share, at) => Math.abs(share - other.points[at]!.share));
  const report: CurveReport = {
    embedder: embedder.id,
    sources,
    against: other,
    largestDifference: other === null ? null : Math.max(...differences),
  };
  deps.print(options.json ? JSON.stringify(report, null, 2) : curveText(report));
  return exitCodes.fine;
}

type Source = Pick<CurveSource, 'name' | 'kind'> & {
  readonly playbook: Playbook;
  readonly lessons: Lessons | undefined;
};

async function readSource(path: string, deps: CliDeps): Promise<Source> {
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  if (!isFolder) return { name: path, kind: 'bullets', playbook: readPlaybook(path).playbook, lessons: undefined };
  const { manifest, steps } = await replayRun(path, deps.registry, deps.warn);
  const { kind, texts, rounds } = await addedTexts(steps);
  if (texts.length === 0)
    throw new UserError(`Cannot ${action} of ${path}: expected a run that states lessons, found one without any`);
  const parts = { cacheFolder: cacheFolder(deps.env), warn: deps.warn };
  const lessonsAt = await lessonsOfRun(manifest, deps.registry, parts);
  return { name: manifest.runId, kind, playbook: playbookOf(texts), lessons: lessonsAt(rounds) };
}

function playbookOf(texts: readonly string[]): Playbook {
  return parsePlaybook(texts.map((text, index) => `[b-${index + 1}] ${text}`).join('\n'));
}

async function curveOf(
  { name, kind, playbook, lessons }: Source,
  first: number,
  thresholds: readonly number[],
  embedder: Embedder,
): Promise<CurveSource> {
  const bullets = playbook.bullets.slice(0, first);
  const points = await mergeCurve({ ...playbook, bullets }, thresholds, { embedder, lessons });
  return { name, kind, taken: bullets.length, all: playbook.bullets.length, points };
}
