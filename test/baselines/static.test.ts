import { expect, it } from 'vitest';
import { create } from '../../baselines/static.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { toolsWith, workingRoles, wrongAttempt } from '../contracts/adaptation-deps.ts';
import { scriptedLlm } from '../contracts/scripted-llm.ts';

it('static keeps its context and asks no model, whatever happened', async () => {
  const method = create();
  const start = method.start({ version: '1', text: 'Base.' });
  const { llm, requests } = scriptedLlm(workingRoles);
  const { count: countTokens } = await createTokenCounter();
  const adapted = await method.adapt(start, [wrongAttempt('q-1')], toolsWith({ llm, countTokens }));
  expect(adapted).toEqual({ context: start, events: [] });
  expect(requests).toEqual([]);
});
