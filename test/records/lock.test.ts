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

  it('is taken over from before a restart of the container: its process number is ours now', () => {
    const folder = tempFolder();
    putLock(folder, JSON.stringify({ pid: process.pid, host: hostname() }));
    expectTaken(takeLock(folder)).release();
    putLock(folder, JSON.stringify({ pid: process.pid, host: hostname(), boot: null, started: '1' }));
    expectTaken(takeLock(folder)).release();
  });

  it.skipIf(process.platform !== 'linux')(
    'is taken over where another process has the number by now, or since a restart of the machine',
    () => {
      const folder = tempFolder();
      const held = { pid: process.ppid, host: hostname() };
      putLock(folder, JSON.stringify(held));
      expect(takeLock(folder)).toMatchObject({ heldBy: expect.stringContaining(`process ${process.ppid} on`) });
      for (const change of [{ started: '1' }, { boot: 'another' }]) {
        putLock(folder, JSON.stringify({ ...held, ...change }));
        expectTaken(takeLock(folder)).release();
      }
    },
  );

  it('is held where it is of another host, alive or not, and says which file to delete', () => {
    const folder = tempFolder();
    const dead = deadPid();
    putLock(folder, JSON.stringify({ pid: dead, host: 'elsewhere' }));
    expect(takeLock(folder)).toEqual({
      heldBy: `process ${dead} on elsewhere (${join(folder, 'lock')}; if that process is gone, delete this file)`,
    });
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
