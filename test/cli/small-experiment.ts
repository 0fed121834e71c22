/** A config whose runs take moments, and whose budget is small enough that lazy refine fires and bullets are evicted. */
export const smallExperiment = `experiment: small
model: { provider: simulated }
embedder: { name: hash }
budgetTokens: 900
suites:
  - { name: tagging, limits: { train: 16, val: 8, test: 8 } }
arms:
  static: { method: static }
  append: { method: append }
  full-rewrite: { method: full-rewrite }
  ace-proactive: { method: ace, refine: { mode: proactive, threshold: 0.6 } }
  ace-lazy: { method: ace, refine: { mode: lazy, threshold: 0.6 } }
seeds: [1]
protocol: { kind: offline, epochs: 2, batchSize: 3, probeEvery: 4, feedback: gold }
`;

/** One arm without learning, one seed: for what does not depend on what is run. */
export const tinyExperiment = `experiment: tiny
model: { provider: simulated }
embedder: { name: hash }
budgetTokens: 600
suites:
  - { name: tagging, limits: { train: 4, val: 2, test: 2 } }
arms:
  static: { method: static }
  ace-lazy: { method: ace, refine: { mode: lazy, threshold: 0.6 } }
seeds: [1]
protocol: { kind: offline, epochs: 1, batchSize: 2, probeEvery: 2, feedback: gold }
`;

/** A config with one of its texts replaced. Throws where the text is not there, so that no test passes by changing nothing. */
export function changed(config: string, from: string, to: string): string {
  if (!config.includes(from)) throw new Error(`Cannot change the config: expected it to contain ${from}`);
  return config.replace(from, to);
}
