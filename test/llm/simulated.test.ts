import { requestWith } from '../contracts/llm-parts.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderBlock } from '../../harness/core/blocks.ts';
import { UserError } from '../../harness/core/failure.ts';
import type { LlmRequest } from '../../harness/core/llm.ts';
import type { SimulatorParameters, Player } from '../../harness/core/player.ts';
import { create, options, simulatedLlm } from '../../harness/llm/simulated.ts';
import { createTokenCounter, type TokenCounter } from '../../harness/llm/token-counter.ts';

const parameters: SimulatorParameters = options.parse({});
/** Says all that it was shown. */
const tellAll: Player = ({ role, blocks, contextTokens, outputTokens, rng }) =>
  JSON.stringify({ role, blocks, contextTokens, outputTokens, draw: rng.next() });

const context = ['Base instructions.', ...Array.from({ length: 40 }, (_, index) => `- Advice number ${index}.`)].join(
  '\n',
);

function request(changes: Partial<LlmRequest> = {}): LlmRequest {
  return requestWith({
    parts: [
      { speaker: 'system', text: 'You solve tasks. <question> is a word here.' },
      { speaker: 'user', text: renderBlock('context', context) },
      { speaker: 'user', text: renderBlock('question', 'What now?') },
    ],
    ...changes,
  });
}

describe('create()', () => {
  it('refuses a suite without a player, naming it', async () => {
    const tokens = await createTokenCounter();
    const attempt = () => create(parameters, { player: null, suite: 'office', tokens });
    expect(attempt).toThrow(UserError);
    expect(attempt).toThrow('Cannot simulate suite office: expected a suite with a player, found none');
  });
});

describe('options', () => {
  it.each([
    ['readWindow', 0],
    ['readWindow', 1.5],
    ['attention', 0],
    ['dilution', -0.1],
    ['outputLimit', 0],
    ['vagueLessons', 1.1],
    ['wrongLessons', -0.1],
    ['wordings', 0],
    ['restatements', -1],
    ['restatements', 11],
    ['echo', 1.1],
    ['omission', 1.1],
    ['collapse', -0.1],
    ['collapseAbove', -1],
    ['collapseKeeps', 2],
    ['replyNoise', 2],
    ['replyNoise', '0.1'],
  ])('refuse %s: %s', (key, value) => {
    expect(options.safeParse({ [key]: value }).success).toBe(false);
  });

  it('take every share from 0 to 1, and 0 stays 0', () => {
    for (const key of [
      'dilution',
      'vagueLessons',
      'wrongLessons',
      'restatements',
      'echo',
      'omission',
      'collapse',
      'collapseKeeps',
      'replyNoise',
    ] as const)
      for (const value of [0, 1]) expect(options.parse({ [key]: value })[key]).toBe(value);
  });
});

describe('simulatedLlm()', () => {
  let tokens: TokenCounter;
  beforeAll(async () => {
    tokens = await createTokenCounter();
  });
  const textOf = async (
    sent: LlmRequest,
    with_: Partial<SimulatorParameters> = {},
    player = tellAll,
  ): Promise<string> => (await simulatedLlm(player, { ...parameters, ...with_ }, tokens).complete(sent)).text;

  it('shows its player the blocks, and nothing that names the call', async () => {
    const { blocks, ...rest } = JSON.parse(await textOf(request()));
    expect(blocks).toEqual({ context, question: 'What now?' });
    expect(rest).toMatchObject({ role: 'generator', contextTokens: tokens.count(context), outputTokens: 1_000 });
  });

  it('replies the same whatever the call is named, and whatever was asked before and meanwhile', async () => {
    const llm = simulatedLlm(tellAll, parameters, tokens);
    const first = await llm.complete(request());
    const others = Array.from({ length: 50 }, (_, seed) => llm.complete(request({ seed })));
    const again = llm.complete(
      request({
        callId: 'val/7/2/t-9/generator/3/1',
        format: { kind: 'json', name: 'reply', schema: {} },
        temperature: 1,
      }),
    );
    await Promise.all(others);
    expect(await again).toEqual(first);
  });

  it('draws anew for another seed, role or text', async () => {
    const drawOf = async (sent: LlmRequest): Promise<number> => JSON.parse(await textOf(sent)).draw;
    const parts = [...request().parts, { speaker: 'user' as const, text: 'And quickly.' }];
    const sent = [request(), request({ seed: 2 }), request({ role: 'reflector' }), request({ parts })];
    expect(new Set(await Promise.all(sent.map(drawOf))).size).toBe(sent.length);
  });

  it('has an id that its parameters change', () => {
    const idOf = (changes: Partial<SimulatorParameters>): string =>
      simulatedLlm(tellAll, { ...parameters, ...changes }, tokens).id;
    expect(idOf({})).toMatch(/^simulated\/[0-9a-f]{8}$/);
    for (const key of Object.keys(parameters) as (keyof SimulatorParameters)[])
      expect(idOf({ [key]: parameters[key] + 1 }), key).not.toBe(idOf({}));
  });

  it('reads whole lines of the context up to the read window, and knows how long the whole is', async () => {
    const readIn = async (readWindow: number) => JSON.parse(await textOf(request(), { readWindow }));
    expect((await readIn(tokens.count(context))).blocks.context).toBe(context);
    const { blocks, contextTokens } = await readIn(100);
    expect(contextTokens).toBe(tokens.count(context));
    expect(context.startsWith(blocks.context)).toBe(true);
    expect(blocks.context.endsWith('\n')).toBe(true);
    expect(tokens.count(blocks.context)).toBeLessThanOrEqual(100);
    expect(tokens.count(blocks.context)).toBeGreaterThan(90);
    expect(blocks.question).toBe('What now?');
  });

  it('reads what fits of a first line that is too long', async () => {
    const long = renderBlock('context', 'word '.repeat(500));
    const { blocks } = JSON.parse(
      await textOf(request({ parts: [{ speaker: 'user', text: long }] }), { readWindow: 20 }),
    );
    expect(blocks.context).toMatch(/^(word ?)+$/);
    expect(tokens.count(blocks.context)).toBe(20);
  });

  it.each([
    ['outputLimit', { outputLimit: 12 }, {}],
    ['maxTokens', {}, { maxTokens: 12 }],
    ['the smaller of both', { outputLimit: 12 }, { maxTokens: 500 }],
  ])('cuts any reply at %s, and says so', async (_name, changes, sent) => {
    const llm = simulatedLlm(() => 'one two three '.repeat(20), { ...parameters, ...changes }, tokens);
    const { text, finish, usage } = await llm.complete(request(sent));
    expect(finish).toBe('length');
    expect('one two three '.repeat(20).startsWith(text)).toBe(true);
    expect(tokens.count(text)).toBe(12);
    expect(usage?.outputTokens).toBe(12);
  });

  it('does not cut a reply of exactly the limit', async () => {
    const text = 'one two three '.repeat(20);
    const llm = simulatedLlm(() => text, { ...parameters, outputLimit: tokens.count(text) }, tokens);
    expect(await llm.complete(request())).toMatchObject({ text, finish: 'stop' });
  });

  it('counts the whole prompt as input, read or not', async () => {
    const llm = simulatedLlm(tellAll, { ...parameters, readWindow: 10 }, tokens);
    const { usage } = await llm.complete(request());
    expect(usage?.inputTokens).toBe(request().parts.reduce((sum, { text }) => sum + tokens.count(text), 0));
  });
});
