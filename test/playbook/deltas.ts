import fc from 'fast-check';
import type { Op } from '../../harness/core/context-event.ts';
import { at, rule } from './degrees.ts';
import { hostileText } from './hostile-texts.ts';

const anyId = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 20 }).map(rule) },
  { weight: 1, arbitrary: fc.constantFrom('rul-99999', '', '__proto__', '[rul-00001]') },
);
const anySection = fc.constantFrom('RULES', 'rules', 'Rules!', '', 'ELSEWHERE');
const count = fc.oneof(
  { weight: 9, arbitrary: fc.nat({ max: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY) },
);
const directions = fc.integer({ min: 0, max: 35 }).map((tens) => at(tens * 10));
const anyText = fc.oneof(
  { weight: 3, arbitrary: directions },
  { weight: 1, arbitrary: fc.oneof(hostileText, fc.constantFrom('No update needed.', 'x'.repeat(300))) },
);

/** Ops on a playbook of the one section RULES, most of which can be applied once it holds some bullets. */
export const anyOp: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('add' as const),
      section: anySection,
      text: anyText,
      type: fc.constantFrom(null, 'strategy' as const, 'tool_tip' as const),
      rationale: fc.constantFrom(null, 'because'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('update' as const), id: anyId, text: anyText }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('tag' as const), id: anyId, helpful: count, harmful: count }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('merge' as const), ids: fc.array(anyId, { maxLength: 3 }), text: anyText }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('remove' as const), id: anyId }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('unknown' as const), found: fc.string() }) },
);
