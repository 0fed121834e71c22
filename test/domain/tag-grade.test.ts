import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gradeTags, tagProfiles } from '../../benchmarks/domain/tag-grade.ts';

const reference = ['LeaseCostFixed', 'NotesRetired', 'NotesRetired', 'LossAccrued'];
const exact = reference.join(', ');
const scores = (answer: string): readonly number[] =>
  tagProfiles.map((profile) => gradeTags({ reference, answer }, profile).score);

describe('gradeTags()', () => {
  it('counts checks by kind where kinds are known, under its profile', () => {
    const kinds = ['unseen', 'seen wording', 'unseen', 'seen wording'] as const;
    const answer = 'LeaseCostFixed, notesretired, LossAccrued, LossAccrued';
    expect(gradeTags({ reference, answer, kinds }, 'official').checksByKind).toEqual({
      'seen wording': [2, 2],
      unseen: [1, 2],
    });
    expect(gradeTags({ reference, answer, kinds }, 'strict').checksByKind).toMatchObject({ 'seen wording': [1, 2] });
    expect('checksByKind' in gradeTags({ reference, answer }, 'official')).toBe(false);
  });

  it.each([
    ['the key itself', exact, [1, 1, 1]],
    ['no blanks', reference.join(','), [1, 1, 1]],
    ['other case', exact.toUpperCase(), [1, 0, 1]],
    ['one wrong', 'LeaseCostFixed, NotesRetired, LossAccrued, LossAccrued', [0.75, 0.75, 0.75]],
    ['three tags', 'LeaseCostFixed, NotesRetired, NotesRetired', [0.75, 0, 0.75]],
    ['a fifth tag, cut off', `${exact}, LossAccrued`, [1, 0, 1]],
    ['shifted by one', `LossAccrued, ${exact}`, [0.25, 0, 0.25]],
    ['empty', '', [0, 0, 0]],
    ['only separators', ',,,', [0, 0, 0]],
    ['JSON array', JSON.stringify(reference), [0, 0, 1]],
    ['single quotes in brackets', `['${reference.join("', '")}']`, [0, 0, 1]],
    ['code fence', `\`\`\`json\n${JSON.stringify(reference, null, 2)}\n\`\`\``, [0, 0, 1]],
    ['lines', reference.join('\n'), [0, 0, 1]],
    ['blank lines and Windows line ends', reference.join('\r\n\r\n'), [0, 0, 1]],
    ['commas and line ends', reference.join(',\n'), [1, 1, 1]],
    ['semicolons', reference.join('; '), [0, 0, 1]],
    ['numbered lines', reference.map((tag, index) => `${index + 1}. ${tag}`).join('\n'), [0, 0, 1]],
    ['numbered with commas', reference.map((tag, index) => `${index + 1}) ${tag}`).join(', '), [0, 0, 1]],
    ['bullets', reference.map((tag) => `- ${tag}`).join('\n'), [0, 0, 1]],
    ['a gap keeps its position', 'LeaseCostFixed,,NotesRetired,LossAccrued', [0.75, 0.75, 0.75]],
    ['10,000 characters', 'x'.repeat(10_000), [0, 0, 0]],
    ['10,000 commas', ','.repeat(10_000), [0, 0, 0]],
    ['names of object members', '__proto__,constructor,toString,length', [0, 0, 0]],
  ])('scores %s under official, strict and lenient', (_name, answer, expected) => {
    expect(scores(answer)).toEqual(expected);
  });

  it('reports all profiles, the configured one as the score, and the tags right as checks', () => {
    const grade = gradeTags({ reference, answer: exact.toLowerCase() }, 'strict');
    expect(grade).toMatchObject({ score: 0, checks: { passed: 0, total: 4 }, reference: exact });
    expect(grade.profiles).toEqual({ official: 1, strict: 0, lenient: 1 });
  });

  it('names the question and the given tag of each failed check, never the reference', () => {
    const { failedChecks } = gradeTags({ reference, answer: 'LeaseCostFixed, Foo\nBar, NotesRetired' }, 'official');
    expect(failedChecks).toEqual(['Question 2: the tag "Foo Bar" is wrong.', 'Question 4: no tag was given.']);
  });

  it('keeps the sentences of failed checks short', () => {
    const { failedChecks } = gradeTags({ reference, answer: 'x'.repeat(10_000) }, 'official');
    expect(Math.max(...failedChecks.map((sentence) => sentence.length))).toBeLessThan(130);
  });

  it('is never stricter under a looser profile, and passes all checks iff the score is 1', () => {
    const part = fc.oneof(fc.constantFrom(...reference, 'lossaccrued', '"NotesRetired"', '', '2.'), fc.string());
    const answers = fc
      .array(fc.tuple(part, fc.constantFrom(',', ', ', ';', '\n')), { maxLength: 7 })
      .map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(answers, (answer) => {
        const [official, strict, lenient] = scores(answer) as [number, number, number];
        expect(strict).toBeLessThanOrEqual(official);
        expect(official).toBeLessThanOrEqual(lenient);
        for (const profile of tagProfiles) {
          const { score, checks, failedChecks } = gradeTags({ reference, answer }, profile);
          expect(checks.passed === checks.total).toBe(score === 1);
          expect(failedChecks).toHaveLength(checks.total - checks.passed);
        }
      }),
    );
  });
});
