import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFinerQuestion } from '../../benchmarks/finer/parse-question.ts';
import { inventedRows, inventedTags } from './invented-rows.ts';
import { hasOfficialRows, officialRows } from './official-rows.ts';

const prompt = (lines: readonly string[]): string =>
  ['Here is a list of US GAAP tags options: ,Goodwill,Revenues. Answer.', ...lines, 'Output US GAAP tags:'].join('\n');

describe('parseFinerQuestion()', () => {
  it('reads options and the four numbered questions', () => {
    const { options, questions } = parseFinerQuestion(inventedRows(1)[0]!.context);
    expect(options).toEqual(inventedTags);
    expect(questions).toHaveLength(4);
    for (const { entity, sentence } of questions) expect(sentence.split(' ')).toContain(entity);
  });

  it("keeps quotes inside a sentence and drops only the prompt's question mark", () => {
    const text = prompt([
      '1. What is best tag for entity "5" in sentence: "A " loss " of $ 5 , or " five " .?"',
      '2. What is best tag for entity "6" in sentence: "Was it 6 ??"',
    ]);
    expect(parseFinerQuestion(text).questions).toEqual([
      { entity: '5', sentence: 'A " loss " of $ 5 , or " five " .' },
      { entity: '6', sentence: 'Was it 6 ?' },
    ]);
  });

  it('reads CRLF, sentences over two lines and a prompt without its last line', () => {
    const text = prompt(['1. What is best tag for entity "5" in sentence: "One\n1. two 5 .?"']);
    const expected = [{ entity: '5', sentence: 'One\n1. two 5 .' }];
    expect(parseFinerQuestion(text).questions).toEqual(expected);
    expect(parseFinerQuestion(text.replace('\nOutput US GAAP tags:', '')).questions).toEqual(expected);
    const lines = [
      '1. What is best tag for entity "5" in sentence: "One .?"',
      '2. What is best tag for entity "6" in sentence: "Two .?"',
    ];
    expect(parseFinerQuestion(prompt(lines).replaceAll('\n', '\r\n')).questions).toEqual([
      { entity: '5', sentence: 'One .' },
      { entity: '6', sentence: 'Two .' },
    ]);
  });

  it('gives empty lists for other text and never throws', () => {
    expect(parseFinerQuestion('')).toEqual({ options: [], questions: [] });
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseFinerQuestion(text)));
    fc.assert(fc.property(fc.string(), (line) => void parseFinerQuestion(prompt([line]))));
  });

  it('imports nothing, so that a player may import it', async () => {
    const source = await readFile(new URL('../../benchmarks/finer/parse-question.ts', import.meta.url), 'utf8');
    expect(source).not.toMatch(/\bimport\b/);
  });
});

describe.skipIf(!hasOfficialRows)('parseFinerQuestion() on the official rows beside the repository', () => {
  it('finds 139 options and four questions in all 500, each entity in its sentence, each target among the options', async () => {
    const rows = await officialRows();
    expect(rows).toHaveLength(500);
    for (const { context, target, line } of rows) {
      const { options, questions } = parseFinerQuestion(context);
      expect([line, options.length, questions.length]).toEqual([line, 139, 4]);
      for (const { entity, sentence } of questions) expect(sentence).toContain(entity);
      for (const tag of target.split(',')) expect(options).toContain(tag);
    }
  });
});
