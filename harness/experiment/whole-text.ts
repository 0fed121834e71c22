import type { Json } from '../core/json.ts';
import type { Method } from '../core/method.ts';
import type { Rendered } from '../core/rendered.ts';
import { createRng } from '../core/rng.ts';
import type { Tools } from '../core/tools.ts';

/** A context as all tasks read it, outside of a run: for no question in particular nothing is asked and nothing embedded. */
export function wholeText(
  method: Pick<Method, 'name' | 'render'>,
  context: Json,
  countTokens: Tools['countTokens'],
): Promise<Rendered> {
  const refuse = (what: string) => async (): Promise<never> => {
    throw new Error(`Cannot render a context of ${method.name}: expected no ${what} without a question, found one`);
  };
  return method.render(context, null, {
    llm: { id: 'none', complete: refuse('call of a model') },
    embedder: { id: 'none', dims: 1, embed: refuse('call of an embedder') },
    rng: createRng('render'),
    at: { phase: 'train', round: 0, epoch: 0, task: 'render', sample: 0 },
    decoding: { temperature: null, seed: null, maxTokens: { default: 1 } },
    signal: new AbortController().signal,
    countTokens,
    reattempt: refuse('attempt'),
    trial: refuse('trial'),
    refining: refuse('refine'),
    compared: () => {},
    reading: () => {},
  });
}
