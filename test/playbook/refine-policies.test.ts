import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textRows } from '../../harness/embedding/text-rows.ts';
import { vetoOf } from '../../harness/playbook/guards.ts';
import { duplicateRuleNames, type OnDuplicate } from '../../harness/playbook/duplicate-rules.ts';
import { emptyPlaybook, type Playbook, withBullets } from '../../harness/playbook/playbook.ts';
import { refine, type RefineOptions, type RefineDeps } from '../../harness/playbook/refine.ts';
import { addOf, at, cosineOfDegrees, degreesWorld, grow, playbookOf, rule, textsOf } from './degrees.ts';
import { anyGuards, anyHeading, anyHeadingOp, heading, headingsWorld, sentences, unmergedPairs } from './headings.ts';
import { deepFreeze } from './hostile-texts.ts';

const plain: RefineOptions = { threshold: 0.9, onDuplicate: 'drop', scope: 'playbook', guards: [] };
const empty = emptyPlaybook('', ['RULES', 'ELSEWHERE']);

async function refined(playbook: Playbook, options: Partial<RefineOptions> = {}, deps: RefineDeps = degreesWorld()) {
  return refine(deepFreeze(playbook), { ...plain, ...options }, 'delta', deps);
}

/** Bullets in one section with the given helpful counters. */
function rated(rows: readonly (readonly [text: string, helpful: number, harmful?: number])[]): Playbook {
  const playbook = playbookOf(rows.map(([text]) => text));
  return withBullets(
    playbook,
    playbook.bullets.map((bullet, index) => ({
      ...bullet,
      helpful: rows[index]![1],
      harmful: rows[index]![2] ?? 0,
      used: 1,
    })),
  );
}

const anyStream = fc.array(fc.array(anyHeadingOp, { maxLength: 7, size: 'max' }), { maxLength: 5, size: 'max' });
const anyThreshold = fc.constantFrom(0, 0.5, cosineOfDegrees(20), 0.9, cosineOfDegrees(10), 0.999999, 1);
const anyOptions: fc.Arbitrary<RefineOptions> = fc.record({
  threshold: anyThreshold,
  onDuplicate: fc.constantFrom(...duplicateRuleNames),
  scope: fc.constantFrom('playbook' as const, 'section' as const),
  guards: anyGuards,
});

const oftenReplacing = fc.oneof(
  anyOptions,
  anyOptions.map((options): RefineOptions => ({ ...options, onDuplicate: 'replace', guards: [] })),
);

