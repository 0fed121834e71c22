import { z } from 'zod';
import type { Method } from '../harness/core/method.ts';
import { type TextContext, textContext } from './text-context.ts';

export const options = z.strictObject({});

/** The base instructions, never changed: what no learning is worth. */
export function create(): Method<TextContext> {
  return { name: 'static', learns: false, ...textContext, adapt: async (context) => ({ context, events: [] }) };
}
