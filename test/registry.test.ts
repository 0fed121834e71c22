import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../harness/core/json.ts';
import type { Suite } from '../harness/core/suite.ts';
import { createTokenCounter } from '../harness/llm/token-counter.ts';
import {
  type EmbedderModule,
  type MethodModule,
  type ProviderModule,
  registry,
  type SuiteModule,
} from '../harness/registry.ts';
import { embedderContract } from './contracts/embedder-contract.ts';
import { llmContract } from './contracts/llm-contract.ts';
import { methodContract } from './contracts/method-contract.ts';
import { suiteContract } from './contracts/suite-contract.ts';
import { hasOfficialRows, officialFolder } from './finer/official-rows.ts';

type Options = { readonly [option: string]: Json };

const cacheFolder = mkdtempSync(join(tmpdir(), 'ace-bench-registry-'));
afterAll(() => rmSync(cacheFolder, { recursive: true }));

const methods = await loadAll<MethodModule>(registry.methods);
const suites = await loadAll<SuiteModule>(registry.suites);
const providers = await loadAll<ProviderModule>(registry.providers);
const embedders = await loadAll<EmbedderModule>(registry.embedders);

describe('registry', () => {
  const entries = Object.entries(registry).flatMap(([kind, parts]) =>
    Object.entries(parts).map(([name, part]) => ({ name: `${kind}.${name}`, part })),
  );

  it.each(entries)('$name says what it is, in one line', ({ part }) => {
    expect(part.about.trim()).not.toBe('');
    expect(part.about).not.toContain('\n');
  });

  it.each(entries.filter(({ name }) => !name.startsWith('data.')))(
    '$name has options and makes a part',
    async ({ part }) => {
      const module = (await part.load()) as { readonly options?: unknown; readonly create?: unknown };
      expect(module.options).toHaveProperty('safeParse');
      expect(module.create).toBeInstanceOf(Function);
    },
  );

  it.each(entries.filter(({ name }) => name.startsWith('data.')))('$name imports data', async ({ part }) => {
    expect((await part.load()) as object).toHaveProperty('importData');
  });

  it.each([...methods, ...suites, ...embedders, ...providers])(
    '$name refuses options it does not know',
    ({ module }) => {
      expect(module.options.safeParse({ ...requiredOptions, noSuchOption: 1 }).success).toBe(false);
    },
  );
});

// Beyond its defaults, each method is held to the contract in every way of working that its options offer.
const variants: { readonly [method: string]: readonly Options[] } = {
  append: [{ reflectorRounds: 3 }],
  'full-rewrite': [{ reflectorRounds: 3 }],
  ace: [
    { reflectorRounds: 3 },
    { refine: { mode: 'lazy', threshold: 0.5, triggerAt: 0.2, rearm: 0 } },
    { refine: { mode: 'off' } },
    { refine: { threshold: 0 } },
    { refine: { threshold: 1 } },
  ],
};
for (const { name, module } of methods)
  for (const options of [{}, ...(variants[name] ?? [])]) {
    const label = Object.keys(options).length === 0 ? name : `${name}, ${JSON.stringify(options)}`;
    methodContract(label, (setup) => module.create(module.options.parse(options) as Options, setup));
  }

const setup = { cacheFolder, dataSeed: 1, limits: { train: 6, val: 5, test: 7 } };
for (const { name, module } of suites) {
  const make = async (): Promise<Suite> => module.create(module.options.parse({}) as Options, setup);
  if (name !== 'finer') suiteContract(name, make);
  else
    describe.skipIf(!hasOfficialRows)('on the official rows', () => {
      beforeAll(async () => {
        const data = await registry.data.finer!.load();
        await data.importData({ from: officialFolder, cacheFolder });
      });
      suiteContract(name, make);
    });
}

for (const { name, module } of embedders)
  embedderContract(name, () => module.create(module.options.parse({}) as Options, { cacheFolder, warn: () => {} }));

const requiredOptions: Options = {};
for (const { name, module } of providers)
  llmContract(name, async () => {
    const suite = await tagging();
    const player = suite.player ?? null;
    const tokens = await createTokenCounter();
    return module.create(module.options.parse({}) as Options, { player, suite: suite.name, tokens });
  });

async function tagging(): Promise<Suite> {
  const module = await registry.suites.tagging!.load();
  return module.create(module.options.parse({}) as Options, setup);
}

async function loadAll<M>(parts: { readonly [name: string]: { readonly load: () => Promise<M> } }) {
  return Promise.all(Object.entries(parts).map(async ([name, { load }]) => ({ name, module: await load() })));
}
