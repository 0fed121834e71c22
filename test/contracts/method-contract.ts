import { beforeAll, describe, expect, it } from 'vitest';
import type { ContextEvent } from '../../harness/core/context-event.ts';
import type { Experience } from '../../harness/core/experience.ts';
import { type FailureKind, InfraError } from '../../harness/core/failure.ts';
import type { Json } from '../../harness/core/json.ts';
import type { LlmRequest, Role } from '../../harness/core/llm.ts';
import type { Method, MethodSetup } from '../../harness/core/method.ts';
import type { Instructions } from '../../harness/core/rendered.ts';
import type { Rendered } from '../../harness/core/rendered.ts';
import type { Tools } from '../../harness/core/tools.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { replayEvents } from '../../harness/playbook/replay-events.ts';
import { wholeText } from '../../harness/experiment/whole-text.ts';
import { toolsWith, workingRoles, wrongAttempt } from './adaptation-deps.ts';
import { type Reply, type Script, scriptedLlm } from './scripted-llm.ts';

const base: Instructions = {
  version: 'contract/1',
  text: 'Tag each number.\n\nTake care:\n- with units\n- with dates',
};
const rounds = 4;
const batchSize = 3;

/** The suite that every Method passes. `create` makes the method anew from what the registry would give it. */
export function methodContract(name: string, create: (setup: MethodSetup) => Method): void {
  describe(`method contract: ${name}`, () => {
    let countTokens: Tools['countTokens'];
    beforeAll(async () => {
      countTokens = (await createTokenCounter()).count;
    });

    it('name is the name that the registry knows it by', () => {
      expect(name.split(',')[0]).toBe(roomy().name);
    });

    it('start() is plain data, and the same from the same instructions', () => {
      const context = roomy().start(deepFreeze({ ...base }));
      expect(JSON.parse(JSON.stringify(context))).toStrictEqual(context);
      expect(roomy().start(base)).toStrictEqual(context);
    });

    it('render() shows the base instructions at the start of the first context, before any question', async () => {
      const { stable, perTask } = await whole(roomy(), roomy().start(base));
      expect(stable.startsWith(base.text)).toBe(true);
      expect(typeof perTask).toBe('string');
    });

    it('render() offers ids that stand in the text, or none', async () => {
      for (const { after } of await evolve(roomy())) {
        const { stable, ids } = await whole(roomy(), after);
        for (const id of ids ?? []) expect(stable).toContain(`[${id}]`);
      }
    });

    it('read() of a rendered context renders the same text, whatever lessons said', async () => {
      const method = roomy();
      const contexts = [method.start(base), ...(await evolve(method)).map(({ after }) => after)];
      for (const context of contexts) {
        const { stable } = await whole(method, context);
        expect((await whole(method, method.read(stable, base))).stable).toBe(stable);
      }
    });

    it('render() shows every question the same stable text, and changes nothing', async () => {
      for (const { after } of await evolve(roomy())) {
        const { stable } = await whole(roomy(), after);
        for (const { question } of batch(3)) {
          const { llm } = scriptedLlm(workingRoles);
          const shown = await roomy().render(deepFreeze(after), question, toolsWith({ llm, countTokens }));
          expect(shown.stable).toBe(stable);
          expect(typeof shown.perTask).toBe('string');
        }
      }
    });

    it('learns, or never changes its context', async () => {
      const steps = await evolve(roomy());
      if (!roomy().learns) for (const { before, after } of steps) expect(after).toStrictEqual(before);
      else expect(steps.some(({ before, after }) => after !== before)).toBe(true);
    });

    it('adapt() changes neither context nor experience', async () => {
      // Frozen all through: a write would throw, and the adaptation would reject.
      await evolve(roomy(), { freeze: true });
      await evolve(await tight(), { freeze: true });
    });

    it('adapt() gives plain data', async () => {
      for (const { after, events } of await evolve(await tight())) {
        expect(JSON.parse(JSON.stringify(after))).toStrictEqual(after);
        expect(JSON.parse(JSON.stringify(events))).toStrictEqual(events);
      }
    });

    it('adapt() depends on its arguments alone: not on the instance, the order of replies, or a resume from JSON', async () => {
      const first = await evolve(await tight());
      expect(await evolve(await tight(), { arrival: 'another' })).toStrictEqual(first);
      expect(await evolve(await tight(), { throughJson: true })).toStrictEqual(first);
    });

    it('adapt() leaves what is rendered as it was where there is no experience, and asks no model', async () => {
      const method = await tight();
      for (const before of await someContexts(method)) {
        const { llm, requests } = scriptedLlm(workingRoles);
        const { context } = await method.adapt(before, [], toolsWith({ llm, countTokens }));
        expect(await whole(method, context)).toStrictEqual(await whole(method, before));
        expect(requests).toEqual([]);
      }
    });

    it('adapt() asks none but the reflector where it states no lesson, and leaves what is rendered as it was', async () => {
      const method = await tight();
      const silent = JSON.stringify({ reasoning: 'nothing to learn', lessons: ['', ' '], bullet_tags: [] });
      for (const before of await someContexts(method)) {
        const { llm, requests } = scriptedLlm({ ...workingRoles, reflector: () => silent });
        const { context } = await method.adapt(before, batch(9), toolsWith({ llm, countTokens }));
        expect(await whole(method, context)).toStrictEqual(await whole(method, before));
        expect(requests.filter(({ role }) => role !== 'reflector')).toEqual([]);
      }
    });

    it.each(failures)(
      'adapt() records a model that fails ($kind), and leaves what is rendered as it was',
      async ({ kind, reply }) => {
        const method = await tight();
        for (const before of await someContexts(method)) {
          const { llm, requests } = scriptedLlm(allRoles(reply));
          const { context, events } = await method.adapt(before, batch(9), toolsWith({ llm, countTokens }));
          expect(await whole(method, context)).toStrictEqual(await whole(method, before));
          expect(failuresIn(events)).toEqual(requests.length === 0 ? [] : Array(batchSize).fill(kind));
          expect(replayEvents(before, events)).toStrictEqual(context);
        }
      },
    );

    it.each(['curator', 'rewriter'] as const)('adapt() gains nothing from a %s that fails', async (role) => {
      const method = await tight();
      const [before] = await someContexts(method);
      for (const { kind, reply } of failures) {
        // To a role that writes plain text, any text is well formed.
        if (kind === 'malformed' && role !== 'curator') continue;
        const { llm, requests } = scriptedLlm({ ...workingRoles, [role]: reply });
        const { context, events } = await method.adapt(before!, batch(9), toolsWith({ llm, countTokens }));
        if (!requests.some((request) => request.role === role)) continue;
        expect(await whole(method, context)).toStrictEqual(await whole(method, before!));
        expect(new Set(failuresIn(events))).toEqual(new Set([kind]));
      }
    });

    it('events rebuild every context exactly', async () => {
      for (const method of [roomy(), await tight()])
        for (const { before, after, events } of await evolve(method))
          expect(replayEvents(before, events)).toStrictEqual(after);
    });

    it('render() stays within the budget, for any lessons', async () => {
      const method = await tight();
      for (const { after } of await evolve(method, { rounds: 8 }))
        expect(countTokens((await whole(method, after)).stable)).toBeLessThanOrEqual(await tightTokens());
    });

    it('adapt() goes on above the budget where nothing may be evicted, and its events still rebuild', async () => {
      const method = create({ budget: { ...budget(await tightTokens()), evict: 'off' }, countTokens });
      for (const { before, after, events } of await evolve(method))
        expect(replayEvents(before, events)).toStrictEqual(after);
    });

    it('adapt() rejects when it is interrupted in a call', async () => {
      const method = roomy();
      const stop = new AbortController();
      const interrupted = allRoles(() => {
        stop.abort();
        throw new Error('interrupted');
      });
      const { llm, requests } = scriptedLlm(interrupted);
      const adapting = method.adapt(method.start(base), batch(1), toolsWith({ llm, countTokens, signal: stop.signal }));
      const outcome = await adapting.then(
        () => 'resolved',
        () => 'rejected',
      );
      expect(outcome).toBe(requests.length === 0 ? 'resolved' : 'rejected');
    });

    it('adapt() gives every call an id of its own, under the round that it belongs to', async () => {
      const requests = (await evolve(roomy())).flatMap((one) => one.requests);
      const ids = requests.map(({ callId }) => callId);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^train\/[1-4]\/1\//);
    });

    it('maxCalls(), where it tells, is an upper bound of what adapt() asks for', async () => {
      const method = roomy();
      for (const { requests } of await evolve(method)) {
        const bound = method.maxCalls?.(batchSize);
        if (bound === undefined) continue;
        const counts = new Map<Role, number>();
        for (const { role } of requests) counts.set(role, (counts.get(role) ?? 0) + 1);
        for (const [role, calls] of counts) expect(calls, role).toBeLessThanOrEqual(bound[role] ?? 0);
      }
    });

    it('adapt() works without any feedback', async () => {
      const method = await tight();
      const blind = batch(1).map((one) => ({ ...one, feedback: null }));
      const { llm } = scriptedLlm(workingRoles);
      const { context, events } = await method.adapt(method.start(base), blind, toolsWith({ llm, countTokens }));
      expect(failuresIn(events)).toEqual([]);
      expect(countTokens((await whole(method, context)).stable)).toBeLessThanOrEqual(await tightTokens());
    });

    function budget(tokens: number): MethodSetup['budget'] {
      return { tokens, evict: 'lowest-utility', evictTo: 0.8, graceRounds: 1 };
    }
    function roomy(): Method {
      return create({ budget: budget(20_000), countTokens });
    }
    /** Room for the first context and a few lessons. */
    async function tight(): Promise<Method> {
      return create({ budget: budget(await tightTokens()), countTokens });
    }
    async function tightTokens(): Promise<number> {
      return countTokens((await whole(roomy(), roomy().start(base))).stable) + 150;
    }
    /** Fails where anything is asked for, since no question is. */
    function whole(method: Method, context: Json): Promise<Rendered> {
      return wholeText(method, context, countTokens);
    }

    type Step = {
      readonly before: Json;
      readonly after: Json;
      readonly events: readonly ContextEvent[];
      readonly requests: readonly LlmRequest[];
    };
    type How = {
      readonly rounds?: number;
      readonly freeze?: boolean;
      readonly arrival?: string;
      readonly throughJson?: boolean;
    };

    /** Some rounds of adaptation with roles that work. */
    async function evolve(method: Method, how: How = {}): Promise<readonly Step[]> {
      const steps: Step[] = [];
      let before: Json = method.start(base);
      for (let round = 1; round <= (how.rounds ?? rounds); round++) {
        if (how.throughJson) before = JSON.parse(JSON.stringify(before)) as Json;
        const experience = batch(round, [...((await whole(method, before)).ids ?? [])].slice(0, 2));
        if (how.freeze) deepFreeze([before, experience]);
        const { llm, requests } = scriptedLlm(workingRoles, how.arrival);
        const { context, events } = await method.adapt(before, experience, toolsWith({ llm, countTokens }, round));
        steps.push({ before, after: context, events, requests: byCallId(requests) });
        before = context;
      }
      return steps;
    }

    async function someContexts(method: Method): Promise<readonly Json[]> {
      const steps = await evolve(method, { rounds: 2 });
      return [method.start(base), ...steps.map(({ after }) => after)];
    }
  });
}

