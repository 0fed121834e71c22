import { readFileSync } from 'node:fs';
import { hashText } from '../core/hash.ts';
import type { Role } from '../core/llm.ts';

/** Roles whose prompt is ours: what a judge or a simulated user is told belongs to its suite. */
export type PromptRole = Exclude<Role, 'judge' | 'user'>;

/** A role's system prompt and its hash, as the manifest records it. */
export type Prompt = { readonly text: string; readonly hash: string };

/** The prompt files of this folder, read once. */
export const prompts: { readonly [role in PromptRole]: Prompt } = {
  generator: readPrompt('generator'),
  reflector: readPrompt('reflector'),
  curator: readPrompt('curator'),
  rewriter: readPrompt('rewriter'),
  merger: readPrompt('merger'),
};

function readPrompt(role: PromptRole): Prompt {
  const text = readFileSync(new URL(`./prompts/${role}.md`, import.meta.url), 'utf8').trim();
  return { text, hash: hashText(text) };
}
