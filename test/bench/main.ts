// All figures that have a target: npm run bench
import { rowsText } from './bench-row.ts';
import { benchEmbedding } from './embedding.ts';
import { benchInsertion } from './insertion.ts';
import { benchSweep } from './sweep.ts';
import { benchProcesses } from './whole-process.ts';

console.log(rowsText(benchProcesses()));
console.log(rowsText(await benchEmbedding()));
console.log(rowsText(await benchInsertion()));
console.log(rowsText(await benchSweep()));
