import type { Bullet, Playbook } from '../../harness/playbook/playbook.ts';
import { withBullets } from '../../harness/playbook/playbook.ts';
import type { PlaybookTokens } from '../../harness/playbook/playbook-tokens.ts';
import { renderBullet, renderPlaybook } from '../../harness/playbook/render-playbook.ts';

/** Tokens of playbooks by writing each out as a whole: slow, and what any quicker way must agree with. */
export function writtenTokens(
  countTokens: (text: string) => number,
  render: (playbook: Playbook) => string = renderPlaybook,
  lineOf: (bullet: Bullet) => string = renderBullet,
): PlaybookTokens {
  const of = (playbook: Playbook): number => countTokens(render(playbook));
  return {
    of,
    alone: (playbook, bullet) => of(withBullets(playbook, [bullet])),
    without: (playbook, gone) =>
      of(
        withBullets(
          playbook,
          playbook.bullets.filter((_, place) => gone[place] !== 1),
        ),
      ),
    line: (bullet) => countTokens(`${lineOf(bullet)}\n`),
  };
}

/** So many tokens a bullet, and some for all the rest. */
export function perBullet(each: number, rest = 0): PlaybookTokens {
  const of = ({ bullets }: Playbook): number => rest + each * bullets.length;
  return {
    of,
    alone: () => rest + each,
    without: (playbook, gone) => of(playbook) - each * gone.reduce((sum, mark) => sum + mark, 0),
    line: () => each,
  };
}
