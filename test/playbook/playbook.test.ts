import { describe, expect, it } from 'vitest';
import { emptyPlaybook } from '../../harness/playbook/playbook.ts';

describe('emptyPlaybook()', () => {
  it('trims the preamble and gives it one kind of line break', () => {
    expect(emptyPlaybook('\r\n a\r\nb\rc\n\n', []).preamble).toBe('a\nb\nc');
  });

  it('keeps one header of several spellings, each on one line and none empty', () => {
    expect(emptyPlaybook('', ['A\nB', 'a-b', ' ', 'others']).sections).toEqual(['A B', 'OTHERS']);
  });
});
