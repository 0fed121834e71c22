import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../core/failure.ts';
import { hashJson } from '../core/hash.ts';
import { objectIn } from '../core/json-lines.ts';
import type { Json } from '../core/json.ts';
import type { Instructions } from '../core/rendered.ts';
import { evictPolicies, feedbackLevels, type RunSpec } from '../core/spec.ts';
import type { SuiteAbout } from '../core/suite.ts';
import { writeWhole } from '../core/write-whole.ts';
import { expectation } from '../text/expectation.ts';
import { damage, misfit } from './read-run-lines.ts';

/** Version of the files of a run; others are refused. */
export const recordsSchema = 3;

/** What a run was asked to be, and all that is needed to repeat it. */
export type Manifest = {
  readonly schema: number;
  readonly experiment: string;
  readonly runId: string;
  readonly suite: string;
  readonly arm: string;
  readonly method: string;
  readonly seed: number;
  /** Values of the config's matrix by path. */
  readonly axes: { readonly [path: string]: Json };
  readonly spec: RunSpec;
  readonly specHash: string;
  /** The whole experiment as resolved. */
  readonly config: Json;
  readonly suiteAbout: SuiteAbout;
  /** The suite's instructions, from which every context starts. */
  readonly base: Instructions;
  /** The context of round 0. */
  readonly start: Json;
  readonly modelId: string;
  readonly embedderId: string;
  readonly tokenizerId: string;
  readonly vectorFingerprint: string;
  readonly promptHashes: { readonly [role: string]: string };
  readonly codeHash: string;
  /** Further code that a user let this run go on with. */
  readonly acceptedCodeHashes: readonly string[];
  readonly commit: string | null;
  readonly dirty: boolean | null;
  readonly versions: { readonly [name: string]: string };
  readonly taskIds: { readonly [split: string]: readonly string[] };
  /** Run and round that this run was forked from. */
  readonly parent: null;
  readonly host: { readonly platform: string; readonly arch: string; readonly cpus: number };
  readonly startedAt: string;
};

const json = z.json();
const texts = z.array(z.string()).readonly();
const feedback = z.enum(feedbackLevels);
const protocol = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('offline'),
    epochs: z.int(),
    batchSize: z.int(),
    probeEvery: z.int().nullable(),
    feedback,
    probeRefines: z.boolean().exactOptional(),
  }),
  z.strictObject({ kind: z.literal('online'), window: z.int(), feedback }),
  z.strictObject({ kind: z.literal('evaluate'), contextHash: z.string().nullable() }),
]);
const maxTokens = z.intersection(z.object({ default: z.int() }), z.record(z.string(), z.int()));

const manifestShape = z.strictObject({
  schema: z.literal(recordsSchema),
  experiment: z.string(),
  runId: z.string(),
  suite: z.string(),
  arm: z.string(),
  method: z.string(),
  seed: z.int(),
  axes: z.record(z.string(), json),
  spec: z.strictObject({
    suite: z.strictObject({ name: z.string(), options: json, dataHash: z.string(), profile: z.string() }),
    method: z.strictObject({ name: z.string(), options: json }),
    model: json,
    embedder: json,
    budget: z.strictObject({
      tokens: z.number(),
      evict: z.enum(evictPolicies),
      evictTo: z.number(),
      graceRounds: z.int(),
    }),
    protocol,
    decoding: z.strictObject({ temperature: z.number().nullable(), maxTokens }),
    seed: z.int(),
    dataSeed: z.int(),
    replicate: z.int().exactOptional(),
  }),
  specHash: z.string(),
  config: json,
  suiteAbout: z.strictObject({
    scoreUnit: z.string(),
    profile: z.string(),
    splitNote: z.string(),
    dataHash: z.string(),
    notes: texts,
  }),
  base: z.strictObject({ version: z.string(), text: z.string() }),
  start: json,
  modelId: z.string(),
  embedderId: z.string(),
  tokenizerId: z.string(),
  vectorFingerprint: z.string(),
  promptHashes: z.record(z.string(), z.string()),
  codeHash: z.string(),
  acceptedCodeHashes: texts,
  commit: z.string().nullable(),
  dirty: z.boolean().nullable(),
  versions: z.record(z.string(), z.string()),
  taskIds: z.record(z.string(), texts),
  parent: z.null(),
  host: z.strictObject({ platform: z.string(), arch: z.string(), cpus: z.int() }),
  startedAt: z.string(),
}) satisfies z.ZodType<Manifest>;

/** The manifest of a run folder, or null where there is none. Throws UserError on one of another schema, and on what is no manifest. */
export function readManifest(folder: string): Manifest | null {
  const path = join(folder, 'manifest.json');
  if (!existsSync(path)) return null;
  const named = { runId: basename(folder) };
  const text = readFileSync(path, 'utf8');
  const manifest = objectIn(text);
  if (manifest === null)
    throw damage(
      path,
      'a JSON object, the manifest of a run',
      text.trim() === '' ? 'an empty file' : `other text: ${JSON.stringify(text.slice(0, 40))}`,
      named,
    );
  const refuse = (expected: string, found: string): never => {
    throw new UserError(`Cannot read ${path}: expected ${expected}, found ${found}`);
  };
  const { schema } = manifest;
  if (typeof schema !== 'number') return refuse('a manifest with a schema number', JSON.stringify(schema) ?? 'none');
  if (schema !== recordsSchema) {
    const other = schema > recordsSchema ? 'a newer' : 'an older';
    refuse(
      `schema ${recordsSchema}`,
      `${schema}; it was written by ${other} ace-bench, and --fresh moves such a run aside`,
    );
  }
  const { digest, ...rest } = manifest;
  const parsed = manifestShape.safeParse(rest, { error: expectation });
  if (!parsed.success) throw misfit(path, parsed.error, rest, named);
  if (digest !== digestOf(parsed.data)) throw damage(path, 'the manifest as it was written', 'another', named);
  if (parsed.data.specHash !== hashJson(parsed.data.spec as Json))
    throw damage(path, 'the hash of its spec', 'another', named);
  return parsed.data;
}

/** Of all that it says, however it is laid out. */
function digestOf(manifest: Manifest): string {
  return hashJson(manifest as unknown as Json);
}

/** Writes a run's manifest, whole or not at all. */
export function writeManifest(folder: string, manifest: Manifest): void {
  writeWhole(
    join(folder, 'manifest.json'),
    `${JSON.stringify({ ...manifest, digest: digestOf(manifest) }, null, 1)}\n`,
  );
}
