import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeWhole } from '../../harness/core/write-whole.ts';
import { tempFolder } from '../records/temp-folder.ts';

describe('writeWhole()', () => {
  it('replaces a file and leaves nothing else behind', () => {
    const folder = tempFolder();
    writeWhole(join(folder, 'a'), 'old');
    writeWhole(join(folder, 'a'), 'new');
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('leaves what was there, and no part of the new, where it fails', () => {
    const folder = tempFolder();
    // A folder that is not empty cannot be replaced by a file, whoever asks.
    mkdirSync(join(folder, 'a', 'kept'), { recursive: true });
    expect(() => writeWhole(join(folder, 'a'), 'new')).toThrow();
    expect(readdirSync(folder)).toEqual(['a']);
    expect(readdirSync(join(folder, 'a'))).toEqual(['kept']);
  });
});
