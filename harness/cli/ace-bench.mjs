#!/usr/bin/env node
// In a clone the TypeScript sources run as they are, by tsx; a package holds plain JavaScript instead.
import { existsSync } from 'node:fs';

if (existsSync(new URL('./main.ts', import.meta.url))) {
  const { register } = await import('tsx/esm/api');
  register();
  await import('./main.ts');
} else {
  await import('../../dist/harness/cli/main.js');
}
