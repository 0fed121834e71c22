import type { RunSpec } from '../core/spec.ts';
import { checkedEmbedder, checkedLlm } from './checked-calls.ts';
import { checkedMethod } from './checked-method.ts';
import { checkedSuite } from './checked-suite.ts';
import type { Halt } from './halt.ts';
import type { RunParts } from './run-parts.ts';

/**
 * The parts of a run, each held to its contract while it runs. One that breaks it is named in a PartError; that, a FatalError and an
 * InfraError reach the halt whatever other parts make of them.
 */
export function checkedParts(parts: RunParts, spec: RunSpec, halt: Halt): RunParts {
  return {
    ...parts,
    suite: checkedSuite(parts, halt),
    method: checkedMethod(parts, spec.budget, halt),
    llm: checkedLlm(parts.llm, halt),
    embedder: checkedEmbedder(parts.embedder, halt),
  };
}
