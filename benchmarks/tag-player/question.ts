/** One number to tag and the sentence that it stands in. */
export type TagQuestion = { readonly entity: string; readonly sentence: string };

/** What a suite's question text asks: the tags to choose from, and the numbers in order. */
export type ParsedQuestion = { readonly options: readonly string[]; readonly questions: readonly TagQuestion[] };
