import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rendered } from '../../harness/core/rendered.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { parsePlaybook } from '../../harness/playbook/parse-playbook.ts';
import { emptyPlaybook, type Playbook, withBullets } from '../../harness/playbook/playbook.ts';
import { type RenderStyle, renderBullet, renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import { prompts } from '../../harness/roles/prompts.ts';
import { measureContext } from '../../harness/runner/measure-context.ts';
import { editSize } from '../../harness/runner/edit-size.ts';
import { addOf, grow, playbookOf, rule } from './degrees.ts';
import { hostilePlaybook, written } from './hostile-playbooks.ts';

const styles: readonly RenderStyle[] = [
  { counters: 'shown', order: 'section' },
  { counters: 'hidden', order: 'section' },
  { counters: 'shown', order: 'append' },
  { counters: 'hidden', order: 'append' },
];
const [shownBySection, , , hiddenInOrder] = styles as [RenderStyle, RenderStyle, RenderStyle, RenderStyle];

function add(section: string, text: string) {
  return { ...addOf(text), section } as never;
}

const mixed = grow(emptyPlaybook('Base.', ['RULES', 'TOOLS', 'OTHERS']), [
  add('TOOLS', 'One.'),
  add('RULES', 'Two.'),
  add('RULES', 'Three.'),
  add('TOOLS', 'Four.'),
]);

describe('renderPlaybook()', () => {
  it('by default is ACE’s own form: counters, by section', () => {
    expect(renderPlaybook(mixed)).toBe(renderPlaybook(mixed, shownBySection));
    expect(renderPlaybook(mixed).split('\n').slice(2, 5)).toEqual([
      '## RULES',
      '[rul-00002] helpful=0 harmful=0 :: Two.',
      '[rul-00003] helpful=0 harmful=0 :: Three.',
    ]);
  });

  it('hidden and append: all headers, then bullets in order of addition, a header again where the section changes', () => {
    expect(renderPlaybook(mixed, hiddenInOrder)).toBe(
      [
        'Base.\n\n## RULES\n\n## TOOLS\n\n## OTHERS\n',
        '## TOOLS\n[too-00001] One.\n',
        '## RULES\n[rul-00002] Two.\n[rul-00003] Three.\n',
        '## TOOLS\n[too-00004] Four.',
      ].join('\n'),
    );
  });

  it.each(styles)('is read again exactly, whatever the texts are: $counters, $order', (style) => {
    fc.assert(
      fc.property(hostilePlaybook, (playbook) => {
        const text = renderPlaybook(playbook, style);
        const read = parsePlaybook(text);
        const uncounted = playbook.bullets.map((bullet) => ({ ...bullet, helpful: 0, harmful: 0 }));
        const expected = style.counters === 'hidden' ? withBullets(playbook, uncounted) : playbook;
        expect(written(read)).toEqual(written(expected));
        if (style.order === 'append')
          expect(read.bullets.map(({ id }) => id)).toEqual(playbook.bullets.map(({ id }) => id));
        expect(renderPlaybook(read, style)).toBe(text);
        for (const { id } of playbook.bullets) expect(text).toContain(`[${id}]`);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a text that looks like counters a text, with counters hidden too', () => {
    const [bullet] = playbookOf(['helpful=7 harmful=7 :: z']).bullets;
    const line = renderBullet({ ...bullet!, helpful: 3 }, 'hidden');
    expect(line).toBe(`[${rule(1)}] helpful=0 harmful=0 :: helpful=7 harmful=7 :: z`);
    expect(parsePlaybook(line).bullets[0]!.text).toBe('helpful=7 harmful=7 :: z');
  });
});

describe('renderPlaybook() and a prefix cache', async () => {
  const { count } = await createTokenCounter();
  const sections = ['RULES', 'TOOLS', 'OTHERS'];
  const large = grow(
    emptyPlaybook('Base instructions of a suite.', sections),
    Array.from({ length: 60 }, (_, nth) => add(sections[nth % 3]!, `Rule ${nth} on the ${nth}th page of the manual.`)),
  );
  const idOf = (playbook: Playbook, nth: number): string => playbook.bullets[nth]!.id;
  const rendered = (playbook: Playbook, style: RenderStyle): Rendered => ({
    stable: renderPlaybook(playbook, style),
    perTask: '',
    ids: new Set(),
  });
  const reuse = (after: Playbook, style: RenderStyle): number =>
    measureContext(rendered(large, style), rendered(after, style), [], [], undefined, {
      countTokens: count,
      headTokens: count(prompts.generator.text),
    }).measured.prefixReuse!;

  it('a tag on an early bullet costs nearly all in ACE’s form, and nothing hidden', () => {
    const tagged = grow(large, [{ op: 'tag', id: idOf(large, 3), helpful: 1, harmful: 0 }]);
    expect(reuse(tagged, shownBySection)).toBeLessThan(0.3);
    expect(reuse(tagged, hiddenInOrder)).toBe(1);
    const edit = (style: RenderStyle) => editSize(renderPlaybook(large, style), renderPlaybook(tagged, style), count);
    expect(edit(shownBySection).counterTokens).toBeGreaterThan(0);
    expect(edit(hiddenInOrder)).toEqual({ tokens: 0, counterTokens: 0 });
  });

  it('an added bullet costs the sections after its own in ACE’s form, and itself in order of addition', () => {
    const added = grow(large, [add('RULES', 'One more rule.')]);
    expect(reuse(added, shownBySection)).toBeLessThan(0.5);
    expect(reuse(added, hiddenInOrder)).toBeGreaterThan(0.95);
    expect(renderPlaybook(added, hiddenInOrder).startsWith(renderPlaybook(large, hiddenInOrder))).toBe(true);
  });
});
