import type { z } from 'zod';

/** A zod shape as a reader of untrusted values: the typed value, or null for what is not of the shape. */
export function readWith<T>(shape: z.ZodType<T>): (value: unknown) => T | null {
  return (value) => {
    const result = shape.safeParse(value);
    return result.success ? result.data : null;
  };
}
