import type { Lessons } from '../core/lessons.ts';
import { remember } from '../core/remember.ts';

/** What a context says of the lessons that its suite knows to be true. */
export type LessonMeasure = {
  /** Lessons stated rightly, over all. */
  readonly coverage: number;
  /** Lessons stated rightly, over all that were offered or held up to now; null where there were none. */
  readonly retention: number | null;
  /** Statements that contradict a lesson or are false. */
  readonly wrong: number;
  /** 1 - lessons stated rightly / lines that state any rightly; null where no line does. A line may state several: below 0 is none. */
  readonly redundancy: number | null;
};

/** Lessons that some lines state rightly, the statements that are wrong, and the lines that state any lesson rightly. */
export type Statements = {
  readonly held: ReadonlySet<string>;
  readonly wrong: number;
  readonly bearingLines: number;
};

/** A line of a rendered context without the id and the counters of its bullet. */
export function withoutHead(line: string): string {
  return line.replace(/^\[[^\]\s]+\] (?:helpful=\d+ harmful=\d+ :: )?/, '');
}

/** What texts state, each a line of advice without an id. */
export function statementsIn(texts: Iterable<string>, lessons: Lessons): Statements {
  const remembered = memoryOf(lessons);
  const held = new Set<string>();
  let wrong = 0;
  let bearingLines = 0;
  for (const text of texts) {
    const stated = remembered(text);
    wrong += stated.wrong;
    if (stated.right.length > 0) bearingLines++;
    for (const lessonId of stated.right) held.add(lessonId);
  }
  return { held, wrong, bearingLines };
}

/** The measure of what a context states; `seen` are the lessons offered or held up to now, those held now among them. */
export function lessonMeasure(
  { held, wrong, bearingLines }: Statements,
  seen: ReadonlySet<string>,
  lessons: Lessons,
): LessonMeasure {
  return {
    coverage: held.size / lessons.all.length,
    retention: seen.size === 0 ? null : held.size / seen.size,
    wrong,
    redundancy: bearingLines === 0 ? null : Math.max(0, 1 - held.size / bearingLines),
  };
}

type Stated = { readonly right: readonly string[]; readonly wrong: number };

// A text stays the same over many rounds and settings: what it states is found once per suite.
const memory = new WeakMap<Lessons, (text: string) => Stated>();
const maxRemembered = 50_000;

function memoryOf(lessons: Lessons): (text: string) => Stated {
  const known = memory.get(lessons) ?? remember(maxRemembered, (text) => statedBy(text, lessons));
  memory.set(lessons, known);
  return known;
}

function statedBy(text: string, lessons: Lessons): Stated {
  const stated = lessons.states(text);
  const right = stated.flatMap(({ lessonId, stance }) => (stance === 'correct' ? [lessonId] : []));
  return { right, wrong: stated.length - right.length };
}
