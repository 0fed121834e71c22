import type { Json } from '../../harness/core/json.ts';

export type Options = { readonly [option: string]: Json };
type Ways = { readonly [part: string]: readonly Options[] };

/**
 * Ways of working in which parts are held to their contract, beyond their defaults; the first one stands for the defaults of a part that has
 * options without a default. A part that works with `{}` and in one way only needs no line here.
 */
export const waysOfWorking: { readonly [kind in 'suites' | 'methods' | 'providers' | 'embedders']: Ways } = {
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
