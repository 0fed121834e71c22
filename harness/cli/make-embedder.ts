import { didYouMean } from '../config/nearest.ts';
import type { Embedder } from '../core/embedder.ts';
import { UserError } from '../core/failure.ts';
import { cacheFolder } from '../embedding/cache-folder.ts';
import { cachedEmbedder } from '../embedding/cached-embedder.ts';
import type { CliDeps } from './cli-deps.ts';

/** An embedder of the registry with its default options, the cache in front. Throws UserError, which begins with what cannot be done. */
export async function makeEmbedder(
  name: string,
  { registry, env, warn }: Pick<CliDeps, 'registry' | 'env' | 'warn'>,
  action: string,
): Promise<Embedder> {
  const known = Object.keys(registry.embedders);
  if (!known.includes(name)) {
    throw new UserError(
      `Cannot ${action}: expected the embedder to be one of ${known.join(', ')}, found "${name}"${didYouMean(name, known)}`,
    );
  }
  const part = await registry.embedders[name]!.load();
  const folder = cacheFolder(env);
  const options = part.options.parse({}) as Parameters<typeof part.create>[0];
  return cachedEmbedder(part.create(options, { cacheFolder: folder, warn }), { folder, warn });
}
