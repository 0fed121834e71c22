import type { Player, PlayerCall } from '../../harness/core/player.ts';
import { remember } from '../../harness/core/remember.ts';
import { type AdviceIndex, indexAdvice } from './advice-index.ts';
import { curateLessons } from './curate-lessons.ts';
import { type TagGuesser, tagGuesser } from './guess-tag.ts';
import { mergeAdvice } from './merge-advice.ts';
import { nearestAdvice } from './nearest-advice.ts';
import { numberWindow } from './number-window.ts';
import type { ParsedQuestion } from './question.ts';
import { rewriteContext } from './rewrite-context.ts';
import { sourcesText } from './sources.ts';
import { stateLessons } from './state-lessons.ts';
import { contentStems } from './words.ts';

/**
 * How the simulated model plays suites that ask which tag fits a number in a sentence. It reads the blocks of the prompt alone: the nearest
 * advice by TF-IDF over the words around the number wins, the tags' own words are the fallback. `parse` reads a suite's question text.
 */
export function tagPlayer(parse: (question: string) => ParsedQuestion): Player {
  const readerOf = remember(4, (options: string) => {
    const tags = options.split('\n');
    const known = new Set(tags);
    return { guess: tagGuesser(tags), index: remember(16, (context: string) => indexAdvice(context, known)) };
  });
  const parsed = remember(2_000, parse);
  return (call) => {
    switch (call.role) {
      case 'generator': {
        const question = parsed(call.blocks.question ?? '');
        const reader = readerOf(question.options.join('\n'));
        return JSON.stringify(answer(call, question, reader.index(call.blocks.context ?? ''), reader.guess));
      }
      case 'reflector': {
        const question = parsed(call.blocks.question ?? '');
        const { index } = readerOf(question.options.join('\n'));
        return JSON.stringify(stateLessons(call, question, index(call.blocks.context ?? '')));
      }
      case 'curator':
        return JSON.stringify(curateLessons(call.blocks.context ?? '', call.blocks.lessons ?? ''));
      case 'rewriter':
        return rewriteContext(call);
      case 'merger':
        return mergeAdvice(call.blocks.lessons ?? '');
      // These suites have neither: what they would say is nothing.
      case 'judge':
      case 'user':
        return '';
    }
  };
}

function answer(
  { blocks, contextTokens, parameters, rng }: PlayerCall,
  question: ParsedQuestion,
  index: AdviceIndex,
  guess: TagGuesser,
) {
  const reading = {
    attention: parameters.attention,
    overlook: 1 - Math.exp((-parameters.dilution * contextTokens) / 1000),
  };
  // On a reattempt the reflection is fresh in mind: it is never overlooked and comes before the context.
  const reflection = indexAdvice(blocks.reflection ?? '', new Set(question.options));
  const answers = question.questions.map((one) => {
    const window = numberWindow(one);
    const stems = contentStems([...window.before, ...window.after]);
    const recent = nearestAdvice(stems, reflection, { attention: parameters.attention, overlook: 0 }, rng);
    const advice = recent ?? nearestAdvice(stems, index, reading, rng);
    const slip = rng.next() < parameters.replyNoise && question.options.length > 0;
    return {
      tag: slip ? rng.pick(question.options) : (advice?.tag ?? guess(stems)),
      id: slip ? null : (advice?.id ?? null),
    };
  });
  return {
    reasoning: sourcesText(answers.map(({ id }) => id)),
    bullet_ids: [...new Set(answers.map(({ id }) => id).filter((id) => id !== null))],
    final_answer: answers.map(({ tag }) => tag).join(', '),
  };
}
