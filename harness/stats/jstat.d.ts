// jstat has no types; these are the parts that are used.
declare module 'jstat' {
  export const jStat: {
    readonly beta: { inv(p: number, alpha: number, beta: number): number };
    readonly studentt: { inv(p: number, df: number): number };
    readonly normal: { inv(p: number, mean: number, sd: number): number };
  };
}
