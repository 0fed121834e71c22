import type { z } from 'zod';
import type { Embedder } from './core/embedder.ts';
import type { Json } from './core/json.ts';
import type { Llm } from './core/llm.ts';
import type { Method, MethodSetup } from './core/method.ts';
import type { Player } from './core/player.ts';
import type { Suite, SuiteSetup } from './core/suite.ts';
import type { TokenCounter } from './llm/token-counter.ts';

type Options = { readonly [option: string]: Json };
type Part<M> = { readonly about: string; readonly load: () => Promise<M> };
type Parts<M> = { readonly [name: string]: Part<M> };

// Method shorthand, so that a module's `create` may ask for its own options' type: what it gets was parsed by its own `options`.
export type SuiteModule = {
  readonly options: z.ZodObject;
  create(options: Options, setup: SuiteSetup): Suite | Promise<Suite>;
};
export type MethodModule = { readonly options: z.ZodObject; create(options: Options, setup: MethodSetup): Method };
export type ProviderModule = { readonly options: z.ZodObject; create(options: Options, setup: ProviderSetup): Llm };
export type EmbedderModule = {
  readonly options: z.ZodObject;
  create(options: Options, setup: EmbedderSetup): Embedder;
};
export type DataModule = {
  importData(request: { readonly from: string; readonly cacheFolder: string }): Promise<DataImport>;
};

export type ProviderSetup = {
  /** The suite's player; null where the suite has none. */
  readonly player: Player | null;
  readonly suite: string;
  readonly tokens: TokenCounter;
};
export type EmbedderSetup = { readonly cacheFolder: string; readonly warn: (message: string) => void };
export type DataImport = {
  readonly files: readonly { readonly name: string; readonly sha256: string; readonly done: string }[];
  readonly rows: number;
  readonly folder: string;
};

export type Registry = {
  readonly suites: Parts<SuiteModule>;
  readonly methods: Parts<MethodModule>;
  readonly providers: Parts<ProviderModule>;
  readonly embedders: Parts<EmbedderModule>;
  readonly data: Parts<DataModule>;
};

/** The one place where names meet modules. A new part is its file and a line here. */
export const registry: Registry = {
  suites: {
    tagging: {
      about: 'domain, generated: which of 48 confusable tags fits a number in a sentence from a filing',
      load: () => import('../benchmarks/tagging/tagging.ts'),
    },
    finer: {
      about: 'domain: FiNER on the official rows (import them once: ace-bench data finer --from DIR)',
      load: () => import('../benchmarks/finer/finer.ts'),
    },
  },
  methods: {
    static: { about: 'the base instructions, never changed', load: () => import('../baselines/static.ts') },
    'fixed-context': {
      about: 'a control: a fixed context (oracle, shuffled, wrong, placebo)',
      load: () => import('../baselines/fixed-context.ts'),
    },
    append: {
      about: "the reflector's lessons, word for word, one a line",
      load: () => import('../baselines/append.ts'),
    },
    'full-rewrite': {
      about: 'the whole context written anew once per batch',
      load: () => import('../baselines/full-rewrite.ts'),
    },
    ace: {
      about: 'Agentic Context Engineering: a playbook grown by deltas and refined',
      load: () => import('./methods/ace.ts'),
    },
  },
  providers: {
    simulated: {
      about: 'simulated model: in process, deterministic, no key',
      load: () => import('./llm/simulated.ts'),
    },
  },
  embedders: {
    minilm: { about: 'all-MiniLM-L6-v2, 384 dimensions, in process', load: () => import('./embedding/minilm.ts') },
    hash: {
      about: 'hashed words and 3-grams: lexical, for tests and as a baseline',
      load: () => import('./embedding/hash-embedder.ts'),
    },
  },
  data: {
    finer: {
      about: 'FiNER, the official val file: 500 prompts of four tags',
      load: () => import('../benchmarks/finer/import-finer.ts'),
    },
  },
};
