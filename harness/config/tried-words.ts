/** Words that people try, each with what it may mean here: a key or a name, of which the first that is known in its place counts. */
const triedWords: { readonly [word: string]: readonly string[] } = {
  aa: ['replicate'],
  again: ['replicate'],
  repeat: ['replicate'],
  repeats: ['replicate', 'seeds'],
  trials: ['seeds'],
  runs: ['seeds'],
  name: ['experiment'],
  title: ['experiment'],
  llm: ['model'],
  embedding: ['embedder'],
  embeddings: ['embedder'],
  benchmark: ['suites'],
  benchmarks: ['suites'],
  datasets: ['suites'],
  tasks: ['suites', 'limits'],
  method: ['arms'],
  methods: ['arms'],
  grid: ['matrix'],
  sweep: ['matrix', 'variants'],
  budget: ['budgetTokens'],
  tokenBudget: ['budgetTokens'],
  maxContext: ['budgetTokens'],
  contextTokens: ['budgetTokens'],
  eviction: ['evict'],
  grace: ['graceRounds'],
  epoch: ['epochs'],
  passes: ['epochs'],
  batch: ['batchSize', 'window'],
  evalEvery: ['probeEvery'],
  outputTokens: ['maxTokens'],
  given: ['fixed-context'],
  fixed: ['fixed-context'],
  physics: ['variants'],
  cosine: ['threshold'],
  similarity: ['threshold'],
  similarityThreshold: ['threshold'],
  mergeThreshold: ['threshold'],
  dedup: ['refine'],
  deduplicate: ['refine'],
  deduplication: ['refine'],
  baseline: ['static'],
  base: ['static'],
  rewrite: ['full-rewrite'],
  playbook: ['ace'],
  mock: ['simulated'],
  fake: ['simulated'],
  eager: ['proactive'],
  always: ['proactive'],
  never: ['off'],
  none: ['off', 'static'],
  labels: ['gold'],
  full: ['gold'],
  streaming: ['online'],
};

const byPlainWord = new Map(Object.entries(triedWords).map(([word, meanings]) => [plainWord(word), meanings]));

/** What a word that people try may mean; nothing for other words. */
export function meaningsOf(word: string): readonly string[] {
  return byPlainWord.get(plainWord(word)) ?? [];
}

/** `batch_size`, `Batch-Size` and `batchSize` are the same word to somebody typing. */
export function plainWord(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, '');
}
