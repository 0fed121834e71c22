import type { Json } from './json.ts';

/** Who asks: ACE's roles, the baselines', a suite's judge, and the user that a suite simulates. */
export const roles = ['generator', 'reflector', 'curator', 'rewriter', 'merger', 'judge', 'user'] as const;
export type Role = (typeof roles)[number];

/** A call of a tool as the model wrote it: `input` is its JSON text, unparsed. */
export type ToolCall = { readonly id: string; readonly name: string; readonly input: string };

/** One piece of a prompt. Adjacent parts of one speaker are one message; their texts are joined by a blank line. */
export type PromptPart = {
  readonly speaker: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** What the assistant called; on parts of the assistant alone. */
  readonly toolCalls?: readonly ToolCall[];
  /** The call that a part of a tool answers. */
  readonly toolCallId?: string;
};

/** A tool that a model may call. `schema` is the JSON Schema of its input. */
export type ToolSpec = { readonly name: string; readonly about: string; readonly schema: Json };

/** What a reply should be. Providers that cannot enforce it send the request without, and the reader copes. */
export type ReplyFormat =
  | { readonly kind: 'text' }
  | { readonly kind: 'json'; readonly name: string; readonly schema: Json }
  | {
      readonly kind: 'tools';
      readonly tools: readonly ToolSpec[];
      /** Whether some tool must be called, or which. */
      readonly choice: 'auto' | 'required' | { readonly name: string };
    };

export type LlmRequest = {
  readonly role: Role;
  readonly parts: readonly PromptPart[];
  readonly format: ReplyFormat;
  readonly maxTokens: number;
  /** Null: not sent, the provider's default. */
  readonly temperature: number | null;
  /** Null: not sent. */
  readonly seed: number | null;
  /** Texts at which the reply ends, themselves left out. */
  readonly stop?: readonly string[];
  readonly signal: AbortSignal;
  /** `phase/round/epoch/task|adapt/role/step/ask/sample`: names the call in ledgers and recordings; never shown to a model. */
  readonly callId: string;
};

/** Tokens as the provider reports them; each is null where it does not say. Cached and written ones are parts of the input, reasoning of the output. */
export type Usage = {
  readonly inputTokens: number | null;
  readonly cachedTokens: number | null;
  readonly cacheWriteTokens: number | null;
  readonly outputTokens: number | null;
  readonly reasoningTokens: number | null;
};

/** Why a reply ended, a closed list: what a provider says beyond it is `other`. `overflow` is a prompt that did not fit the model's window. */
export const finishKinds = ['stop', 'length', 'refusal', 'tool-calls', 'content-filter', 'overflow', 'other'] as const;
export type FinishKind = (typeof finishKinds)[number];

export type LlmReply = {
  readonly text: string;
  /** What the model thought before it answered, where that comes apart; null where it does not. */
  readonly reasoning: string | null;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: Usage;
  readonly finish: FinishKind;
  /** The seed that reached the model; null where none was sent or the provider ignores it. */
  readonly seedSent: number | null;
  readonly latencyMs: number;
  /** As reported by the provider. */
  readonly model: string;
};

/** A model that answers prompts. Throws InfraError when it cannot be reached. Streaming, several samples and other options stay inside it. */
export interface Llm {
  readonly id: string;
  complete(request: LlmRequest): Promise<LlmReply>;
}

/** How replies are sampled; the same for all arms of an experiment. */
export type Decoding = {
  readonly temperature: number | null;
  readonly seed: number | null;
  /** Tokens of a reply: by role where it says so, else what the call asks for, else the default. */
  readonly maxTokens: { readonly default: number } & { readonly [role in Role]?: number };
};
