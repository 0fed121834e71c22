import type { ContextEvent, Vetoed } from '../core/context-event.ts';
import type { Json } from '../core/json.ts';
import type { RoundRecord } from '../core/records.ts';
import { isVague } from '../playbook/is-vague.ts';
import type { Playbook } from '../playbook/playbook.ts';
import { replayEvents } from '../playbook/replay-events.ts';
import type { RowHealth } from '../report/round-row.ts';

/** Follows the bullets of one run through its events. What it keeps is bounded by the playbook, not by the rounds. */
export type BulletWatch = {
  add(event: ContextEvent): void;
  /** Bullets now; null for a context that has none, or is unknown. */
  bullets(): number | null;
  /** The state of the bullets as a round publishes them, compared with the round before. */
  close(published: Pick<RoundRecord, 'round' | 'bullets'>): RowHealth;
};

export const noHealth = { unused: null, harmful: null, conflicts: null, vague: null, churn: null } satisfies RowHealth;

/**
 * Starts at the context that the run started from. All is unknown for a context without bullets, for a start that no manifest told, and from the
 * first event on that does not fit, since records of other code may be replayed otherwise.
 */
export function watchBullets(start: Json | null): BulletWatch {
  let playbook = playbookIn(start);
  let before = textsOf(playbook);
  let vetoed: ReadonlyMap<string, Vetoed> | null = null;
  let vague: ReadonlyMap<string, boolean> = new Map();
  return {
    add: (event) => {
      if (playbook === null) return;
      playbook = replayed(playbook, event);
      if (event.kind === 'refine') vetoed = standing([...(vetoed?.values() ?? []), ...event.vetoed], textsOf(playbook));
    },
    bullets: () => playbook?.bullets.length ?? null,
    close: ({ round, bullets }) => {
      if (playbook !== null && playbook.bullets.length !== bullets) playbook = null;
      if (playbook === null) return noHealth;
      const texts = textsOf(playbook);
      const churn = churnOf(before, texts);
      before = texts;
      if (vetoed !== null) vetoed = standing([...vetoed.values()], texts);
      vague = new Map([...texts.values()].map((text) => [text, vague.get(text) ?? isVague(text)]));
      return {
        unused: playbook.bullets.filter(({ used, addedAtRound }) => used === 0 && addedAtRound < round).length,
        harmful: playbook.bullets.filter(({ helpful, harmful }) => harmful > helpful).length,
        // Before the first refine no pair was ever compared.
        conflicts: vetoed?.size ?? null,
        vague: [...texts.values()].filter((text) => vague.get(text)).length,
        churn,
      };
    },
  };
}

function playbookIn(context: Json | null): Playbook | null {
  if (context === null || typeof context !== 'object' || Array.isArray(context)) return null;
  const { bullets, sections } = context as { readonly [key: string]: Json };
  return Array.isArray(bullets) && Array.isArray(sections) ? (context as unknown as Playbook) : null;
}

function replayed(playbook: Playbook, event: ContextEvent): Playbook | null {
  try {
    return playbookIn(replayEvents(playbook, [event]));
  } catch {
    return null;
  }
}

type Texts = ReadonlyMap<string, string>;

function textsOf(playbook: Playbook | null): Texts {
  return new Map(playbook?.bullets.map(({ id, text }) => [id, text]));
}

/** The vetoed pairs, each once, whose bullets both stand and still say what was compared. */
function standing(pairs: readonly Vetoed[], texts: Texts): ReadonlyMap<string, Vetoed> {
  const stand = pairs.filter((pair) => texts.get(pair.a) === pair.texts[0] && texts.get(pair.b) === pair.texts[1]);
  return new Map(stand.map((pair) => [`${pair.a} ${pair.b}`, pair]));
}

/** Bullets that came, went or say something else, over those before; null where there were none. */
function churnOf(before: Texts, after: Texts): number | null {
  if (before.size === 0) return null;
  const added = [...after.keys()].filter((id) => !before.has(id)).length;
  const changed = [...before].filter(([id, text]) => after.get(id) !== text).length;
  return (added + changed) / before.size;
}
