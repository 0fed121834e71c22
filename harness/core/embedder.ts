/** Turns texts into unit vectors of `dims` numbers, one per text, in order. Throws InfraError when it cannot be reached. */
export interface Embedder {
  readonly id: string;
  readonly dims: number;
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}
