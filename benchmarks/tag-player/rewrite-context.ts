import type { PlayerCall, SimulatorParameters } from '../../harness/core/player.ts';
import type { Rng } from '../../harness/core/rng.ts';
import { listed } from './curate-lessons.ts';
import { contentStems, tokensOf } from './words.ts';

/**
 * The simulated rewriter: writes instructions, old advice and new lessons again, saying nothing twice (equal but for function words), and
 * leaves out the oldest advice where the text would exceed the limit it was given or its own output limit. It forgets old lines, or nearly
 * everything, as often as its parameters say.
 */
export function rewriteContext({
  blocks,
  contextTokens,
  countTokens,
  outputTokens,
  parameters,
  rng,
}: PlayerCall): string {
  const context = blocks.context ?? '';
  const limit = Math.min(outputTokens, Number.parseInt(blocks.limit ?? '', 10) || Number.POSITIVE_INFINITY);
  const head = context
    .split('\n')
    .filter((line) => !line.startsWith('- '))
    .join('\n')
    .trim();
  const omitting = rng.fork('omission');
  const old = listed(context).filter(() => omitting.next() >= parameters.omission);
  const whole = withoutRepeats([...old, ...listed(blocks.lessons ?? '')]).map((text) => `- ${text}`);
  const advice = contextTokens > parameters.collapseAbove ? collapsed(whole, parameters, rng.fork('collapse')) : whole;
  // Two line breaks between head and list, and one a line.
  let tokens = countTokens(`${head}\n\n`) + advice.reduce((sum, line) => sum + countTokens(`${line}\n`), 0);
  let first = 0;
  while (tokens > limit && first < advice.length) tokens -= countTokens(`${advice[first++]!}\n`);
  return [head, advice.slice(first).join('\n')].filter((text) => text !== '').join('\n\n');
}

function withoutRepeats(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return texts.filter((text) => {
    const gist = contentStems(tokensOf(text)).join(' ');
    if (seen.has(gist)) return false;
    seen.add(gist);
    return true;
  });
}

/** With the chance of a collapse, a random share of the lines, in their order. */
function collapsed(
  lines: readonly string[],
  { collapse, collapseKeeps }: SimulatorParameters,
  rng: Rng,
): readonly string[] {
  if (rng.next() >= collapse) return lines;
  const places = rng.shuffle(lines.map((_line, place) => place));
  const kept = new Set(places.slice(0, Math.round(lines.length * collapseKeeps)));
  return lines.filter((_line, place) => kept.has(place));
}
