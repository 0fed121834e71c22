import type { Bullet, Playbook } from './playbook.ts';

/** A bullet as its line: `[id] helpful=n harmful=n :: text`. */
export function renderBullet(bullet: Bullet): string {
  return `[${bullet.id}] helpful=${bullet.helpful} harmful=${bullet.harmful} :: ${bullet.text}`;
}

/** The playbook in ACE's own text form: preamble, then each section's header and bullets in order of addition. */
export function renderPlaybook(playbook: Playbook): string {
  const lines = new Map<string, string[]>(playbook.sections.map((section) => [section, [`## ${section}`]]));
  for (const bullet of playbook.bullets) lines.get(bullet.section)!.push(renderBullet(bullet));
  const blocks = [...lines.values()].map((block) => block.join('\n'));
  return [...(playbook.preamble === '' ? [] : [escapePreamble(playbook.preamble)]), ...blocks].join('\n\n');
}

/** True for lines that the text form reads as structure. */
export function isStructure(line: string): boolean {
  return /^\\*(##|\[)/.test(line);
}

// A preamble line that would read as a header or a bullet gets a backslash, which reading takes off again.
function escapePreamble(preamble: string): string {
  return preamble
    .split('\n')
    .map((line) => (isStructure(line) ? `\\${line}` : line))
    .join('\n');
}
