import type { BulletType } from '../core/context-event.ts';
import type { Instructions } from '../core/rendered.ts';
import { sectionHeader, withSection } from './section-key.ts';

// One bullet, as data and as the line that the generator reads:
//   { id: 'sai-00007', section: 'STRATEGIES AND INSIGHTS', text: 'Page numbers start at 0.', helpful: 3, harmful: 0, … }
//   [sai-00007] helpful=3 harmful=0 :: Page numbers start at 0.

export type Bullet = {
  readonly id: string;
  /** Header of its section, as the playbook spells it. */
  readonly section: string;
  /** One line, without leading or trailing white space. */
  readonly text: string;
  readonly helpful: number;
  readonly harmful: number;
  readonly type: BulletType | null;
  readonly rationale: string | null;
  readonly addedAtRound: number;
  /** Attempts that cited it. */
  readonly used: number;
  /** Keys of the ops that made it: its own first, then those that updated it and those of bullets merged into it. */
  readonly lineage: readonly string[];
  /** True until refine has compared it with all others, and again once its text changes. */
  readonly fresh: boolean;
};

export type Playbook = {
  /** Base instructions: text before the first section, never curated or evicted. */
  readonly preamble: string;
  /** Headers in rendered order. */
  readonly sections: readonly string[];
  /** Number of the next bullet. It never goes back, so an id is never used twice. */
  readonly nextNumber: number;
  /** In order of addition. */
  readonly bullets: readonly Bullet[];
  /** Rendered tokens after the last refine, or after an eviction since that left fewer; null before the first. */
  readonly refinedTokens: number | null;
};

/** A playbook without bullets. Preamble lines are kept as they are; headers are made one line each, and spellings of one header meet. */
export function emptyPlaybook(preamble: string, sections: readonly string[]): Playbook {
  return {
    preamble: preamble.replace(/\r\n?/g, '\n').trim(),
    sections: sections.map(sectionHeader).reduce(withSection, [] as readonly string[]),
    nextNumber: 1,
    bullets: [],
    refinedTokens: null,
  };
}

/** The playbook with its bullets replaced, all else kept. */
export function withBullets(playbook: Playbook, bullets: readonly Bullet[]): Playbook {
  return { ...playbook, bullets };
}

/** A playbook that was read from elsewhere, with base instructions where it has none of its own. */
export function withBase(playbook: Playbook, base: Instructions): Playbook {
  return playbook.preamble === '' ? { ...playbook, preamble: emptyPlaybook(base.text, []).preamble } : playbook;
}

/** The bullet, marked as compared with all others. */
export function markCompared(bullet: Bullet): Bullet {
  return bullet.fresh ? { ...bullet, fresh: false } : bullet;
}
