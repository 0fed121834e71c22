import { type Line, linesOf, objectIn } from '../core/json-lines.ts';
import { connectedComponents } from '../core/connected-components.ts';
import { UserError } from '../core/failure.ts';
import { fileFault } from '../core/file-fault.ts';
import { refuseOther } from '../core/read-file.ts';
import { normaliseText } from '../embedding/cosine.ts';
import { type LabelledPair, type PairLabel, pairLabels } from './labelled-pair.ts';

// {"a": "Ask for page 0 first.", "b": "Begin with page 0.", "label": "duplicate"}

type GivenPair = { readonly a: string; readonly b: string; readonly label: PairLabel };

/**
 * A user's pairs from JSON lines; blank lines, CRLF and a byte order mark are fine, further keys are left alone. Pairs that share a text,
 * directly or over others, are one family. Throws UserError with file and line for a line that is no pair, an unknown label, equal
 * texts and a pair given twice.
 */
export async function readPairs(path: string): Promise<readonly LabelledPair[]> {
  const given: GivenPair[] = [];
  const lineOfPair = new Map<string, number>();
  for await (const { text: line, number } of readable(path)) {
    if (line.trim() === '') continue;
    const fail = (expected: string, found: string): never => {
      throw new UserError(`Cannot read pairs: expected ${expected} in ${path} line ${number}, found ${found}`);
    };
    const pair = parsePair(line, fail);
    const key = JSON.stringify([normaliseText(pair.a), normaliseText(pair.b)].sort());
    if (lineOfPair.has(key)) fail('each pair once', `that of line ${lineOfPair.get(key)} again`);
    lineOfPair.set(key, number);
    given.push(pair);
  }
  if (given.length === 0) throw new UserError(`Cannot read pairs: expected JSON lines in ${path}, found none`);
  return inFamilies(given);
}

async function* readable(path: string): AsyncGenerator<Line> {
  refuseOther(path, fail, Number.POSITIVE_INFINITY);
  try {
    yield* linesOf(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    fail(fileFault(error));
  }

  function fail(found: string): never {
    throw new UserError(`Cannot read pairs: expected a readable file at ${path}, found ${found}`);
  }
}

function parsePair(line: string, fail: (expected: string, found: string) => never): GivenPair {
  const { a, b, label } = objectIn(line) ?? fail('a JSON object', shown(line));
  if (!isText(a)) return fail('"a" to be text', shown(a));
  if (!isText(b)) return fail('"b" to be text', shown(b));
  if (!isLabel(label)) return fail(`"label" to be one of ${pairLabels.join(', ')}`, shown(label));
  if (normaliseText(a) === normaliseText(b))
    return fail('two texts that differ (equal ones are cosine 1 for every embedder)', `${shown(a)} twice`);
  return { a, b, label };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isLabel(value: unknown): value is PairLabel {
  return (pairLabels as readonly unknown[]).includes(value);
}

function shown(value: unknown): string {
  return value === undefined ? 'no such key' : JSON.stringify(value).slice(0, 60);
}

/** Families are the connected components of texts joined by pairs, named by the number of their first pair. */
function inFamilies(pairs: readonly GivenPair[]): readonly LabelledPair[] {
  const roots = connectedComponents(pairs.map(({ a, b }) => [normaliseText(a), normaliseText(b)]));
  return pairs.map((pair, index) => ({ ...pair, origin: 'given', family: `given-${roots[index]! + 1}` }));
}
