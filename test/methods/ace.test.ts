import { beforeAll, describe, expect, it } from 'vitest';
import type { ContextEvent } from '../../harness/core/context-event.ts';
import type { Experience } from '../../harness/core/experience.ts';
import type { Budget } from '../../harness/core/spec.ts';
import type { Rendered } from '../../harness/core/rendered.ts';
import type { Tools } from '../../harness/core/tools.ts';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { create, options } from '../../harness/methods/ace.ts';
import type { Playbook } from '../../harness/playbook/playbook.ts';
import { replayEvents } from '../../harness/playbook/replay-events.ts';
import { toolsWith, wrongAttempt } from '../contracts/adaptation-deps.ts';
import { blocksOf, type Script, scriptedLlm } from '../contracts/scripted-llm.ts';

const budget: Budget = { tokens: 4_000, evict: 'lowest-utility', evictTo: 0.8, graceRounds: 1 };
const base = { version: '1', text: 'Base.' };

/** One lesson a question, on the question's own subject; the curator adds what it is given. */
const roles: Script = {
  reflector: ({ question }) =>
    JSON.stringify({ reasoning: 'why', lessons: [`Mind ${subjectOf(question)} above all.`], bullet_tags: [] }),
  curator: ({ lessons }) => {
    const texts = lessons!.split('\n').map((line) => line.slice(2));
    return JSON.stringify({ operations: texts.map((text) => ({ op: 'add', section: 'OTHERS', text })) });
  },
};

function subjectOf(question: string | undefined): string {
  return /What fits (\S+)\?/.exec(question!)![1]!;
}

function texts(playbook: Playbook): readonly string[] {
  return playbook.bullets.map(({ text }) => text);
}

function kinds(events: readonly ContextEvent[]): readonly string[] {
  return events.map(({ kind }) => kind);
}

