import { z } from 'zod';
import type { Json } from '../core/json.ts';
import { configSchema } from './config-schema.ts';
import type { PartShapes } from './part-shapes.ts';

/** JSON Schema (draft 7, which editors read) of a config as one writes it, generated from the validator. */
export function configJsonSchema(shapes: PartShapes): Json {
  return z.toJSONSchema(configSchema(shapes), {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    // Validation refuses unknown keys in every object whose shape does not say otherwise.
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (def.type === 'object' && def.catchall === undefined) jsonSchema.additionalProperties = false;
    },
  }) as Json;
}
