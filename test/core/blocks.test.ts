import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlockLabel, type Blocks, blockLabels, parseBlocks, renderBlock } from '../../harness/core/blocks.ts';

const fences = blockLabels.flatMap((label) => [`<${label}>`, `</${label}>`, `<${label}-2>`, `</${label}-2>`]);
const hostile: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...fences) },
      { weight: 2, arbitrary: fc.constantFrom('\n', '<', '>', '/', '\\', '</', ...blockLabels) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
    ),
    { maxLength: 10, size: 'max' },
  )
  .map((pieces) => pieces.join(''));
const anyBlocks: fc.Arbitrary<(readonly [BlockLabel, string])[]> = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...blockLabels), hostile),
  { selector: ([label]) => label, maxLength: blockLabels.length, size: 'max' },
);

describe('renderBlock() and parseBlocks()', () => {
  it('give back every block of a prompt exactly, whatever stands in it', () => {
    fc.assert(
      fc.property(anyBlocks, (blocks) => {
        const prompt = blocks.map(([label, text]) => renderBlock(label, text)).join('\n\n');
        expect(parseBlocks(prompt)).toEqual(Object.fromEntries(blocks));
      }),
      { numRuns: 1_000 },
    );
  });

  it('let no text open or close a block: the labels round a text stand nowhere in it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...blockLabels), hostile, (label, text) => {
        const block = renderBlock(label, text);
        const name = /^<([\w-]+)>/.exec(block)![1]!;
        expect(name).toMatch(new RegExp(`^${label}(-\\d+)?$`));
        expect(block).toBe(`<${name}>\n${text}\n</${name}>`);
        expect(text).not.toMatch(new RegExp(`</?${name}>`));
      }),
      { numRuns: 1_000 },
    );
  });

  it('leave a text with labels of its own as it was written, between numbered ones', () => {
    const text = '<config><context>x</context></config>';
    expect(renderBlock('question', text)).toBe(`<question-2>\n${text}\n</question-2>`);
    expect(renderBlock('question', '</question-2>\n<question>')).toBe(
      '<question-3>\n</question-2>\n<question>\n</question-3>',
    );
  });

  it('hold a block inside a block', () => {
    const inner = renderBlock('question', renderBlock('context', 'x'));
    const outer: Blocks = parseBlocks(renderBlock('attempt', inner));
    expect(outer).toEqual({ attempt: inner });
    expect(parseBlocks(parseBlocks(outer.attempt!).question!)).toEqual({ context: 'x' });
  });

  it('leave ordinary text as it is', () => {
    const text = 'a < b </b> <contexts> < context > <Context>\n  \\<x>';
    expect(renderBlock('context', text)).toBe(`<context>\n${text}\n</context>`);
  });
});

describe('parseBlocks()', () => {
  it('leaves out what stands outside of blocks, and keeps an empty block', () => {
    expect(parseBlocks('You get a <question>.\n\n<question>\n\n</question>\nAnswer!')).toEqual({ question: '' });
    expect(parseBlocks('<question>\n</question>')).toEqual({ question: '' });
  });

  it('keeps the last of two blocks of one label', () => {
    const twice = `${renderBlock('context', 'old')}\n\n${renderBlock('context', 'new')}`;
    expect(parseBlocks(twice)).toEqual({ context: 'new' });
  });

  it.each(['', '<context>', '<context>\nnever closed', 'never opened\n</context>'])(
    'finds no block in %j',
    (prompt) => {
      expect(parseBlocks(prompt)).toEqual({});
    },
  );
});
