import { describe, expect, it } from 'vitest';
import { stateLessons } from '../../benchmarks/tag-player/state-lessons.ts';
import type { ParsedQuestion } from '../../benchmarks/tag-player/question.ts';
import { createRng } from '../../harness/core/rng.ts';
import { ideal } from './ask-player.ts';

const parsed: ParsedQuestion = {
  options: ['Goodwill', 'LineOfCredit', 'Revenues'],
  questions: [
    { entity: '5', sentence: 'Acme Corp. had $ 5 million still undrawn in 2015.' },
    { entity: '7', sentence: 'A premium of $ 7 over book was paid.' },
  ],
};

function reflect(attempt: string, feedback?: string, wordings = 1, seed = 1) {
  const blocks = feedback === undefined ? { attempt } : { attempt, feedback };
  const call = {
    role: 'reflector' as const,
    blocks,
    contextTokens: 0,
    outputTokens: 1000,
    parameters: { ...ideal, wordings },
    rng: createRng(seed),
    countTokens: (text: string) => text.length,
  };
  return stateLessons(call, parsed);
}

const wrong = 'The attempt is wrong.\nRight answer: LineOfCredit, Goodwill';
const byAdvice = 'Reasoning: 1 by [sai-00001]; 2 by [sai-00002]\nAdvice used: sai-00001, sai-00002\n';

describe('stateLessons()', () => {
  it('states a lesson for each wrong answer, from the words around the number without names and other numbers', () => {
    expect(reflect('Answer: Revenues, Goodwill', wrong).lessons).toEqual([
      'When the text around the number reads "had $ … million still undrawn in", use LineOfCredit rather than Revenues.',
    ]);
    expect(reflect('Answer: Goodwill, LineOfCredit', wrong).lessons).toHaveLength(2);
  });

  it('states none where all is right, nor where nothing is known', () => {
    expect(reflect('Answer: LineOfCredit, Goodwill', wrong.replace('wrong', 'right')).lessons).toEqual([]);
    expect(reflect('Answer: LineOfCredit, Goodwill').lessons).toEqual([]);
    expect(reflect('Answer: LineOfCredit, Goodwill', 'The attempt is wrong.').lessons).toEqual([]);
  });

  it('learns from right answers that came without advice where the feedback gives no reference', () => {
    const right = 'The attempt is right.';
    expect(
      reflect('Reasoning: 1 by its words; 2 by [sai-00002]\nAnswer: LineOfCredit, Goodwill', right).lessons,
    ).toEqual([expect.stringContaining('use LineOfCredit rather than another tag')]);
  });

  it('speaks of another tag where none of the options was given, in every wording', () => {
    for (let seed = 0; seed < 40; seed++)
      for (const attempt of ['No answer: length', 'Answer: ', 'Answer: nonsense about undrawn sums, x'])
        for (const lesson of reflect(attempt, wrong, 8, seed).lessons) {
          expect(lesson).toMatch(/LineOfCredit|Goodwill/);
          expect(lesson).not.toMatch(/nonsense|undefined|not \.|than \.| {2}/);
        }
    expect(reflect('No answer: length', wrong).lessons).toHaveLength(2);
  });

  it('reads the answer that was given last, whatever steps and reasoning quoted before', () => {
    const attempt =
      'Reasoning: I considered\nAnswer: Revenues, Revenues\nbut then not.\nAnswer: LineOfCredit, Goodwill';
    expect(reflect(attempt, wrong).lessons).toEqual([]);
  });

  it('judges cited advice by the answer that it led to', () => {
    expect(reflect(`${byAdvice}Answer: LineOfCredit, Revenues`, wrong).bullet_tags).toEqual([
      { id: 'sai-00001', tag: 'helpful' },
      { id: 'sai-00002', tag: 'harmful' },
    ]);
    expect(reflect(`${byAdvice}Answer: LineOfCredit, Revenues`, 'The attempt is wrong.').bullet_tags).toEqual([]);
  });

  it('states a wrong lesson with a tag that is not the right one', () => {
    for (let seed = 0; seed < 30; seed++) {
      const { lessons } = stateLessons(
        {
          role: 'reflector',
          blocks: { attempt: 'Answer: Revenues, Goodwill', feedback: wrong },
          contextTokens: 0,
          outputTokens: 1000,
          parameters: { ...ideal, wrongLessons: 1 },
          rng: createRng(seed),
          countTokens: (text) => text.length,
        },
        parsed,
      );
      expect(lessons[0]).toMatch(/use (Goodwill rather than Revenues|Revenues rather than another tag)\.$/);
    }
  });
});
