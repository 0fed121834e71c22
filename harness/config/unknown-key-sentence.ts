import type { z } from 'zod';
import { sharedKeys } from './config-schema.ts';
import { didYouMean, didYouMeanOrKnown, likelyMeant } from './nearest.ts';
import { isSamePath, showPath, type Path } from './path.ts';
import { meaningsOf } from './tried-words.ts';
import { pathsTo, type UnknownKey } from './unknown-keys.ts';

/** The keys that an unknown one may stand for, as paths; each of them may be missing only because of it. */
export function meantPaths({ path, key, known }: UnknownKey): readonly Path[] {
  const near = likelyMeant(key, known);
  return [...(near === null ? [] : [[...path, near]]), ...sharedHomes(key).map((home) => home.split('.'))];
}

/** Where a key that all arms share stands, by its own name or by a word that people try for it. */
function sharedHomes(key: string): readonly string[] {
  return [key, ...meaningsOf(key)].flatMap((word) => sharedKeys.get(word) ?? []);
}

/** What is wrong with an unknown key: where it belongs, or what it may have been meant to be. */
export function unknownKeySentence(schema: z.ZodType, { path, key, known, below }: UnknownKey): string {
  const found = `expected a known key of ${showPath(path)}, found "${key}"`;
  const home = sharedHomes(key).find((at) => !isSamePath(at.split('.').slice(0, -1), path));
  if (home !== undefined) return `${found}, which all arms share: it belongs at ${home}`;
  const belongs = (places: readonly Path[]) => `${found}; it belongs at ${places.map(showPath).join(' or ')}`;
  const isTriedHere = meaningsOf(key).some((meaning) => known.includes(meaning));
  if (below.length > 0 && !isTriedHere) return belongs(below.map((inner) => [...path, ...inner]));
  const near = didYouMean(key, known);
  if (near !== '') return `${found}${near}`;
  // Of another part of the same kind that has such a key this one cannot borrow it.
  const places = [key, ...meaningsOf(key)]
    .flatMap((word) => pathsTo(word, schema))
    .filter(([head]) => head !== path[0]);
  return places.length > 0 ? belongs(places) : `${found}${didYouMeanOrKnown(key, known)}`;
}
