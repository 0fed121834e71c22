import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

export type Lock = { release(): void };
export type Held = { readonly heldBy: string };

const maxTries = 5;

/**
 * Takes a folder's lock, one writer per run. A lock whose process is gone (killed, say) is taken over; one of another host cannot be judged
 * and counts as held. Returns who holds it where it cannot be had.
 */
export function takeLock(folder: string): Lock | Held {
  const path = join(folder, 'lock');
  const own = JSON.stringify({ pid: process.pid, host: hostname() });
  for (let tries = 0; tries < maxTries; tries++) {
    if (create(path, own)) return { release: () => removeIf(path, own) };
    const found = read(path);
    if (found === null) continue;
    const holder = holderOf(found);
    if (holder !== null && isAlive(holder)) return { heldBy: `process ${holder.pid} on ${holder.host} (${path})` };
    removeIf(path, found);
  }
  return { heldBy: `another process (${path})` };
}

// Linked, not created and then filled: whoever finds a lock finds it whole.
function create(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, content);
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

// Of several that find a lock of the dead, one gets to rename it; who renames the lock of one that was quicker gives it back.
function removeIf(path: string, content: string): void {
  const aside = `${path}.${process.pid}.aside`;
  try {
    renameSync(path, aside);
    if (read(aside) !== content) linkSync(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

type Holder = { readonly pid: number; readonly host: string };

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Who a lock names, or null for what no lock of ours says. */
function holderOf(content: string): Holder | null {
  try {
    const { pid, host } = JSON.parse(content) as { readonly pid?: unknown; readonly host?: unknown };
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
