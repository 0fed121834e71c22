import { type End, taskOfKey } from '../analysis/bullet-events.ts';
import { plainLine } from '../text/plain-text.ts';

/** What became of a bullet, in words: `evicted (helpful 0, harmful 2; the context had 3,120 tokens)`. */
export function endText(end: End): string {
  switch (end.how) {
    case 'duplicate':
      return `duplicate of ${end.of} (cosine ${cosineText(end.cosine)})`;
    case 'replaced':
      return `replaced by ${end.by} (cosine ${cosineText(end.cosine)})`;
    case 'merged':
      return `merged into ${end.into}${byTask(end.key)}`;
    case 'removed':
      return `removed${byTask(end.key)}`;
    case 'evicted': {
      const record = `helpful ${end.helpful}, harmful ${end.harmful}`;
      return `evicted (${record}; the context had ${end.tokensBefore.toLocaleString('en-US')} tokens)`;
    }
  }
}

/** ` by train-022`: the task that an op came from; empty where it came from a whole batch. */
export function byTask(key: string): string {
  const task = taskOfKey(key);
  return task === null ? '' : ` by ${plainLine(task, 60)}`;
}

/** A cosine with four decimals; the comparison itself has six. */
export function cosineText(cosine: number): string {
  return cosine.toFixed(4);
}
