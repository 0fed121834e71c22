import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type Document, type YAMLSeq } from 'yaml';
import { UserError } from '../core/failure.ts';
import { allOf } from './config-error.ts';
import type { Path } from './path.ts';

export type ParsedYaml = {
  readonly value: unknown;
  /** The line, from 1, of the key or list item at a path, or of the nearest one above it that is written. */
  lineOf(path: Path): number;
};

/** Text as one YAML 1.2 document. Nothing in it is resolved from outside: `${NAME}` stays as it is. Throws UserError, opened by `where(line)`. */
export function parseYaml(text: string, where: (line: number) => string): ParsedYaml {
  const lines = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const fail = (offset: number, sentence: string) => new UserError(`${where(lineAt(offset))}: ${sentence}`);
  const document = documentOf(text, lines, fail);
  const problems = [...document.errors, ...document.warnings];
  // Other problems may follow from one another.
  const [problem] = problems.filter(({ code }) => code !== 'DUPLICATE_KEY');
  if (problem === undefined)
    allOf(
      problems.map(({ pos: [offset] }) => () => {
        throw fail(offset, `expected each key once, found "${keyTextAt(text, offset)}" again`);
      }),
    );
  else throw fail(problem.pos[0], `expected valid YAML, found this: ${firstSentence(problem.message)}`);
  visit(document, {
    Pair(_, pair) {
      if (isScalar(pair.key) && pair.key.value === '__proto__')
        throw fail(pair.key.range?.[0] ?? 0, 'expected a key that can be a name, found "__proto__"');
    },
    Alias(_, alias, above) {
      const target = alias.resolve(document);
      // An alias inside its own anchor would be a value without an end.
      if (!target || above.includes(target))
        throw fail(
          alias.range?.[0] ?? 0,
          `expected an anchor that is complete before its alias, found *${alias.source}`,
        );
    },
  });
  return {
    value: plainValue(document, fail),
    lineOf: (path) => lineAt(offsetOf(document, path)),
  };
}

type Fail = (offset: number, sentence: string) => UserError;

function documentOf(text: string, lines: LineCounter, fail: Fail): Document {
  try {
    return parseDocument(text, { lineCounter: lines, prettyErrors: false });
  } catch (error) {
    // The parser recurses, so text nested some thousand levels deep overflows the stack.
    if (error instanceof RangeError) throw fail(0, 'expected a few levels of nesting, found too many to read');
    throw error;
  }
}

function plainValue(document: Document, fail: Fail): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    if (error instanceof ReferenceError) throw fail(0, 'expected at most 100 aliased values, found more');
    if (error instanceof RangeError) throw fail(0, 'expected a few levels of nesting, found too many to read');
    throw error;
  }
}

function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const segment of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment));
      if (!pair || !isScalar(pair.key)) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = itemAt(node, segment) as { range?: readonly number[] | null } | undefined;
      if (!item) break;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else break;
  }
  return offset;
}

/** By position; or, where a list of names stands for a mapping, the name itself. */
function itemAt({ items }: YAMLSeq, segment: string | number): unknown {
  const named = items.find((item) => isScalar(item) && item.value === segment);
  return /^\d+$/.test(String(segment)) ? items[Number(segment)] : named;
}

function keyTextAt(text: string, offset: number): string {
  return /^[^:\s,{}[\]]*/.exec(text.slice(offset))?.[0] ?? '';
}

function firstSentence(message: string): string {
  return message.split('\n')[0]!.replace(/[.:]$/, '');
}
