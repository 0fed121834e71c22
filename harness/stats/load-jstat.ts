import { createRequire } from 'node:module';

type JStat = typeof import('jstat')['jStat'];

let loaded: JStat | null = null;

/** jstat, loaded at the first call only: commands that print no interval should not wait for it. */
export function loadJStat(): JStat {
  if (loaded === null) loaded = (createRequire(import.meta.url)('jstat') as typeof import('jstat')).jStat;
  return loaded;
}
