import type { ContextEvent } from '../core/context-event.ts';
import { UserError } from '../core/failure.ts';
import { hashText, shortHash } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import { createTokenCounter } from '../llm/token-counter.ts';
import { replayEvents } from '../playbook/replay-events.ts';
import { type Manifest, readManifest } from '../records/manifest.ts';
import { readRecords } from '../records/read-run-lines.ts';
import type { Registry } from '../registry.ts';
import { wholeText } from './whole-text.ts';
import type { EventStep, RunStep } from '../analysis/run-step.ts';

export type ReplayedRun = {
  readonly manifest: Manifest;
  /** A context as the generator read it. */
  readonly render: (context: Json) => Promise<string>;
  readonly steps: AsyncGenerator<RunStep>;
};

/**
 * A run gone through again, record by record, its contexts rebuilt without a model; each round's is checked against the hash that was
 * recorded. Throws UserError for a folder without a run, here or as its files turn out to be changed.
 */
export async function replayRun(
  folder: string,
  registry: Registry,
  warn: (message: string) => void,
): Promise<ReplayedRun> {
  const found = readManifest(folder);
  if (found === null)
    throw new UserError(`Cannot show ${folder}: expected a run's folder with a manifest.json, found none`);
  const manifest = found;
  const { name, options } = manifest.spec.method;
  const part = Object.hasOwn(registry.methods, name) ? registry.methods[name] : undefined;
  if (part === undefined) throw new UserError(`Cannot show ${folder}: expected a known method, found "${name}"`);
  const tokens = await createTokenCounter();
  const method = (await part.load()).create(options as { readonly [option: string]: Json }, {
    budget: manifest.spec.budget,
    countTokens: tokens.count,
  });

  const render = async (context: Json): Promise<string> => (await wholeText(method, context, tokens.count)).stable;

  async function* steps(start: Json): AsyncGenerator<RunStep> {
    let context = start;
    for await (const record of readRecords({ folder, runId: manifest.runId, specHash: manifest.specHash }, warn)) {
      const events: EventStep[] = [];
      if (record.kind === 'adaptation' || record.kind === 'refine') {
        for (const event of record.events) {
          events.push({ event, before: context });
          context = replayed(context, event, record.round, folder);
        }
      }
      const text = record.kind === 'round' ? await render(context) : null;
      if (record.kind === 'round' && hashText(text!) !== record.contextHash) {
        throw new UserError(
          `Cannot rebuild round ${record.round} of ${folder}: expected context ${shortHash(record.contextHash)} as recorded, found ${shortHash(hashText(text!))}; its files were changed, or written by other code`,
        );
      }
      yield { record, events, context, text };
    }
  }
  return { manifest, render, steps: steps(manifest.start) };
}

/** Events that were changed may name bullets that never were. */
function replayed(context: Json, event: ContextEvent, round: number, folder: string): Json {
  try {
    return replayEvents(context, [event]);
  } catch (error) {
    throw new UserError(
      `Cannot rebuild round ${round} of ${folder}: expected ${event.kind} events that fit its context, found ${(error as Error).message}; its files were changed, or written by other code`,
    );
  }
}
