import { type Bullet, type Playbook, withBullets } from '../playbook/playbook.ts';
import type { RenderStyle } from '../playbook/render-playbook.ts';

export type SweepTokens = {
  /** Tokens of the rendered playbook. */
  of(playbook: Playbook): number;
  /** Tokens of the playbook with this bullet alone. */
  alone(playbook: Playbook, bullet: Bullet): number;
  /** For what asks for a text and how many tokens that has: the text is only the number. */
  readonly render: (playbook: Playbook) => string;
  readonly countTokens: (text: string) => number;
};

/**
 * Tokens of playbooks without writing them out: a bullet is a line, and a line's tokens do not depend on the others. So a playbook has
 * those of a small one with the last bullet under each header, which settles headers and the line without a break at the end, and those
 * of the other lines. All playbooks must have the same preamble and sections.
 */
export function sweepTokens(
  render: (playbook: Playbook) => string,
  count: (text: string) => number,
  order: RenderStyle['order'],
): SweepTokens {
  const known = new Map<string, { readonly alone: number; readonly line: number }>();

  function tokensOf(playbook: Playbook, bullet: Bullet): { readonly alone: number; readonly line: number } {
    const key = `${bullet.id} ${bullet.helpful} ${bullet.harmful} ${bullet.section} ${bullet.text}`;
    let tokens = known.get(key);
    if (tokens === undefined) {
      const alone = count(render(withBullets(playbook, [bullet])));
      // What a line adds above an equal one.
      tokens = { alone, line: count(render(withBullets(playbook, [bullet, bullet]))) - alone };
      known.set(key, tokens);
    }
    return tokens;
  }

  // The same object recurs in round after round.
  const lines = new WeakMap<Bullet, number>();
  function lineTokens(playbook: Playbook, bullet: Bullet): number {
    let tokens = lines.get(bullet);
    if (tokens === undefined) {
      tokens = tokensOf(playbook, bullet).line;
      lines.set(bullet, tokens);
    }
    return tokens;
  }

  function of(playbook: Playbook): number {
    const ends = lastUnderHeaders[order](playbook.bullets);
    let sum = 0;
    for (const bullet of playbook.bullets) sum += lineTokens(playbook, bullet);
    for (const bullet of ends) sum -= lineTokens(playbook, bullet);
    return sum + count(render(withBullets(playbook, ends)));
  }

  return {
    of,
    alone: (playbook, bullet) => tokensOf(playbook, bullet).alone,
    render: (playbook) => String(of(playbook)),
    countTokens: Number,
  };
}

/** The last bullet under each header, in order of addition. */
const lastUnderHeaders: {
  readonly [order in RenderStyle['order']]: (bullets: readonly Bullet[]) => readonly Bullet[];
} = {
  section: (bullets) => {
    const places = new Map<string, number>();
    for (let place = 0; place < bullets.length; place++) places.set(bullets[place]!.section, place);
    return [...places.values()].sort((a, b) => a - b).map((place) => bullets[place]!);
  },
  append: (bullets) => bullets.filter(({ section }, place) => section !== bullets[place + 1]?.section),
};
