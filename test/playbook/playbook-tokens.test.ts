import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { emptyPlaybook, type Playbook, withBullets } from '../../harness/playbook/playbook.ts';
import { aceLayout, playbookTokens } from '../../harness/playbook/playbook-tokens.ts';
import { bulletOrders, counterStyles, renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import { addOf, grow } from './degrees.ts';
import { hostileText } from './hostile-texts.ts';
import { writtenTokens } from './written-tokens.ts';

const { count } = await createTokenCounter();
const sections = ['RULES', 'EMPTY AT TIMES', 'LAST'];
const anyBullet = fc.record({
  text: fc.oneof(hostileText, fc.constantFrom('Ends in a stop.', 'Ends in a bracket)', 'x'.repeat(5000))),
  section: fc.constantFrom(...sections),
  helpful: fc.nat({ max: 12_000 }),
});
const anyStart = fc
  .record({
    preamble: fc.constantFrom('', 'Preamble.\n## no header', '[x-00001] no bullet\n\nand more', '\\## escaped'),
    order: fc.shuffledSubarray(sections, { minLength: 3 }),
  })
  .map(({ preamble, order }) => emptyPlaybook(preamble, order));

function playbookWith(start: Playbook, items: readonly { text: string; section: string; helpful: number }[]): Playbook {
  const ops = items.map(({ text, section }) => ({ ...addOf(text), section }) as ReturnType<typeof addOf>);
  const grown = grow(start, ops);
  return withBullets(
    grown,
    grown.bullets.map((bullet, index) => ({ ...bullet, helpful: items[index]!.helpful })),
  );
}

const styles = counterStyles.flatMap((counters) => bulletOrders.map((order) => ({ counters, order })));

describe('playbookTokens()', () => {
  it.each(styles)('counts what the text has, of playbook after playbook, and of each bullet alone, by %j', (style) => {
    const render = (playbook: Playbook): string => renderPlaybook(playbook, style);
    const written = writtenTokens(count, render);
    const tokens = playbookTokens(aceLayout(style), count);
    fc.assert(
      fc.property(anyStart, fc.array(anyBullet, { maxLength: 12 }), fc.array(fc.boolean()), (start, items, kept) => {
        const playbook = playbookWith(start, items);
        expect(tokens.of(playbook)).toBe(written.of(playbook));
        for (const bullet of playbook.bullets)
          expect(tokens.alone(playbook, bullet)).toBe(written.alone(playbook, bullet));
        const gone = Uint8Array.from(playbook.bullets, (_, index) => Number(!(kept[index] ?? true)));
        expect(tokens.without(playbook, gone)).toBe(written.without(playbook, gone));
        // The same objects in other lists: some gone, in another order, one changed.
        const some = playbook.bullets.filter((_, index) => kept[index] ?? true);
        const changed = some.map((bullet, index) => (index === 1 ? { ...bullet, harmful: 77 } : bullet));
        for (const bullets of [some, some.toReversed(), changed, playbook.bullets, []])
          expect(tokens.of(withBullets(playbook, bullets))).toBe(written.of(withBullets(playbook, bullets)));
      }),
      { numRuns: 60 },
    );
  });

  it('counts a plain list without headers, ids and counters', () => {
    const lineOf = ({ text }: { readonly text: string }): string => `- ${text}`;
    const render = ({ preamble, bullets }: Playbook): string =>
      [preamble, bullets.map(lineOf).join('\n')].filter((text) => text !== '').join('\n\n');
    const written = writtenTokens(count, render);
    const tokens = playbookTokens({ lineOf, order: 'plain' }, count);
    fc.assert(
      fc.property(anyStart, fc.array(anyBullet, { maxLength: 6 }), (start, items) => {
        const playbook = playbookWith(start, items);
        expect(tokens.of(playbook)).toBe(written.of(playbook));
        for (const bullet of playbook.bullets)
          expect(tokens.alone(playbook, bullet)).toBe(written.alone(playbook, bullet));
      }),
      { numRuns: 60 },
    );
  });

  it('writes out no line twice, whatever is asked', () => {
    const counted: string[] = [];
    const tokens = playbookTokens(aceLayout(), (text) => {
      counted.push(text);
      return text.length;
    });
    const playbook = playbookWith(emptyPlaybook('', sections), [
      { text: 'One.', section: 'RULES', helpful: 0 },
      { text: 'Two.', section: 'RULES', helpful: 0 },
      { text: 'Three.', section: 'LAST', helpful: 0 },
    ]);
    for (const bullets of [playbook.bullets, playbook.bullets.slice(1), playbook.bullets.toReversed()])
      tokens.of(withBullets(playbook, bullets));
    expect(counted.filter((text) => text.includes('One.'))).toHaveLength(1);
    expect(counted.filter((text) => text.includes('Two.'))).toHaveLength(1);
  });
});
