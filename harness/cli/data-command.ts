import { didYouMean } from '../config/nearest.ts';
import { UserError } from '../core/failure.ts';
import { cacheFolder } from '../embedding/cache-folder.ts';
import { exitCodes } from './exit-codes.ts';
import type { CliDeps } from './cli-deps.ts';

/** Imports a data set into the cache. Throws UserError. */
export async function dataCommand(
  name: string,
  { from, json }: { readonly from: string; readonly json?: boolean },
  { registry, env, print }: CliDeps,
): Promise<number> {
  const known = Object.keys(registry.data);
  if (!known.includes(name)) {
    throw new UserError(
      `Cannot import a data set: expected one of ${known.join(', ')}, found "${name}"${didYouMean(name, known)}`,
    );
  }
  const { importData } = await registry.data[name]!.load();
  const done = await importData({ from, cacheFolder: cacheFolder(env) });
  if (json) print(JSON.stringify(done, null, 2));
  else {
    for (const file of done.files) print(`${file.name}: ${file.done} (sha256 ${file.sha256.slice(0, 8)}…)`);
    print(`${done.rows} rows in ${done.folder}`);
  }
  return exitCodes.fine;
}
