import { diffArrays, diffWordsWithSpace } from 'diff';

export type EditSize = {
  /** Tokens inserted and deleted, changes of counters apart. */
  readonly tokens: number;
  /** Tokens of bullet lines' counters that changed. */
  readonly counterTokens: number;
};

const idOfLine = /^\[([^\]\s]+)\]/;
const counters = / helpful=\d+ harmful=\d+ ::/;

/** How much of a rendered context changed: a diff of lines, lines with one id taken as one, then of words inside paired lines. */
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
  for (const change of diffArrays([...old.others], [...fresh.others])) {
    if (change.added || change.removed) for (const line of change.value) tokens += countTokens(line);
  }
  return { tokens, counterTokens };
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
  let tokens = 0;
  if (oldText !== newText) {
    for (const change of diffWordsWithSpace(oldText, newText))
      if (change.added || change.removed) tokens += countTokens(change.value);
  }
  return {
    tokens,
    counterTokens: oldCounters === newCounters ? 0 : countTokens(oldCounters) + countTokens(newCounters),
  };
}
