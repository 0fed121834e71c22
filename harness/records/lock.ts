import { openSync, closeSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

export type Lock = { release(): void };
export type Held = { readonly heldBy: string };

/**
 * Takes a folder's lock, one writer per run. A lock whose process is gone (killed, say) is taken over; one of another host cannot be judged
 * and counts as held. Returns who holds it where it cannot be had.
 */
export function takeLock(folder: string): Lock | Held {
  const path = join(folder, 'lock');
  for (let tries = 0; tries < 5; tries++) {
    try {
      const descriptor = openSync(path, 'wx');
      writeSync(descriptor, JSON.stringify({ pid: process.pid, host: hostname() }));
      closeSync(descriptor);
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(path);
    if (holder !== null && holder.alive) return { heldBy: holder.name };
    // Gone, or torn: whoever removes it first, the next round of this loop decides who creates it anew.
    rmSync(path, { force: true });
  }
  return { heldBy: 'another process' };
}

function readHolder(path: string): { readonly alive: boolean; readonly name: string } | null {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8')) as { readonly pid: number; readonly host: string };
    const name = `process ${pid} on ${host}`;
    return { alive: host !== hostname() || isRunning(pid), name };
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
