import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../harness/core/make-folder.ts';

describe('makeFolder()', () => {
  let base: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'make-folder-'));
  });
  afterEach(() => rmSync(base, { recursive: true }));

  it('makes all folders on the way, and does nothing where they are there', () => {
    makeFolder(join(base, 'a', 'b', 'c'));
    makeFolder(join(base, 'a', 'b', 'c'));
    expect(statSync(join(base, 'a', 'b', 'c')).isDirectory()).toBe(true);
  });

  it('throws below a file', () => {
    writeFileSync(join(base, 'file'), '');
    expect(() => makeFolder(join(base, 'file', 'x'))).toThrow(/ENOTDIR|EEXIST|not a directory/i);
    expect(() => makeFolder(join(base, 'file'))).toThrow(/EEXIST/);
  });

  it.skipIf(!existsSync('/proc/self'))('throws, and returns at all, where a folder takes no entries', () => {
    expect(() => makeFolder('/proc/ace-bench-nowhere/x')).toThrow(/ENOENT|EACCES/);
  });
});
