import { createReadStream } from 'node:fs';
import { UserError } from '../core/failure.ts';

/**
 * The values of a JSON-lines file, streamed. A torn last line, as a killed writer leaves it, is dropped and told to `warn`; any
 * other line that is no JSON throws a UserError. A file that does not exist has no lines.
 */
export async function* readLines<T>(path: string, warn: (message: string) => void): AsyncGenerator<T> {
  let number = 0;
  let rest = '';
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 });
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      for (const line of lines) yield parseLine<T>(line, path, ++number);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return;
  }
  if (rest !== '') warn(`${path}: dropped a torn line at its end (${rest.length} characters)`);
}

function parseLine<T>(line: string, path: string, number: number): T {
  try {
    return JSON.parse(line) as T;
  } catch {
    throw new UserError(
      `Cannot read ${path} line ${number}: expected JSON, found ${JSON.stringify(line.slice(0, 60))}`,
    );
  }
}
