import { tagPlayer } from '../../benchmarks/tag-player/tag-player.ts';
import { families } from '../../benchmarks/tagging/families.ts';
import { parseTaggingQuestion } from '../../benchmarks/tagging/parse-question.ts';
import type { SimulatorParameters } from '../../harness/core/player.ts';
import type { Rendered } from '../../harness/core/rendered.ts';
import type { Attempt } from '../../harness/core/suite.ts';
import { options, simulatedLlm } from '../../harness/llm/simulated.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { generate } from '../../harness/roles/generate.ts';
import { toolsWith } from '../contracts/adaptation-deps.ts';

export const allTags = families.flatMap(({ tags }) => tags).sort();

/** SimulatorParameters under which all is read, attended to and remembered, and nothing is left to chance. */
export const ideal: SimulatorParameters = {
  ...options.parse({}),
  readWindow: 1_000_000,
  attention: 10_000,
  dilution: 0,
  vagueLessons: 0,
  wrongLessons: 0,
  wordings: 1,
  restatements: 0,
  replyNoise: 0,
};

export type Asked = { readonly number: string; readonly sentence: string };

/** A question of the tagging suite's form, over any tags. */
export function questionText(asked: readonly Asked[], tags: readonly string[] = allTags): string {
  return [
    `Tags: ${tags.join(', ')}`,
    'Answer with one tag from the list for each question, separated by commas.',
    ...asked.map(({ number, sentence }, index) => `${index + 1}. Which tag fits "${number}" in: ${sentence}`),
  ].join('\n');
}

/** A context of bullets as ACE renders them; ids are `tip-00001` and so on. */
export function bullets(advice: readonly string[]): Rendered {
  const id = (index: number): string => `tip-${String(index + 1).padStart(5, '0')}`;
  const lines = advice.map((text, index) => `[${id(index)}] helpful=0 harmful=0 :: ${text}`);
  const stable = ['Tag each number.', '', '## TIPS', ...lines].join('\n');
  return { stable, perTask: '', ids: new Set(advice.map((_, index) => id(index))) };
}

/** Asks the simulated generator through the real prompt path; one seed after the other gives other noise. */
export async function askPlayer(parameters: SimulatorParameters = ideal) {
  const tokens = await createTokenCounter();
  const llm = simulatedLlm(tagPlayer(parseTaggingQuestion), parameters, tokens);
  return (text: string, context: Rendered, seed = 1): Promise<Attempt> => {
    const tools = toolsWith({
      llm,
      countTokens: tokens.count,
      decoding: { temperature: 0, seed, maxTokens: { default: 2_000 } },
    });
    return generate(tools, { question: { id: 'q', scenario: 's', text }, context, joinAnswer: ', ' });
  };
}
