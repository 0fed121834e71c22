import type { z } from 'zod';

/**
 * The options of one named part. Keys that the shape does not list are errors at every depth, `z.strictObject` or not.
 * A message of its own finishes the sentence "expected <key> to be …".
 */
export type PartShape = { readonly about: string; readonly options: z.ZodObject };

/** What the registry knows of each named part, handed in: the config layer never sees the parts themselves. */
export type PartShapes = {
  readonly suites: { readonly [name: string]: PartShape };
  readonly methods: { readonly [name: string]: PartShape };
  readonly providers: { readonly [name: string]: PartShape };
  readonly embedders: { readonly [name: string]: PartShape };
};
