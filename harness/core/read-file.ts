import { readFileSync, type Stats, statSync } from 'node:fs';
import { fileFault } from './file-fault.ts';

// Far above any config or playbook; below what a string can hold.
const maxBytes = 256 * 2 ** 20;

/**
 * The bytes of a regular file. Pipes, devices and sockets, which may never come to an end, and files of more than 256 MiB are refused: then
 * `fail` is told what was found, and throws.
 */
export function readRegularFile(path: string, fail: (found: string) => never): Buffer {
  refuseOther(path, fail);
  try {
    return readFileSync(path);
  } catch (error) {
    return fail(fileFault(error));
  }
}

/** Tells `fail`, which throws, of what is no regular file, or too large a one. */
export function refuseOther(path: string, fail: (found: string) => never, limit: number = maxBytes): void {
  const found = statOf(path, fail);
  if (found.isDirectory()) fail('a folder');
  if (!found.isFile()) fail('a pipe, a device or a socket');
  if (found.size > limit)
    fail(`a file of ${found.size.toLocaleString('en-US')} bytes, more than ${limit.toLocaleString('en-US')}`);
}

function statOf(path: string, fail: (found: string) => never): Stats {
  try {
    return statSync(path);
  } catch (error) {
    return fail(fileFault(error));
  }
}
