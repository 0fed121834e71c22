import type { PlayerCall } from '../../harness/core/player.ts';
import type { Rng } from '../../harness/core/rng.ts';
import { numberWindow, type TagQuestion } from './number-window.ts';
import type { ParsedQuestion } from './tag-player.ts';

type BulletTag = { readonly id: string; readonly tag: 'helpful' | 'harmful' };
type Answered = {
  readonly question: TagQuestion;
  readonly given: string;
  readonly right: string | null;
  readonly citedId: string | null;
};

/**
 * The simulated reflector: a lesson for each answer that the feedback shows to be wrong, in one of several wordings, now and then a vague
 * or a wrong one. Where the feedback gives no reference, only answers known to be right and found without advice teach something.
 */
export function stateLessons({ blocks, physics, rng }: PlayerCall, parsed: ParsedQuestion) {
  const answers = readAnswers(parsed, blocks.attempt ?? '', blocks.feedback ?? null);
  const lessons: string[] = [];
  for (const { question, given, right, citedId } of answers) {
    const surprising = right !== null && (right !== given || (citedId === null && !hasReference(blocks.feedback)));
    if (!surprising) continue;
    const kind = rng.next();
    if (kind < physics.vagueLessons) lessons.push(rng.pick(vagueLessons));
    else {
      const stated = kind < physics.vagueLessons + physics.wrongLessons ? rng.pick(parsed.options) : right;
      lessons.push(wordLesson(question, stated, given, physics.wordings, rng));
    }
  }
  const bullet_tags = answers.map(judge).filter((tag) => tag !== null);
  return {
    reasoning: `${answers.filter(({ given, right }) => given !== right).length} of ${answers.length} need another tag`,
    lessons,
    bullet_tags,
  };
}

function judge({ given, right, citedId }: Answered): BulletTag | null {
  if (citedId === null || right === null) return null;
  return { id: citedId, tag: given === right ? 'helpful' : 'harmful' };
}

function hasReference(feedback: string | undefined): boolean {
  return feedback !== undefined && /^Right answer: /m.test(feedback);
}

/** Given and right answer per question; right is null where the feedback does not tell. */
function readAnswers(parsed: ParsedQuestion, attempt: string, feedback: string | null): readonly Answered[] {
  const given = splitTags(/^Answer: (.*)$/m.exec(attempt)?.[1] ?? '');
  const reference = feedback === null ? null : (/^Right answer: (.*)$/m.exec(feedback)?.[1] ?? null);
  const allRight = feedback?.startsWith('The attempt is right.') ?? false;
  const reasons = (/^Reasoning: (.*)$/m.exec(attempt)?.[1] ?? '').split('; ');
  return parsed.questions.map((question, index) => ({
    question,
    given: given[index] ?? '',
    right: reference !== null ? (splitTags(reference)[index] ?? null) : allRight ? (given[index] ?? null) : null,
    citedId: /\[([^\]]+)\]/.exec(reasons[index] ?? '')?.[1] ?? null,
  }));
}

function splitTags(text: string): readonly string[] {
  return text.split(',').map((tag) => tag.trim());
}

const vagueLessons = [
  'Read each sentence with care before choosing a tag.',
  'Consider the context of the number.',
  'Compare the candidates closely, since some tags are alike.',
  'Check the answer once more before giving it.',
];

type Wording = (surroundings: string, right: string, given: string) => string;
const wordings: readonly Wording[] = [
  (near, right, given) => `When the text around the number reads "${near}", use ${right} rather than ${given}.`,
  (near, right) => `${right} is the tag for a number that stands in words like "${near}".`,
  (near, right, given) => `Do not use ${given} for a number near "${near}": the right tag is ${right}.`,
  (near, right) => `Numbers mentioned with "${near}" belong to ${right}.`,
  (near, right, given) => `If the sentence says "${near}", choose ${right}, not ${given}.`,
  (near, right) => `Tag the number as ${right} where the wording is "${near}".`,
  (near, right, given) => `Between ${right} and ${given}, prefer ${right} when the sentence speaks of "${near}".`,
  (near, right) => `A figure with "${near}" beside it takes ${right}.`,
];

function wordLesson(question: TagQuestion, right: string, given: string, count: number, rng: Rng): string {
  const wording = wordings[rng.int(Math.min(count, wordings.length))]!;
  return wording(surroundingsOf(question), right, given === '' || given === right ? 'another tag' : given);
}

/** The clause around the number as a reader would retell it: without other numbers and proper names, with a gap for the number. */
function surroundingsOf(question: TagQuestion): string {
  const { before, after } = numberWindow(question);
  const plain = (tokens: readonly string[]): string =>
    tokens.filter((token) => /^[$%€£]$|^\p{Ll}/u.test(token)).join(' ');
  return `${plain(before)} … ${plain(after)}`.trim();
}
