import type { ContextEvent } from '../core/context-event.ts';
import { hashText } from '../core/hash.ts';
import type { Lessons } from '../core/lessons.ts';
import type { RoundRecord } from '../core/records.ts';
import type { Rendered } from '../core/rendered.ts';
import type { RunParts } from './run-parts.ts';
import { editSize } from './edit-size.ts';

type Measured = Omit<
  RoundRecord,
  'kind' | 'seq' | 'round' | 'epoch' | 'valScore' | 'valRound' | 'collapsed' | 'compressed'
>;

export type ContextMeasure = {
  readonly measured: Measured;
  /** All lessons offered or held up to now. */
  readonly lessonsSeen: readonly string[];
};

/**
 * Measures a rendered context, and how it differs from the one before (null in round 0). All measures are taken on the rendered text, so
 * they mean the same for every method. `before` and `after` are what stands in the prompt before the task.
 */
export function measureContext(
  before: Rendered | null,
  after: Rendered,
  events: readonly ContextEvent[],
  seen: readonly string[],
  lessons: Lessons | undefined,
  { countTokens, headTokens }: Pick<RunParts, 'countTokens' | 'headTokens'>,
): ContextMeasure {
  const contextTokens = countTokens(after.stable);
  const edit = before === null ? null : editSize(before.stable, after.stable, countTokens);
  const prefixReuse =
    before === null
      ? null
      : (headTokens + countTokens(commonPrefix(before.stable, after.stable))) / (headTokens + contextTokens);
  const base = {
    contextHash: hashText(after.stable),
    contextTokens,
    bullets: after.ids?.size ?? null,
    editTokens: edit?.tokens ?? null,
    editTokensCounters: edit?.counterTokens ?? null,
    prefixReuse: prefixReuse === null ? null : Math.min(1, prefixReuse),
  };
  if (lessons === undefined) {
    return { measured: { ...base, coverage: null, retention: null, wrong: null, redundancy: null }, lessonsSeen: seen };
  }
  const { held, wrong, bearingLines } = statements(after.stable.split('\n'), lessons);
  const offered = statements(
    events.flatMap((event) => (event.kind === 'lessons' ? event.lessons : [])),
    lessons,
  );
  const lessonsSeen = [...new Set([...seen, ...offered.held, ...held])].sort();
  return {
    measured: {
      ...base,
      coverage: held.size / lessons.all.length,
      retention: lessonsSeen.length === 0 ? null : held.size / lessonsSeen.length,
      wrong,
      // A line may state several lessons; fewer lines than lessons are no redundancy below none.
      redundancy: bearingLines === 0 ? null : Math.max(0, 1 - held.size / bearingLines),
    },
    lessonsSeen,
  };
}

/** Which lessons lines state rightly, how many statements are wrong, and how many lines state a lesson rightly. */
function statements(lines: readonly string[], lessons: Lessons) {
  const held = new Set<string>();
  let wrong = 0;
  let bearingLines = 0;
  for (const line of lines) {
    const stated = statedBy(line, lessons);
    const right = stated.filter(({ stance }) => stance === 'correct');
    wrong += stated.length - right.length;
    if (right.length > 0) bearingLines++;
    for (const { lessonId } of right) held.add(lessonId);
  }
  return { held, wrong, bearingLines };
}

// A line stays the same over many rounds but for its counters: what it states is found once per suite.
const memory = new WeakMap<Lessons, Map<string, ReturnType<Lessons['states']>>>();

function statedBy(line: string, lessons: Lessons): ReturnType<Lessons['states']> {
  const text = line.replace(/^\[[^\]\s]+\] (?:helpful=\d+ harmful=\d+ :: )?/, '');
  const known = memory.get(lessons) ?? new Map<string, ReturnType<Lessons['states']>>();
  memory.set(lessons, known);
  const stated = known.get(text) ?? lessons.states(text);
  if (known.size > 50_000) known.clear();
  known.set(text, stated);
  return stated;
}

function commonPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return a.slice(0, length);
}
