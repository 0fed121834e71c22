import type { Embedder } from '../core/embedder.ts';
import { hashText, shortHash } from '../core/hash.ts';
import type { Budget } from '../core/spec.ts';
import type { TextRows } from '../embedding/text-rows.ts';
import { eventsAfterGrowth, evolve } from '../playbook/evolve.ts';
import type { VetoOf } from '../playbook/guards.ts';
import type { Playbook } from '../playbook/playbook.ts';
import type { PlaybookTokens } from '../playbook/playbook-tokens.ts';
import { refine } from '../playbook/refine.ts';
import { type Carriers, carriersOf } from './carriers.ts';
import { sweepDelta } from './sweep-delta.ts';
import type { LessonShares, sweepLessons } from './sweep-lessons.ts';
import type { RefineSetting } from './sweep-settings.ts';
import type { StreamDelta, StreamRound, SweepStream } from './sweep-stream.ts';

/** One round at one setting. Counts are those of the round, all else is what the context had after it. */
export type SweepRow = LessonShares & {
  readonly round: number;
  readonly contextTokens: number;
  readonly bullets: number;
  /** Ops that name a bullet, and those whose bullet is not there. */
  readonly named: number;
  readonly orphaned: number;
  /** Passes of refine. */
  readonly refines: number;
  /** Bullets gone as duplicates, into others or replaced by them. */
  readonly merged: number;
  readonly vetoed: number;
  readonly evicted: number;
  readonly compared: number;
};

/** What all settings share. */
export type ReplayDeps = {
  readonly budget: Budget;
  readonly embedder: Embedder;
  readonly rows: TextRows;
  readonly tokens: PlaybookTokens;
  readonly vetoOf: VetoOf;
  readonly lessons: ReturnType<typeof sweepLessons>;
  readonly render: (playbook: Playbook) => string;
  readonly countTokens: (text: string) => number;
};

/** A context that is not the one that was recorded. */
export class NotReproduced extends Error {
  override readonly name = 'NotReproduced';
}

type Changes = Omit<SweepRow, keyof LessonShares | 'round' | 'contextTokens' | 'bullets'>;
const noChanges: Changes = { named: 0, orphaned: 0, refines: 0, merged: 0, vetoed: 0, evicted: 0, compared: 0 };

/**
 * What a stream of deltas would have come to at a setting, round by round, had the same been proposed. At the recorded setting each
 * context must be the recorded one; throws NotReproduced where it is not.
 */
export async function sweepReplay(
  { start, rounds }: SweepStream,
  { setting, recorded }: { readonly setting: RefineSetting; readonly recorded: boolean },
  deps: ReplayDeps,
): Promise<readonly SweepRow[]> {
  const measure = deps.lessons();
  const rows: SweepRow[] = [];
  let playbook = start;
  const carriers = carriersOf(start);
  for (const { round, deltas, lessons, ...expected } of rounds) {
    let changes = noChanges;
    for (const delta of deltas) {
      const step = await replayDelta(playbook, delta, carriers, setting, deps);
      playbook = step.playbook;
      changes = summed(changes, step.changes);
    }
    const contextTokens = deps.tokens.of(playbook);
    if (recorded) refuseOther(deps.render(playbook), contextTokens, round, expected);
    rows.push({
      round,
      contextTokens,
      bullets: playbook.bullets.length,
      ...changes,
      ...measure(round, playbook, lessons),
    });
  }
  refuseWrongSum(playbook, deps);
  return rows;
}

/** One adaptation as ACE does it. */
async function replayDelta(
  before: Playbook,
  delta: StreamDelta,
  carriers: Carriers,
  setting: RefineSetting,
  { budget, embedder, rows, tokens, vetoOf }: ReplayDeps,
): Promise<{ readonly playbook: Playbook; readonly changes: Changes }> {
  const { round } = delta;
  const { playbook, grown, refined, evicted } = await evolve(before, {
    ...{ round, budget, tokens },
    grow: (playbook, fits) => sweepDelta(playbook, delta, carriers, fits),
    refine: {
      ...setting,
      with: (playbook, trigger) =>
        refine(playbook, setting, trigger, { embedder, rows, vetoOf, compared: () => {}, tokensOf: tokens.of }),
    },
  });
  for (const event of eventsAfterGrowth({ refined, evicted })) carriers.follow(event);
  const event = refined?.event;
  return {
    playbook,
    changes: {
      named: grown.named,
      orphaned: grown.orphaned,
      refines: event === undefined ? 0 : 1,
      merged: (event?.merged.length ?? 0) + (event?.replaced?.length ?? 0),
      vetoed: event?.vetoed.length ?? 0,
      evicted: evicted?.ids.length ?? 0,
      compared: event?.compared ?? 0,
    },
  };
}

function summed(a: Changes, b: Changes): Changes {
  return {
    named: a.named + b.named,
    orphaned: a.orphaned + b.orphaned,
    refines: a.refines + b.refines,
    merged: a.merged + b.merged,
    vetoed: a.vetoed + b.vetoed,
    evicted: a.evicted + b.evicted,
    compared: a.compared + b.compared,
  };
}

function refuseOther(
  text: string,
  tokens: number,
  round: number,
  { contextHash, contextTokens }: Pick<StreamRound, 'contextHash' | 'contextTokens'>,
): void {
  const found = hashText(text);
  if (found === contextHash && tokens === contextTokens) return;
  throw new NotReproduced(
    `Cannot sweep: expected the recorded setting to give context ${shortHash(contextHash)} of ${contextTokens} tokens in round ${round} as recorded, found ${shortHash(found)} of ${tokens}`,
  );
}

/** Tokens are summed by lines, which a way to render might one day not allow. */
function refuseWrongSum(playbook: Playbook, { tokens, render, countTokens }: ReplayDeps): void {
  const [sum, whole] = [tokens.of(playbook), countTokens(render(playbook))];
  if (sum !== whole) throw new Error(`Cannot sweep: expected lines of ${whole} tokens in all, found ${sum}`);
}
