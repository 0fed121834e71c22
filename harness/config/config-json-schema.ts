import { z } from 'zod';
import type { Json } from '../core/json.ts';
import { configSchema } from './config-schema.ts';
import type { PartShapes } from './part-shapes.ts';
import { shorthands } from './shorthand.ts';

/** JSON Schema (draft 7, which editors read) of a config as one writes it, shorthands included, generated from the validator. */
export function configJsonSchema(shapes: PartShapes): Json {
  return z.toJSONSchema(configSchema(shapes), {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // Validation refuses unknown keys in every object whose shape does not say otherwise.
      if (def.type === 'object' && def.catchall === undefined) jsonSchema.additionalProperties = false;
      const short = shorthands.get(zodSchema)?.short;
      // A schema that only adds a description to another comes with that one's forms already.
      if (short === undefined || jsonSchema.anyOf?.includes(short)) return;
      const full = { ...jsonSchema };
      for (const key of Object.keys(full)) if (key !== 'description') delete jsonSchema[key];
      delete full.description;
      jsonSchema.anyOf = [full, short];
    },
  }) as Json;
}
