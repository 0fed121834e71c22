/** A tag at a place in a line. */
export type TagMention = { readonly tag: string; readonly index: number };

/** Finds the tags that a line recommends: those it names, in whatever case, without warning against them. */
export function recommendedTags(tags: readonly string[]): (line: string) => readonly TagMention[] {
  const byName = new Map(tags.map((tag) => [tag.toLowerCase(), tag]));
  return (line) => {
    const plain = line.replace(/’/g, "'");
    const mentions = [...plain.matchAll(/[A-Za-z]{6,}/g)].flatMap(({ 0: word, index }) => {
      const tag = byName.get(word.toLowerCase());
      return tag === undefined ? [] : [{ tag, index, end: index + word.length }];
    });
    let rejected = false;
    return mentions.filter(({ index, end }, position) => {
      const before = plain.slice(Math.max(mentions[position - 1]?.end ?? 0, index - reach), index);
      const after = plain.slice(end, Math.min(mentions[position + 1]?.index ?? plain.length, end + reach));
      // In `not A or B` the second tag is rejected with the first.
      rejected = (rejected && listGlue.test(before)) || rejectsNext.test(before) || rejectsPrevious.test(after);
      return !rejected;
    });
  };
}

/** Characters beside a tag in which a warning counts. */
const reach = 60;

const warnings = [
  'not|never|nor?|cannot|no longer|by no means|(?:is|are|was|do|does|must|should)n.t|avoid(?:ing)?',
  'rather than|instead of|in place of|other than|as opposed to|contrary to|unlike|over',
  '(?:confuse|mistake|confused|mistaken) \\w+',
  '(?:i|had|have|wrongly|mistakenly|first|previously) (?:answered|said|gave|tried|used|picked|chose)',
  'others (?:use|say|(?:would|may|might) \\w+)',
];
const fillers =
  'use|using|be|become|answer|pick|choose|tag(?: name)?|label|the|an?|as|is|it|to|for|with|by|under|into|my|usual|obvious';
/** The end of a text that warns against the tag after it. */
const rejectsNext = new RegExp(`\\b(?:${warnings.join('|')})(?:\\s+(?:${fillers}))*\\s*["'\`*(]*$`, 'i');

const faults =
  'wrong|incorrect|mistaken|(?:judged|marked) wrong|rejected|an? (?:trap|mistake)|for something else|closer|better|tempting';
/** The beginning of a text that rejects the tag before it. */
const rejectsPrevious = new RegExp(
  `^["'\`*)]*,?\\s*(?:(?:which |that )?(?:is|was|were|would be|looks?|sounds?|seems?)\\s+(?:\\w+\\s+)?(?:${faults})\\b|(?:is|was|were) not\\b|(?:is|was|does|did|will)n.t\\b|(?:does|did|will) not\\b|gave me a zero|(?:and )?failed\\b)`,
  'i',
);
const listGlue = /^["'`*\s]*(?:[,/]|,?\s*(?:or|nor|and))["'`*\s]*$/i;
