import { wholeText } from '../../harness/experiment/whole-text.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { create, options } from '../../baselines/append.ts';
import type { Budget } from '../../harness/core/spec.ts';
import type { Tools } from '../../harness/core/tools.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { toolsWith, wrongAttempt } from '../contracts/adaptation-deps.ts';
import { scriptedLlm } from '../contracts/scripted-llm.ts';

const budget: Budget = { tokens: 1_000, evict: 'lowest-utility', evictTo: 0.8, graceRounds: 1 };
const base = { version: '1', text: 'Base.' };
/** Two lessons a question, one of them the same for all. */
const { llm } = scriptedLlm({
  reflector: ({ question }) => {
    const id = /What fits (\S+)\?/.exec(question!)![1]!;
    return JSON.stringify({ reasoning: '', lessons: [`Of ${id}.`, 'Of all.'], bullet_tags: [] });
  },
});

describe('append', () => {
  let countTokens: Tools['countTokens'];
  beforeAll(async () => {
    countTokens = (await createTokenCounter()).count;
  });
  const appended = async (changes: Partial<Budget>, rounds: number) => {
    const method = create(options.parse({}), { budget: { ...budget, ...changes }, countTokens });
    let context = method.start(base);
    let evicted: readonly string[] = [];
    for (let round = 1; round <= rounds; round++) {
      const batch = [wrongAttempt(`q-${2 * round}`), wrongAttempt(`q-${2 * round + 1}`)];
      const adapted = await method.adapt(context, batch, toolsWith({ llm, countTokens }, round));
      context = adapted.context;
      evicted = [...evicted, ...adapted.events.flatMap((event) => (event.kind === 'evict' ? event.ids : []))];
    }
    return { text: (await wholeText(method, context, countTokens)).stable, evicted, context };
  };

  it('keeps every lesson word for word, one a line, in the order of tasks, repetitions included', async () => {
    const { text } = await appended({}, 2);
    expect(text).toBe(
      [
        'Base.',
        '',
        '- Of q-2.',
        '- Of all.',
        '- Of q-3.',
        '- Of all.',
        '- Of q-4.',
        '- Of all.',
        '- Of q-5.',
        '- Of all.',
      ].join('\n'),
    );
  });

  it('drops the oldest lessons above the budget, and says which', async () => {
    const { text, evicted, context } = await appended({ tokens: 80 }, 12);
    expect(countTokens(text)).toBeLessThanOrEqual(80);
    expect(text).toContain('- Of q-25.');
    expect(text).not.toContain('- Of q-2.');
    const numbers = evicted.map((id) => Number(/\d+$/.exec(id)![0]));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(context.nextNumber).toBe(numbers.length + context.bullets.length + 1);
  });

  it('keeps all of them where nothing may be evicted', async () => {
    const { text, evicted } = await appended({ tokens: 80, evict: 'off' }, 12);
    expect(text.match(/^- /gm)).toHaveLength(48);
    expect(evicted).toEqual([]);
  });

  it('read() takes a list after a blank line for lessons, and any other text for instructions', async () => {
    const method = create(options.parse({}), { budget, countTokens });
    const lessonsIn = (text: string) =>
      method.read(text, { version: 'test/1', text: '' }).bullets.map((bullet) => bullet.text);
    expect(lessonsIn('Base.\n\n- one\n- two\n')).toEqual(['one', 'two']);
    expect(lessonsIn('Base.\r\n\r\n- one\r\n- two')).toEqual(['one', 'two']);
    expect(lessonsIn('- one\n- two')).toEqual(['one', 'two']);
    expect(lessonsIn('Base:\n- one\n- two')).toEqual([]);
    expect(lessonsIn('')).toEqual([]);
  });
});
