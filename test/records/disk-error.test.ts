import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../harness/core/failure.ts';
import { diskError } from '../../harness/records/disk-error.ts';
import { tempFolder } from './temp-folder.ts';

describe('diskError()', () => {
  it('turns what the disk refuses into one sentence for the user', () => {
    const folder = join(tempFolder(), 'missing');
    try {
      writeFileSync(join(folder, 'a'), '');
      expect.unreachable();
    } catch (error) {
      const told = diskError(error, folder) as Error;
      expect(told).toBeInstanceOf(UserError);
      expect(told.message).toMatch(/^Cannot write to .*missing: expected .*, found ENOENT/);
      expect(told.message).not.toContain('\n');
    }
  });

  it('leaves any other error as it is', () => {
    for (const error of [new TypeError('ours'), Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' })])
      expect(diskError(error, 'folder')).toBe(error);
  });
});
