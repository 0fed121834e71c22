import type { Family } from '../../benchmarks/dedup/load-families.ts';
import type { Rng } from '../core/rng.ts';

/** A bullet of a labelled stream. A rule and its paraphrases have one meaning, every contradiction and related rule one of its own. */
export type StreamBullet = {
  readonly text: string;
  readonly family: string;
  /** Unique over families. */
  readonly meaning: string;
  /** `true` rules are what a playbook is there to keep; a contradiction denies the rule of its family. */
  readonly role: 'rule' | 'related' | 'contradiction';
};

/** Bullets, drawn from so many families: the fewer these are, the more of the bullets say the same or contradict each other. */
export type LabelledStream = { readonly families: number; readonly bullets: readonly StreamBullet[] };

/**
 * Streams of equal length and of different density: the first is drawn from the fewest families whose texts suffice, the last from all, those
 * between from evenly spaced numbers of them. Families and texts are drawn at random. Throws RangeError where all texts do not suffice.
 */
export function labelledStreams(
  families: readonly Family[],
  { streams, length, rng }: { readonly streams: number; readonly length: number; readonly rng: Rng },
): readonly LabelledStream[] {
  return Array.from({ length: streams }, (_, nth) => {
    const stream = rng.fork(`stream ${nth}`);
    const shuffled = stream.fork('families').shuffle(families);
    const fewest = fewestFor(shuffled, length);
    const count = fewest + Math.round(((families.length - fewest) * nth) / Math.max(1, streams - 1));
    const texts = shuffled.slice(0, count).flatMap(bulletsOf);
    return { families: count, bullets: stream.fork('texts').shuffle(texts).slice(0, length) };
  });
}

function fewestFor(families: readonly Family[], length: number): number {
  let texts = 0;
  const last = families.findIndex((family) => {
    texts += bulletsOf(family).length;
    return texts >= length;
  });
  if (last < 0) throw new RangeError(`Cannot draw a stream: expected at least ${length} texts, found ${texts}`);
  return last + 1;
}

function bulletsOf({
  id,
  rule,
  paraphrases,
  contradictions,
  reworded_contradictions,
  related,
}: Family): readonly StreamBullet[] {
  const own = (role: StreamBullet['role'], texts: readonly string[]): readonly StreamBullet[] =>
    texts.map((text, nth) => ({ text, family: id, meaning: `${id}/${role} ${nth}`, role }));
  return [
    ...[rule, ...paraphrases].map((text) => ({ text, family: id, meaning: `${id}/rule`, role: 'rule' }) as const),
    ...own('contradiction', [...contradictions, ...reworded_contradictions]),
    ...own('related', related),
  ];
}
