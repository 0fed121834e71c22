import { create, options } from '../../harness/methods/ace.ts';
import { methodContract } from '../contracts/method-contract.ts';

// Every policy of refine and every way of rendering is held to the contract of methods; the registry's test has the defaults and the modes.
const variants = [
  { refine: { mode: 'periodic', every: 2, onDuplicate: 'merge', threshold: 0.5, scope: 'section' } },
  { refine: { onDuplicate: 'replace', threshold: 0.5, guards: [] }, render: { counters: 'hidden', order: 'append' } },
  { curate: { rejectVague: true }, refine: { onDuplicate: 'llm', threshold: 0.5, guards: ['numbers'] } },
];
for (const variant of variants)
  methodContract(`ace, ${JSON.stringify(variant)}`, (setup) => create(options.parse(variant), setup));
