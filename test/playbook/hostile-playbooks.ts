import fc from 'fast-check';
import { emptyPlaybook, type Playbook } from '../../harness/playbook/playbook.ts';
import { addOf, grow } from './degrees.ts';
import { hostileText } from './hostile-texts.ts';

/** What the text form holds of a playbook. */
export function written({ preamble, sections, bullets }: Playbook) {
  const inOrder = sections.flatMap((section) => bullets.filter((bullet) => bullet.section === section));
  return {
    preamble,
    sections,
    bullets: inOrder.map(({ id, section, text, helpful, harmful }) => ({ id, section, text, helpful, harmful })),
  };
}

/** Playbooks of texts, headers and a preamble that try to forge structure. */
export const hostilePlaybook: fc.Arbitrary<Playbook> = fc
  .record({
    preamble: hostileText,
    sections: fc.array(hostileText, { minLength: 1, maxLength: 4 }),
    adds: fc.array(fc.tuple(hostileText, fc.nat({ max: 3 }), fc.nat(), fc.nat()), { maxLength: 8 }),
  })
  .map(({ preamble, sections, adds }) => {
    const empty = emptyPlaybook(preamble, sections);
    const ops = adds.map(([text, section]) => ({ ...addOf(text), section: empty.sections[section] ?? '' }) as const);
    const grown = grow(empty, ops);
    const counters = adds.map(([, , helpful, harmful]) => ({ helpful, harmful }));
    return { ...grown, bullets: grown.bullets.map((bullet, index) => ({ ...bullet, ...counters[index] })) };
  });
