import { jsonRanges } from './json-ranges.ts';
import { parseJson } from './parse-json.ts';
import { excerpt, type Lost, type ReadingKind, type ReplyReader, type ReadValue } from './reading.ts';
import { setReasoningAside } from './set-reasoning-aside.ts';

export type ReadReply<T> = {
  readonly value: T;
  readonly lost: readonly Lost[];
  /** What had to be done; empty for a reply as it was asked for. */
  readonly kinds: readonly ReadingKind[];
};

// Bounds on hostile replies, in characters: read at all, and repaired in all, which is slow.
const maxLength = 400_000;
const maxMended = 100_000;

/**
 * Reads a reply by a role's reader: reasoning aside, the *last* value that fits, since drafts stand before what is meant; whole values before those
 * that need mending, a value of its own before items of a list, and those before lines without JSON. Null where nothing fits.
 */
export function readReply<T>(reply: string, reader: ReplyReader<T>): ReadReply<T> | null {
  const { text, isAside } = setReasoningAside(reply.slice(0, maxLength));
  const aside: readonly ReadingKind[] = isAside ? ['reasoning'] : [];
  return (
    readIn(text, reader, aside) ??
    // A value that is text may be JSON itself, quotes and all.
    readIn(unquoted(text), reader, [...aside, 'mended']) ??
    // An object without its braces.
    (/^\s*"[\w -]+"\s*:/.test(text) ? readIn(`{${text}}`, reader, [...aside, 'mended']) : null) ??
    ofLines(text, reader, aside)
  );
}

function readIn<T>(text: string | null, reader: ReplyReader<T>, kinds: readonly ReadingKind[]): ReadReply<T> | null {
  if (text === null) return null;
  const ranges = jsonRanges(text);
  const values: { readonly value: unknown; readonly kinds: readonly ReadingKind[] }[] = [];
  let left = maxMended;
  for (const mayMend of [false, true]) {
    values.length = 0;
    const broken: Lost[] = [];
    for (const { start, end } of ranges) {
      // What follows the object, a closing fence say, must not be mended into it.
      const cut = text.slice(start, end ?? text.length).replace(/\n?```\s*$/, '');
      const isAllowed = !mayMend || cut.length <= left;
      if (mayMend && isAllowed) left -= cut.length;
      const parsed = isAllowed ? parseJson(cut, mayMend) : undefined;
      if (parsed === undefined) {
        broken.push({ what: excerpt(cut), reason: 'no JSON' });
        continue;
      }
      const how: ReadingKind[] = [...kinds];
      if (parsed.mended) how.push('mended');
      if (parsed.latex) how.push('latex');
      values.push({ value: parsed.value, kinds: how });
    }
    for (const { value, kinds: how } of values.toReversed()) {
      const read = lastFit(value, reader);
      if (read !== null) return replyOf(read, how);
    }
    // A list of which some items are broken is mended first.
    const isReady = values.length > 0 && (mayMend || broken.length === 0);
    const read = isReady ? (reader.items?.(values.map(({ value }) => value)) ?? null) : null;
    if (read !== null)
      return replyOf({ ...read, lost: [...read.lost, ...broken] }, [
        ...values.flatMap(({ kinds: how }) => how),
        'items',
      ]);
  }
  return null;
}

/** The value if it fits, else the last that fits of all that it holds. */
function lastFit<T>(value: unknown, reader: ReplyReader<T>): ReadValue<T> | null {
  const read = reader.whole(value);
  if (read !== null) return read;
  // A list instead of recursion, since a reply may be nested deeper than the stack.
  const waiting = innerOf(value);
  while (waiting.length > 0) {
    const next = waiting.pop();
    const inner = typeof next === 'object' && next !== null ? reader.whole(next) : null;
    if (inner !== null) return inner;
    waiting.push(...innerOf(next));
  }
  return null;
}

function innerOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function ofLines<T>(text: string, reader: ReplyReader<T>, kinds: readonly ReadingKind[]): ReadReply<T> | null {
  const read = reader.lines?.(text) ?? null;
  return read === null ? null : replyOf(read, [...kinds, 'lines']);
}

function replyOf<T>({ value, lost, alias }: ReadValue<T>, kinds: readonly ReadingKind[]): ReadReply<T> {
  return { value, lost, kinds: [...new Set<ReadingKind>([...kinds, ...(alias ? (['alias'] as const) : [])])] };
}

/** What a reply says that is one string of JSON; null where it is not. */
function unquoted(text: string): string | null {
  const bare = text.trim().replace(/^```\w*\s*|\s*```$/g, '');
  if (!/^"[\s\S]*"$/.test(bare)) return null;
  const parsed = parseJson(bare, false);
  return typeof parsed?.value === 'string' ? parsed.value : null;
}
