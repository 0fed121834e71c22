import type { PlayerCall } from '../../harness/core/player.ts';
import { listed } from './curate-lessons.ts';
import { contentStems, tokensOf } from './words.ts';

/**
 * The simulated rewriter: writes instructions, old advice and new lessons again, saying nothing twice (equal but for function words), and
 * leaves out the oldest advice where the text would exceed the limit it was given or its own output limit.
 */
export function rewriteContext({ blocks, countTokens, outputTokens }: PlayerCall): string {
  const context = blocks.context ?? '';
  const limit = Math.min(outputTokens, Number.parseInt(blocks.limit ?? '', 10) || Number.POSITIVE_INFINITY);
  const head = context
    .split('\n')
    .filter((line) => !line.startsWith('- '))
    .join('\n')
    .trim();
  const seen = new Set<string>();
  const advice: string[] = [];
  for (const text of [...listed(context), ...listed(blocks.lessons ?? '')]) {
    const gist = contentStems(tokensOf(text)).join(' ');
    if (seen.has(gist)) continue;
    seen.add(gist);
    advice.push(`- ${text}`);
  }
  // Two line breaks between head and list, and one a line.
  let tokens = countTokens(`${head}\n\n`) + advice.reduce((sum, line) => sum + countTokens(`${line}\n`), 0);
  let first = 0;
  while (tokens > limit && first < advice.length) tokens -= countTokens(`${advice[first++]!}\n`);
  return [head, advice.slice(first).join('\n')].filter((text) => text !== '').join('\n\n');
}
