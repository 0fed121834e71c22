import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../harness/core/failure.ts';
import { parsePlaybook } from '../../harness/playbook/parse-playbook.ts';
import { type Bullet, emptyPlaybook, type Playbook } from '../../harness/playbook/playbook.ts';
import { renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import { addOf, grow } from './degrees.ts';
import { hostilePlaybook, written } from './hostile-playbooks.ts';
import { hostileText, lineBreaks } from './hostile-texts.ts';

describe('parsePlaybook()', () => {
  it('reads what renderPlaybook() writes, exactly, whatever the texts are', () => {
    fc.assert(
      fc.property(hostilePlaybook, (playbook) => {
        const text = renderPlaybook(playbook);
        const read = parsePlaybook(text);
        expect(written(read)).toEqual(written(playbook));
        expect(renderPlaybook(read)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('reads any text into a playbook that is written and read the same ever after, or refuses it', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 6 }), (lines) => {
        let read: Playbook;
        try {
          read = parsePlaybook(lines.join('\n'));
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
          return;
        }
        const again = parsePlaybook(renderPlaybook(read));
        expect(written(again)).toEqual(written(read));
        expect(renderPlaybook(again)).toBe(renderPlaybook(read));
      }),
      { numRuns: 500 },
    );
  });

  it('gives back a text in canonical form byte by byte', () => {
    const text = [
      'Base instructions.\n\\## No header\n\\[x-00001] helpful=9 harmful=0 :: no bullet\n\\\\[odd]',
      '## EMPTY',
      '## ## RULES',
      '## STRATEGIES\n[str-00002] helpful=1 harmful=2 :: ## RULES\n[ph-00001] helpful=0 harmful=0 :: [x-00001] helpful=9 harmful=0 :: y',
    ].join('\n\n');
    expect(renderPlaybook(parsePlaybook(text))).toBe(text);
  });

  it('takes a text for a text: nothing in a bullet forges a header, a bullet or counters', () => {
    const texts = [
      '## RULES',
      '[x-00001] helpful=9 harmful=0 :: y',
      'helpful=7 harmful=7 :: z',
      '\\',
      '[',
      '\\[a-1] b',
    ];
    const forged = grow(
      emptyPlaybook('', ['RULES']),
      texts.map((text) => addOf(text)),
    );
    const read = parsePlaybook(renderPlaybook(forged));
    expect(read.sections).toEqual(['RULES']);
    expect(read.bullets.map(({ text, helpful, harmful }) => [text, helpful, harmful])).toEqual(
      texts.map((text) => [text, 0, 0]),
    );
  });

  it('reads a first line that is a bullet into an implicit section, which a later header of that name joins', () => {
    const read = parsePlaybook('[ph-00002] Count first.\n## Others\n[ph-00003] Then add.\n');
    expect(read.sections).toEqual(['OTHERS']);
    expect(read.bullets.map(({ id, section }) => [id, section])).toEqual([
      ['ph-00002', 'OTHERS'],
      ['ph-00003', 'OTHERS'],
    ]);
    expect(read.preamble).toBe('');
  });

  it('reads lines without counters as zeros, and byte order marks and carriage returns as nothing', () => {
    const read = parsePlaybook('\ufeff## A\r\n[a-00001] One.\r\n[a-00002] helpful=3 harmful=1 :: Two.\r\n');
    expect(read.sections).toEqual(['A']);
    expect(read.bullets.map(({ text, helpful, harmful }) => [text, helpful, harmful])).toEqual([
      ['One.', 0, 0],
      ['Two.', 3, 1],
    ]);
  });

  it('files headers of one name in other spellings as one section', () => {
    const read = parsePlaybook('## PROBLEM-SOLVING\n[a-1] x\n## B\n[a-2] y\n### problem_solving\n[a-3] z');
    expect(read.sections).toEqual(['PROBLEM-SOLVING', 'B']);
    expect(renderPlaybook(read)).toBe(
      '## PROBLEM-SOLVING\n[a-1] helpful=0 harmful=0 :: x\n[a-3] helpful=0 harmful=0 :: z\n\n## B\n[a-2] helpful=0 harmful=0 :: y',
    );
  });

  it('adds a further line to the bullet above it', () => {
    const read = parsePlaybook('## A\n[a-1] Call\n  login()\n\n  first.\n[a-2] Done.');
    expect(read.bullets.map(({ text }) => text)).toEqual(['Call login() first.', 'Done.']);
  });

  it.each(lineBreaks.map((lineBreak) => [JSON.stringify(lineBreak), lineBreak]))(
    'keeps a bullet with %s inside as one line',
    (_name, lineBreak) => {
      const read = parsePlaybook(`## A\n[a-1] one${lineBreak}two\n[a-2] three`);
      expect(read.bullets.map(({ text }) => text)).toEqual(['one two', 'three']);
    },
  );

  it('numbers new bullets above all that were imported', () => {
    const read = parsePlaybook('## RULES\n[zz-00041] x\n[a-7] y');
    const grown = grow(read, [addOf('z')]);
    expect(grown.bullets.at(-1)!.id).toBe('rul-00042');
  });

  it.each([
    ['an id twice', '## A\n[a-1] x\n[a-1] y', 'line 3: expected a new id, found [a-1] again (first on line 2)'],
    ['a bullet without text', '[a-1]', 'line 1: expected text after [a-1], found none'],
    [
      'text under a header',
      '## A\n[a-1] x\n## B\nSome words\n',
      'line 4: expected a bullet such as [abc-00001], found "Some words"',
    ],
    [
      'a number beyond counting',
      '[a-9007199254740993] x',
      'line 1: expected numbers below 9007199254740991, found 9007199254740993',
    ],
    ['a counter beyond counting', '[a-1] helpful=1 harmful=99999999999999999999 :: x', 'found 99999999999999999999'],
  ])('refuses %s, naming the line', (_name, text, message) => {
    expect(() => parsePlaybook(text, 'notes.md')).toThrow(UserError);
    expect(() => parsePlaybook(text, 'notes.md')).toThrow(`Cannot read notes.md`);
    expect(() => parsePlaybook(text, 'notes.md')).toThrow(message);
  });

  it('marks imported bullets by their lineage and as never compared', () => {
    const [bullet] = parsePlaybook('[a-1] x').bullets as [Bullet];
    expect(bullet).toMatchObject({ lineage: ['import/a-1'], fresh: true, addedAtRound: 0, used: 0 });
  });
});
