import { describe, expect, it } from 'vitest';
import { curateLessons, listed } from '../../benchmarks/tag-player/curate-lessons.ts';

const playbook = [
  'Tag each number.',
  '',
  '## STRATEGIES',
  '[sai-00001] helpful=4 harmful=0 :: Undrawn sums are LineOfCredit.',
  '[sai-00002] helpful=1 harmful=2 :: Premiums are Revenues.',
  '[sai-00003] helpful=1 harmful=3 :: Rents are Goodwill.',
].join('\n');

describe('curateLessons()', () => {
  it('adds each lesson once that the playbook does not hold word for word', () => {
    const lessons =
      '- Undrawn sums are LineOfCredit.\n- Undrawn sums are LineOfCredit!\n- Undrawn sums are LineOfCredit!';
    const { operations } = curateLessons('## S', lessons);
    expect(operations.map((operation) => operation.op)).toEqual(['add', 'add']);
    const held = curateLessons(playbook, lessons).operations.filter(({ op }) => op === 'add');
    expect(held).toMatchObject([{ text: 'Undrawn sums are LineOfCredit!', type: 'strategy', section: '' }]);
  });

  it('knows what the playbook holds where counters are hidden', () => {
    const hidden = playbook.replaceAll(/helpful=\d+ harmful=\d+ :: /g, '');
    expect(curateLessons(hidden, '- Undrawn sums are LineOfCredit.').operations).toEqual([]);
  });

  it('files what warns of a tag under mistakes', () => {
    const { operations } = curateLessons('', '- Use A rather than B.\n- Choose A, not B.\n- Nothing beats A.');
    expect(operations).toMatchObject([{ type: 'error_pattern' }, { type: 'error_pattern' }, { type: 'strategy' }]);
  });

  it('removes bullets that misled at least twice more often than they helped', () => {
    expect(curateLessons(playbook, '').operations).toEqual([{ op: 'remove', id: 'sai-00003' }]);
  });
});

describe('listed()', () => {
  it('gives the items of a list, and nothing else', () => {
    expect(listed('Intro\n- one\n-two\n -three\n- four ')).toEqual(['one', 'four']);
  });
});
