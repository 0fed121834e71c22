import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file so that a reader sees the old content or the new one, never a part: under another name first, then renamed. */
export function atomicWrite(path: string, content: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
