import { readRegularFile } from '../core/read-file.ts';
import { UserError } from '../core/failure.ts';
import { type Experiment, readConfig } from '../config/read-config.ts';
import { type LoadedParts, loadParts } from '../experiment/load-parts.ts';
import type { Registry } from '../registry.ts';

/** A config file, read and validated against the registry's parts. Throws UserError. */
export async function readConfigFile(
  path: string,
  sets: readonly string[],
  registry: Registry,
): Promise<{ readonly experiment: Experiment; readonly parts: LoadedParts }> {
  const text = readText(path);
  const parts = await loadParts(registry);
  return { experiment: readConfig({ path, text, sets, shapes: parts }), parts };
}

function readText(path: string): string {
  const fail = (found: string): never => {
    throw new UserError(`Cannot read ${path}: expected a config file, found ${found}`);
  };
  return readRegularFile(path, fail).toString('utf8');
}
