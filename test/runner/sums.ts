import { setImmediate } from 'node:timers/promises';
import type { Experience } from '../../harness/core/experience.ts';
import { hashText } from '../../harness/core/hash.ts';
import type { Llm, LlmReply, LlmRequest } from '../../harness/core/llm.ts';
import type { Method } from '../../harness/core/method.ts';
import type {
  Checkpoint,
  EndRecord,
  RoundRecord,
  RunItem,
  RunRecord,
  TrialRecord,
} from '../../harness/core/records.ts';
import type { Rendered } from '../../harness/core/rendered.ts';
import type { OfflineProtocol, RunSpec } from '../../harness/core/spec.ts';
import { emptyAttempt, type Suite } from '../../harness/core/suite.ts';
import type { Split, Task } from '../../harness/core/task.ts';
import type { Tools } from '../../harness/core/tools.ts';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { unknownUsage } from '../../harness/core/usage.ts';
import { replayEvents } from '../../harness/playbook/replay-events.ts';
import { run } from '../../harness/runner/run.ts';
import { replyWith } from '../contracts/llm-parts.ts';
import type { RunParts } from '../../harness/runner/run-parts.ts';

// A tiny world: sums such as "3 + 4", a model that adds right iff its context says "know 3", and a method that notes what to know.

export function sumTasks(split: Split, count: number): readonly Task[] {
  return Array.from({ length: count }, (_, index) => {
    const [a, b] = [index % 5, (index * 3) % 7];
    return { id: `${split}-${index}`, scenario: `${split}-${index >> 1}`, text: `${a} + ${b}`, gold: String(a + b) };
  });
}

const counts = { train: 7, val: 4, test: 5, 'test-challenge': 0 };

export function sumsSuite(overrides: Partial<Suite> = {}): Suite {
  return {
    name: 'sums',
    kind: 'domain',
    about: { scoreUnit: 'tasks', profile: 'exact', splitNote: 'generated', dataHash: 'sums', notes: [] },
    base: { version: 'sums/1', text: 'Add.' },
    load: async (split) => sumTasks(split, counts[split]),
    attempt: attemptSum,
    grade: (task, { answer }) => {
      const right = Number(answer === task.gold);
      return {
        score: right,
        checks: { passed: right, total: 1 },
        profiles: { exact: right },
        failedChecks: right ? [] : ['The sum is wrong.'],
        reference: String(task.gold),
      };
    },
    answerKey: (task) => ({ ...emptyAttempt, answer: String(task.gold) }),
    lessons: {
      all: ['0', '1', '2', '3', '4'],
      states: (line) =>
        [...line.matchAll(/know (\d)/g)].map(([, lessonId]) => ({ lessonId: lessonId!, stance: 'correct' })),
    },
    ...overrides,
  };
}

export const attemptSum: Suite['attempt'] = async (question, context, tools) => {
  const { text, finish } = await ask(tools, 'generator', [context.stable, context.perTask, question.text]);
  const failure = finish === 'length' ? { kind: 'length' as const, message: 'cut' } : null;
  return { ...emptyAttempt, answer: text, reasoning: `by ${text}`, cited: ['n-1', 'n-99'], replies: [text], failure };
};

export function ask(tools: Tools, role: LlmRequest['role'], texts: readonly string[]): Promise<LlmReply> {
  const { phase, round, epoch, task } = tools.at;
  return tools.llm.complete({
    role,
    parts: texts.map((text) => ({ speaker: 'user', text })),
    format: { kind: 'text' },
    maxTokens: tools.decoding.maxTokens.default,
    temperature: tools.decoding.temperature,
    seed: tools.decoding.seed,
    signal: tools.signal,
    callId: `${phase}/${round}/${epoch}/${task}/${role}`,
  });
}

/** Answers after some turns of the event loop, as many as the request's hash says, so that replies overtake each other. */
export function sumsLlm(change: (request: LlmRequest) => Partial<LlmReply> = () => ({}), maxTurns = 3): Llm {
  return {
    id: 'sums',
    complete: async (request) => {
      const turns = Number.parseInt(hashText(request.callId).slice(0, 4), 16) % (maxTurns + 1);
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      const [context = '', perTask = '', question = ''] = request.parts.map(({ text }) => text);
      const [a = 0, b = 0] = question.split(' + ').map(Number);
      const knows = `${context} ${perTask}`.includes(`know ${a}`);
      const text = request.role === 'reflector' ? `know ${a}` : knows ? String(a + b) : '0';
      const usage = { ...unknownUsage, inputTokens: context.length, cachedTokens: 0, outputTokens: 1 };
      return replyWith({ text, usage, model: 'sums', ...change(request) });
    },
  };
}

