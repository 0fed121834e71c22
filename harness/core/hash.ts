import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from './json.ts';

/** SHA-256 of the text's UTF-8 bytes, as 64 hex digits. */
export function hashText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** SHA-256 of a value's canonical JSON, as 64 hex digits. */
export function hashJson(value: Json): string {
  return hashText(canonicalJson(value));
}

/** The first eight hex digits of a hash: enough to tell the contexts of one run or the specs of one experiment apart. */
export function shortHash(hash: string): string {
  return hash.slice(0, 8);
}
