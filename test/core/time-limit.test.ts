import { describe, expect, it } from 'vitest';
import { withinLimit } from '../../harness/core/time-limit.ts';

const late = () => new Error('too late');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('withinLimit()', () => {
  it('gives what work gives, and rejects as it rejects, at once or later', async () => {
    expect(await withinLimit(60_000, late, () => 1)).toBe(1);
    expect(await withinLimit(60_000, late, async () => 2)).toBe(2);
    const fail = () => {
      throw new Error('broken');
    };
    await expect(withinLimit(60_000, late, fail)).rejects.toThrow('broken');
    await expect(withinLimit(60_000, late, async () => fail())).rejects.toThrow('broken');
  });

  it('does not wait for work that never settles', async () => {
    await expect(withinLimit(5, late, () => new Promise(() => {}))).rejects.toThrow('too late');
  });

  it('lets the limit rest while calls are under way, and starts it anew behind the last of them', async () => {
    const work = withinLimit(30, late, async (calling) => {
      await Promise.all([calling(() => pause(50)), calling(() => pause(90))]);
      return 'done';
    });
    expect(await work).toBe('done');
    const idle = withinLimit(5, late, async (calling) => {
      await calling(() => pause(10));
      await new Promise(() => {});
    });
    await expect(idle).rejects.toThrow('too late');
  });

  it('keeps a late rejection to itself', async () => {
    const loose: unknown[] = [];
    const hear = (error: unknown): void => void loose.push(error);
    process.on('unhandledRejection', hear);
    const work = withinLimit(5, late, async () => {
      await pause(15);
      throw new Error('nobody waits');
    });
    await expect(work).rejects.toThrow('too late');
    await pause(40);
    process.off('unhandledRejection', hear);
    expect(loose).toEqual([]);
  });
});
