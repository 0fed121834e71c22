import type { EmbedderModule, MethodModule, ProviderModule, Registry, SuiteModule } from '../registry.ts';

/** The registry's modules, loaded; also the shapes of their options, as the config layer reads them. */
export type LoadedParts = {
  readonly suites: Loaded<SuiteModule>;
  readonly methods: Loaded<MethodModule>;
  readonly providers: Loaded<ProviderModule>;
  readonly embedders: Loaded<EmbedderModule>;
};
type Loaded<M> = { readonly [name: string]: M & { readonly about: string } };

/** Loads every suite, method, provider and embedder that a config may name; their own heavy needs load later, when used. */
export async function loadParts(registry: Registry): Promise<LoadedParts> {
  const [suites, methods, providers, embedders] = await Promise.all([
    loadAll(registry.suites),
    loadAll(registry.methods),
    loadAll(registry.providers),
    loadAll(registry.embedders),
  ]);
  return { suites, methods, providers, embedders };
}

async function loadAll<M extends object>(parts: {
  readonly [name: string]: { readonly about: string; readonly load: () => Promise<M> };
}): Promise<Loaded<M>> {
  const entries = Object.entries(parts).map(async ([name, { about, load }]) => [name, { ...(await load()), about }]);
  return Object.fromEntries(await Promise.all(entries)) as Loaded<M>;
}
