import { join } from 'node:path';
import { didYouMean } from '../config/nearest.ts';
import { UserError } from '../core/failure.ts';
import { makeFolder } from '../core/make-folder.ts';
import { createRng } from '../core/rng.ts';
import { guards as shippedGuards } from '../playbook/guards.ts';
import { writeWhole } from '../core/write-whole.ts';
import { dedupChart } from '../dedup/eval-chart.ts';
import { dedupCsv } from '../dedup/eval-csv.ts';
import { dedupText } from '../dedup/eval-text.ts';
import { drawSvg } from '../text/draw-svg.ts';
import { type DedupReport, evaluateDedup, type GuardSet, guardSets } from '../dedup/evaluate-dedup.ts';
import { familyPairs } from '../dedup/family-pairs.ts';
import { type Guards, judgePairs } from '../dedup/judge-pairs.ts';
import type { LabelledPair } from '../dedup/labelled-pair.ts';
import { readPairs } from '../dedup/read-pairs.ts';
import { exitCodes } from './exit-codes.ts';
import { makeEmbedder } from './make-embedder.ts';
import type { CliDeps } from './cli-deps.ts';

export type DedupEvalOptions = {
  readonly embedder: string;
  readonly half?: string;
  readonly pairs?: string;
  readonly guards?: readonly string[];
  readonly ceiling: number;
  readonly out?: string;
  readonly json?: boolean;
};

const seed = 1;
const resamples = 2000;

/** Measures how well an embedder and guards tell duplicates from what must not be merged, and recommends thresholds. Throws UserError. */
export async function dedupEvalCommand(
  options: DedupEvalOptions,
  deps: CliDeps,
  guards: Guards = shippedGuards,
): Promise<number> {
  const sets = setsAsked(options.guards, guardSets(guards));
  const embedder = await makeEmbedder(options.embedder, deps, 'measure de-duplication');
  const { pairs, source } = await loadPairs(options);
  const report = evaluateDedup(await judgePairs(pairs, embedder, guards), {
    embedder: embedder.id,
    source,
    sets,
    ceiling: options.ceiling,
    resamples,
    seed,
  });
  const written = options.out === undefined ? [] : await writeCurves(options.out, report);
  deps.print(options.json ? JSON.stringify(report, null, 2) : dedupText(report));
  if (!options.json && written.length > 0) deps.print(`Curves: ${written.join(', ')}`);
  return exitCodes.fine;
}

function setsAsked(names: readonly string[] | undefined, known: readonly GuardSet[]): readonly GuardSet[] {
  if (names === undefined) return known;
  const knownNames = known.map(({ name }) => name);
  return [...new Set(names)].map(
    (name) => known.find((set) => set.name === name) ?? refuse('guards to be of', name, knownNames),
  );
}

async function loadPairs({
  half,
  pairs,
}: DedupEvalOptions): Promise<{ readonly pairs: readonly LabelledPair[]; readonly source: string }> {
  if (pairs !== undefined && half !== undefined)
    throw new UserError(
      `Cannot measure de-duplication: expected --pairs or --half, found both (${pairs} has no halves)`,
    );
  if (pairs !== undefined) return { pairs: await readPairs(pairs), source: pairs };
  const { halves, loadFamilies } = await import('../../benchmarks/dedup/load-families.ts');
  const known = halves.find((name) => name === (half ?? 'test')) ?? refuse('the half to be one of', half!, halves);
  const families = await loadFamilies(known);
  return { pairs: familyPairs(families, createRng(seed)), source: `the ${known} half of benchmarks/dedup` };
}

function refuse(expected: string, found: string, known: readonly string[]): never {
  throw new UserError(
    `Cannot measure de-duplication: expected ${expected} ${known.join(', ')}, found "${found}"${didYouMean(found, known)}`,
  );
}

async function writeCurves(folder: string, report: DedupReport): Promise<readonly string[]> {
  const csv = join(folder, 'curves.csv');
  const svg = join(folder, 'curves.svg');
  const drawing = await drawSvg(dedupChart(report));
  try {
    makeFolder(folder);
    writeWhole(csv, dedupCsv(report));
    writeWhole(svg, drawing);
  } catch (error) {
    throw new UserError(
      `Cannot write curves: expected a folder that can be written at ${folder}, found ${(error as NodeJS.ErrnoException).code}`,
    );
  }
  return [csv, svg];
}
