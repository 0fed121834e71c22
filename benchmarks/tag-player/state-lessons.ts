import type { PlayerCall, SimulatorParameters } from '../../harness/core/player.ts';
import type { Rng } from '../../harness/core/rng.ts';
import type { AdviceIndex } from './advice-index.ts';
import { numberWindow } from './number-window.ts';
import type { ParsedQuestion, TagQuestion } from './question.ts';
import { adviceForTag, restateAdvice } from './restate-advice.ts';
import { parseSources } from './sources.ts';
import { wordLesson } from './word-lesson.ts';
import { contentStems } from './words.ts';

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
 * The simulated reflector. For each answer that the feedback shows to be wrong it states a new lesson from the sentence at hand, now and then a
 * vague or a wrong one; and for each answer, right or wrong, it restates advice of its context on the right tag, but nothing that the
 * context or this reply says already word for word. Where the feedback gives no reference, only answers known to be right and found without advice
 * teach something new.
 */
export function stateLessons({ blocks, parameters, rng }: PlayerCall, parsed: ParsedQuestion, index: AdviceIndex) {
  const answers = readAnswers(parsed, blocks.attempt ?? '', blocks.feedback ?? '');
  const restating = rng.fork('restating');
  const told = new Set(index.advice.map(({ text }) => text));
  const lessons: string[] = [];
  for (const { question, given, right, teaches } of answers) {
    if (right === null) continue;
    if (teaches) lessons.push(newLesson({ question, given, right }, parsed.options, parameters, rng));
    for (const lesson of restatements({ question, given, right }, parsed.options, parameters, index, restating))
      if (!told.has(lesson) && !lessons.includes(lesson)) lessons.push(lesson);
  }
  return {
    reasoning: `${answers.filter(({ given, right }) => given !== right).length} of ${answers.length} need another tag`,
    lessons,
    bullet_tags: answers.map(judge).filter((tag) => tag !== null),
  };
}

type Known = Pick<Answered, 'question' | 'given'> & { readonly right: string };

function newLesson(
  { question, given, right }: Known,
  options: readonly string[],
  { vagueLessons, wrongLessons, wordings }: SimulatorParameters,
  rng: Rng,
): string {
  const kind = rng.next();
  if (kind < vagueLessons) return rng.pick(vagueTexts);
  const stated = kind < vagueLessons + wrongLessons ? anotherTag(options, right, rng) : right;
  const content = { near: surroundingsOf(question), right: stated, instead: rejectedTag(given, stated, options) };
  return wordLesson(content, wordings, rng);
}

/** As many as the parameter says, a fraction being a chance of one more. */
function restatements(
  { question, given, right }: Known,
  options: readonly string[],
  { restatements, echo, wordings }: SimulatorParameters,
  index: AdviceIndex,
  rng: Rng,
): readonly string[] {
  const { before, after } = numberWindow(question);
  const stems = contentStems([...before, ...after]);
  const advice = adviceForTag(stems, right, index);
  if (advice === null) return [];
  const count = Math.floor(restatements) + (rng.next() < restatements % 1 ? 1 : 0);
  const how = { stems, right, instead: rejectedTag(given, right, options), echo, wordings };
  return Array.from({ length: count }, () => restateAdvice(advice, how, rng));
}

function rejectedTag(given: string, stated: string, options: readonly string[]): string {
  return options.includes(given) && given !== stated ? given : 'another tag';
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

const vagueTexts = [
  'Read each sentence with care before choosing a tag.',
  'Consider the context of the number.',
  'Compare the candidates closely, since some tags are alike.',
  'Check the answer once more before giving it.',
];

/** The clause around the number as a reader would retell it: without numbers, what they count, and proper names. */
function surroundingsOf(question: TagQuestion): string {
  const { before, after } = numberWindow(question);
  const plain = (tokens: readonly string[]): string =>
    tokens.filter((token) => /^\p{Ll}/u.test(token) && !units.has(token)).join(' ');
  return `${plain(before)} ${plain(after)}`.trim();
}

const units: ReadonlySet<string> = new Set(['million', 'shares']);