type Notes = { readonly lines: readonly string[] };

/** Notes one line per reflected experience, each once; compares a new line with the ones it has as refining. */
export function notesMethod(overrides: Partial<Method<Notes>> = {}): Method {
  const method: Method<Notes> = {
    name: 'notes',
    learns: true,
    start: (base) => ({ lines: [base.text] }),
    read: (text) => ({ lines: text.split('\n') }),
    render: async ({ lines }) => ({
      stable: lines.map((line, index) => (index === 0 ? line : `[n-${index}] ${line}`)).join('\n'),
      perTask: '',
      ids: new Set(lines.map((_, index) => `n-${index}`)),
    }),
    adapt: async ({ lines }, experience, tools) => {
      const replies = await Promise.all(
        experience.map(({ question }) => ask(tools, 'reflector', ['', '', question.text])),
      );
      const lessons = replies.map(({ text }) => text);
      const fresh = [...new Set(lessons)].filter((line) => !lines.includes(line));
      await tools.refining(async (scoped) => {
        await scoped.embedder.embed(fresh);
        scoped.compared(fresh.length * lines.length);
      });
      const context = { lines: [...lines, ...fresh.slice(0, 1)] };
      return {
        context,
        events: [
          { kind: 'lessons', task: tools.at.task, lessons, rounds: 1 },
          { kind: 'rewrite', context },
        ],
      };
    },
    ...overrides,
  };
  return method as unknown as Method;
}

/** Keeps the context as it is and hands over what it was shown. */
export function watchingMethod(
  seen: (experience: readonly Experience[], tools: Tools) => void | Promise<void>,
): Method {
  return notesMethod({
    adapt: async (context, experience, tools) => {
      await seen(experience, tools);
      return { context, events: [] };
    },
  });
}

export function specOf(protocol: Partial<OfflineProtocol> = {}, seed = 1): RunSpec {
  return {
    suite: { name: 'sums', options: {}, dataHash: 'sums', profile: 'exact' },
    method: { name: 'notes', options: {} },
    model: {},
    embedder: {},
    budget: { tokens: 1000, evict: 'off', evictTo: 0.8, graceRounds: 1 },
    protocol: { kind: 'offline', epochs: 1, batchSize: 2, probeEvery: 2, feedback: 'gold', ...protocol },
    decoding: { temperature: 0, maxTokens: { default: 64 } },
    seed,
    dataSeed: 1,
  };
}

export function partsOf(overrides: Partial<RunParts> = {}): RunParts {
  const { suite = sumsSuite(), method = notesMethod() } = overrides;
  return {
    suite,
    inWorld: (attempt) => attempt(),
    method,
    start: method.start(suite.base),
    llm: sumsLlm(),
    embedder: hashEmbedder({ dims: 16 }),
    tasks: {
      train: sumTasks('train', counts.train),
      val: sumTasks('val', counts.val),
      test: sumTasks('test', counts.test),
    },
    countTokens: (text) => text.split(/\s+/).filter((word) => word !== '').length,
    headTokens: 0,
    replay: replayEvents,
    signal: new AbortController().signal,
    timeouts: { part: 600_000 },
    clock: () => 0,
    ...overrides,
  };
}

export async function itemsOf(
  spec: RunSpec,
  parts: RunParts,
  from: Checkpoint | null = null,
): Promise<readonly RunItem[]> {
  const items: RunItem[] = [];
  for await (const item of run(spec, parts, from)) items.push(item);
  return items;
}

export async function recordsOf(spec: RunSpec, parts: RunParts): Promise<readonly RunRecord[]> {
  return recordsIn(await itemsOf(spec, parts));
}

export function recordsIn(items: readonly RunItem[]): readonly RunRecord[] {
  return items.flatMap((item) => (item.kind === 'record' ? [item.record] : []));
}

export function trialsIn(records: readonly RunRecord[]): readonly TrialRecord[] {
  return records.filter((record) => record.kind === 'trial');
}

export function roundsIn(records: readonly RunRecord[]): readonly RoundRecord[] {
  return records.filter((record) => record.kind === 'round');
}

export function endIn(records: readonly RunRecord[]): EndRecord | undefined {
  return records.find((record) => record.kind === 'end');
}

/** What stays of a value when it went through a file. */
export function thawed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

export function textContext(stable: string, ids: ReadonlySet<string> | null = null): Rendered {
  return { stable, perTask: '', ids };
}
