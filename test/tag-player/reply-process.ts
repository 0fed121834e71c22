// A process that knows only what it is sent: requests as JSON lines in, the simulated model's replies as JSON lines out.
import { createInterface } from 'node:readline';
import { tagPlayer } from '../../benchmarks/tag-player/tag-player.ts';
import { parseTaggingQuestion } from '../../benchmarks/tagging/parse-question.ts';
import type { LlmRequest } from '../../harness/core/llm.ts';
import { options, simulatedLlm } from '../../harness/llm/simulated.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';

const llm = simulatedLlm(tagPlayer(parseTaggingQuestion), options.parse({}), await createTokenCounter());
for await (const line of createInterface({ input: process.stdin })) {
  const reply = await llm.complete(JSON.parse(line) as LlmRequest);
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
