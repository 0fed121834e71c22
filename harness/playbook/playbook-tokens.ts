import type { Bullet, Playbook } from './playbook.ts';
import { aceStyle, escapePreamble, renderBullet, type RenderStyle } from './render-playbook.ts';

/** How a playbook is written out, as far as its tokens depend on it. */
export type TextLayout = {
  readonly lineOf: (bullet: Bullet) => string;
  /** Bullets under their headers, in order of addition under a header wherever the section changes, or one block without any. */
  readonly order: RenderStyle['order'] | 'plain';
};

/** Tokens of rendered playbooks, counted without writing them out. */
export type PlaybookTokens = {
  of(playbook: Playbook): number;
  /** Of the playbook with this bullet alone. */
  alone(playbook: Playbook, bullet: Bullet): number;
  /** Of the playbook without the bullets at the places that are marked, by 1. */
  without(playbook: Playbook, gone: Uint8Array): number;
  /** Of a bullet's line with its break. */
  line(bullet: Bullet): number;
};

/** The layout of ACE's own text form, in the style that is asked for. */
export function aceLayout({ counters, order }: RenderStyle = aceStyle): TextLayout {
  return { lineOf: (bullet) => renderBullet(bullet, counters), order };
}

/**
 * Counts what `renderPlaybook` would write, or a plain list, exactly: `countTokens` counts line by line, a line with its break, so the tokens of
 * a playbook are those of its lines. It remembers the last list of bullets and walks the next one beside it: a list that differs in one bullet
 * costs a comparison of two references for each of the others.
 */
export function playbookTokens({ lineOf, order }: TextLayout, countTokens: (text: string) => number): PlaybookTokens {
  const known = new WeakMap<Bullet, number>();
  const lineEnd = countTokens('\n');
  let last: Lines = { bullets: [], tokens: new Uint32Array(), sum: 0 };

  function line(bullet: Bullet): number {
    let tokens = known.get(bullet);
    if (tokens === undefined) {
      tokens = countTokens(`${lineOf(bullet)}\n`);
      known.set(bullet, tokens);
    }
    return tokens;
  }

  function linesOf(bullets: readonly Bullet[]): Lines {
    if (bullets === last.bullets) return last;
    const tokens = new Uint32Array(bullets.length);
    let sum = 0;
    let place = 0;
    // What is gone from the last list is looked past, as long as that costs no more than the list is long.
    let mayLookPast = last.bullets.length;
    for (let index = 0; index < bullets.length; index++) {
      const bullet = bullets[index]!;
      let at = place;
      while (at < last.bullets.length && last.bullets[at] !== bullet && mayLookPast-- > 0) at++;
      const isFound = last.bullets[at] === bullet;
      if (isFound) place = at + 1;
      tokens[index] = isFound ? last.tokens[at]! : line(bullet);
      sum += tokens[index]!;
    }
    last = { bullets, tokens, sum };
    return last;
  }

  /** What stands around the bullets' lines: preamble, headers, and the empty lines between blocks; less the break that the last line lacks. */
  function frame({ preamble, sections }: Playbook, bullets: readonly Bullet[], gone: Uint8Array | null): number {
    const headers = order === 'plain' ? [] : order === 'section' ? sections : [...sections, ...runs(bullets, gone)];
    const lastBullet = lastOf(bullets, gone, order === 'section' ? sections.at(-1) : undefined);
    const hasList = order === 'plain' && lastBullet !== undefined;
    const blocks = (preamble === '' ? 0 : 1) + headers.length + (hasList ? 1 : 0);
    if (blocks === 0) return 0;
    const opening = escapePreamble(preamble, order);
    let tokens = (blocks - 1) * lineEnd;
    if (preamble !== '') tokens += countTokens(`${opening}\n`);
    for (const header of headers) tokens += countTokens(`## ${header}\n`);
    const end =
      lastBullet !== undefined
        ? lineOf(lastBullet)
        : headers.length > 0
          ? `## ${headers.at(-1)}`
          : opening.split('\n').at(-1)!;
    return tokens - (countTokens(`${end}\n`) - countTokens(end));
  }

  return {
    of: (playbook) => linesOf(playbook.bullets).sum + frame(playbook, playbook.bullets, null),
    alone: (playbook, bullet) => line(bullet) + frame(playbook, [bullet], null),
    without: (playbook, gone) => {
      const { tokens, sum } = linesOf(playbook.bullets);
      let left = sum;
      for (let place = 0; place < tokens.length; place++) if (gone[place] === 1) left -= tokens[place]!;
      return left + frame(playbook, playbook.bullets, gone);
    },
    line,
  };
}

type Lines = { readonly bullets: readonly Bullet[]; readonly tokens: Uint32Array; readonly sum: number };

/** The section of each run of bullets. */
function runs(bullets: readonly Bullet[], gone: Uint8Array | null): readonly string[] {
  const found: string[] = [];
  for (let place = 0; place < bullets.length; place++) {
    const { section } = bullets[place]!;
    if (gone?.[place] !== 1 && section !== found.at(-1)) found.push(section);
  }
  return found;
}

/** The last bullet that is left, of one section where one is named. */
function lastOf(bullets: readonly Bullet[], gone: Uint8Array | null, section: string | undefined): Bullet | undefined {
  for (let place = bullets.length - 1; place >= 0; place--) {
    const bullet = bullets[place]!;
    if (gone?.[place] !== 1 && (section === undefined || bullet.section === section)) return bullet;
  }
  return undefined;
}
