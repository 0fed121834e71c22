/**
 * Tells whether two texts differ in something that a merge would destroy, whatever their cosine. Pure and symmetric in effect: either order
 * gives the same answer. True is a veto.
 */
export type Guard = (a: string, b: string) => boolean;
