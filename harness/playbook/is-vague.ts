import { quantitiesOf } from './guards/quantities.ts';
import { stemOf, wordsOf } from './guards/words.ts';

/**
 * True for advice in which nothing is concrete: no name, number, call, field, quoted text or example, and no word beyond the talk of advice
 * itself. `Check the answer carefully before giving it.` is vague, `Sort the invoices by due date.` is not. In doubt a text counts as concrete,
 * since advice that is rejected is lost.
 */
export function isVague(text: string): boolean {
  if (quoted.test(text) || example.test(text)) return false;
  const words = wordsOf(text).filter((word) => /[\p{L}\p{N}]/u.test(word.text));
  if (quantitiesOf(words).stated.length > 0) return false;
  return words.every(({ text, stem, content }) => !content || (/^\p{L}+$/u.test(text) && general.has(stem)));
}

const quoted = /`[^`]+`|"[^"]+"|“[^”]+”|«[^»]+»|‘[^’]+’|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])/u;
const example = /\be\.g\.|\bfor (?:example|instance)\b|\bsuch as\b/i;

// What any advice may say of any task. A word that means something in one domain only does not belong here.
const general: ReadonlySet<string> = new Set(
  `
  able accept account accuracy accurate achieve act action actual add additional address adequate adjust advance advice affect again ahead aim
  alike allow alternative ambiguity ambiguous amount analysis analyse analyze answer anticipate apart appear application apply approach
  appropriate area arise ask aspect assess assume assumption attempt attention available avoid aware awareness away
  back bad balance base basic basis bear become begin behave behavior behaviour believe benefit best better big bit break brief bring broad
  calm candidate capture care careful case catch category cause caution cautious certain challenge chance change check choice choose clarify
  clarification clarity clean clear close closely code coherent combine come command comment common communicate compare comparison complete complex complexity
  comprehensive concept concise concern conclude conclusion condition confidence confident confirm confuse confusion consequence consider consideration
  consistent consistency constraint content context continue control convert cope correct correctness correctly cover create criteria criterion
  critical crucial current
  data deal decide decision deep deeply define definition deliver demand depend depth describe description desire detail determine develop
  differ difference different difficult difficulty diligent direct discover distinguish doubt double draw due
  early easy edge effect effective efficient efficiently effort element eliminate emphasis enable encounter end enough ensure entire error
  essential establish etc evaluate evaluation evidence exact examine example excellent except exception execute exist expect expectation
  experience explain explanation explicit explore express extra extract
  face fact fail failure fair fall false familiar far fast first fault favor feature feedback feel figure final find fine finish fit fix flaw flexible
  focus focused follow forget form format forward fresh full fully fundamental further future
  gain gather general generate give glance go goal good grasp great ground group guess guide guideline guidance
  habit hand handle happen hard harm haste hasty head heed help helpful hesitate high hint hold hope hurry
  idea ideal identify ignore illustrate imagine impact imply implication importance important improve include incomplete incorrect increase
  indicate individual info inform information initial input insight inspect instance instruction intend intention interpret interpretation
  involve irrelevant issue item iterate
  job judge judgement judgment jump just justify
  keen keep key kind know knowledge
  label lack large last late later lead learn leave length less lesson level light likely limit limitation line link list little logic logical
  long look lose loss lot low
  main maintain major make manage manner mark match material matter maximize mean meaning meaningful measure meet mention meticulous method mind
  mindful minimize minor misread miss mistake misunderstand misunderstanding mix model modify moment more move
  name nature near necessary need new next note notice nuance number
  objective observe obstacle obvious occur offer old open operation opportunity optimal optimize option order organize organise original
  outcome output overall overlook own
  pace part particular pass path patience patient pattern pause pay perfect perform performance perhaps person perspective phrase pick piece
  pitfall place plan play please point poor position possibility possible potential practice practical precise precision prefer preference
  prepare present prevent previous principle prior priority prioritize proactive probable problem procedure proceed process produce
  professional progress prompt prone proof proper properly protect provide prove purpose put
  quality question quick quickly
  raise range rate reach read ready real realistic reason reasonable recall receive recheck recognize record reduce reevaluate refer reference
  refine reflect regard relate related relation relevance relevant reliable rely remain remember remind remove repeat replace reply report
  represent request require requirement resolve resource respect respond response responsible rest result rethink return review reword rewrite
  right rigor rigorous risk robust role rough rule rush
  safe same satisfy say scan scenario scope second secure see seek seem select selection sense sensible sentence separate sequence serious serve
  set shape share short show sight sign significant similar simple simplify simply single situation skill skim skip slow slowly small smart solid
  solution solve some sort sound source specific specification speed spend split spot stage stand standard start state statement stay step stop
  straightforward strategy strategic strength strict strive structure struggle study style subtle succeed success successful sufficient suggest
  suit suitable summarize summary support suppose sure system systematic
  tackle tag take talk target task technique tend tendency term test text thing think thorough thoroughly thought thoughtful tidy time tool
  topic total touch track transparent treat trick tricky true trust truth try turn twice type typical
  ultimate unable unclear understand understanding undertake unexpected unnecessary unsure update use useful useless user usual utilize
  vague valid validate value various verify version view vigilant
  wait want warn warning waste watch way weak weigh well whole wide wise word work worth write writing wrong
  smaller larger bigger greater higher lower easier simpler faster slower earlier closer further clearer
  accordingly all another always carefully constantly finally generally gracefully mostly never often overly possibly sometimes step twice usually
  anything anyone everyone everything nothing others otherwise someone something somewhere whatever yourself
  alone along already although around aside beyond especially even ever forth hence indeed later maybe now onward perhaps quite rather really
  regardless same soon still together toward truly until upfront yet
  `
    .trim()
    .split(/\s+/)
    .map(stemOf),
);
