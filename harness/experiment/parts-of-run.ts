import type { Embedder } from '../core/embedder.ts';
import { UserError } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import type { Lessons } from '../core/lessons.ts';
import type { Suite, SuiteSetup } from '../core/suite.ts';
import { cachedEmbedder } from '../embedding/cached-embedder.ts';
import { vectorFingerprint } from '../embedding/vector-fingerprint.ts';
import type { Manifest } from '../records/manifest.ts';
import { closeSuites } from './suite-world.ts';
import type { Registry } from '../registry.ts';

type Options = { readonly [option: string]: Json };
export type PartsOptions = { readonly cacheFolder: string; readonly warn: (message: string) => void };

/** The embedder of a recorded run, the cache in front, and its fingerprint on this machine. Throws UserError where it is another one by now. */
export async function embedderOfRun(
  { runId, spec, embedderId }: Manifest,
  registry: Registry,
  { cacheFolder, warn }: PartsOptions,
): Promise<{ readonly embedder: Embedder; readonly fingerprint: () => Promise<string> }> {
  const { name, ...options } = spec.embedder as Options;
  const module = await load(registry.embedders, String(name), `embed for ${runId}`);
  const embedder = module.create(module.options.parse(options) as Options, { cacheFolder, warn });
  if (embedder.id !== embedderId)
    throw new UserError(`Cannot embed for ${runId}: expected its embedder ${embedderId}, found ${embedder.id}`);
  return {
    embedder: cachedEmbedder(embedder, { folder: cacheFolder, warn }),
    fingerprint: () => vectorFingerprint(embedder),
  };
}

/** The options of a recorded run's method, with their defaults. */
export async function methodOptionsOfRun({ runId, spec }: Manifest, registry: Registry): Promise<Options> {
  const module = await load(registry.methods, spec.method.name, `read ${runId}`);
  return module.options.parse(spec.method.options) as Options;
}

/**
 * The lessons of a recorded run's suite by round. Where the suite cannot be made, or has other tasks by now, none are known, and that
 * is said.
 */
export async function lessonsOfRun(
  manifest: Manifest,
  registry: Registry,
  { cacheFolder, warn }: PartsOptions,
): Promise<(round: number) => Lessons | undefined> {
  const { spec, runId } = manifest;
  const unknown = (reason: string) => {
    warn(`the lessons of suite ${spec.suite.name} are left out: ${reason}`);
    return () => undefined;
  };
  let suite: Suite;
  try {
    const module = await load(registry.suites, spec.suite.name, `load the suite of ${runId}`);
    const { limits, ...options } = spec.suite.options as Options;
    const setup: SuiteSetup = { dataSeed: spec.dataSeed, limits: (limits ?? {}) as SuiteSetup['limits'], cacheFolder };
    suite = await module.create(module.options.parse(options) as Options, setup);
  } catch (error) {
    if (error instanceof UserError) return unknown(error.message);
    throw error;
  }
  // Nothing will be attempted: lessons are data.
  await closeSuites([suite]);
  if (suite.about.dataHash !== spec.suite.dataHash) return unknown('its tasks are others by now');
  return (round) => (suite.at?.(round) ?? suite).lessons;
}

async function load<M>(
  parts: { readonly [name: string]: { readonly load: () => Promise<M> } },
  name: string,
  action: string,
): Promise<M> {
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (part === undefined) throw new UserError(`Cannot ${action}: expected a known part, found "${name}"`);
  return part.load();
}
