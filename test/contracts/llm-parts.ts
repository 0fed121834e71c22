import type { LlmReply, LlmRequest } from '../../harness/core/llm.ts';
import { type RoleUsage, unknownUsage } from '../../harness/core/usage.ts';

/** A request with the fields that a test cares about. */
export function requestWith(fields: Partial<LlmRequest> = {}): LlmRequest {
  return {
    role: 'generator',
    parts: [],
    format: { kind: 'text' },
    maxTokens: 1000,
    temperature: 0,
    seed: 1,
    signal: new AbortController().signal,
    callId: 'test/1/1/t-1/generator/0/0/0',
    ...fields,
  };
}

/** A reply with the fields that a test cares about; its usage is unknown. */
export function replyWith(fields: Partial<LlmReply> = {}): LlmReply {
  return {
    text: '',
    reasoning: null,
    toolCalls: [],
    usage: unknownUsage,
    finish: 'stop',
    seedSent: null,
    latencyMs: 0,
    model: 'test',
    ...fields,
  };
}

/** The usage of one role, of which only these counts are known. */
export function usageWith(fields: Partial<RoleUsage>): RoleUsage {
  return { calls: 1, ...unknownUsage, ...fields };
}
