import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { DamageError } from '../core/failure.ts';
import { jsonIn, linesOf } from '../core/json-lines.ts';
import type { RunRecord, TimeAside } from '../core/records.ts';
import { expectation, showValue } from '../text/expectation.ts';
import { chainStart, unchained } from './chain.ts';
import { recordShape, timeLineShape } from './record-shapes.ts';
import type { LineFile, RunFolder } from './run-folder.ts';

type Warn = (message: string) => void;

/** The records of a run, streamed. Throws UserError as `chainedLines` does, and for a line that is no record. */
export function readRecords(run: RunFolder, warn: Warn): AsyncGenerator<RunRecord> {
  return readAs(run, 'records.jsonl', recordShape, warn);
}

/**
 * The times beside a run's records, streamed. Those of a run that ended must have their end too. Throws UserError as `readRecords` does, and
 * for an end that is not there.
 */
export async function* readTimes(run: RunFolder, warn: Warn, hasEnded: boolean): AsyncGenerator<TimeAside> {
  let isEnded = false;
  for await (const time of readAs(run, 'times.jsonl', timeLineShape, warn)) {
    if (time.kind === 'end') isEnded = true;
    else yield time;
  }
  if (hasEnded && !isEnded)
    throw damage(join(run.folder, 'times.jsonl'), 'times up to the end of the run', 'fewer', run);
}

async function* readAs<T>(run: RunFolder, file: LineFile, shape: z.ZodType<T>, warn: Warn): AsyncGenerator<T> {
  for await (const { text, place } of chainedLines(run, file, warn)) {
    const value = jsonIn(text);
    const parsed = shape.safeParse(value, { error: expectation });
    if (parsed.success) yield parsed.data;
    else throw misfit(place, parsed.error, value, run);
  }
}

export type ChainedLine = {
  /** The line's JSON, without the chain. */
  readonly text: string;
  /** The chain's head behind the line, and the bytes up to its end, its break included. */
  readonly head: string;
  readonly bytes: number;
  readonly place: string;
};

/**
 * The lines of one file of a run, each checked to follow the one before it. A torn last line, as a killed writer leaves it, is dropped and told
 * to `warn`; a file that does not exist has no lines. Throws UserError naming file and line for one that was changed, lost, doubled or came
 * from another run.
 */
export async function* chainedLines(run: RunFolder, file: LineFile, warn: Warn): AsyncGenerator<ChainedLine> {
  const path = join(run.folder, file);
  if (!existsSync(path)) return;
  let head = chainStart(run, file);
  let bytes = 0;
  for await (const { text, number, isEnded } of linesOf(path)) {
    if (!isEnded) {
      warn(`${path}: dropped a torn line at its end (${text.length} characters)`);
      return;
    }
    const place = `${path} line ${number}`;
    const found = unchained(head, text);
    if (found === null) throw damage(place, 'a line that follows the one before it', whatStands(text), run);
    head = found.head;
    bytes += Buffer.byteLength(text) + 1;
    yield { text: found.text, head, bytes, place };
  }
}

/** What is said of files of a run that were changed, and how the run is made anew. */
export function damage(
  place: string,
  expected: string,
  found: string,
  { runId }: Pick<RunFolder, 'runId'>,
): DamageError {
  return new DamageError(
    `Cannot read ${place}: expected ${expected}, found ${found}; the file was damaged or changed: --fresh --only ${runId} moves the run aside and starts it anew`,
  );
}

function whatStands(text: string): string {
  if (text.endsWith('\r')) return 'one that ends in a carriage return (line ends were converted)';
  const shown = JSON.stringify(text.slice(0, 60));
  return jsonIn(text) === undefined ? `no JSON: ${shown}` : `another: ${shown}`;
}

/** As `damage`, of a value that does not fit its shape: `expected a whole number at host.cpus, found "two"`. */
export function misfit(
  place: string,
  { issues }: z.ZodError,
  value: unknown,
  run: Pick<RunFolder, 'runId'>,
): DamageError {
  const [issue] = issues;
  const path = issue?.path ?? [];
  const found = path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as { [key: PropertyKey]: unknown })[key] : undefined,
    value,
  );
  const expected = `${issue?.message ?? 'what this version writes'} at ${path.map(String).join('.') || 'its top'}`;
  return damage(place, expected, found === undefined ? 'nothing' : showValue(found), run);
}
