import type { Checkpoint, RoundRecord } from '../core/records.ts';

type Verdict = Pick<RoundRecord, 'collapsed' | 'compressed'>;
type Now = Pick<RoundRecord, 'coverage' | 'contextTokens'>;

/**
 * Whether a round lost what was learnt: `collapsed` iff coverage or the val score fell by more than half since it was last known, `compressed`
 * iff only the tokens did. Short contexts can be good ones, so a fall in tokens alone is no collapse.
 */
export function judgeRound(
  previous: RoundRecord | null,
  lastValScore: number | null,
  now: Now,
  valScore: number | null,
): Verdict {
  if (previous === null) return { collapsed: false, compressed: false };
  const collapsed = halved(previous.coverage, now.coverage) || halved(lastValScore, valScore);
  return { collapsed, compressed: !collapsed && halved(previous.contextTokens, now.contextTokens) };
}

function halved(before: number | null, after: number | null): boolean {
  return before !== null && after !== null && after < before / 2;
}

/** The best context on val after a probe: the earlier one unless the new score is higher. */
export function betterOf(
  best: Checkpoint['best'],
  round: number,
  score: number,
  context: NonNullable<Checkpoint['best']>['context'],
) {
  return best !== null && best.score >= score ? best : { round, score, context };
}
