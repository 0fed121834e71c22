import type { ContextEvent, Vetoed } from '../core/context-event.ts';
import type { Json } from '../core/json.ts';
import type { RoundRecord } from '../core/records.ts';
import { isVague } from '../playbook/is-vague.ts';
import type { Playbook } from '../playbook/playbook.ts';
import { replayEvents } from '../playbook/replay-events.ts';
import { changesBetween, isHarmful, isUnused, standingConflicts, textsOf } from './bullet-health.ts';
import { playbookIn } from './run-step.ts';

/** The state of the bullets that a round published; all null for contexts without bullets. */
export type BulletHealth = {
  readonly unused: number | null;
  readonly harmful: number | null;
  /** Null until refine has compared any. */
  readonly conflicts: number | null;
  readonly vague: number | null;
  /** Null where the round before had no bullets. */
  readonly churn: number | null;
};

/** Follows the bullets of one run through its events. What it keeps is bounded by the playbook, not by the rounds. */
export type BulletWatch = {
  add(event: ContextEvent): void;
  /** Bullets now; null for a context that has none, or is unknown. */
  bullets(): number | null;
  /** The state of the bullets as a round publishes them, compared with the round before. */
  close(published: Pick<RoundRecord, 'round' | 'bullets'>): BulletHealth;
};

export const noHealth: BulletHealth = { unused: null, harmful: null, conflicts: null, vague: null, churn: null };

/**
 * Starts at the context that the run started from. All is unknown for a context without bullets, and from the first event on that does not
 * fit, since records of other code may be replayed otherwise.
 */
export function watchBullets(start: Json | null): BulletWatch {
  let playbook = playbookIn(start);
  let before = textsOf(playbook?.bullets ?? []);
  let vetoed: readonly Vetoed[] | null = null;
  let vague: ReadonlyMap<string, boolean> = new Map();
  return {
    add: (event) => {
      if (playbook === null) return;
      playbook = replayed(playbook, event);
      if (event.kind === 'refine')
        vetoed = standingConflicts([...(vetoed ?? []), ...event.vetoed], textsOf(playbook?.bullets ?? []));
    },
    bullets: () => playbook?.bullets.length ?? null,
    close: ({ round, bullets }) => {
      if (playbook !== null && playbook.bullets.length !== bullets) playbook = null;
      if (playbook === null) return noHealth;
      const texts = textsOf(playbook.bullets);
      const { churn } = changesBetween(before, texts);
      before = texts;
      if (vetoed !== null) vetoed = standingConflicts(vetoed, texts);
      vague = new Map([...texts.values()].map((text) => [text, vague.get(text) ?? isVague(text)]));
      return {
        unused: playbook.bullets.filter((bullet) => isUnused(bullet, round)).length,
        harmful: playbook.bullets.filter(isHarmful).length,
        // Before the first refine no pair was ever compared.
        conflicts: vetoed?.length ?? null,
        vague: [...texts.values()].filter((text) => vague.get(text)).length,
        churn,
      };
    },
  };
}

function replayed(playbook: Playbook, event: ContextEvent): Playbook | null {
  try {
    return playbookIn(replayEvents(playbook, [event]));
  } catch {
    return null;
  }
}
