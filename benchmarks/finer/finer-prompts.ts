import { UserError } from '../../harness/core/failure.ts';
import type { Example } from '../domain/nearest-sentence.ts';
import type { Row } from '../domain/read-rows.ts';
import { parseFinerQuestion } from './parse-question.ts';

/** One official prompt: its id from its row number, the whole prompt as text, its tags, and each question's sentence with its tag. */
export type FinerPrompt = {
  readonly id: string;
  readonly text: string;
  readonly gold: readonly string[];
  readonly examples: readonly Example[];
};

/** Official rows as prompts `finer-0001`, `finer-0002`, … in the order of the rows. Throws a UserError where tags and questions do not pair up. */
export function finerPrompts(rows: readonly Row[]): readonly FinerPrompt[] {
  return rows.map((row, index) => {
    const gold = row.target.split(',').map((tag) => tag.trim());
    const { questions } = parseFinerQuestion(row.context);
    if (questions.length !== gold.length)
      throw new UserError(
        `Cannot load suite finer: expected a question for each of ${gold.length} tags in line ${row.line}, found ${questions.length} questions`,
      );
    return {
      id: `finer-${String(index + 1).padStart(4, '0')}`,
      text: row.context,
      gold,
      examples: questions.map(({ sentence }, position) => ({ sentence, tag: gold[position]! })),
    };
  });
}

/** How many prompts repeat an earlier one word for word. */
export function countDuplicates(prompts: readonly FinerPrompt[]): number {
  return prompts.length - new Set(prompts.map(({ text }) => text)).size;
}
