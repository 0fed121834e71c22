import type { Json } from './json.ts';

export type Role = 'generator' | 'reflector' | 'curator' | 'rewriter' | 'merger';

/** One piece of a prompt. Adjacent parts of one speaker are one message; their texts are joined by a blank line. */
export type PromptPart = { readonly speaker: 'system' | 'user'; readonly text: string };

export type LlmRequest = {
  readonly role: Role;
  readonly parts: readonly PromptPart[];
  /** JSON Schema that the reply should satisfy, for providers that can enforce one. */
  readonly schema: Json | null;
  readonly maxTokens: number;
  readonly temperature: number;
  readonly seed: number;
  /** Names the call in ledgers and recordings; never shown to a model. */
  readonly callId: string;
};

/** Tokens as the provider reports them; `cachedTokens` is null where it does not say. */
export type Usage = {
  readonly inputTokens: number;
  readonly cachedTokens: number | null;
  readonly outputTokens: number;
};

export type FinishKind = 'stop' | 'length' | 'refusal';

export type LlmReply = {
  readonly text: string;
  readonly usage: Usage | null;
  readonly finish: FinishKind;
  readonly latencyMs: number;
  readonly model: string;
};

/** A model that answers prompts. Throws InfraError when it cannot be reached. */
export interface Llm {
  readonly id: string;
  complete(request: LlmRequest): Promise<LlmReply>;
}

/** What one role cost over some stretch of a run: a null is a provider that did not report. */
export type RoleUsage = {
  readonly calls: number;
  readonly inputTokens: number | null;
  readonly cachedTokens: number | null;
  readonly outputTokens: number | null;
};
export type UsageByRole = { readonly [role in Role]?: RoleUsage };
