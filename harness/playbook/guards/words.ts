import { stemmer } from 'stemmer';

// `Don't read page_size before 5 s.` becomes the words do, not, read, page_size, before, 5, s: each with its stem, place and look.

export type Word = {
  /** Lower case, apostrophes plain. */
  readonly text: string;
  /** Equal for inflections of one word; the text itself for code and numbers. */
  readonly stem: string;
  /** False for articles, pronouns, auxiliaries and the like. */
  readonly content: boolean;
  /** Code, identifier, quoted, with a digit, or written with a capital inside a sentence. */
  readonly name: boolean;
  /** Number of the part between commas, brackets, semicolons and full stops that it stands in. */
  readonly segment: number;
};

const chunks = /[\p{L}\p{M}\p{N}_$]+(?:['.:,-][\p{L}\p{M}\p{N}_]+)*|\s+|./gsu;
const operators = new Set(['<', '>', '=', '≤', '≥', '+', '*', '%', '!']);
const sentenceEnds = new Set(['.', ';', ':', '?', '—', '–']);
const segmentEnds = new Set([',', '(', ')', ...sentenceEnds]);
const quotes = new Set(['`', '"', '“', '”']);

/** The words of a text in order. Operators such as `->` are words too; all other punctuation only parts segments. */
export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  let [segment, quoted, atStart] = [0, false, true];
  for (const [chunk] of text.replaceAll('’', "'").matchAll(chunks)) {
    if (/[\p{L}\p{N}_$]/u.test(chunk)) {
      for (const part of partsOf(chunk)) {
        words.push(word(part, { segment, quoted, atStart }));
        atStart = false;
      }
    } else if (quotes.has(chunk)) quoted = !quoted;
    else if (operators.has(chunk)) words.push({ ...word(chunk, { segment, quoted, atStart }), name: true });
    else if (segmentEnds.has(chunk)) {
      segment++;
      atStart ||= sentenceEnds.has(chunk);
    }
  }
  return words;
}

type Place = {
  readonly segment: number;
  readonly quoted: boolean;
  readonly atStart: boolean;
};

function word(surface: string, { segment, quoted, atStart }: Place): Word {
  const text = surface.toLowerCase();
  const plain = /^\p{L}+$/u.test(surface);
  const capital = /^\p{Lu}/u.test(surface) && !atStart;
  const name = quoted || !plain || capital || /^\p{Lu}{2,}$/u.test(surface) || /\p{Ll}\p{Lu}/u.test(surface);
  const content = !functionWords.has(text);
  return { text, stem: plain ? stemOf(text) : text, content, name: name && content, segment };
}

/** `don't` is do and not, `5s` is 5 and s, `per-share` is per and share; a dot or colon inside code and numbers stays. */
function partsOf(chunk: string): readonly string[] {
  if (chunk.includes('-')) return partsOfHyphened(chunk);
  const negated = /^(\p{L}+)n't$/iu.exec(chunk);
  if (negated !== null) return [irregularNegated.get(negated[1]!.toLowerCase()) ?? negated[1]!, 'not'];
  if (/^cannot$/i.test(chunk)) return ['can', 'not'];
  const amount = /^(\d[\d.,:]*)(\p{Ll}{1,3}|[kKMGT]i?B)$/u.exec(chunk);
  if (amount !== null) return [amount[1]!, amount[2]!];
  const possessive = chunk.replace(/'(s|re|ve|ll|d|m)?$/iu, '');
  return /^\p{N}/u.test(possessive) || !/[,:]/.test(possessive) ? [possessive] : possessive.split(/[,:]/);
}

/** One stem for inflections of a word, irregular ones included: kept and keep, validation and validate. */
export function stemOf(text: string): string {
  return stemmer(irregular.get(text) ?? text);
}

// `do-not-disturb` denies nothing, and `non-empty` is one word with `empty` in it.
function partsOfHyphened(chunk: string): readonly string[] {
  const parts = chunk.split('-');
  if (/^non-/i.test(chunk)) return [parts.join('')];
  return parts.some((part) => /^(not?|never)$/i.test(part)) ? [chunk] : parts.flatMap(partsOf);
}

const irregularNegated = new Map([
  ['ca', 'can'],
  ['wo', 'will'],
  ['sha', 'shall'],
]);

const functionWords = new Set(
  (
    'a an the this that these those it its it they them their theirs he she his her him we us our ours you your yours i me my one ones ' +
    'is are was were be been being am do does did done has have had having will would shall should can could may might must need needs ought ' +
    'of in on at by for with to as from into onto out up off over per via upon about between among within during through against toward towards ' +
    'and or but nor so yet if when whenever while whether because since although though as than then there here where which who whom whose what ' +
    'whichever whatever whoever how why each every any some both either such same own also too just even still already again once ' +
    'not no never without neither none before after until till unless except instead rather ' +
    'very more most less least much many few only always however therefore thus hence get gets got let lets like'
  ).split(' '),
);

const irregular = new Map(
  (
    'kept:keep left:leave sent:send built:build gave:give given:give took:take taken:take chose:choose chosen:choose wrote:write written:write ' +
    'made:make paid:pay said:say told:tell found:find held:hold stood:stand began:begin begun:begin ran:run went:go gone:go came:come ' +
    'saw:see seen:see knew:know known:know shown:show drew:draw drawn:draw broke:break broken:break spoke:speak spoken:speak lost:lose ' +
    'met:meet led:lead fed:feed bought:buy bound:bind woke:wake won:win sought:seek stuck:stick swept:sweep brought:bring thought:think caught:catch taught:teach sold:sell spent:spend lent:lend meant:mean ' +
    'dealt:deal felt:feel slept:sleep got:get gotten:get forgot:forget forgotten:forget hid:hide hidden:hide fell:fall fallen:fall rose:rise ' +
    'risen:rise grew:grow grown:grow threw:throw thrown:throw flew:fly flown:fly swore:swear sworn:swear stole:steal stolen:steal froze:freeze ' +
    'frozen:freeze overwrote:overwrite overwritten:overwrite indices:index indexes:index children:child people:person men:man women:woman'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
