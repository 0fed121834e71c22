import { renderBlock } from '../core/blocks.ts';
import type { Tools } from '../core/tools.ts';
import type { MergeTexts } from '../playbook/merge-duplicates.ts';
import { oneLine } from '../playbook/one-line.ts';
import { askText } from './ask.ts';
import { lessonList } from './curate.ts';
import { prompts } from './prompts.ts';

// Tokens beyond those of both texts together: a reply that needs more says more than they do, and counts as cut.
const spareTokens = 32;

/**
 * Asks a model for the one text that two pieces of advice become; ids and counters are never part of it. One asker serves one adaptation,
 * so that each of its calls has an id of its own.
 */
export function textMerger(tools: Tools): MergeTexts {
  let step = 0;
  return async (elder, younger) => {
    const { value, failure } = await askText(tools, {
      role: 'merger',
      parts: [
        { speaker: 'system', text: prompts.merger.text },
        { speaker: 'user', text: renderBlock('lessons', lessonList([elder, younger])) },
      ],
      step: step++,
      maxTokens: tools.countTokens(elder) + tools.countTokens(younger) + spareTokens,
    });
    if (failure !== null) return { failure };
    const text = oneLine(value ?? '').replace(/^[-*] +/, '');
    return text === '' ? { failure: { kind: 'empty', message: 'The merged text is empty' } } : { text };
  };
}
