import { describe, expect, it } from 'vitest';
import { tagPlayer } from '../../benchmarks/tag-player/tag-player.ts';
import { parseTaggingQuestion } from '../../benchmarks/tagging/parse-question.ts';
import type { SimulatorParameters, PlayerCall } from '../../harness/core/player.ts';
import { createRng } from '../../harness/core/rng.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { askPlayer, bullets, ideal, questionText } from './ask-player.ts';

const tags = ['DebtRateFloor', 'DebtRateSpread', 'DebtRateUnusedFee', 'LeaseCostFixed', 'RevenueDeferred'];
// Its own words point to DebtRateFloor.
const sentence = 'Lenders set a floor of 0.45 % per annum on undrawn commitments of the syndicate under the facility.';
const question = questionText([{ number: '0.45', sentence }], tags);
/** A question with its number in many settings, for shares. */
const many = questionText(
  Array.from({ length: 60 }, (_, index) => ({
    number: `${index}.5`,
    sentence: sentence.replace('0.45', `${index}.5`),
  })),
  tags,
);
const advice = 'A floor per annum on undrawn commitments of the syndicate takes RevenueDeferred.';
const filler = Array.from({ length: 60 }, (_, index) => `Weather note ${index} of the harbour: LeaseCostFixed.`);

async function shareFollowing(parameters: Partial<SimulatorParameters>, context = bullets([advice])): Promise<number> {
  const { answer } = await (await askPlayer({ ...ideal, ...parameters }))(many, context);
  const given = answer.split(', ');
  return given.filter((tag) => tag === 'RevenueDeferred').length / given.length;
}

/** The lessons of a reflector that was shown 60 wrong answers. */
function lessonsUnder(parameters: Partial<SimulatorParameters>, seed = 1): readonly string[] {
  const call: PlayerCall = {
    role: 'reflector',
    blocks: {
      question: many,
      attempt: `Answer: ${Array(60).fill('DebtRateFloor').join(', ')}`,
      feedback: `The attempt is wrong.\nRight answer: ${Array(60).fill('RevenueDeferred').join(', ')}`,
    },
    contextTokens: 0,
    outputTokens: 10_000,
    parameters: { ...ideal, ...parameters },
    rng: createRng(seed),
    countTokens: (text) => text.length,
  };
  return (JSON.parse(tagPlayer(parseTaggingQuestion)(call)) as { readonly lessons: readonly string[] }).lessons;
}

function shareOf(lessons: readonly string[], is: (lesson: string) => boolean): number {
  return lessons.filter(is).length / lessons.length;
}

const isVague = (lesson: string): boolean => !tags.some((tag) => lesson.includes(tag));
const isWrong = (lesson: string): boolean => !lesson.includes('RevenueDeferred') && !isVague(lesson);

describe('under ideal parameters', () => {
  it('advice is followed, and its bullet cited; without it the guess is another', async () => {
    const ask = await askPlayer();
    expect(await ask(question, bullets([advice]))).toMatchObject({ answer: 'RevenueDeferred', cited: ['tip-00001'] });
    expect(await ask(question, bullets([]))).toMatchObject({ cited: [] });
    expect((await ask(question, bullets([]))).answer).toBe('DebtRateFloor');
  });

  it('a guess is the same whatever stands in the context, and for any seed', async () => {
    const ask = await askPlayer();
    // No tag's words stand near the number, so all tags are as good.
    const clueless = questionText([{ number: '7.5', sentence: 'Somebody wrote down 7.5 yesterday.' }]);
    const { answer } = await ask(clueless, bullets([]));
    for (const seed of [1, 2, 3]) expect((await ask(clueless, bullets(filler), seed)).answer).toBe(answer);
  });
});

describe('readWindow', () => {
  it('hides advice that stands behind it, and nothing before', async () => {
    const narrow = await askPlayer({ ...ideal, readWindow: 200 });
    expect((await narrow(question, bullets([advice, ...filler]))).answer).toBe('RevenueDeferred');
    expect((await narrow(question, bullets([...filler, advice]))).answer).not.toBe('RevenueDeferred');
    const wide = await askPlayer({ ...ideal, readWindow: 5_000 });
    expect((await wide(question, bullets([...filler, advice]))).answer).toBe('RevenueDeferred');
  });
});

describe('attention', () => {
  it('lets so many pieces of advice compete, those with more words in common first', async () => {
    // Shares more words, but says much besides.
    const wordy = `${advice.replace('RevenueDeferred', 'LeaseCostFixed')} Facility lenders of harbours, weather, ships, cranes, tugs, ropes and anchors alike.`;
    const context = bullets([wordy, advice]);
    expect((await (await askPlayer({ ...ideal, attention: 1 }))(question, context)).answer).toBe('LeaseCostFixed');
    expect((await (await askPlayer({ ...ideal, attention: 2 }))(question, context)).answer).toBe('RevenueDeferred');
  });
});

