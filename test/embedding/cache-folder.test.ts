import { isAbsolute, join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { cacheFolder } from '../../harness/embedding/cache-folder.ts';

it('cacheFolder() is $ACE_BENCH_CACHE as an absolute path', () => {
  expect(cacheFolder({ ACE_BENCH_CACHE: join(tmpdir(), 'here') })).toBe(join(tmpdir(), 'here'));
  expect(cacheFolder({ ACE_BENCH_CACHE: 'here' })).toBe(resolve('here'));
});

it('cacheFolder() is the platform folder where $ACE_BENCH_CACHE is unset, empty or blank', () => {
  const platform = cacheFolder({});
  expect(isAbsolute(platform)).toBe(true);
  expect(platform).toContain('ace-bench');
  expect(platform).not.toContain('nodejs');
  expect(cacheFolder({ ACE_BENCH_CACHE: '' })).toBe(platform);
  expect(cacheFolder({ ACE_BENCH_CACHE: '  ' })).toBe(platform);
});
