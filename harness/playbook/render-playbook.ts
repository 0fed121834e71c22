import type { Bullet, Playbook } from './playbook.ts';

export const counterStyles = ['shown', 'hidden'] as const;
export const bulletOrders = ['section', 'append'] as const;
export type RenderStyle = {
  readonly counters: (typeof counterStyles)[number];
  readonly order: (typeof bulletOrders)[number];
};

export const aceStyle: RenderStyle = { counters: 'shown', order: 'section' };

/** A bullet as its line: `[id] helpful=n harmful=n :: text`, or `[id] text` where counters are hidden. */
export function renderBullet(bullet: Bullet, counters: RenderStyle['counters'] = 'shown'): string {
  if (counters === 'shown')
    return `[${bullet.id}] helpful=${bullet.helpful} harmful=${bullet.harmful} :: ${bullet.text}`;
  // A text that begins like counters would be read as such: zeros before it keep it a text, and never change.
  const zeros = /^helpful=\d+\s+harmful=\d+\s+::/.test(bullet.text) ? 'helpful=0 harmful=0 :: ' : '';
  return `[${bullet.id}] ${zeros}${bullet.text}`;
}

/**
 * The playbook as text that parsePlaybook() reads: preamble, then sections. Order `section` is ACE's own: each header with its bullets. Order
 * `append` keeps a prefix cache: all headers, so that empty sections are known, then the bullets in order of addition, under a header
 * again wherever the section changes. So what is added stands at the end, and with hidden counters a tag changes nothing.
 */
export function renderPlaybook(playbook: Playbook, { counters, order }: RenderStyle = aceStyle): string {
  const lines = order === 'section' ? bySection(playbook, counters) : inOrder(playbook, counters);
  return [...(playbook.preamble === '' ? [] : [escapePreamble(playbook.preamble, order)]), ...lines].join('\n\n');
}

function bySection(playbook: Playbook, counters: RenderStyle['counters']): readonly string[] {
  const lines = new Map<string, string[]>(playbook.sections.map((section) => [section, [`## ${section}`]]));
  for (const bullet of playbook.bullets) lines.get(bullet.section)!.push(renderBullet(bullet, counters));
  return [...lines.values()].map((block) => block.join('\n'));
}

function inOrder(playbook: Playbook, counters: RenderStyle['counters']): readonly string[] {
  const blocks: string[][] = [];
  let section: string | null = null;
  for (const bullet of playbook.bullets) {
    if (bullet.section !== section) blocks.push([`## ${bullet.section}`]);
    section = bullet.section;
    blocks.at(-1)!.push(renderBullet(bullet, counters));
  }
  return [...playbook.sections.map((header) => `## ${header}`), ...blocks.map((block) => block.join('\n'))];
}

/** True for lines that the text form reads as structure. */
export function isStructure(line: string): boolean {
  return /^\\*(##|\[)/.test(line);
}

/** A preamble line that would read as a header or a bullet gets a backslash, which reading takes off again; a plain list has neither. */
export function escapePreamble(preamble: string, order: RenderStyle['order'] | 'plain'): string {
  if (order === 'plain') return preamble;
  return preamble
    .split('\n')
    .map((line) => (isStructure(line) ? `\\${line}` : line))
    .join('\n');
}
