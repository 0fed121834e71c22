import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { UserError } from '../../harness/core/failure.ts';
import { normaliseText } from '../../harness/embedding/cosine.ts';

export const halves = ['test', 'dev'] as const;
export type Half = (typeof halves)[number];

/** One rule and texts around it: what says the same, what contradicts it in nearly its words or in others, and what is another rule about the same. */
export type Family = {
  readonly id: string;
  readonly domain: string;
  readonly rule: string;
  readonly paraphrases: readonly string[];
  readonly contradictions: readonly string[];
  readonly reworded_contradictions: readonly string[];
  readonly related: readonly string[];
};

const text = z.string().refine((value) => value.trim() !== '', 'expected a text, found an empty one');
const familySchema = z.strictObject({
  id: text,
  rule: text,
  paraphrases: z.array(text).min(1),
  contradictions: z.array(text).min(1),
  reworded_contradictions: z.array(text).min(1),
  related: z.array(text).min(1),
});

/**
 * The labelled families of one half, domains in alphabetical order. A folder holds `<half>/<domain>.yaml`. Throws UserError with file
 * and family where the format is broken, an id is used twice, or a text of the half is there twice.
 */
export async function loadFamilies(
  half: Half,
  folder: string = fileURLToPath(new URL('.', import.meta.url)),
): Promise<readonly Family[]> {
  const files = (await filesOf(join(folder, half))).filter((file) => file.endsWith('.yaml')).sort();
  if (files.length === 0)
    throw new UserError(`Cannot load labelled rules: expected YAML files in ${join(folder, half)}, found none`);
  const families: Family[] = [];
  for (const file of files) {
    const path = join(folder, half, file);
    for (const family of parseFamilies(await readFile(path, 'utf8'), path)) {
      families.push({ ...family, domain: file.slice(0, -'.yaml'.length) });
    }
  }
  refuseRepeats(families);
  return families;
}

async function filesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    throw new UserError(
      `Cannot load labelled rules: expected a folder at ${folder}, found ${(error as NodeJS.ErrnoException).code}`,
    );
  }
}

function parseFamilies(yaml: string, path: string): readonly Omit<Family, 'domain'>[] {
  const list = parseYaml(yaml, path);
  if (!Array.isArray(list) || list.length === 0)
    throw new UserError(`Cannot load labelled rules: expected a list of families in ${path}, found ${describe(list)}`);
  return list.map((value: unknown, index) => {
    const parsed = familySchema.safeParse(value);
    if (parsed.success) return parsed.data;
    const { path: key, message } = parsed.error.issues[0]!;
    const at = key.length === 0 ? '' : ` at ${key.join('.')}`;
    throw new UserError(
      `Cannot load labelled rules: expected a whole family in ${path} ${nameOf(value, index)}, found${at}: ${message}`,
    );
  });
}

function parseYaml(yaml: string, path: string): unknown {
  try {
    return parse(yaml);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new UserError(
      `Cannot load labelled rules: expected YAML in ${path} line ${error.linePos?.[0].line ?? 1}, found this: ${error.message.split('\n')[0]}`,
    );
  }
}

function nameOf(value: unknown, index: number): string {
  const id = value !== null && typeof value === 'object' && 'id' in value ? value.id : undefined;
  return typeof id === 'string' ? `family ${id}` : `family number ${index + 1}`;
}

/** An id or a text that is there twice would make a pair with two labels. */
function refuseRepeats(families: readonly Family[]): void {
  const ids = new Map<string, Family>();
  const texts = new Map<string, Family>();
  for (const family of families) {
    const place = `${family.domain}.yaml family ${family.id}`;
    if (ids.has(family.id))
      throw new UserError(
        `Cannot load labelled rules: expected ids to differ, found ${family.id} in ${ids.get(family.id)!.domain}.yaml and again in ${family.domain}.yaml`,
      );
    ids.set(family.id, family);
    for (const text of textsOf(family)) {
      const key = normaliseText(text);
      const first = texts.get(key);
      if (first !== undefined)
        throw new UserError(
          `Cannot load labelled rules: expected texts to differ, found ${JSON.stringify(text)} of ${place} also in ${first.domain}.yaml family ${first.id}`,
        );
      texts.set(key, family);
    }
  }
}

function textsOf(family: Family): readonly string[] {
  return [
    family.rule,
    ...family.paraphrases,
    ...family.contradictions,
    ...family.reworded_contradictions,
    ...family.related,
  ];
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'an empty one' : `a value of type ${typeof value}`;
}
