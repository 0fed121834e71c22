import type { PlayerCall } from '../../harness/core/player.ts';
import type { Rng } from '../../harness/core/rng.ts';
import { numberWindow } from './number-window.ts';
import type { ParsedQuestion, TagQuestion } from './question.ts';
import { parseSources } from './sources.ts';

type BulletTag = { readonly id: string; readonly tag: 'helpful' | 'harmful' };
type Answered = {
  readonly question: TagQuestion;
  readonly given: string;
  /** Null where the feedback does not tell. */
  readonly right: string | null;
  readonly citedId: string | null;
  readonly teaches: boolean;
};

/**
 * The simulated reflector: a lesson for each answer that the feedback shows to be wrong, in one of several wordings, now and then a vague
 * or a wrong one. Where the feedback gives no reference, only answers known to be right and found without advice teach something.
 */
export function stateLessons({ blocks, parameters, rng }: PlayerCall, parsed: ParsedQuestion) {
  const answers = readAnswers(parsed, blocks.attempt ?? '', blocks.feedback ?? '');
  const lessons: string[] = [];
  for (const { question, given, right, teaches } of answers) {
    if (right === null || !teaches) continue;
    const kind = rng.next();
    if (kind < parameters.vagueLessons) lessons.push(rng.pick(vagueLessons));
    else {
      const isWrong = kind < parameters.vagueLessons + parameters.wrongLessons;
      const stated = isWrong ? anotherTag(parsed.options, right, rng) : right;
      const instead = parsed.options.includes(given) && given !== stated ? given : 'another tag';
      lessons.push(wordLesson(question, stated, instead, parameters.wordings, rng));
    }
  }
  return {
    reasoning: `${answers.filter(({ given, right }) => given !== right).length} of ${answers.length} need another tag`,
    lessons,
    bullet_tags: answers.map(judge).filter((tag) => tag !== null),
  };
}

function judge({ given, right, citedId }: Answered): BulletTag | null {
  if (citedId === null || right === null) return null;
  return { id: citedId, tag: given === right ? 'helpful' : 'harmful' };
}

function readAnswers(parsed: ParsedQuestion, attempt: string, feedback: string): readonly Answered[] {
  // The last such line: an attempt's steps and reasoning stand before its answer and may quote anything.
  const given = splitTags([...attempt.matchAll(/^Answer: (.*)$/gm)].at(-1)?.[1] ?? '');
  const reference = /^Right answer: (.*)$/m.exec(feedback)?.[1] ?? null;
  const known = reference !== null ? splitTags(reference) : feedback.startsWith('The attempt is right.') ? given : [];
  const sources = parseSources(attempt);
  return parsed.questions.map((question, index) => {
    const answer = given[index] ?? '';
    const right = known[index] ?? null;
    const citedId = sources.get(index + 1) ?? null;
    const teaches = reference === null ? citedId === null : answer !== right;
    return { question, given: answer, right, citedId, teaches };
  });
}

function splitTags(text: string): readonly string[] {
  return text.split(',').map((tag) => tag.trim());
}

function anotherTag(options: readonly string[], right: string, rng: Rng): string {
  const others = options.filter((option) => option !== right);
  return others.length === 0 ? right : rng.pick(others);
}

const vagueLessons = [
  'Read each sentence with care before choosing a tag.',
  'Consider the context of the number.',
  'Compare the candidates closely, since some tags are alike.',
  'Check the answer once more before giving it.',
];

type Wording = (surroundings: string, right: string, instead: string) => string;
const wordings: readonly Wording[] = [
  (near, right, instead) => `When the text around the number reads "${near}", use ${right} rather than ${instead}.`,
  (near, right) => `${right} is the tag for a number that stands in words like "${near}".`,
  (near, right, instead) => `Do not use ${instead} for a number near "${near}": the right tag is ${right}.`,
  (near, right) => `Numbers mentioned with "${near}" belong to ${right}.`,
  (near, right, instead) => `If the sentence says "${near}", choose ${right}, not ${instead}.`,
  (near, right) => `Tag the number as ${right} where the wording is "${near}".`,
  (near, right, instead) => `Between ${right} and ${instead}, prefer ${right} when the sentence speaks of "${near}".`,
  (near, right) => `A figure with "${near}" beside it takes ${right}.`,
];

function wordLesson(question: TagQuestion, right: string, instead: string, count: number, rng: Rng): string {
  return wordings[rng.int(Math.min(count, wordings.length))]!(surroundingsOf(question), right, instead);
}

/** The clause around the number as a reader would retell it: without other numbers and proper names, with a gap for the number. */
function surroundingsOf(question: TagQuestion): string {
  const { before, after } = numberWindow(question);
  const plain = (tokens: readonly string[]): string =>
    tokens.filter((token) => /^[$%€£]$|^\p{Ll}/u.test(token)).join(' ');
  return `${plain(before)} … ${plain(after)}`.trim();
}