describe('ace', () => {
  let countTokens: Tools['countTokens'];
  beforeAll(async () => {
    countTokens = (await createTokenCounter()).count;
  });
  const ace = (settings: object = {}, changes: Partial<Budget> = {}) =>
    create(options.parse(settings), { budget: { ...budget, ...changes }, countTokens });
  const whole = (method: ReturnType<typeof create>, playbook: Playbook): Promise<Rendered> =>
    method.render(playbook, null, toolsWith({ llm: scriptedLlm({}).llm, countTokens }));
  const adapt = async (
    method: ReturnType<typeof create>,
    playbook: Playbook,
    batch: readonly Experience[],
    script: Script = roles,
    tools: Partial<Tools> = {},
    round = 1,
  ) => {
    const { llm, requests } = scriptedLlm(script);
    const adapted = await method.adapt(playbook, batch, toolsWith({ llm, countTokens, ...tools }, round));
    return { ...adapted, requests };
  };
  const batch = ['tides', 'winds', 'rocks'].map((subject) => wrongAttempt(subject));

  it('grows by the deltas of a batch in the order of tasks, each op under its key, and every curator sees the same playbook', async () => {
    const { context, events, requests } = await adapt(ace({ refine: { mode: 'off' } }), ace().start(base), batch);
    expect(texts(context)).toEqual(['Mind tides above all.', 'Mind winds above all.', 'Mind rocks above all.']);
    expect(context.bullets.map(({ lineage }) => lineage)).toEqual([['1/tides/0'], ['1/winds/0'], ['1/rocks/0']]);
    expect(kinds(events)).toEqual(['lessons', 'lessons', 'lessons', 'delta']);
    const seen = requests.filter(({ role }) => role === 'curator').map((request) => blocksOf(request).context);
    expect(seen).toEqual(Array(3).fill((await whole(ace(), ace().start(base))).stable));
  });

  it('tags the bullets that reflectors judge, counts those that attempts cited, and rejects ids that it does not hold', async () => {
    const method = ace({ refine: { mode: 'off' } });
    const { context } = await adapt(method, method.start(base), batch);
    const [first, second] = context.bullets.map(({ id }) => id);
    const bullet_tags = [
      { id: first, tag: 'helpful' },
      { id: `[${second}]`, tag: 'HARMFUL' },
      { id: first, tag: 'neutral' },
      { id: 'oth-99999', tag: 'helpful' },
    ];
    const judging: Script = { reflector: () => JSON.stringify({ reasoning: '', lessons: [], bullet_tags }) };
    const cited = [wrongAttempt('tides', [first!]), wrongAttempt('winds', [first!])];
    const judged = await adapt(method, context, cited, judging, {}, 2);
    expect(judged.context.bullets.map(({ helpful, harmful, used }) => [helpful, harmful, used])).toEqual([
      [2, 0, 2],
      [0, 2, 0],
      [0, 0, 0],
    ]);
    const delta = judged.events.find((event) => event.kind === 'delta');
    expect(delta?.rejected).toEqual([
      { key: '2/tides/2', reason: 'unknown-id' },
      { key: '2/winds/2', reason: 'unknown-id' },
    ]);
  });

  it('loses no more than its own ops where one curator fails', async () => {
    const failing: Script = {
      ...roles,
      curator: (blocks, request) => (blocks.lessons!.includes('winds') ? '' : roles.curator!(blocks, request)),
    };
    const { context, events } = await adapt(ace(), ace().start(base), batch, failing);
    expect(texts(context)).toEqual(['Mind tides above all.', 'Mind rocks above all.']);
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'failed',
        role: 'curator',
        task: 'winds',
        failure: expect.objectContaining({ kind: 'empty' }),
      }),
    );
  });

  describe('reflectorRounds', () => {
    it('1 reflects once and does not try again', async () => {
      const tries: string[] = [];
      const reattempt: Tools['reattempt'] = async (id) => {
        tries.push(id);
        return wrongAttempt(id);
      };
      const { requests } = await adapt(ace(), ace().start(base), batch, roles, { reattempt });
      expect(tries).toEqual([]);
      expect(requests.filter(({ role }) => role === 'reflector')).toHaveLength(3);
    });

    it('3 tries again between reflections, with the reflection to read, until an attempt is right', async () => {
      const reflections: string[] = [];
      const reattempt: Tools['reattempt'] = async (id, _context, reflection) => {
        reflections.push(`${id}: ${reflection}`);
        const again = wrongAttempt(id);
        return id === 'winds' ? { ...again, feedback: { ...again.feedback!, correct: true } } : again;
      };
      const { events } = await adapt(ace({ reflectorRounds: 3 }), ace().start(base), batch.slice(0, 2), roles, {
        reattempt,
      });
      expect(reflections.sort()).toEqual([
        'tides: why\nMind tides above all.',
        'tides: why\nMind tides above all.',
        'winds: why\nMind winds above all.',
      ]);
      const rounds = events.flatMap((event) => (event.kind === 'lessons' ? [[event.task, event.rounds]] : []));
      expect(rounds).toEqual([
        ['tides', 3],
        ['winds', 1],
      ]);
    });

    it('never tries again what was right, or of which nothing is known', async () => {
      const right = { ...batch[0]!, feedback: { ...batch[0]!.feedback!, correct: true } };
      const unknown = { ...batch[1]!, feedback: null };
      const reattempt: Tools['reattempt'] = async () => {
        throw new Error('tried again');
      };
      const { events } = await adapt(ace({ reflectorRounds: 3 }), ace().start(base), [right, unknown], roles, {
        reattempt,
      });
      expect(kinds(events)).not.toContain('failed');
    });
  });

  describe('refine', () => {
    const repeated = ['tides', 'tides', 'winds'].map((subject, index) => ({
      ...wrongAttempt(subject),
      question: { id: `${subject}-${index}`, scenario: 's', text: `What fits ${subject}?` },
    }));

    it('proactive refines after each delta, as refine cost, before anything is published', async () => {
      let refines = 0;
      const refining: Tools['refining'] = (work) => {
        refines++;
        return work(toolsWith({ llm: scriptedLlm(roles).llm, countTokens }));
      };
      const { context, events } = await adapt(ace(), ace().start(base), repeated, roles, { refining });
      expect(texts(context)).toEqual(['Mind tides above all.', 'Mind winds above all.']);
      expect(kinds(events).slice(-2)).toEqual(['delta', 'refine']);
      expect(refines).toBe(1);
    });

    it('off never refines, and threshold 1 merges nothing', async () => {
      for (const refine of [{ mode: 'off' }, { threshold: 1 }]) {
        const { context } = await adapt(ace({ refine }), ace().start(base), repeated);
        expect(texts(context)).toHaveLength(3);
      }
    });

    it('threshold 0 merges all that have anything in common', async () => {
      const { context } = await adapt(ace({ refine: { threshold: 0, guards: [] } }), ace().start(base), batch);
      expect(texts(context)).toEqual(['Mind tides above all.']);
    });

    it('lazy refines only once the playbook fills the budget to triggerAt', async () => {
      const lazy = (tokens: number) => ace({ refine: { mode: 'lazy', triggerAt: 0.5 } }, { tokens });
      expect(texts((await adapt(lazy(4_000), ace().start(base), repeated)).context)).toHaveLength(3);
      const { context, events } = await adapt(lazy(120), ace().start(base), repeated);
      expect(texts(context)).toHaveLength(2);
      expect(events.at(-1)).toMatchObject({ kind: 'refine', trigger: 'budget' });
    });
  });

  describe('vectors', () => {
    /** Adapts round by round; the meter is the runner's own, one per run. */
    const lived = async (method: ReturnType<typeof create>, resume: boolean, subjects: readonly string[]) => {
      const meter = new Set<string>();
      let asked = 0;
      const embedder = hashEmbedder();
      let context = method.start(base);
      const rounds: unknown[] = [];
      for (const [index, subject] of subjects.entries()) {
        const before = meter.size;
        const embed: Tools['embedder']['embed'] = async (list) => {
          asked += list.length;
          for (const text of list) meter.add(text);
          return embedder.embed(list);
        };
        if (resume) context = JSON.parse(JSON.stringify(context));
        const tools = { embedder: { ...embedder, embed } };
        const one = await adapt(method, context, [wrongAttempt(subject)], roles, tools, index + 1);
        context = one.context;
        rounds.push([one.events, meter.size - before]);
      }
      return { context, rounds, asked };
    };
    const subjects = ['tides', 'winds', 'rocks', 'tides', 'winds', 'fog', 'rocks', 'ropes'];
    const settings = { refine: { threshold: 0.8, onDuplicate: 'merge' } };

    it('are remembered within a run, and change no result, event or count against a run resumed at every round', async () => {
      const whole = await lived(ace(settings, { tokens: 120, graceRounds: 0 }), false, subjects);
      const resumed = await lived(ace(settings, { tokens: 120, graceRounds: 0 }), true, subjects);
      expect(resumed.rounds).toEqual(whole.rounds);
      expect(resumed.context).toEqual(whole.context);
      expect(whole.asked).toBe(5);
      expect(resumed.asked).toBeGreaterThan(2 * whole.asked);
    });

    it('of one run are not hidden from the meter of another run of the same method', async () => {
      const method = ace(settings);
      const runs = await Promise.all([lived(method, false, subjects), lived(method, false, subjects)]);
      expect(runs[1]).toEqual(runs[0]);
      expect(await lived(method, false, subjects)).toEqual(runs[0]);
    });
  });

  describe('refine options', () => {
    const opposed: Script = {
      ...roles,
      reflector: ({ question }) => {
        const never = subjectOf(question) === 'winds' ? 'Never mind' : 'Mind';
        return JSON.stringify({ reasoning: '', lessons: [`${never} the harbour bar at low tide.`], bullet_tags: [] });
      },
    };
    const pair = batch.slice(0, 2);
    const written = (text: string): Script => ({ ...opposed, merger: () => text });

    it('guards are on by default, and off where the list is empty', async () => {
      const loose = { threshold: 0.3 };
      const guarded = await adapt(ace({ refine: loose }), ace().start(base), pair, opposed);
      expect(texts(guarded.context)).toHaveLength(2);
      expect(guarded.events.at(-1)).toMatchObject({ vetoed: [{ guard: 'negation' }] });
      const bare = await adapt(ace({ refine: { ...loose, guards: [] } }), ace().start(base), pair, opposed);
      expect(texts(bare.context)).toEqual(['Mind the harbour bar at low tide.']);
    });

    it('a misspelt guard, policy or scope is refused', () => {
      for (const refine of [{ guards: ['negations'] }, { onDuplicate: 'keep' }, { scope: 'sections' }, { every: 0 }])
        expect(options.safeParse({ refine }).success).toBe(false);
    });

    it('periodic refines in the rounds that its period divides', async () => {
      const method = ace({ refine: { mode: 'periodic', every: 2 } });
      const twice = [batch[0]!, { ...batch[0]!, question: { ...batch[0]!.question, id: 'again' } }];
      const first = await adapt(method, method.start(base), twice, roles, {}, 1);
      expect(texts(first.context)).toHaveLength(2);
      const second = await adapt(method, first.context, [], roles, {}, 2);
      expect(texts(second.context)).toHaveLength(1);
      expect(second.events.at(-1)).toMatchObject({ kind: 'refine', trigger: 'period' });
    });

    it('scope section keeps what stands in two sections', async () => {
      const byTask: Script = {
        ...opposed,
        reflector: () => JSON.stringify({ reasoning: '', lessons: ['Mind the bar.'], bullet_tags: [] }),
        curator: (_blocks, { callId }) => {
          const section = callId.includes('/tides/') ? 'OTHERS' : 'TOOLS AND APIS';
          return JSON.stringify({ operations: [{ op: 'add', section, text: 'Mind the bar.' }] });
        },
      };
      const bySection = await adapt(ace({ refine: { scope: 'section' } }), ace().start(base), pair, byTask);
      expect(texts(bySection.context)).toHaveLength(2);
      expect(texts((await adapt(ace(), ace().start(base), pair, byTask)).context)).toHaveLength(1);
    });

    it('llm asks the merger for the text, within the refine scope', async () => {
      let inScope = false;
      const refining: Tools['refining'] = async (work) => {
        inScope = true;
        const result = await work(toolsWith({ llm: merging.llm, countTokens }));
        inScope = false;
        return result;
      };
      const asking: Script = {
        ...opposed,
        merger: ({ lessons }) => {
          expect(inScope).toBe(true);
          expect(lessons).toBe('- Mind the harbour bar at low tide.\n- Never mind the harbour bar at low tide.');
          return 'Ask the pilot about the bar.';
        },
      };
      const merging = scriptedLlm(asking);
      const method = ace({ refine: { onDuplicate: 'llm', threshold: 0.3, guards: [] } });
      const { context, requests } = await adapt(method, method.start(base), pair, asking, { refining });
      expect(texts(context)).toEqual(['Ask the pilot about the bar.']);
      expect(merging.requests.map(({ role }) => role)).toEqual(['merger']);
      expect(requests.filter(({ role }) => role === 'merger')).toEqual([]);
    });

    it('llm records a merger that fails, and leaves the pair unmerged', async () => {
      const method = ace({ refine: { onDuplicate: 'llm', threshold: 0.3, guards: [] } });
      const { context, events } = await adapt(method, method.start(base), pair, written(' '));
      expect(texts(context)).toHaveLength(2);
      expect(events).toContainEqual(
        expect.objectContaining({
          kind: 'failed',
          role: 'merger',
          failure: expect.objectContaining({ kind: 'empty' }),
        }),
      );
      expect(replayEvents(method.start(base), events)).toEqual(context);
    });
  });

  it('curate.rejectVague rejects lessons in which nothing is concrete, and only then', async () => {
    const vague: Script = {
      ...roles,
      reflector: ({ question }) => {
        const lesson =
          subjectOf(question) === 'winds' ? 'Always be careful.' : `Mind ${subjectOf(question)} above all.`;
        return JSON.stringify({ reasoning: '', lessons: [lesson], bullet_tags: [] });
      },
    };
    const strict = await adapt(ace({ curate: { rejectVague: true } }), ace().start(base), batch, vague);
    expect(texts(strict.context)).toEqual(['Mind tides above all.', 'Mind rocks above all.']);
    const delta = strict.events.find((event) => event.kind === 'delta');
    expect(delta?.rejected).toEqual([{ key: '1/winds/0', reason: 'vague' }]);
    expect(replayEvents(ace().start(base), strict.events)).toEqual(strict.context);
    expect(texts((await adapt(ace(), ace().start(base), batch, vague)).context)).toContain('Always be careful.');
  });

  describe('render', () => {
    it('is what roles read and what budgets count', async () => {
      const hidden = { render: { counters: 'hidden', order: 'append' } };
      const { context } = await adapt(ace(hidden), ace(hidden).start(base), batch);
      const shown = await whole(ace(), context);
      const read = await whole(ace(hidden), context);
      expect(read.stable).not.toContain('helpful=');
      expect(read.ids).toEqual(shown.ids);
      const { requests } = await adapt(ace(hidden), context, batch.slice(0, 1), roles, {}, 2);
      expect(blocksOf(requests[0]!).context).toBe(read.stable);
      const alone = await adapt(ace(hidden), ace(hidden).start(base), batch.slice(0, 1));
      const justRoom = ace(hidden, { tokens: countTokens((await whole(ace(hidden), alone.context)).stable) });
      expect((await adapt(justRoom, justRoom.start(base), batch.slice(0, 1))).context.bullets).toHaveLength(1);
      // What fits only without counters is kept only where they are hidden.
      const tokens = countTokens(read.stable);
      const fixed = { render: { counters: 'hidden' }, refine: { mode: 'lazy', triggerAt: 0.99 } };
      expect(countTokens(shown.stable)).toBeGreaterThan(tokens);
      const kept = await adapt(ace(fixed, { tokens }), ace(fixed).start(base), batch);
      expect(kinds(kept.events)).not.toContain('evict');
      const cut = await adapt(ace({}, { tokens }), ace().start(base), batch);
      expect(kinds(cut.events)).toContain('evict');
    });
  });

  it('evicts after refining, so that what refine makes room for is kept', async () => {
    const method = ace({}, { tokens: 110, graceRounds: 0 });
    const subjects = ['tides', 'winds', 'rocks', 'harbours', 'cranes', 'ropes', 'pilots', 'fog'].map((one) =>
      wrongAttempt(one),
    );
    const { context, events } = await adapt(method, method.start(base), subjects, {
      ...roles,
      reflector: () => JSON.stringify({ reasoning: '', lessons: ['Mind the tides above all.'], bullet_tags: [] }),
    });
    expect(texts(context)).toEqual(['Mind the tides above all.']);
    expect(kinds(events)).not.toContain('evict');
    const different = await adapt(method, method.start(base), subjects, roles, {}, 1);
    expect(kinds(different.events).slice(-2)).toEqual(['refine', 'evict']);
    expect(countTokens((await whole(method, different.context)).stable)).toBeLessThanOrEqual(110);
  });
});
