import { nearestWords } from '../config/nearest.ts';
import { UserError } from '../core/failure.ts';
import { replayRun } from '../experiment/replay-run.ts';
import { bareId } from '../roles/bare-id.ts';
import { bulletLife } from '../inspect/bullet-life.ts';
import { bulletLifeText } from '../inspect/bullet-life-text.ts';
import { plainLine } from '../text/plain-text.ts';
import { exitCodes } from './exit-codes.ts';
import type { CliDeps } from './cli-deps.ts';

/** Prints the life of one bullet of a run. Throws UserError. */
export async function playbookTraceCommand(
  folder: string,
  given: string,
  { json = false }: { readonly json?: boolean },
  { registry, print, warn }: CliDeps,
): Promise<number> {
  const id = bareId(given);
  const { manifest, steps } = await replayRun(folder, registry, warn);
  const { life, ids } = await bulletLife(id, steps);
  if (ids === null)
    throw new UserError(
      `Cannot trace ${plainLine(id, 60)} in ${folder}: expected a run whose context has bullets, found free text (${manifest.method})`,
    );
  if (life === null) {
    const nearest = nearestWords(id, ids, 3);
    throw new UserError(
      `Cannot trace a bullet of ${folder}: expected an id that its context held (playbook diff prints them in brackets), found "${plainLine(id, 60)}"; ${
        nearest.length === 0 ? 'this run has taught no bullet' : `the nearest of ${ids.length}: ${nearest.join(', ')}`
      }`,
    );
  }
  print(json ? JSON.stringify({ run: manifest.runId, ...life }, null, 2) : bulletLifeText(life, manifest.runId));
  return exitCodes.fine;
}
