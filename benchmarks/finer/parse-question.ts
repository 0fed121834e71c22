// You are XBRL expert.  Here is a list of US GAAP tags options: ,LongTermDebt,Revenues,Goodwill. Answer the following 4 ...
// 1. What is best tag for entity "34.6" in sentence: "As of December 31 , 2018 , ... owned 34.6 % of the economic interest .?"
// ...
// Output US GAAP tags:

export type FinerQuestion = {
  readonly options: readonly string[];
  readonly questions: readonly { readonly entity: string; readonly sentence: string }[];
};

const questionStart = /^[^\S\n]*\d+\.\s*What is best tag for entity "/m;
const promptEnd = /\n\s*Output US GAAP tags:\s*$/;

/**
 * The tag options and numbered questions of an official FiNER prompt. Sentences are as in the data, without the question mark that the
 * prompt puts after each; what cannot be read is left out, so other text gives empty lists.
 */
export function parseFinerQuestion(text: string): FinerQuestion {
  const options = /US GAAP tags options:([\w ,]*)/.exec(text)?.[1] ?? '';
  const [, ...questions] = text.replace(promptEnd, '').split(questionStart);
  return {
    options: options
      .split(',')
      .map((option) => option.trim())
      .filter((option) => option !== ''),
    questions: questions.flatMap(parseQuestion),
  };
}

/** From `34.6" in sentence: "As of ... .?"`. Quotes inside the sentence stay: only the last one closes it. */
function parseQuestion(text: string): FinerQuestion['questions'] {
  const [, entity, sentence] = /^(.*?)" in sentence: "(.*)"\s*$/s.exec(text) ?? [];
  return entity === undefined || sentence === undefined ? [] : [{ entity, sentence: sentence.replace(/\?$/, '') }];
}
