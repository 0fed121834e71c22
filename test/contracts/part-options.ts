import type { z } from 'zod';
import type { Json } from '../../harness/core/json.ts';

export type Options = { readonly [option: string]: Json };
export type PartKind = 'suites' | 'methods' | 'providers' | 'embedders';
type WaysOfParts = { readonly [part: string]: readonly Options[] };

/** How parts are held to their contracts beyond their defaults. A part whose options all have defaults needs no line here. */
const waysByKind: { readonly [kind in PartKind]: WaysOfParts } = {
  suites: {},
  methods: {
    append: [{ reflectorRounds: 3 }],
    'full-rewrite': [{ reflectorRounds: 3 }],
    ace: [
      { reflectorRounds: 3 },
      { refine: { mode: 'lazy', threshold: 0.5, triggerAt: 0.2, rearm: 0 } },
      { refine: { mode: 'off' } },
      { refine: { threshold: 0 } },
      { refine: { threshold: 1 } },
    ],
  },
  providers: {},
  embedders: {},
};

/**
 * The options with which a part is made for its contract: its defaults where it has them, and its ways of working in the table.
 * Throws for a part that has options without a default and no line in the table.
 */
export function waysOfWorking(
  kind: PartKind,
  name: string,
  { options }: { readonly options: z.ZodObject },
  table: { readonly [kind in PartKind]: WaysOfParts } = waysByKind,
): readonly [Options, ...Options[]] {
  const ways = table[kind][name] ?? [];
  const [first, ...others] = options.safeParse({}).success ? [{}, ...ways] : ways;
  if (first !== undefined) return [first, ...others];
  throw new Error(
    `Cannot hold ${kind}.${name} to its contract: expected its options to have defaults, or a line in part-options.ts, found neither`,
  );
}
