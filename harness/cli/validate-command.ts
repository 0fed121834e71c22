import { configJsonSchema } from '../config/config-json-schema.ts';
import { UserError } from '../core/failure.ts';
import { cacheFolder } from '../embedding/cache-folder.ts';
import { loadParts } from '../experiment/load-parts.ts';
import { prepare } from '../experiment/prepare.ts';
import { closeSuites } from '../experiment/suite-world.ts';
import { exitCodes } from './exit-codes.ts';
import { readConfigFile } from './read-config-file.ts';
import type { CliDeps } from './cli-deps.ts';

type Options = { readonly set: readonly string[]; readonly schema?: boolean; readonly json?: boolean };

/** Validates a config and says what it stands for, or prints the schema of all configs. Throws UserError. */
export async function validateCommand(
  path: string | undefined,
  { set, schema, json }: Options,
  { registry, print, warn, env }: CliDeps,
): Promise<number> {
  if (schema) {
    print(JSON.stringify(configJsonSchema(await loadParts(registry)), null, 2));
    return exitCodes.fine;
  }
  if (path === undefined) throw new UserError('Cannot validate: expected a config file or --schema, found neither');
  const { experiment, parts } = await readConfigFile(path, set, registry);
  // Suites and methods are made too: only they know their splits and what a context starts from.
  const { runs } = await prepare(experiment, parts, { cacheFolder: cacheFolder(env), concurrency: 1, warn });
  await closeSuites(runs.map(({ suite }) => suite));
  const { config, cells } = experiment;
  if (json) print(JSON.stringify(config, null, 2));
  else {
    const suites = config.suites.map(({ name }) => name).join(', ');
    print(`${path} is valid: experiment ${config.experiment}, ${cells.length} cells, ${runs.length} runs on ${suites}`);
  }
  return exitCodes.fine;
}
