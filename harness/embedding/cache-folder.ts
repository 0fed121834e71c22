import { resolve } from 'node:path';
import envPaths from 'env-paths';

/** The absolute folder for what can be made again: `$ACE_BENCH_CACHE`, or where it is unset or empty the platform's cache folder. */
export function cacheFolder(env: { readonly [name: string]: string | undefined }): string {
  const chosen = env.ACE_BENCH_CACHE?.trim();
  return chosen ? resolve(chosen) : envPaths('ace-bench', { suffix: '' }).cache;
}
