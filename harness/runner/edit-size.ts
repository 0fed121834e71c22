import { diffArrays, diffWordsWithSpace } from 'diff';

export type EditSize = {
  /** Tokens inserted and deleted, changes of counters apart. */
  readonly tokens: number;
  /** Tokens of bullet lines' counters that changed. */
  readonly counterTokens: number;
};

const idOfLine = /^\[([^\]\s]+)\]/;
const counters = / helpful=\d+ harmful=\d+ ::/;

/**
 * How much of a rendered context changed: a diff of lines, then of words inside paired lines. Lines with one id are a pair wherever they
 * stand; of other lines, those that replace each other in one place are.
 */
export function editSize(before: string, after: string, countTokens: (text: string) => number): EditSize {
  const old = linesOf(before);
  const fresh = linesOf(after);
  let tokens = 0;
  let counterTokens = 0;
  for (const [id, line] of fresh.byId) {
    const earlier = old.byId.get(id);
    if (earlier === undefined) tokens += countTokens(line);
    else if (earlier !== line) {
      const pair = pairSize(earlier, line, countTokens);
      tokens += pair.tokens;
      counterTokens += pair.counterTokens;
    }
  }
  for (const [id, line] of old.byId) if (!fresh.byId.has(id)) tokens += countTokens(line);
  let removed: readonly string[] = [];
  for (const change of diffArrays([...old.others], [...fresh.others])) {
    const added = change.added ? change.value : [];
    if (!change.removed) tokens += replacedSize(removed, added, countTokens);
    removed = change.removed ? change.value : [];
  }
  tokens += replacedSize(removed, [], countTokens);
  return { tokens, counterTokens };
}

/** Lines that stand in the place of others: the first for the first, and so on; what is left over came or went whole. */
function replacedSize(
  removed: readonly string[],
  added: readonly string[],
  countTokens: (text: string) => number,
): number {
  let tokens = 0;
  for (let index = 0; index < Math.max(removed.length, added.length); index++)
    tokens += wordsSize(removed[index] ?? '', added[index] ?? '', countTokens);
  return tokens;
}

function linesOf(text: string): { readonly byId: ReadonlyMap<string, string>; readonly others: readonly string[] } {
  const byId = new Map<string, string>();
  const others: string[] = [];
  for (const line of text.split('\n')) {
    const id = idOfLine.exec(line)?.[1];
    if (id !== undefined && !byId.has(id)) byId.set(id, line);
    else others.push(line);
  }
  return { byId, others };
}

function pairSize(before: string, after: string, countTokens: (text: string) => number): EditSize {
  const [oldCounters, newCounters] = [counters.exec(before)?.[0] ?? '', counters.exec(after)?.[0] ?? ''];
  const [oldText, newText] = [before.replace(counters, ''), after.replace(counters, '')];
  return {
    tokens: wordsSize(oldText, newText, countTokens),
    counterTokens: oldCounters === newCounters ? 0 : countTokens(oldCounters) + countTokens(newCounters),
  };
}

// Words by which two lines may differ and still be compared word by word: beyond it, one is another line.
const maxEdits = 200;

function wordsSize(before: string, after: string, countTokens: (text: string) => number): number {
  if (before === '' || after === '') return countTokens(before) + countTokens(after);
  const changes = diffWordsWithSpace(before, after, { maxEditLength: maxEdits });
  if (changes === undefined) return countTokens(before) + countTokens(after);
  return changes.reduce((sum, { added, removed, value }) => sum + (added || removed ? countTokens(value) : 0), 0);
}
