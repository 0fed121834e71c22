import type { CheckKind } from '../../harness/core/suite.ts';
import type { TaggingTask } from './tasks.ts';

/** Says of each question of a task what the training tasks had of it. */
export function questionKinds(train: readonly TaggingTask[]): (gold: TaggingTask['gold']) => readonly CheckKind[] {
  const rules = new Set(train.flatMap(({ gold }) => gold.rules));
  const wordings = new Set(train.flatMap(({ gold }) => gold.wordings));
  return ({ rules: asked, wordings: read }) =>
    asked.map((rule, index) => {
      if (!rules.has(rule)) return 'unseen';
      // No two rules share a wording.
      return wordings.has(read[index]!) ? 'seen wording' : 'seen rule, other wording';
    });
}
