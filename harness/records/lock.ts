import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

export type Lock = { release(): void };
export type Held = { readonly heldBy: string };

const maxTries = 5;

// What this process holds: a lock that names it and is not among these was left by one before it that had its number.
const ours = new Set<string>();

/**
 * Takes a folder's lock, one writer per run. A lock whose process is gone is taken over: killed, or of before a restart of the machine or of the
 * container, whatever has its number now. One of another host cannot be judged and counts as held. Returns who holds it where it cannot be had.
 */
export function takeLock(folder: string): Lock | Held {
  const path = join(folder, 'lock');
  const own = JSON.stringify({ pid: process.pid, host: hostname(), boot: bootId(), started: startOf(process.pid) });
  for (let tries = 0; tries < maxTries; tries++) {
    if (create(path, own)) return taken(path, own);
    const found = read(path);
    if (found === null) continue;
    const holder = holderOf(found);
    if (holder !== null && isAlive(holder, path)) return { heldBy: holderText(holder, path) };
    removeIf(path, found);
  }
  return { heldBy: `another process (${path})` };
}

function taken(path: string, own: string): Lock {
  ours.add(path);
  return {
    release: () => {
      ours.delete(path);
      removeIf(path, own);
    },
  };
}

function holderText({ pid, host }: Holder, path: string): string {
  const way = host === hostname() ? '' : '; if that process is gone, delete this file';
  return `process ${pid} on ${host} (${path}${way})`;
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

type Holder = {
  readonly pid: number;
  readonly host: string;
  /** Of the machine's start, and of the process's since then; null where the system does not tell. */
  readonly boot: string | null;
  readonly started: string | null;
};

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
    const { pid, host, boot, started } = JSON.parse(content) as { readonly [key in keyof Holder]?: unknown };
    const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
    return typeof pid === 'number' && typeof host === 'string'
      ? { pid, host, boot: textOf(boot), started: textOf(started) }
      : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, host, boot, started }: Holder, path: string): boolean {
  if (host !== hostname()) return true;
  if (boot !== null && boot !== bootId()) return false;
  if (pid === process.pid) return ours.has(path);
  const now = startOf(pid);
  if (started !== null && now !== null && now !== started) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Names the machine's start, where it tells. */
function bootId(): string | null {
  return textIn('/proc/sys/kernel/random/boot_id')?.trim() ?? null;
}

/** When a process started, in ticks since the machine did, where it tells. */
function startOf(pid: number): string | null {
  // The name, which may hold anything, stands in parentheses; the 20th field behind it is the start.
  const fields = textIn(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
  return fields?.[19] ?? null;
}

function textIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
