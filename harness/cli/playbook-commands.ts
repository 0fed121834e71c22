import type { Command } from 'commander';
import type { CliDeps } from './cli-deps.ts';
import { example, share, wholeNumberFrom } from './option-values.ts';

/** `playbook …`: what runs evolved. */
export function addPlaybookCommands(program: Command, deps: CliDeps): void {
  const playbook = program
    .command('playbook')
    .description('Inspect the contexts that runs evolved.')
    .addHelpText('after', example('playbook show results/quickstart/tagging.ace-lazy.s1-*'));
  playbook
    .command('show')
    .description(
      "Print a run's context as it was after a round, rebuilt from its records; or parse and print any playbook file.",
    )
    .argument('<run>', "a run's folder, or a playbook file")
    .option('--round <n>', 'round of the run (default: the last completed one)', wholeNumberFrom(0))
    .option('--json', 'print JSON')
    .addHelpText('after', example('playbook show results/quickstart/tagging.ace-lazy.s1-* --round 3'))
    .action(async (run: string, options) => {
      const { playbookShowCommand } = await import('./playbook-show-command.ts');
      process.exitCode = await playbookShowCommand(run, options, deps);
    });
  playbook
    .command('diff')
    .description(
      "Compare a run's context after two rounds: bullets added, removed (and why), reworded and re-counted; for free text, its lines.",
    )
    .argument('<run>', "a run's folder")
    .argument('<a>', 'the earlier round', wholeNumberFrom(0))
    .argument('<b>', 'the later round', wholeNumberFrom(0))
    .option('--all', 'also list bullets of which only counters changed, and those added and removed in between')
    .option('--json', 'print JSON')
    .addHelpText('after', example('playbook diff results/quickstart/tagging.ace-lazy.s1-* 3 8'))
    .action(async (run: string, a: number, b: number, options) => {
      const { playbookDiffCommand } = await import('./playbook-diff-command.ts');
      process.exitCode = await playbookDiffCommand(run, [a, b], options, deps);
    });
  playbook
    .command('trace')
    .description(
      'Trace one bullet: the task it was learnt from, its tags, citations and their scores, merges, vetoes, and how it ended.',
    )
    .argument('<run>', "a run's folder")
    .argument('<id>', 'id of the bullet, as printed in brackets by `playbook show`')
    .option('--json', 'print JSON')
    .addHelpText('after', example('playbook trace results/quickstart/tagging.ace-lazy.s1-* cma-00001'))
    .action(async (run: string, id: string, options) => {
      const { playbookTraceCommand } = await import('./playbook-trace-command.ts');
      process.exitCode = await playbookTraceCommand(run, id, options, deps);
    });
  playbook
    .command('health')
    .description(
      "Check the health of a playbook file or of a run's last context: redundancy, conflicts, unused and harmful bullets, sizes, churn.",
    )
    .argument('<file|run>', "playbook in ACE's text form, or a run's folder")
    .option('--threshold <cosine>', 'two bullets count as near if their cosine exceeds this', share, 0.85)
    .option('--embedder <name>', 'embedder, as shown by `list`; thresholds are specific to an embedder', 'minilm')
    .option('--all', 'list all pairs and harmful bullets')
    .option('--json', 'print JSON')
    .addHelpText('after', example('playbook health results/quickstart/tagging.ace-lazy.s1-*'))
    .action(async (path: string, options) => {
      const { playbookHealthCommand } = await import('./playbook-health-command.ts');
      process.exitCode = await playbookHealthCommand(path, options, deps);
    });
}
