/** Turns texts into unit vectors of `dims` numbers, one per text, in order, to be read only. Throws InfraError when it cannot be reached. */
export interface Embedder {
  readonly id: string;
  readonly dims: number;
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** True for a text embedded before of which it could read the start only. */
  isCut?(text: string): boolean;
}
