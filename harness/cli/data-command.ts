import { distance } from 'fastest-levenshtein';
import { UserError } from '../core/failure.ts';
import { cacheFolder } from '../embedding/cache-folder.ts';
import { registry } from '../registry.ts';
import { exitCodes, print } from './exit.ts';

/** Imports a data set into the cache. Throws UserError. */
export async function dataCommand(
  name: string,
  { from, json }: { readonly from: string; readonly json?: boolean },
): Promise<number> {
  const known = Object.keys(registry.data);
  if (!Object.hasOwn(registry.data, name)) {
    const nearest = known.reduce((a, b) => (distance(b, name) < distance(a, name) ? b : a));
    throw new UserError(
      `Cannot import a data set: expected one of ${known.join(', ')}, found "${name}"; did you mean "${nearest}"?`,
    );
  }
  const { importData } = await registry.data[name]!.load();
  const done = await importData({ from, cacheFolder: cacheFolder(process.env) });
  if (json) print(JSON.stringify(done, null, 2));
  else {
    for (const file of done.files) print(`${file.name}: ${file.done} (sha256 ${file.sha256.slice(0, 8)}…)`);
    print(`${done.rows} rows in ${done.folder}`);
  }
  return exitCodes.fine;
}
