import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadFamilies } from '../../benchmarks/dedup/load-families.ts';
import { isVague } from '../../harness/playbook/is-vague.ts';
import { parsePlaybook } from '../../harness/playbook/parse-playbook.ts';

const vague = [
  'Be careful.',
  'Always double-check your work!',
  'Think step by step before answering.',
  'Read each sentence with care before choosing a tag.',
  'Consider the context of the number.',
  'Compare the candidates closely, since some tags are alike.',
  'Check the answer once more before giving it.',
  'Pay close attention to details.',
  'Make sure that you understand the question.',
  'Follow best practices.',
  'Handle errors properly.',
  'Use the right tool for the task.',
  'Do not make assumptions; verify them.',
  'Avoid common mistakes and pitfalls.',
  'Take your time and do not rush.',
  'It is important to consider all relevant information.',
  'ALWAYS VERIFY THE RESULT.',
  'Ensure accuracy and completeness in every response.',
  'Be thorough, precise and consistent.',
  'When in doubt, ask for clarification.',
  'Look at the problem from different perspectives.',
  'Break complex problems into smaller parts.',
  'Validate the input before processing it.',
  'Learn from previous mistakes.',
  'Try another approach if the first one fails.',
  'Keep the requirements in mind at all times.',
  'Don’t overlook edge cases.',
  'Plan ahead before taking any action.',
  'Review the instructions carefully, then act accordingly.',
  'Provide clear and concise explanations where necessary.',
  'The quality of the output depends on the quality of the input.',
  'Prefer simple solutions over complex ones.',
  'Choose the most appropriate option based on the available evidence.',
  'Important: stay focused on the goal.',
  'Use feedback to improve future performance.',
  'Think about what could go wrong.',
];

const concrete = [
  'Call show_account before transfer.',
  'Page numbers start at 0.',
  'Ask for the next page until the list comes back empty.',
  'Sort the invoices by due date.',
  'Amounts are in thousands of dollars.',
  'Use Goodwill for a premium over net assets.',
  'Retry at most three times.',
  'The field `created_at` is in UTC.',
  'Answer "unknown" where the table has no row.',
  'Never round before the last step of an interest calculation.',
  'Dates are written day before month.',
  'Log in again when the token has expired.',
  'Use a left join, since customers without orders count too.',
  'In Venmo, requests are not payments.',
  'Check --dry-run first.',
  'Call login() before anything else.',
  'Choose a tag by the verb, for example.',
  'Words such as these are right.',
  'Divide by the shares outstanding.',
  'Deleted songs stay in the library.',
  'Restart the worker after the queue is drained.',
  'Quote the headline in italics.',
  'Convert euros at the rate of the closing day.',
  'Do not round.',
  'Wait two minutes before the second try.',
  'Escape apostrophes.',
  'Read README.md first.',
  'Only managers may approve refunds.',
  'The API returns strings.',
  'Use NULLIF to avoid division by zero.',
  'Choose ‘other’ if nothing fits.',
  'Check /etc/hosts.',
  'Prefer the spelling of the source.',
  'An empty basket is an error.',
  'Use $HOME instead.',
  'Set the priority to high for outages.',
];

describe('isVague()', () => {
  it.each(vague)('finds nothing concrete in: %s', (text) => {
    expect(isVague(text)).toBe(true);
  });

  it.each(concrete)('finds something concrete in: %s', (text) => {
    expect(isVague(text)).toBe(false);
  });

  it('takes nothing and signs alone as vague', () => {
    for (const text of ['', ' ', '!', '…', '- * -']) expect(isVague(text)).toBe(true);
  });

  it('hardly ever takes a rule written for another purpose as vague', async () => {
    const families = await loadFamilies('dev');
    const texts = families.flatMap(({ rule, paraphrases, contradictions, related }) => [
      rule,
      ...paraphrases,
      ...contradictions,
      ...related,
    ]);
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.filter(isVague).length / texts.length).toBeLessThan(0.005);
  });
});

const published = new URL('../../../shared/data/ace-playbooks/', import.meta.url);
describe.skipIf(!existsSync(published))('isVague() on the published playbook', () => {
  it('takes few of its bullets as vague', () => {
    const file = new URL('appworld_offline_trained_no_gt_playbook.txt', published);
    const { bullets } = parsePlaybook(readFileSync(file, 'utf8'));
    expect(bullets.filter(({ text }) => isVague(text)).length / bullets.length).toBeLessThan(0.05);
  });
});
