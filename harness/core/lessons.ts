/** The lessons a suite knows to be true, and what a line of text says about them. */
export type Lessons = {
  /** Ids, those first that matter to most tasks. */
  readonly all: readonly string[];
  states(line: string): readonly { readonly lessonId: string; readonly stance: Stance }[];
  /** A lesson as lines of advice in which `states` finds that stance; for arms whose context is fixed. */
  text?(lessonId: string, stance: Stance): string;
};
export type Stance = 'correct' | 'contradicted';