describe('dilution', () => {
  it('overlooks more the longer the context is, nothing at 0, nearly all where it is strong', async () => {
    const long = bullets([advice, ...filler]);
    expect(await shareFollowing({ dilution: 0 }, long)).toBe(1);
    const short = await shareFollowing({ dilution: 1 });
    const diluted = await shareFollowing({ dilution: 1 }, long);
    expect(short).toBeGreaterThan(0.8);
    expect(diluted).toBeLessThan(short - 0.2);
    expect(await shareFollowing({ dilution: 1_000 }, long)).toBe(0);
  });

  it('overlooks 1 - exp(-dilution * tokens / 1000) of the advice', async () => {
    const context = bullets([advice, ...filler]);
    const shares = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const { answer } = await (await askPlayer({ ...ideal, dilution: 0.5 }))(many, context, index);
        return answer.split(', ').filter((tag) => tag === 'RevenueDeferred').length / 60;
      }),
    );
    const { count } = await createTokenCounter();
    const expected = Math.exp((-0.5 * count(context.stable)) / 1_000);
    const share = shares.reduce((sum, one) => sum + one, 0) / shares.length;
    // 600 draws: four standard deviations.
    expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / 600));
  });
});

describe('outputLimit', () => {
  it('cuts an answer, which is a failure of kind length', async () => {
    expect((await (await askPlayer({ ...ideal, outputLimit: 20 }))(many, bullets([advice]))).failure?.kind).toBe(
      'length',
    );
    expect((await (await askPlayer())(many, bullets([advice]))).failure).toBeNull();
  });
});

describe('vagueLessons', () => {
  it('makes that share of lessons vague: none at 0, all at 1', () => {
    expect(lessonsUnder({ vagueLessons: 0 })).toHaveLength(60);
    expect(shareOf(lessonsUnder({ vagueLessons: 0 }), isVague)).toBe(0);
    expect(shareOf(lessonsUnder({ vagueLessons: 1 }), isVague)).toBe(1);
    const half = shareOf(lessonsUnder({ vagueLessons: 0.5 }), isVague);
    expect(Math.abs(half - 0.5)).toBeLessThan(0.26);
  });
});

describe('wrongLessons', () => {
  it('makes that share of lessons recommend a tag that is not right: none at 0, all at 1', () => {
    expect(shareOf(lessonsUnder({ wrongLessons: 0 }), isWrong)).toBe(0);
    expect(shareOf(lessonsUnder({ wrongLessons: 1 }), isWrong)).toBe(1);
    const half = shareOf(lessonsUnder({ wrongLessons: 0.5 }), isWrong);
    expect(Math.abs(half - 0.5)).toBeLessThan(0.26);
  });
});

describe('wordings', () => {
  it('is the number of wordings that lessons come in, up to all there are', () => {
    const kinds = (wordings: number): number => {
      const lessons = lessonsUnder({ wordings });
      return new Set(lessons.map((lesson) => lesson.replace(/"[^"]*"/, '""'))).size;
    };
    expect(kinds(1)).toBe(1);
    expect(kinds(3)).toBe(3);
    expect(kinds(8)).toBe(8);
  });
});

describe('restatements', () => {
  const told = { blocks: { context: advice.replace(/^/, '- ') } };
  const count = (restatements: number): number => restated({ restatements, echo: 0, wordings: 8 }).length;
  /** Lessons of a reflector that was shown 60 right answers. */
  function restated(parameters: Partial<SimulatorParameters>, seed = 1): readonly string[] {
    const right = Array(60).fill('RevenueDeferred').join(', ');
    const call: PlayerCall = {
      role: 'reflector',
      blocks: {
        ...told.blocks,
        question: many,
        attempt: `Answer: ${right}`,
        feedback: `The attempt is right.\nRight answer: ${right}`,
      },
      contextTokens: 0,
      outputTokens: 10_000,
      parameters: { ...ideal, ...parameters },
      rng: createRng(seed),
      countTokens: (text) => text.length,
    };
    return (JSON.parse(tagPlayer(parseTaggingQuestion)(call)) as { readonly lessons: readonly string[] }).lessons;
  }

  it('says how often advice is stated again for an answer: never at 0, a fraction being a chance', () => {
    expect(count(0)).toBe(0);
    expect(count(0.2)).toBeGreaterThan(0);
    expect(count(10)).toBeGreaterThan(count(0.2));
  });

  it('gives the same for the same seed, and another for another', () => {
    const parameters = { restatements: 0.1, echo: 0.5, wordings: 8 };
    expect(restated(parameters)).toEqual(restated(parameters));
    expect(new Set([1, 2, 3, 4].map((seed) => restated(parameters, seed).join())).size).toBeGreaterThan(1);
  });
});

describe('replyNoise', () => {
  it('slips in that share of answers: never at 0, always at 1', async () => {
    expect(await shareFollowing({ replyNoise: 0 })).toBe(1);
    const half = await shareFollowing({ replyNoise: 0.5 });
    // A slip picks one of the five tags, the right one included.
    expect(Math.abs(half - 0.6)).toBeLessThan(0.26);
    expect(await shareFollowing({ replyNoise: 1 })).toBeLessThan(0.45);
    const { cited } = await (await askPlayer({ ...ideal, replyNoise: 1 }))(many, bullets([advice]));
    expect(cited).toEqual([]);
  });

  it('is noise of the messages and the seed: the same for equal ones, another for another seed', async () => {
    const ask = await askPlayer({ ...ideal, replyNoise: 0.5 });
    const { answer } = await ask(many, bullets([advice]), 1);
    expect((await ask(many, bullets([advice]), 1)).answer).toBe(answer);
    expect((await ask(many, bullets([advice]), 2)).answer).not.toBe(answer);
  });
});
