import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { emptyPlaybook, type Playbook, withBullets } from '../../harness/playbook/playbook.ts';
import { bulletOrders, counterStyles, renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import { sweepTokens } from '../../harness/dedup/sweep-tokens.ts';
import { addOf, grow } from '../playbook/degrees.ts';
import { hostileText } from '../playbook/hostile-texts.ts';

const { count } = await createTokenCounter();
const anyBullet = fc.record({
  text: fc.oneof(hostileText, fc.constantFrom('Ends in a stop.', 'Ends in a bracket)', 'x'.repeat(5000))),
  section: fc.constantFrom('RULES', 'EMPTY AT TIMES', 'LAST'),
  helpful: fc.nat({ max: 12_000 }),
});

const styles = counterStyles.flatMap((counters) => bulletOrders.map((order) => ({ counters, order })));

it.each(styles)(
  'sweepTokens() counts what the text has, of any bullets in any sections, and of each alone, by %j',
  (style) => {
    const render = (playbook: Playbook): string => renderPlaybook(playbook, style);
    const start = emptyPlaybook('Preamble.\n## no header', ['RULES', 'EMPTY AT TIMES', 'LAST']);
    const tokens = sweepTokens(render, count, style.order);
    fc.assert(
      fc.property(fc.array(anyBullet, { maxLength: 12 }), (items) => {
        const grown = grow(
          start,
          items.map(({ text, section }) => ({ ...addOf(text), section }) as ReturnType<typeof addOf>),
        );
        const playbook: Playbook = withBullets(
          grown,
          grown.bullets.map((bullet, index) => ({ ...bullet, helpful: items[index]!.helpful })),
        );
        expect(tokens.of(playbook)).toBe(count(render(playbook)));
        expect(tokens.countTokens(tokens.render(playbook))).toBe(count(render(playbook)));
        for (const bullet of playbook.bullets)
          expect(tokens.alone(playbook, bullet)).toBe(count(render(withBullets(playbook, [bullet]))));
      }),
      { numRuns: 100 },
    );
  },
);
