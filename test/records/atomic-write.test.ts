import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atomicWrite } from '../../harness/records/atomic-write.ts';
import { tempFolder } from './temp-folder.ts';

describe('atomicWrite()', () => {
  it('replaces a file and leaves nothing else behind', () => {
    const folder = tempFolder();
    atomicWrite(join(folder, 'a'), 'old');
    atomicWrite(join(folder, 'a'), 'new');
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('leaves what was there, and no part of the new, where it fails', () => {
    const folder = tempFolder();
    // A folder that is not empty cannot be replaced by a file, whoever asks.
    mkdirSync(join(folder, 'a', 'kept'), { recursive: true });
    expect(() => atomicWrite(join(folder, 'a'), 'new')).toThrow();
    expect(readdirSync(folder)).toEqual(['a']);
    expect(readdirSync(join(folder, 'a'))).toEqual(['kept']);
  });
});
