/** A tag at a place in a line. */
export type TagMention = { readonly tag: string; readonly index: number };

/** Finds the tags that a line recommends: those it names, in whatever case, without warning against them. */
export function recommendedTags(tags: readonly string[]): (line: string) => readonly TagMention[] {
  const byName = new Map(tags.map((tag) => [tag.toLowerCase(), tag]));
  return (line) => {
    const mentions: (TagMention & { readonly end: number })[] = [];
    for (const { 0: word, index } of line.matchAll(/[A-Za-z]{6,}/g)) {
      const tag = byName.get(word.toLowerCase());
      if (tag !== undefined) mentions.push({ tag, index, end: index + word.length });
    }
    let rejectedBefore = false;
    return mentions.filter(({ index, end }, position) => {
      const before = line.slice(mentions[position - 1]?.end ?? 0, index);
      const after = line.slice(end, mentions[position + 1]?.index ?? line.length);
      // In `not A or B` the second tag is rejected with the first.
      const continues = rejectedBefore && /^["'`*\s]*(?:,|or|nor|and|\/|,\s*or|,\s*nor)["'`*\s]*$/i.test(before);
      rejectedBefore = continues || rejectsNext.test(before) || rejectsPrevious.test(after);
      return !rejectedBefore;
    });
  };
}

/** Ends of text that warn against the tag that follows; a few harmless words may stand between. */
const rejectsNext = new RegExp(
  `\\b(?:not|never|n't|cannot|rather than|instead of|in place of|other than|as opposed to|contrary to|by no means|unlike|avoid\\w*|over|isn't|aren't|wasn't|don't|do not|no longer|no|nor|mistak\\w+|confus\\w+|tempt\\w+|(?:i|i'd|had|have|wrongly|first|previously|earlier) (?:answered|said|gave|tried|used|picked|chose)|(?:wrongly|incorrectly|mistakenly) \\w+|others (?:use|say|(?:would|may|might) \\w+))` +
    `(?:\\s+(?:use|using|be|become|answer|pick|choose|tag|tagged|label|the|a|as|it|it's|is|to|for|with|by|under|with|into|tag name|name|my|usual|obvious|plain))*["'\`*:\\s(]*$`,
  'i',
);
/** Beginnings of text that reject the tag before it. */
const rejectsPrevious =
  /^["'`*)\s]*,?\s*(?:(?:is|was|were|would be|looks?|sounds?|seems?)\s+(?:\w+\s+){0,3}?(?:wrong|incorrect|mistaken|a trap|a mistake|not|judged wrong|marked wrong|for something else|closer|better|tempting|rejected)|isn't|wasn't|(?:does|did|will) not\b|doesn't|didn't|gave me a zero|is a trap|and failed|failed)/i;
