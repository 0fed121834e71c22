import { UserError } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import type { Registry } from '../registry.ts';
import { replayRun } from './replay-run.ts';

export type ShownContext = {
  readonly runId: string;
  readonly round: number;
  readonly text: string;
  readonly context: Json;
};

/**
 * A run's context after a round (null: the last whole one), rebuilt from its records without a model, and checked against the hash that was
 * recorded. Throws UserError for a folder without a run or a round that was not reached.
 */
export async function contextAt(
  folder: string,
  round: number | null,
  registry: Registry,
  warn: (message: string) => void,
): Promise<ShownContext> {
  const { manifest, steps } = await replayRun(folder, registry, warn);
  let shown: ShownContext | null = null;
  for await (const { record, text, context } of steps) {
    if (record.kind !== 'round') continue;
    shown = { runId: manifest.runId, round: record.round, text: text!, context };
    if (record.round === round) return shown;
  }
  if (shown === null || round !== null) {
    const reached = shown === null ? 'none' : `0 to ${shown.round}`;
    throw new UserError(
      `Cannot show round ${round ?? 0} of ${folder}: expected a round that was recorded, found ${reached}`,
    );
  }
  return shown;
}
