import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { parsePlaybook } from '../../harness/playbook/parse-playbook.ts';
import { refine } from '../../harness/playbook/refine.ts';
import { renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import { addOf, degreesWorld, dropping, grow } from './degrees.ts';

// It stands beside the repository, not in it: skipped where it is not.
const file = fileURLToPath(
  new URL('../../../shared/data/ace-playbooks/appworld_offline_trained_no_gt_playbook.txt', import.meta.url),
);

describe.skipIf(!existsSync(file))('the published ACE playbook', () => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const playbook = parsePlaybook(text);
  const textOf = (id: string): string => playbook.bullets.find((bullet) => bullet.id === id)!.text;

  it('is read whole: all bullets, all sections, every text as it stands there', () => {
    const headers = text.split('\n').filter((line) => line.startsWith('##'));
    const lines = text.split('\n').filter((line) => line.startsWith('['));
    expect(playbook.bullets).toHaveLength(318);
    expect(lines).toHaveLength(318);
    expect(playbook.sections).toEqual(headers.map((header) => header.slice(3).trim()));
    expect(playbook.sections).toHaveLength(8);
    expect(playbook.bullets.map((bullet) => `[${bullet.id}] ${bullet.text}`)).toEqual(lines.map((line) => line.trim()));
    expect(playbook.preamble).toBe('');
  });

  it('is written and read again exactly', () => {
    const written = renderPlaybook(playbook);
    expect(parsePlaybook(written)).toEqual(playbook);
    expect(renderPlaybook(parsePlaybook(written))).toBe(written);
  });

  it('gets new ids above all of its own', () => {
    const added = grow(playbook, [{ ...addOf('New.'), section: 'verification_checklist' } as never]);
    const { id, section } = added.bullets.at(-1)!;
    expect(section).toBe('VERIFICATION CHECKLIST');
    expect(playbook.bullets.every((bullet) => Number(bullet.id.split('-')[1]) < Number(id.split('-')[1]))).toBe(true);
  });

  it.each([0, 0.5, 0.85, 0.95, 0.999999])(
    'keeps no text twice at threshold %d, and changes no more',
    async (threshold) => {
      const deps = { ...degreesWorld(), embedder: hashEmbedder() };
      const options = dropping(threshold);
      const once = await refine(playbook, options, 'delta', deps);
      const kept = once.playbook.bullets.map((bullet) => bullet.text);
      expect(new Set(kept).size).toBe(kept.length);
      for (const [elder, younger] of [
        ['vc-00149', 'vc-00272'],
        ['code-00156', 'code-00160'],
        ['vc-00257', 'vc-00261'],
      ] as const) {
        expect(textOf(elder)).toBe(textOf(younger));
        expect(once.event.merged.map(({ from }) => from)).toContain(younger);
        // The elder is gone only where it was merged itself.
        const elderMerged = once.event.merged.some(({ from }) => from === elder);
        if (!elderMerged) expect(once.event.merged).toContainEqual({ from: younger, into: elder, cosine: 1 });
        if (threshold > 0.999) expect(elderMerged).toBe(false);
      }
      const twice = await refine(once.playbook, options, 'delta', deps);
      expect(twice.playbook).toEqual(once.playbook);
      expect(twice.event).toMatchObject({ merged: [], compared: 0 });
    },
  );
});
