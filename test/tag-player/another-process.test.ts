import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import type { LlmReply, LlmRequest, Role } from '../../harness/core/llm.ts';
import { type Registry, registry } from '../../harness/registry.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'ace-bench-process-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const roles: readonly Role[] = ['generator', 'reflector', 'curator', 'rewriter'];

/** What a small run asked the simulated model, and what it replied. */
async function recordedCalls(): Promise<readonly { readonly request: LlmRequest; readonly reply: LlmReply }[]> {
  const calls: { readonly request: LlmRequest; readonly reply: LlmReply }[] = [];
  const { about, load } = registry.providers.simulated!;
  const simulated = await load();
  const recording: Registry = {
    ...registry,
    providers: {
      simulated: {
        about,
        load: async () => ({
          options: simulated.options,
          create: (options, setup) => {
            const llm = simulated.create(options, setup);
            return {
              id: llm.id,
              complete: async (request) => {
                const reply = await llm.complete(request);
                calls.push({ request, reply });
                return reply;
              },
            };
          },
        }),
      },
    },
  };
  const config = {
    experiment: 'recorded',
    model: { provider: 'simulated' },
    embedder: { name: 'hash' },
    budgetTokens: 1500,
    suites: [{ name: 'tagging', limits: { train: 12, val: 3, test: 6 } }],
    arms: { ace: { method: 'ace', reflectorRounds: 2 }, rewrite: { method: 'full-rewrite' } },
    seeds: [1],
    protocol: { kind: 'offline', batchSize: 4, probeEvery: 3, feedback: 'gold' },
  };
  await runInProcess(config, recording, { results: join(scratch, 'results'), cache: join(scratch, 'cache') });
  return calls;
}

it('the simulated model gives equal replies to serialised requests in another process, in another order', async () => {
  const calls = await recordedCalls();
  for (const role of roles)
    expect(calls.filter(({ request }) => request.role === role).length, role).toBeGreaterThan(2);

  const sent = [...calls].reverse().map(({ request }) => JSON.stringify({ ...request, callId: '' }));
  const program = fileURLToPath(new URL('./reply-process.ts', import.meta.url));
  const output = execFileSync(process.execPath, ['--import', 'tsx', program], {
    input: `${sent.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const replies = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as LlmReply)
    .reverse();
  expect(replies).toEqual(calls.map(({ reply }) => reply));
});
