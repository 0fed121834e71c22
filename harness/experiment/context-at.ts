import { join } from 'node:path';
import { UserError } from '../core/failure.ts';
import { hashText, shortHash } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import type { RunRecord } from '../core/records.ts';
import { createTokenCounter } from '../llm/token-counter.ts';
import { replayEvents } from '../playbook/replay-events.ts';
import { readManifest } from '../records/manifest.ts';
import { readLines } from '../records/read-lines.ts';
import type { Registry } from '../registry.ts';

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
  const manifest = readManifest(folder);
  if (manifest === null)
    throw new UserError(`Cannot show ${folder}: expected a run's folder with a manifest.json, found none`);
  const { name, options } = manifest.spec.method;
  const part = Object.hasOwn(registry.methods, name) ? registry.methods[name] : undefined;
  if (part === undefined) throw new UserError(`Cannot show ${folder}: expected a known method, found "${name}"`);
  const tokens = await createTokenCounter();
  const method = (await part.load()).create(options as { readonly [option: string]: Json }, {
    budget: manifest.spec.budget,
    countTokens: tokens.count,
  });
  let context: Json = method.start(manifest.base);
  let shown: ShownContext | null = null;
  for await (const record of readLines<RunRecord>(join(folder, 'records.jsonl'), warn)) {
    if (record.kind === 'adaptation' || record.kind === 'refine') context = replayEvents(context, record.events);
    if (record.kind !== 'round') continue;
    const text = method.render(context).stable;
    if (hashText(text) !== record.contextHash) {
      throw new UserError(
        `Cannot rebuild round ${record.round} of ${folder}: expected context ${shortHash(record.contextHash)} as recorded, found ${shortHash(hashText(text))}; its files were changed, or written by other code`,
      );
    }
    shown = { runId: manifest.runId, round: record.round, text, context };
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
