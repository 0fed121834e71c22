import { z } from 'zod';
import type { Embedder } from '../core/embedder.ts';
import { UserError } from '../core/failure.ts';
import { jsonIn } from '../core/json-lines.ts';
import { readRegularFile } from '../core/read-file.ts';

// What `dedup eval --json` prints, as far as it matters here.
const evaluated = z.object({
  embedder: z.string(),
  sets: z.array(
    z.object({
      recommended: z.union([
        z.object({ kind: z.literal('threshold'), threshold: z.number().min(0).max(1) }),
        z.object({ kind: z.enum(['none', 'unknown']) }),
      ]),
    }),
  ),
});

/** The thresholds that `dedup eval` recommends, of its report in a file; none without a file. Throws UserError where they are another embedder's. */
export function sweepRecommended(path: string | undefined, embedder: Embedder, action: string): readonly number[] {
  if (path === undefined) return [];
  const refuse = (found: string): never => {
    throw new UserError(`Cannot ${action}: expected ${path} to be what dedup eval --json prints, found ${found}`);
  };
  const value = jsonIn(readRegularFile(path, refuse).toString('utf8'));
  if (value === undefined) return refuse('no JSON');
  const parsed = evaluated.safeParse(value);
  if (!parsed.success) return refuse(`other keys at ${parsed.error.issues[0]!.path.join('.') || 'its top'}`);
  if (parsed.data.embedder !== embedder.id)
    throw new UserError(
      `Cannot ${action}: expected thresholds for ${embedder.id}, found those in ${path} for ${parsed.data.embedder}; a threshold says nothing about another embedder`,
    );
  return parsed.data.sets.flatMap(({ recommended }) => ('threshold' in recommended ? [recommended.threshold] : []));
}
