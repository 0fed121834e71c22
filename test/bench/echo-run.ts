// One run with a model that answers at once and a playbook of 300 bullets: what is left is the harness itself. As a program:
//   node --import tsx test/bench/echo-run.ts 10000   prints { trials, cpuMs, maxRssMb } as JSON
import { replayEvents } from '../../harness/playbook/replay-events.ts';
import { unknownUsage } from '../../harness/core/usage.ts';
import { replyWith } from '../contracts/llm-parts.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneShotAttempt } from '../../benchmarks/domain/one-shot-attempt.ts';
import type { Llm } from '../../harness/core/llm.ts';
import type { Method } from '../../harness/core/method.ts';
import type { RunSpec } from '../../harness/core/spec.ts';
import { emptyAttempt, type Suite } from '../../harness/core/suite.ts';
import type { Task } from '../../harness/core/task.ts';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { limited } from '../../harness/llm/limited.ts';
import { createTokenCounter, type TokenCounter } from '../../harness/llm/token-counter.ts';
import { applyDelta, startSections } from '../../harness/playbook/apply-delta.ts';
import { emptyPlaybook, type Playbook } from '../../harness/playbook/playbook.ts';
import { renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import { openRunWriter } from '../../harness/records/run-writer.ts';
import { run } from '../../harness/runner/run.ts';
import { adviceSentences } from './advice-sentences.ts';

const tasksPerEpoch = 1_000;

export type EchoFigures = { readonly trials: number; readonly cpuMs: number; readonly maxRssMb: number };

/** Runs about so many trials, written to disk as any run is, and tells their CPU time and the process's peak memory. */
export async function echoRun(trials: number): Promise<EchoFigures> {
  const tokens = await createTokenCounter();
  const folder = mkdtempSync(join(tmpdir(), 'ace-bench-echo-'));
  const train = tasks('train', tasksPerEpoch);
  const [val, test] = [tasks('val', 1), tasks('test', 1)];
  const writer = openRunWriter({ folder, runId: 'echo', specHash: 'echo' }, null);
  const method = fixedPlaybook(adviceSentences(300, 1), tokens) as unknown as Method;
  const parts = {
    suite: echoSuite,
    method,
    llm: limited(echoLlm(tokens), 8),
    embedder: hashEmbedder(),
    tasks: { train, val, test },
    start: method.start(echoSuite.base),
    countTokens: tokens.count,
    headTokens: 0,
    replay: replayEvents,
    signal: new AbortController().signal,
    timeouts: { part: 600_000 },
    inWorld: <T>(attempt: () => Promise<T>) => attempt(),
    clock: () => performance.now(),
  };
  const before = process.cpuUsage();
  let made = 0;
  for await (const item of run(specOf(Math.max(1, Math.round(trials / tasksPerEpoch))), parts)) {
    writer.write(item);
    if (item.kind === 'record' && item.record.kind === 'trial') made++;
  }
  writer.close();
  const { user, system } = process.cpuUsage(before);
  rmSync(folder, { recursive: true });
  return { trials: made, cpuMs: (user + system) / 1000, maxRssMb: process.resourceUsage().maxRSS / 1024 };
}

function tasks(split: string, count: number): readonly Task[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${split}-${index}`,
    scenario: `${split}-${index >> 2}`,
    text: `Question ${index} of ${split}: which of the four values stands in column ${index % 17} of the sheet for ${1900 + (index % 120)}?`,
    gold: 'x',
  }));
}

const echoSuite: Suite = {
  name: 'echo',
  kind: 'domain',
  about: { scoreUnit: 'tasks', profile: 'exact', splitNote: 'generated', dataHash: '', notes: [] },
  base: { version: 'echo/1', text: 'Answer with x.' },
  load: async () => [],
  attempt: oneShotAttempt,
  grade: (_, { answer }) => {
    const right = Number(answer === 'x');
    return {
      score: right,
      checks: { passed: right, total: 1 },
      profiles: { exact: right },
      failedChecks: [],
      reference: 'x',
    };
  },
  answerKey: () => ({ ...emptyAttempt, answer: 'x' }),
};

function echoLlm(tokens: TokenCounter): Llm {
  const text = '{"reasoning": "by [si-00007]", "bullet_ids": ["si-00007"], "final_answer": "x"}';
  const outputTokens = tokens.count(text);
  return {
    id: 'echo',
    complete: async ({ parts }) => {
      const inputTokens = parts.reduce((sum, part) => sum + tokens.count(part.text), 0);
      return replyWith({ text, usage: { ...unknownUsage, inputTokens, outputTokens }, model: 'echo' });
    },
  };
}

function fixedPlaybook(texts: readonly string[], tokens: TokenCounter): Method<Playbook> {
  const ops = texts.map((text, index) => ({
    key: `0/bench/${index}`,
    op: { op: 'add' as const, section: '', text, type: null, rationale: null },
  }));
  const start = applyDelta(emptyPlaybook('Answer with x.', startSections), ops, {
    round: 0,
    fits: () => true,
    used: new Map(),
  }).playbook;
  if (tokens.count(renderPlaybook(start)) < 5_000)
    throw new Error('Cannot bench: expected a playbook of at least 5,000 tokens');
  const ids = new Set(start.bullets.map(({ id }) => id));
  const rendered = { stable: renderPlaybook(start), perTask: '', ids };
  return {
    name: 'fixed',
    learns: true,
    start: () => start,
    read: () => start,
    render: async () => rendered,
    adapt: async (context) => ({ context, events: [] }),
  };
}

function specOf(epochs: number): RunSpec {
  return {
    suite: { name: 'echo', options: {}, dataHash: '', profile: 'exact' },
    method: { name: 'fixed', options: {} },
    model: {},
    embedder: {},
    budget: { tokens: 100_000, evict: 'off', evictTo: 0.8, graceRounds: 1 },
    protocol: { kind: 'offline', epochs, batchSize: 100, probeEvery: 1_000_000, feedback: 'gold' },
    decoding: { temperature: 0, maxTokens: { default: 256 } },
    seed: 1,
    dataSeed: 1,
  };
}

if (process.argv[1]?.endsWith('echo-run.ts')) console.log(JSON.stringify(await echoRun(Number(process.argv[2]))));
