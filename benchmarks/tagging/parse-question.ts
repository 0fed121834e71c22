/**
 * The tags and the four numbers that a tagging question asks about, read from its text:
 *   Tags: TagA, TagB
 *   1. Which tag fits "34.1" in: As of June 30, …
 */
export function parseTaggingQuestion(text: string): {
  readonly options: readonly string[];
  readonly questions: readonly { readonly entity: string; readonly sentence: string }[];
} {
  const options = (/^Tags: (.*)$/m.exec(text)?.[1] ?? '').split(',').map((tag) => tag.trim());
  const questions = [...text.matchAll(/^\d+\. Which tag fits "([^"]+)" in: (.*)$/gm)];
  return {
    options: options.filter((tag) => tag !== ''),
    questions: questions.map(([, entity, sentence]) => ({ entity: entity!, sentence: sentence! })),
  };
}