function byCallId(requests: readonly LlmRequest[]): readonly LlmRequest[] {
  return [...requests].sort((a, b) => (a.callId < b.callId ? -1 : 1));
}

function batch(round: number, cited: readonly string[] = []): readonly Experience[] {
  return Array.from({ length: batchSize }, (_, index) => wrongAttempt(`q-${round * batchSize + index}`, cited));
}

const failures: readonly { readonly kind: FailureKind; readonly reply: () => Reply }[] = [
  { kind: 'threw', reply: fail(new Error('broken')) },
  { kind: 'network', reply: fail(new InfraError('network', 'unreachable')) },
  { kind: 'length', reply: () => ({ text: '{"reasoning": "never', finish: 'length' }) },
  { kind: 'refusal', reply: () => ({ text: 'I cannot.', finish: 'refusal' }) },
  { kind: 'empty', reply: () => ' \n' },
  { kind: 'malformed', reply: () => 'Here you are: nothing of the kind.' },
];

function fail(error: Error): () => Reply {
  return () => {
    throw error;
  };
}

function allRoles(reply: () => Reply): Script {
  const roles: readonly Role[] = ['generator', 'reflector', 'curator', 'rewriter', 'merger'];
  return Object.fromEntries(roles.map((role) => [role, reply]));
}

function failuresIn(events: readonly ContextEvent[]): readonly FailureKind[] {
  return events.flatMap((event) => (event.kind === 'failed' ? [event.failure.kind] : []));
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object') {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
