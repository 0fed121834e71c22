import { describe, expect, it } from 'vitest';
import { indexAdvice } from '../../benchmarks/tag-player/advice-index.ts';
import { stateLessons } from '../../benchmarks/tag-player/state-lessons.ts';
import type { ParsedQuestion } from '../../benchmarks/tag-player/question.ts';
import type { SimulatorParameters } from '../../harness/core/player.ts';
import { createRng } from '../../harness/core/rng.ts';
import { ideal } from './ask-player.ts';

const parsed: ParsedQuestion = {
  options: ['Goodwill', 'LineOfCredit', 'Revenues'],
  questions: [
    { entity: '5', sentence: 'Acme Corp. had $ 5 million still undrawn in 2015.' },
    { entity: '7', sentence: 'A premium of $ 7 over book was paid.' },
  ],
};

const tags = new Set(parsed.options);

function reflect(
  attempt: string,
  feedback?: string,
  { context = [], seed = 1, ...changes }: Partial<SimulatorParameters> & { context?: string[]; seed?: number } = {},
) {
  const blocks = feedback === undefined ? { attempt } : { attempt, feedback };
  const call = {
    role: 'reflector' as const,
    blocks,
    contextTokens: 0,
    outputTokens: 1000,
    parameters: { ...ideal, ...changes },
    rng: createRng(seed),
    countTokens: (text: string) => text.length,
  };
  return stateLessons(call, parsed, indexAdvice(context.join('\n'), tags));
}

const wrong = 'The attempt is wrong.\nRight answer: LineOfCredit, Goodwill';
const byAdvice = 'Reasoning: 1 by [sai-00001]; 2 by [sai-00002]\nAdvice used: sai-00001, sai-00002\n';

describe('stateLessons()', () => {
  it('states a lesson for each wrong answer, from the words around the number without names and other numbers', () => {
    expect(reflect('Answer: Revenues, Goodwill', wrong).lessons).toEqual([
      'When the text around the number reads "had still undrawn in", use LineOfCredit rather than Revenues.',
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
        for (const lesson of reflect(attempt, wrong, { wordings: 8, seed }).lessons) {
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
        indexAdvice('', tags),
      );
      expect(lessons[0]).toMatch(/use (Goodwill rather than Revenues|Revenues rather than another tag)\.$/);
    }
  });
});

describe('stateLessons() with advice on the right tags in its context', () => {
  const right = 'The attempt is right.\nRight answer: LineOfCredit, Goodwill';
  const context = ['- Tag the number as LineOfCredit where the wording is "bank line with much still undrawn then".'];
  const restate = (changes: Parameters<typeof reflect>[2], attempt = 'Answer: LineOfCredit, Goodwill', told = right) =>
    reflect(attempt, told, { context, restatements: 1, echo: 1, ...changes }).lessons;

  it('restates it whether the answer was right or wrong, and states new lessons all the same', () => {
    expect(restate({ seed: 3 })).toEqual([expect.stringContaining('LineOfCredit')]);
    const lessons = restate({ seed: 3 }, 'Answer: Revenues, Goodwill', wrong);
    expect(lessons).toHaveLength(2);
    expect(lessons[0]).toContain('"had still undrawn in"');
    expect(restate({ restatements: 0 })).toEqual([]);
  });

  it('leaves out words at both ends of what it quotes, up to those that the question has too', () => {
    const quoted = new Set(
      Array.from({ length: 200 }, (_, seed) => restate({ seed })[0])
        .filter((lesson) => lesson !== undefined)
        .map((lesson) => /"(.*)"/.exec(lesson)![1]!),
    );
    expect(quoted).toContain('still undrawn');
    expect(quoted.size).toBeGreaterThan(5);
    for (const text of quoted) {
      expect('bank line with much still undrawn then').toContain(text);
      expect(text).toContain('still undrawn');
    }
  });

  it('keeps its form, or takes another wording, as `echo` says', () => {
    const forms = (echo: number) =>
      new Set(
        Array.from({ length: 60 }, (_, seed) => restate({ seed, echo, wordings: 8 })[0]?.replace(/"[^"]*"/, '""')),
      );
    expect([...forms(1)].filter((form) => form !== undefined)).toEqual([
      'Tag the number as LineOfCredit where the wording is "".',
    ]);
    expect(forms(0).size).toBeGreaterThan(6);
  });

  it('says against which tag it speaks anew: the one that was given', () => {
    const against = ['- If the sentence says "undrawn", choose LineOfCredit, not Goodwill.'];
    const [, restated] = restate({ context: against, seed: 5 }, 'Answer: Revenues, Goodwill', wrong);
    expect(restated).toBe('If the sentence says "undrawn", choose LineOfCredit, not Revenues.');
  });

  it('states nothing word for word that the context or the same reply says', () => {
    const short = ['- Tag the number as LineOfCredit where the wording is "undrawn".'];
    for (let seed = 0; seed < 20; seed++) {
      expect(restate({ context: short, seed, restatements: 3 })).toEqual([]);
      const lessons = restate({ seed, restatements: 10, wordings: 8, echo: 0.5 });
      expect(new Set(lessons).size).toBe(lessons.length);
    }
  });

  it('is as good as silent about advice on other tags, or with next to nothing in common', () => {
    expect(restate({ context: ['- Numbers mentioned with "still undrawn" belong to Revenues.'] })).toEqual([]);
    expect(restate({ context: ['- Numbers mentioned with "harbour dues" belong to LineOfCredit.'] })).toEqual([]);
  });

  it('restates what stands there in any form', () => {
    const free = ['Undrawn sums: LineOfCredit'];
    expect(restate({ context: free })).toEqual([expect.stringMatching(/"undrawn( sum)?".*LineOfCredit/)]);
  });

  it('says nothing more where the right tags are not known', () => {
    expect(restate({}, 'Answer: LineOfCredit, Goodwill', 'The attempt is wrong.')).toEqual([]);
  });
});
