import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { UserError } from '../harness/core/failure.ts';
import type { Suite } from '../harness/core/suite.ts';
import { createTokenCounter } from '../harness/llm/token-counter.ts';
import { registry } from '../harness/registry.ts';
import { embedderContract } from './contracts/embedder-contract.ts';
import { llmContract } from './contracts/llm-contract.ts';
import { methodContract } from './contracts/method-contract.ts';
import { type Options, type PartKind, waysOfWorking } from './contracts/part-options.ts';
import { suiteContract } from './contracts/suite-contract.ts';

/** Data sets that are not in the repository, a folder each. */
const dataFolder = fileURLToPath(new URL('../../shared/data', import.meta.url));

const cacheFolder = mkdtempSync(join(tmpdir(), 'ace-bench-registry-'));
afterAll(() => rmSync(cacheFolder, { recursive: true }));

const setup = { cacheFolder, dataSeed: 1, limits: { train: 6, val: 5, test: 7 } };
const methods = await loadAll('methods', registry.methods);
const suites = await loadAll('suites', registry.suites);
const providers = await loadAll('providers', registry.providers);
const embedders = await loadAll('embedders', registry.embedders);
await importFoundData();

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
    ({ kind, name, module }) => {
      const [known] = waysOfWorking(kind, name, module);
      expect(module.options.safeParse(known).success).toBe(true);
      expect(module.options.safeParse({ ...known, noSuchOption: 1 }).success).toBe(false);
    },
  );
});

for (const { name, module } of methods)
  for (const options of waysOfWorking('methods', name, module))
    methodContract(labelOf(name, options), (setup) => module.create(parsed(module, options), setup));

const madeSuites = suites.flatMap(({ name, module }) =>
  waysOfWorking('suites', name, module).map((options) => ({
    label: labelOf(name, options),
    make: async (): Promise<Suite> => module.create(parsed(module, options), setup),
  })),
);
for (const { label, make } of madeSuites) {
  const missing = await missingData(make);
  if (missing === null) suiteContract(label, make);
  else describe(`suite contract: ${label}`, () => it('needs data that is not here', ({ skip }) => skip(missing)));
}

for (const { name, module } of embedders)
  for (const options of waysOfWorking('embedders', name, module))
    embedderContract(labelOf(name, options), () =>
      module.create(parsed(module, options), { cacheFolder, warn: () => {} }),
    );

for (const { name, module } of providers)
  for (const options of waysOfWorking('providers', name, module))
    llmContract(labelOf(name, options), async () => {
      const { player, suite } = await somePlayer();
      return module.create(parsed(module, options), { player, suite, tokens: await createTokenCounter() });
    });

type Player = NonNullable<Suite['player']>;

/** The player of the first suite that has one; null where none has. */
async function somePlayer(): Promise<{ readonly player: Player | null; readonly suite: string }> {
  for (const { make } of madeSuites) {
    if ((await missingData(make)) !== null) continue;
    const { name, player } = await make();
    if (player !== undefined) return { player, suite: name };
  }
  return { player: null, suite: 'none' };
}

/** What a suite says that cannot have its tasks; null where it can. */
async function missingData(make: () => Promise<Suite>): Promise<string | null> {
  try {
    await (await make()).load('train');
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** Imports into the cache whatever data set is found in the folders that stand beside the repository. */
async function importFoundData(): Promise<void> {
  const folders = existsSync(dataFolder) ? readdirSync(dataFolder).map((name) => join(dataFolder, name)) : [];
  for (const { load } of Object.values(registry.data))
    for (const from of folders) {
      const { importData } = await load();
      await importData({ from, cacheFolder }).catch((error: unknown) => {
        if (!(error instanceof UserError)) throw error;
      });
    }
}

function parsed({ options: shape }: { readonly options: z.ZodObject }, options: Options): Options {
  return shape.parse(options) as Options;
}

function labelOf(name: string, options: Options): string {
  return Object.keys(options).length === 0 ? name : `${name}, ${JSON.stringify(options)}`;
}

async function loadAll<K extends PartKind, M>(
  kind: K,
  parts: { readonly [name: string]: { readonly load: () => Promise<M> } },
): Promise<readonly { readonly kind: K; readonly name: string; readonly module: M }[]> {
  return Promise.all(Object.entries(parts).map(async ([name, { load }]) => ({ kind, name, module: await load() })));
}
