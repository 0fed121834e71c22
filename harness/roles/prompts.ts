import { readFileSync } from 'node:fs';
import { hashText } from '../core/hash.ts';
import type { Role } from '../core/llm.ts';

/** A role's system prompt and its hash, as the manifest records it. */
export type Prompt = { readonly text: string; readonly hash: string };

/** The prompt files of this folder, read once. */
export const prompts: { readonly [role in Role]: Prompt } = {
  generator: readPrompt('generator'),
  reflector: readPrompt('reflector'),
  curator: readPrompt('curator'),
  rewriter: readPrompt('rewriter'),
  merger: readPrompt('merger'),
};

function readPrompt(role: Role): Prompt {
  const text = readFileSync(new URL(`./prompts/${role}.md`, import.meta.url), 'utf8').trim();
  return { text, hash: hashText(text) };
}
