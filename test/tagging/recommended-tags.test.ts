import { describe, expect, it } from 'vitest';
import { recommendedTags } from '../../benchmarks/tagging/recommended-tags.ts';

const read = recommendedTags(['LossAccrued', 'LeaseCostFixed', 'NotesRetired']);
const tagsIn = (line: string): readonly string[] => read(line).map(({ tag }) => tag);

describe('recommendedTags()', () => {
  it.each([
    ['Use LossAccrued for probable losses.', ['LossAccrued']],
    ['probable -> lossaccrued', ['LossAccrued']],
    ['Use `LossAccrued`, not `NotesRetired`.', ['LossAccrued']],
    ['LossAccrued rather than NotesRetired', ['LossAccrued']],
    ['Instead of NotesRetired use LossAccrued.', ['LossAccrued']],
    ['Never LossAccrued; NotesRetired fits.', ['NotesRetired']],
    ['Not NotesRetired but LossAccrued', ['LossAccrued']],
    ['Do not answer LossAccrued or NotesRetired, answer LeaseCostFixed', ['LeaseCostFixed']],
    ['Don’t use NotesRetired here.', []],
    ['Prefer LossAccrued over NotesRetired.', ['LossAccrued']],
    ['I answered NotesRetired but LossAccrued was right.', ['LossAccrued']],
    ['NotesRetired is wrong, LossAccrued is right.', ['LossAccrued']],
    ['LossAccrued (NotesRetired does not fit)', ['LossAccrued']],
    ['LossAccrued is what fits, not NotesRetired', ['LossAccrued']],
    ['If it is not settled yet, LossAccrued.', ['LossAccrued']],
    ['LossAccrued for losses and NotesRetired for notes', ['LossAccrued', 'NotesRetired']],
    ['LossAccruedTotal and XLossAccrued are no tags of ours', []],
    ['', []],
  ])('reads %j', (line, expected) => {
    expect(tagsIn(line)).toEqual(expected);
  });

  it('says where each tag stands', () => {
    expect(read('so LossAccrued')).toEqual([expect.objectContaining({ tag: 'LossAccrued', index: 3 })]);
  });

  it('reads a hostile line of 1,000,000 characters, which would take hours if time grew with its square', () => {
    expect(tagsIn(`${'not the '.repeat(125_000)}LossAccrued${' '.repeat(500_000)}is`)).toEqual([]);
  });
});
