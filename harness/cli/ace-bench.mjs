#!/usr/bin/env node
// In a clone the TypeScript sources run as they are, by tsx; a package holds plain JavaScript instead.
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

// Garbage goes before the heap is much larger than what lives: a long run needs the memory of a short one, at no time that could be measured.
setFlagsFromString('--heap-growing-percent=30');
if (existsSync(new URL('./main.ts', import.meta.url))) {
  const { register } = await import('tsx/esm/api');
  register();
  await import('./main.ts');
} else {
  await import('../../dist/harness/cli/main.js');
}
