#!/usr/bin/env node
// Registers tsx, so that the TypeScript sources run as they are, then hands over.
import { register } from 'tsx/esm/api';

register();
await import('./main.ts');