describe('refine() by any policy', () => {
  it('leaves no pair unmerged that is alike and that nothing keeps apart, after every delta of any stream', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyStream,
        fc.array(fc.boolean(), { minLength: 1 }),
        anyOptions,
        async (deltas, passes, options) => {
          const deps = headingsWorld();
          let current = empty;
          for (const [round, ops] of deltas.entries()) {
            current = grow(current, ops, round + 1);
            if (!passes[round % passes.length]) continue;
            current = (await refined(current, options, deps)).playbook;
            if (options.threshold < 1) expect(unmergedPairs(current, options)).toEqual([]);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('is idempotent, even if all pairs are compared again', async () => {
    await fc.assert(
      fc.asyncProperty(anyStream, anyOptions, async (deltas, options) => {
        const grown = deltas.reduce((playbook, ops, index) => grow(playbook, ops, index + 1), empty);
        const once = await refined(grown, options, headingsWorld());
        const deps = headingsWorld();
        const twice = await refined(once.playbook, options, deps);
        expect(twice.playbook).toEqual(once.playbook);
        expect(twice.event).toMatchObject({ merged: [], vetoed: [], compared: 0 });
        expect(deps.embedded()).toEqual([]);
        const afresh = once.playbook.bullets.map((bullet) => ({ ...bullet, fresh: true }));
        expect((await refined(withBullets(once.playbook, afresh), options, headingsWorld())).playbook).toEqual(
          once.playbook,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('conserves counters over what is kept and what was replaced, and keeps ids unique and vetoes apart', async () => {
    const sum = (bullets: Playbook['bullets'], key: 'helpful' | 'harmful' | 'used'): number =>
      bullets.reduce((total, bullet) => total + bullet[key], 0);
    let replacements = 0;
    await fc.assert(
      fc.asyncProperty(anyStream, oftenReplacing, async (deltas, options) => {
        const grown = deltas.reduce((playbook, ops, index) => grow(playbook, ops, index + 1), empty);
        const counted = withBullets(
          grown,
          grown.bullets.map((bullet, index) => ({ ...bullet, harmful: bullet.harmful + index, used: index + 1 })),
        );
        const { playbook, event } = await refined(counted, options, headingsWorld());
        // What a replaced bullet held when it went: what it began with, and what had gone into it.
        const replaced = new Set((event.replaced ?? []).map(({ id }) => id));
        const holderOf = new Map(event.merged.map(({ from, into }) => [from, into]));
        const lastHolder = (id: string): string => (holderOf.has(id) ? lastHolder(holderOf.get(id)!) : id);
        const lost = counted.bullets.filter(({ id }) => replaced.has(lastHolder(id)));
        for (const key of ['helpful', 'harmful', 'used'] as const)
          expect(sum(playbook.bullets, key) + sum(lost, key)).toBe(sum(counted.bullets, key));
        replacements += replaced.size;

        const ids = playbook.bullets.map(({ id }) => id);
        const gone = [...event.merged.map(({ from }) => from), ...replaced];
        expect([...ids, ...gone].sort()).toEqual(counted.bullets.map(({ id }) => id).sort());
        for (const { a, b, texts, guard } of event.vetoed) {
          expect(a).not.toBe(b);
          expect(vetoOf(...texts, options.guards)).toBe(guard);
        }
        const pairs = event.vetoed.map(({ texts, a, b }) => JSON.stringify([texts, a, b]));
        expect(new Set(pairs).size).toBe(pairs.length);
      }),
      { numRuns: 300 },
    );
    expect(replacements).toBeGreaterThan(2);
  });

  it('counts and decides the same after a resume, and never compares a pair twice', async () => {
    await fc.assert(
      fc.asyncProperty(anyStream, anyOptions, async (deltas, options) => {
        const [whole, parts] = [headingsWorld(), headingsWorld()];
        let [straight, cut] = [empty, empty];
        for (const [index, ops] of deltas.entries()) {
          const one = await refined(grow(straight, ops, index + 1), options, whole);
          const other = await refined(grow(JSON.parse(JSON.stringify(cut)), ops, index + 1), options, parts);
          expect(other.event).toEqual(one.event);
          [straight, cut] = [one.playbook, JSON.parse(JSON.stringify(other.playbook))];
        }
        expect(cut).toEqual(straight);
        expect(parts.comparisons()).toBe(whole.comparisons());
      }),
    );
  });

  it('decides, embeds and counts the same with and without a memo of vectors', async () => {
    await fc.assert(
      fc.asyncProperty(anyStream, anyOptions, async (deltas, options) => {
        const [plain, remembering] = [headingsWorld(), headingsWorld()];
        const rows = textRows(2);
        let current = empty;
        for (const [index, ops] of deltas.entries()) {
          current = grow(current, ops, index + 1);
          const without = await refined(current, options, plain);
          expect(await refined(current, options, { ...remembering, rows })).toEqual(without);
          current = without.playbook;
        }
        // What a meter counts: each text once. And with a memo no text is asked for twice.
        expect(remembering.embedded()).toEqual([...new Set(plain.embedded())]);
      }),
    );
  });

  it('merges equal texts without vectors or a model, and vetoes none', async () => {
    for (const onDuplicate of duplicateRuleNames) {
      const deps = headingsWorld(async () => {
        throw new Error('asked a model');
      });
      const text = 'Never wait 5 seconds.';
      const { playbook, event } = await refined(playbookOf([text, text, `${text} `]), { onDuplicate }, deps);
      expect(textsOf(playbook)).toEqual([text]);
      expect(event.vetoed).toEqual([]);
      expect(event.merged.map(({ cosine }) => cosine)).toEqual([1, 1]);
      expect(deps.embedded()).toEqual([]);
    }
  });
});

describe('refine() of a stream of adds with fixed guards', () => {
  it('leaves the same bullets by every policy after each delta, at any number of passes, and in one pass at the end', async () => {
    let vetoes = 0;
    const grownBy = async (
      deltas: readonly (readonly string[])[],
      passes: readonly boolean[],
      options: Partial<RefineOptions>,
    ): Promise<Playbook> => {
      let current = empty;
      for (const [index, texts] of deltas.entries()) {
        const adds = texts.map(
          (text, nth) => ({ ...addOf(text), section: nth % 2 === 0 ? 'RULES' : 'ELSEWHERE' }) as never,
        );
        current = grow(current, adds, index + 1);
        if (!passes[index % passes.length]) continue;
        const { playbook, event } = await refined(current, options, headingsWorld());
        vetoes += event.vetoed.length;
        current = playbook;
      }
      return { ...(await refined(current, options, headingsWorld())).playbook, refinedTokens: null };
    };
    const anyTexts = fc.array(fc.array(anyHeading, { maxLength: 6, size: 'max' }), { maxLength: 8, size: 'max' });
    await fc.assert(
      fc.asyncProperty(
        anyTexts,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        anyOptions,
        async (deltas, schedule, options) => {
          const once = await grownBy(deltas, [false], options);
          expect(await grownBy(deltas, [true], options)).toEqual(once);
          expect(await grownBy(deltas, schedule, options)).toEqual(once);
        },
      ),
      { numRuns: 300 },
    );
    expect(vetoes).toBeGreaterThan(100);
  });

  it('leaves other texts where the guards differ in between', async () => {
    const negated = playbookOf([heading(sentences[0], 0), heading(sentences[1], 1)]);
    const guarded = (await refined(negated, { guards: ['negation'] }, headingsWorld())).playbook;
    const then = await refined(grow(guarded, [addOf(heading(sentences[1], 2))]), { guards: [] }, headingsWorld());
    const bare = await refined(grow(negated, [addOf(heading(sentences[1], 2))]), { guards: [] }, headingsWorld());
    expect(textsOf(then.playbook)).toHaveLength(2);
    expect(textsOf(bare.playbook)).toHaveLength(1);
  });

  it('leaves other texts by `merge` where a bullet is tagged in between, but not by the other policies', async () => {
    const tag = { op: 'tag', id: rule(2), helpful: 2, harmful: 0 } as const;
    const first = playbookOf([heading(sentences[0], 0), heading(sentences[0], 1)]);
    for (const onDuplicate of duplicateRuleNames) {
      const proactive = await refined(first, { onDuplicate }, headingsWorld());
      const early = await refined(grow(proactive.playbook, [tag]), { onDuplicate }, headingsWorld());
      const late = await refined(grow(first, [tag]), { onDuplicate }, headingsWorld());
      if (onDuplicate === 'merge') expect(textsOf(early.playbook)).not.toEqual(textsOf(late.playbook));
      else expect(textsOf(early.playbook)).toEqual(textsOf(late.playbook));
    }
  });
});

describe('guards', () => {
  const [retry, never] = [heading(sentences[0], 0), heading(sentences[1], 1)];

  it('veto a pair whatever its cosine, and record it once with ids, texts, cosine and the name', async () => {
    const { playbook, event } = await refined(
      playbookOf([retry, never]),
      { threshold: 0, guards: ['numbers', 'negation'] },
      headingsWorld(),
    );
    expect(textsOf(playbook)).toEqual([retry, never]);
    expect(event).toMatchObject({ merged: [], compared: 1 });
    expect(event.vetoed).toEqual([
      { a: rule(1), b: rule(2), texts: [retry, never], cosine: cosineOfDegrees(10), guard: 'negation' },
    ]);
    const again = await refined(playbook, { threshold: 0, guards: ['negation'] }, headingsWorld());
    expect(again.event).toMatchObject({ vetoed: [], compared: 0 });
  });

  it('are those that are named, and none where the list is empty', async () => {
    for (const guards of [[], ['numbers'], ['order', 'template']] as const) {
      const { playbook, event } = await refined(playbookOf([retry, never]), { threshold: 0, guards }, headingsWorld());
      expect(textsOf(playbook)).toEqual([retry]);
      expect(event.vetoed).toEqual([]);
    }
  });

  it('say nothing of pairs at or below the threshold', async () => {
    const { event } = await refined(
      playbookOf([retry, never]),
      { threshold: cosineOfDegrees(10), guards: ['negation'] },
      headingsWorld(),
    );
    expect(event).toMatchObject({ vetoed: [], merged: [], compared: 1 });
  });

  it('let the next most similar survivor take the place of a vetoed one', async () => {
    const newcomer = heading(sentences[1], 2);
    const bullets = [
      heading(sentences[0], 2),
      heading(sentences[0], 1),
      heading(sentences[1], 0),
      heading(sentences[1], 5),
    ];
    const options = { threshold: 0.8, guards: ['negation'] } as const;
    const old = (await refined(playbookOf(bullets), { ...options, threshold: 0.99 }, headingsWorld())).playbook;
    const { event } = await refined(grow(old, [addOf(newcomer)]), options, headingsWorld());
    expect(event.vetoed.map(({ a, b, cosine }) => [a, b, cosine])).toEqual([
      [rule(1), rule(5), 1],
      [rule(2), rule(5), cosineOfDegrees(10)],
    ]);
    expect(event.merged).toEqual([{ from: rule(5), into: rule(3), cosine: cosineOfDegrees(20) }]);
    expect(event.compared).toBe(4);
  });
});

describe('scope', () => {
  it('section compares bullets of one section alone, playbook all', async () => {
    const spread = grow(empty, [
      { ...addOf(at(0)), section: 'RULES' } as never,
      { ...addOf(at(5)), section: 'ELSEWHERE' } as never,
      { ...addOf(at(90)), section: 'RULES' } as never,
      { ...addOf(at(6)), section: 'ELSEWHERE' } as never,
      { ...addOf(at(0)), section: 'ELSEWHERE' } as never,
    ]);
    const whole = await refined(spread, { scope: 'playbook' });
    expect(textsOf(whole.playbook)).toEqual([at(0), at(90)]);
    const parted = await refined(spread, { scope: 'section' });
    expect(textsOf(parted.playbook)).toEqual([at(0), at(5), at(90)]);
    expect(parted.event.merged.map(({ from, into }) => [from, into])).toEqual([
      ['els-00004', 'els-00002'],
      ['els-00005', 'els-00002'],
    ]);
    expect(parted.event.compared).toBe(1 + 1 + 1);
  });

  it('section embeds no bullet that stands alone in its section', async () => {
    const deps = degreesWorld();
    const spread = grow(empty, [
      { ...addOf(at(0)), section: 'RULES' } as never,
      { ...addOf(at(5)), section: 'ELSEWHERE' } as never,
      { ...addOf(at(9)), section: 'ELSEWHERE' } as never,
    ]);
    await refined(spread, { scope: 'section' }, deps);
    expect(deps.embedded()).toEqual([at(5), at(9)]);
  });
});

describe('onDuplicate', () => {
  const resolved = async (
    rows: Parameters<typeof rated>[0],
    onDuplicate: OnDuplicate,
    threshold = cosineOfDegrees(25),
  ) => refined(rated(rows), { onDuplicate, threshold });
  const seen = (playbook: Playbook) =>
    playbook.bullets.map(({ id, text, helpful, harmful, used }) => [id, text, helpful, harmful, used]);

  it('drop keeps the text of the elder, however poor its record', async () => {
    const { playbook } = await resolved(
      [
        [at(0), 0, 5],
        [at(20), 9],
      ],
      'drop',
    );
    expect(seen(playbook)).toEqual([[rule(1), at(0), 9, 5, 2]]);
  });

  it('merge keeps the text with the better record under the id of the elder, with all counters', async () => {
    const { playbook, event } = await resolved(
      [
        [at(0), 3, 2],
        [at(20), 2],
      ],
      'merge',
    );
    expect(seen(playbook)).toEqual([[rule(1), at(20), 5, 2, 2]]);
    expect(event.merged).toEqual([{ from: rule(2), into: rule(1), cosine: cosineOfDegrees(20), text: at(20) }]);
    const even = await resolved(
      [
        [at(0), 3, 2],
        [at(20), 1],
      ],
      'merge',
    );
    expect(seen(even.playbook)).toEqual([[rule(1), at(0), 4, 2, 2]]);
    expect(even.event.merged[0]).not.toHaveProperty('text');
  });

  it('merge goes on for as long as the text that stays resembles another: by 20 degrees each, down to one', async () => {
    const rows = [
      [at(0), 0],
      [at(40), 0],
      [at(20), 1],
    ] as const;
    const { playbook, event } = await resolved(rows, 'merge');
    expect(seen(playbook)).toEqual([[rule(1), at(20), 1, 0, 3]]);
    expect(event.merged.map(({ from, into }) => [from, into])).toEqual([
      [rule(3), rule(1)],
      [rule(2), rule(1)],
    ]);
    expect(event.compared).toBe(3);
    expect(seen((await resolved(rows, 'drop')).playbook)).toHaveLength(2);
  });

  it('merge gives a kept text its rationale', async () => {
    const [elder, younger] = rated([
      [at(0), 0],
      [at(20), 1],
    ]).bullets;
    const playbook = withBullets(rated([]), [elder!, { ...younger!, rationale: 'because' }]);
    expect((await refined(playbook, { onDuplicate: 'merge' })).playbook.bullets[0]).toMatchObject({
      rationale: 'because',
      text: at(20),
    });
  });

  it('replace keeps the newcomer with the counters of the nearest elder, and lists the others as replaced', async () => {
    const { playbook, event } = await resolved(
      [
        [at(0), 5],
        [at(39), 3, 1],
        [at(120), 1],
        [at(20), 1],
      ],
      'replace',
    );
    expect(seen(playbook)).toEqual([
      [rule(3), at(120), 1, 0, 1],
      [rule(4), at(20), 4, 1, 2],
    ]);
    expect(event.merged).toEqual([{ from: rule(2), into: rule(4), cosine: cosineOfDegrees(19) }]);
    expect(event.replaced).toEqual([{ id: rule(1), by: rule(4), cosine: cosineOfDegrees(20) }]);
    expect(playbook.bullets[1]!.lineage).toEqual(['1/task/3', '1/task/1']);
  });

  it('replace spares what a guard keeps apart, and lists nothing where the newcomer has one elder', async () => {
    const options = { onDuplicate: 'replace', threshold: 0.8, guards: ['negation'] } as const;
    const playbook = playbookOf([heading(sentences[0], 0), heading(sentences[1], 3), heading(sentences[1], 1)]);
    const { playbook: after, event } = await refined(playbook, options, headingsWorld());
    expect(after.bullets.map(({ id }) => id)).toEqual([rule(1), rule(3)]);
    expect(event.vetoed.map(({ a, b }) => [a, b])).toEqual([
      [rule(1), rule(2)],
      [rule(1), rule(3)],
    ]);
    expect(event).not.toHaveProperty('replaced');
  });

  it('llm writes the merged text under the id and counters of the elder, and compares the new text again', async () => {
    const asked: (readonly string[])[] = [];
    const deps = {
      ...degreesWorld(),
      mergeTexts: async (elder: string, younger: string) => {
        asked.push([elder, younger]);
        return { text: asked.length === 1 ? at(50) : at(60) };
      },
    };
    const playbook = rated([
      [at(0), 1],
      [at(70), 2],
      [at(20), 4],
    ]);
    const { playbook: after, event } = await refined(
      playbook,
      { onDuplicate: 'llm', threshold: cosineOfDegrees(25) },
      deps,
    );
    expect(asked).toEqual([
      [at(0), at(20)],
      [at(50), at(70)],
    ]);
    expect(seen(after)).toEqual([[rule(1), at(60), 7, 0, 3]]);
    expect(event.merged.map(({ from, into, text }) => [from, into, text])).toEqual([
      [rule(3), rule(1), at(50)],
      [rule(2), rule(1), at(60)],
    ]);
    expect(event.compared).toBe(1 + 2 + 1);
    expect(deps.embedded()).toEqual([at(0), at(70), at(20), at(50), at(60)]);
  });

  it('llm compares a written text with what comes after, too, though that was compared with all before', async () => {
    const options = { onDuplicate: 'llm', threshold: cosineOfDegrees(25) } as const;
    const deps = { ...degreesWorld(), mergeTexts: async () => ({ text: at(60) }) };
    const old = (await refined(playbookOf([at(200), at(40), at(70)]), options, deps)).playbook;
    const { playbook, event } = await refined(grow(old, [{ op: 'update', id: rule(1), text: at(30) }]), options, deps);
    expect(event.merged.map(({ from, into }) => [from, into])).toEqual([
      [rule(2), rule(1)],
      [rule(3), rule(1)],
    ]);
    expect(textsOf(playbook)).toEqual([at(60)]);
  });

  it('merge compares a kept text with nothing that it was compared with before', async () => {
    const options = { onDuplicate: 'merge', threshold: cosineOfDegrees(25) } as const;
    const old = (
      await refined(
        rated([
          [at(200), 0],
          [at(40), 5],
          [at(90), 0],
        ]),
        options,
      )
    ).playbook;
    const { playbook, event } = await refined(grow(old, [{ op: 'update', id: rule(1), text: at(30) }]), options);
    expect(textsOf(playbook)).toEqual([at(40), at(90)]);
    expect(event.compared).toBe(1);
  });

  it('llm merges a written text with the bullet that says the same already, which needs no vector', async () => {
    const { embedder, ...rest } = degreesWorld();
    // A vector so short that its text is alike to itself by definition alone.
    const embed = async (texts: readonly string[]) =>
      (await embedder.embed(texts)).map((vector, nth) =>
        vector.map((value) => value * (texts[nth] === at(120) ? 0.9 : 1)),
      );
    const deps = { ...rest, embedder: { ...embedder, embed }, mergeTexts: async () => ({ text: at(120) }) };
    const playbook = rated([
      [at(0), 1],
      [at(120), 2],
      [at(20), 4],
    ]);
    const { playbook: after } = await refined(playbook, { onDuplicate: 'llm' }, deps);
    expect(seen(after)).toEqual([[rule(1), at(120), 7, 0, 3]]);
  });

  it('llm leaves a pair unmerged where the call fails, for good', async () => {
    const failure = { kind: 'empty', message: 'The reply is empty' } as const;
    const deps = { ...degreesWorld(), mergeTexts: async () => ({ failure }) };
    const { playbook, event, failures } = await refined(
      rated([
        [at(0), 1],
        [at(5), 2],
      ]),
      { onDuplicate: 'llm' },
      deps,
    );
    expect(seen(playbook)).toEqual([
      [rule(1), at(0), 1, 0, 1],
      [rule(2), at(5), 2, 0, 1],
    ]);
    expect(event.merged).toEqual([]);
    expect(failures).toEqual([failure]);
    expect((await refined(playbook, { onDuplicate: 'llm' }, deps)).failures).toEqual([]);
  });
});
