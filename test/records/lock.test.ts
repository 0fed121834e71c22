import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeLock, type Held, type Lock } from '../../harness/records/lock.ts';
import { tempFolder } from './temp-folder.ts';

function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}
function putLock(folder: string, content: string): void {
  writeFileSync(join(folder, 'lock'), content);
}
function expectTaken(lock: Lock | Held): Lock {
  if ('heldBy' in lock) throw new Error(`Expected the lock, found it held by ${lock.heldBy}`);
  return lock;
}

describe('takeLock()', () => {
  it('is had by one at a time, and says by whom', () => {
    const folder = tempFolder();
    const lock = expectTaken(takeLock(folder));
    expect(takeLock(folder)).toEqual({
      heldBy: `process ${process.pid} on ${hostname()} (${join(folder, 'lock')})`,
    });
    lock.release();
    expectTaken(takeLock(folder)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken over from a process that is gone', () => {
    const folder = tempFolder();
    putLock(folder, JSON.stringify({ pid: deadPid(), host: hostname() }));
    expectTaken(takeLock(folder));
    expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it.each(['', '{"pid":', 'null', '{"pid":"1"}'])('is taken over where it says nothing: %j', (content) => {
    const folder = tempFolder();
    putLock(folder, content);
    expectTaken(takeLock(folder)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is held where it is of another host, alive or not', () => {
    const folder = tempFolder();
    putLock(folder, JSON.stringify({ pid: deadPid(), host: 'elsewhere' }));
    expect(takeLock(folder)).toMatchObject({ heldBy: expect.stringContaining('on elsewhere') });
  });

  it('is left alone by a release after somebody else took it', () => {
    const folder = tempFolder();
    const lock = expectTaken(takeLock(folder));
    const others = JSON.stringify({ pid: 1, host: 'elsewhere' });
    putLock(folder, others);
    lock.release();
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(others);
  });
});
