import { existsSync, statSync } from 'node:fs';
import { replayRun } from '../experiment/replay-run.ts';
import { createTokenCounter } from '../llm/token-counter.ts';
import type { Playbook } from '../playbook/playbook.ts';
import { type HealthReport, healthText } from '../inspect/health-text.ts';
import { playbookHealth } from '../inspect/playbook-health.ts';
import { runHealth } from '../inspect/playbook-health-run.ts';
import { readPlaybook, writePlaybook } from '../inspect/read-playbook.ts';
import { exitCodes } from './exit-codes.ts';
import { makeEmbedder } from './make-embedder.ts';
import type { CliDeps } from './cli-deps.ts';

export type PlaybookHealthOptions = {
  readonly embedder: string;
  readonly threshold: number;
  readonly all?: boolean;
  readonly json?: boolean;
};

/** Looks a playbook file or a run's last context over: redundancy, conflicts, use, size, and for a run its churn. Throws UserError. */
export async function playbookHealthCommand(
  path: string,
  options: PlaybookHealthOptions,
  deps: CliDeps,
): Promise<number> {
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  const report = isFolder ? await healthOfRun(path, options, deps) : await healthOfFile(path, options, deps);
  deps.print(options.json ? JSON.stringify(report, null, 2) : healthText(report, { all: options.all ?? false }));
  return exitCodes.fine;
}

async function healthOfFile(path: string, options: PlaybookHealthOptions, deps: CliDeps): Promise<HealthReport> {
  const read = readPlaybook(path);
  const embedder = await makeEmbedder(options.embedder, deps, `look ${path} over`);
  const { count } = await createTokenCounter();
  const render = (playbook: Playbook): string => writePlaybook(playbook, read);
  const { counted } = read;
  const { threshold } = options;
  const tools = { embedder, countTokens: count, render };
  return { name: path, run: null, playbook: await playbookHealth(read.playbook, { threshold, counted }, tools) };
}

async function healthOfRun(folder: string, options: PlaybookHealthOptions, deps: CliDeps): Promise<HealthReport> {
  const embedder = await makeEmbedder(options.embedder, deps, `look ${folder} over`);
  const { manifest, render, steps } = await replayRun(folder, deps.registry, deps.warn);
  const { last, showsIds, ...run } = await runHealth(steps);
  const { count } = await createTokenCounter();
  const playbook = last?.playbook ?? null;
  const counted = new Set(showsIds ? playbook?.bullets.map(({ id }) => id) : []);
  const { threshold } = options;
  const text = playbook === null ? '' : await render(playbook);
  const tools = { embedder, countTokens: count, render: () => text };
  return {
    name: manifest.runId,
    run: {
      ...run,
      round: last?.round ?? 0,
      tokens: last?.tokens ?? 0,
      refinedBySame: manifest.method === 'ace' && manifest.embedderId === embedder.id,
    },
    playbook:
      playbook === null ? null : await playbookHealth(playbook, { threshold, counted, round: last?.round }, tools),
  };
}
