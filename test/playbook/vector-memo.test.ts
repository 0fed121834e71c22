import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../harness/core/embedder.ts';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { takeVectors } from '../../harness/playbook/vector-memo.ts';
import { playbookOf } from './degrees.ts';

const embedder = hashEmbedder();

/** The embedder, with the texts that it was asked for. */
function listening() {
  const asked: string[] = [];
  const embed: Embedder['embed'] = async (texts) => {
    asked.push(...texts);
    return embedder.embed(texts);
  };
  return { asked, embedder: { ...embedder, embed } };
}

describe('takeVectors()', () => {
  const [first, second] = [playbookOf(['One.', 'Two.']), playbookOf(['One.', 'Three.'])];

  it('hands what is known from one playbook to the next', async () => {
    const { asked, embedder } = listening();
    const memo = takeVectors(first, embedder);
    await memo.rows.embed(memo.rows.ids(first.bullets), embedder);
    memo.handTo(second);
    const next = takeVectors(second, embedder);
    await next.rows.embed(next.rows.ids(second.bullets), embedder);
    expect(asked).toEqual(['One.', 'Two.', 'Three.']);
  });

  it('gives them once: whoever comes second from one playbook begins without, as from a copy or by another embedder', async () => {
    const playbook = playbookOf(['One.']);
    const memo = takeVectors(playbook, embedder);
    memo.rows.id('One.');
    memo.handTo(playbook);
    expect(takeVectors(structuredClone(playbook), embedder).rows.size()).toBe(0);
    expect(takeVectors(playbook, embedder).rows.size()).toBe(1);
    expect(takeVectors(playbook, embedder).rows.size()).toBe(0);
    memo.handTo(playbook);
    expect(takeVectors(playbook, { ...embedder, id: 'another' }).rows.size()).toBe(0);
  });
});
