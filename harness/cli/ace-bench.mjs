#!/usr/bin/env node
// Registers tsx, so that the TypeScript sources run as they are, then hands over.
import { setFlagsFromString } from 'node:v8';
import { register } from 'tsx/esm/api';

// Garbage goes before the heap is much larger than what lives: a long run needs the memory of a short one, at no time that could be measured.
setFlagsFromString('--heap-growing-percent=30');
register();
await import('./main.ts');
