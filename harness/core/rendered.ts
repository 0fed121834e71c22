/** A suite's versioned base instructions: what every context starts from. */
export type Instructions = { readonly version: string; readonly text: string };

/** A context as the generator reads it. `stable` is the same for all questions and stands first, `perTask` may differ and is made of prompt blocks. */
export type Rendered = {
  readonly stable: string;
  readonly perTask: string;
  /** Ids the generator may cite; null for contexts without bullets. */
  readonly ids: ReadonlySet<string> | null;
};
