import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chainedLine, chainStart } from '../../harness/records/chain.ts';

/** Changes a run's records and chains them anew, as somebody would who forges with care; the change sees lines without their chain. */
export function rechain(folder: string, change: (records: string) => string): void {
  const path = join(folder, 'records.jsonl');
  const { specHash } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { readonly specHash: string };
  const bare = readFileSync(path, 'utf8').replace(/,"chain":"\w+"\}$/gm, '}');
  let head = chainStart({ specHash }, 'records.jsonl');
  const lines = change(bare)
    .trimEnd()
    .split('\n')
    .map((text) => {
      const chained = chainedLine(head, JSON.parse(text) as object);
      head = chained.head;
      return `${chained.line}\n`;
    });
  writeFileSync(path, lines.join(''));
}
