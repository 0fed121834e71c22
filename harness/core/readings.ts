import type { Role } from './llm.ts';

/**
 * What had to be done to read a reply: the reasoning in it set aside, text that is no JSON mended, LaTeX kept from being taken for escapes, the
 * object made of list items or of labelled lines, a key spelt otherwise, a second question; and parts that were left out.
 */
export const readingKinds = ['reasoning', 'mended', 'latex', 'items', 'lines', 'alias', 'reask', 'lost'] as const;
export type ReadingKind = (typeof readingKinds)[number];

/** Replies of each kind, and lost parts; a kind that is not listed was not met. */
export type ReadingCounts = { readonly [kind in ReadingKind]?: number };
export type ReadingsByRole = { readonly [role in Role]?: ReadingCounts };

export function addReadings(a: ReadingCounts, b: ReadingCounts): ReadingCounts {
  return Object.fromEntries(
    readingKinds.flatMap((kind) => {
      const sum = (a[kind] ?? 0) + (b[kind] ?? 0);
      return sum === 0 ? [] : [[kind, sum]];
    }),
  );
}

/** The readings of two stretches of a run, role by role. */
export function addReadingsByRole(a: ReadingsByRole, b: ReadingsByRole): ReadingsByRole {
  const added = Object.entries(b).map(([role, counts]) => [role, addReadings(a[role as Role] ?? {}, counts)]);
  return { ...a, ...Object.fromEntries(added) };
}
