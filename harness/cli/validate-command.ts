import { configJsonSchema } from '../config/config-json-schema.ts';
import { loadParts, shapesOf } from '../experiment/load-parts.ts';
import { registry } from '../registry.ts';
import { exitCodes, print } from './exit.ts';
import { readConfigFile } from './read-config-file.ts';

type Options = { readonly set: readonly string[]; readonly schema?: boolean; readonly json?: boolean };

/** Validates a config and says what it stands for. Throws UserError. */
export async function validateCommand(path: string, { set, schema, json }: Options): Promise<number> {
  if (schema) {
    print(JSON.stringify(configJsonSchema(shapesOf(await loadParts(registry))), null, 2));
    return exitCodes.fine;
  }
  const { experiment } = await readConfigFile(path, set);
  const { config, cells } = experiment;
  if (json) print(JSON.stringify(config, null, 2));
  else {
    const runs = cells.reduce((sum, cell) => sum + cell.seeds.length, 0);
    const suites = config.suites.map(({ name }) => name).join(', ');
    print(`${path} is valid: experiment ${config.experiment}, ${cells.length} cells, ${runs} runs on ${suites}`);
  }
  return exitCodes.fine;
}
