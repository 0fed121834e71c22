import { stemmer } from 'stemmer';

/** The stems of a text's content words: no function words, no numbers, and none of the words that advice about tags is made of. */
export function contentStems(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[a-z]{2,}/g) ?? [];
  return new Set(words.filter((word) => !emptyWords.has(word)).map((word) => stemmer(word)));
}

const emptyWords: ReadonlySet<string> = new Set(
  `a about above after against all also always an and another any anything are as at be because been before being below beside between
  both but by can cannot could did do does during each either else ever every for from had has have her here his how however if in into is
  it its itself just like many may me might more most much must my never no nor not of off on once one only or other others our out over
  own per rather same shall she should since so some something still such than that the their them then there these they this those
  through to too under until up upon very was we were what whatever when whenever where whether which while who whose why will with within
  without would yet you your
  actually answer answered answers apply applied applies around asked belongs best better called calls careful case cases choose choosing
  chosen clause context correct correctly count counts cue describe described describes entity entry expect expected expects expression fact figure
  figures filer filers filing filings find fit fits give given gives go goes gold got help hence hint house instead item kind know label
  labelled labels lesson line look make makes map maps mark marked match mean means mention mentioned mentions near nearby need needs
  next note noted notes number numbers passage phrase phrased phrases pick prefer put question questions quoted read reading reads
  reference remember right rule rules said say says see seen sentence sentences should show shown shows signal signals stands state
  stated states sum take taken takes tag tagged tagging tags tell tells text think treat treated trust try use used uses using want wants watch
  word worded wording words write writes wrong wrongly
  amount amounts company million value`.split(/\s+/),
);
