import type { ContextEvent } from '../core/context-event.ts';
import { hashText } from '../core/hash.ts';
import type { Lessons } from '../core/lessons.ts';
import type { RoundRecord } from '../core/records.ts';
import type { Rendered } from '../core/rendered.ts';
import { lessonMeasure, statementsIn, withoutHead } from '../analysis/lesson-measure.ts';
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
  const stated = statementsIn(after.stable.split('\n').map(withoutHead), lessons);
  const offered = events.flatMap((event) => (event.kind === 'lessons' ? event.lessons : []));
  const lessonsSeen = new Set([...seen, ...statementsIn(offered, lessons).held, ...stated.held]);
  return {
    measured: { ...base, ...lessonMeasure(stated, lessonsSeen, lessons) },
    lessonsSeen: [...lessonsSeen].sort(),
  };
}

function commonPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return a.slice(0, length);
}
