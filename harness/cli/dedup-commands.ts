import type { Command } from 'commander';
import type { CliDeps } from './cli-deps.ts';
import { example, listed, share, wholeNumberFrom } from './option-values.ts';

/** `dedup …`: what a merge threshold merges. */
export function addDedupCommands(program: Command, deps: CliDeps): void {
  const dedup = program
    .command('dedup')
    .description('Measure what de-duplication merges, correctly and incorrectly.')
    .addHelpText('after', example('dedup eval'));
  dedup
    .command('eval')
    .description(
      'Measure how well "cosine > merge threshold and no guard vetoes" separates duplicates from contradictions and related rules, and recommend thresholds.',
    )
    .option('--embedder <name>', 'embedder, as shown by `list`', 'minilm')
    .option('--half <half>', 'half of the labelled rules: test, or dev for experimenting (default: "test")')
    .option('--pairs <file>', 'use your own pairs instead: JSON lines with a, b and label')
    .option('--guards <names>', 'none, all, or the name of a guard; comma-separated (default: each of them)', listed)
    .option('--ceiling <share>', 'largest acceptable share of contradictions that merge', share, 0.01)
    .option('--out <dir>', 'write curves.csv and curves.svg to this folder')
    .option('--json', 'print JSON')
    .addHelpText('after', example('dedup eval --out results/dedup'))
    .action(async (options) => {
      const { dedupEvalCommand } = await import('./dedup-eval-command.ts');
      process.exitCode = await dedupEvalCommand(options, deps);
    });
  dedup
    .command('refine')
    .description(
      'De-duplicate a playbook file without a model, and list with their cosines what merges, what guards veto, and what is near.',
    )
    .argument('<file>', "playbook in ACE's text form, with or without counters")
    .option(
      '--threshold <cosine>',
      'merge threshold: two bullets are duplicates if their cosine exceeds this',
      share,
      0.85,
    )
    .option('--embedder <name>', 'embedder, as shown by `list`; thresholds are specific to an embedder', 'minilm')
    .option('--guards <names>', 'all, none, or names of guards; comma-separated', listed, ['all'])
    .option(
      '--scope <scope>',
      'compare bullets across the whole playbook, or within a section: playbook or section',
      'playbook',
    )
    .option('--on-duplicate <rule>', 'what to do with duplicates: drop, merge or replace', 'drop')
    .option('--near <window>', 'also list pairs up to this far below the threshold', share, 0.1)
    .option('--out <file>', 'file to write the refined playbook to')
    .option('--force', 'allow --out to overwrite a file')
    .option('--dry-run', 'write nothing (same as without --out)')
    .option('--all', 'list all vetoes and near pairs')
    .option('--json', 'print JSON')
    .addHelpText('after', example('dedup refine playbook.txt --threshold 0.9 --out refined.txt'))
    .action(async (file: string, options) => {
      const { dedupRefineCommand } = await import('./dedup-refine-command.ts');
      process.exitCode = await dedupRefineCommand(file, options, deps);
    });
  dedup
    .command('streams')
    .description(
      'Measure what refine does to streams of 200 labelled rules, paraphrases and contradictions: rules lost, surplus left, contradictions kept.',
    )
    .option('--half <half>', 'half of the labelled rules: test, or dev for experimenting', 'test')
    .option('--embedder <name>', 'embedder, as shown by `list`', 'minilm')
    .option('--thresholds <list>', 'cosines, comma-separated, or ranges from:to:step', '0.7:0.95:0.05')
    .option('--guards <sets>', 'sets of guards: all, none, or names joined by +; comma-separated', listed, [
      'none',
      'all',
    ])
    .option('--json', 'print JSON, including the streams themselves')
    .addHelpText('after', example('dedup streams --thresholds 0.8,0.9'))
    .action(async (options) => {
      const { dedupStreamsCommand } = await import('./dedup-streams-command.ts');
      process.exitCode = await dedupStreamsCommand(options, deps);
    });
  dedup
    .command('sweep')
    .description(
      "Replay a recorded ACE run's deltas with other thresholds, modes and guards, without a model: context size, merges, vetoes, evictions, and the lessons that remain.",
    )
    .argument('<run>', "a run's folder")
    .option('--thresholds <list>', 'cosines, comma-separated, or ranges from:to:step', '0.5:0.95:0.05')
    .option('--modes <names>', 'proactive, lazy, periodic, off; comma-separated', listed, ['proactive', 'lazy'])
    .option(
      '--guards <sets>',
      'sets of guards: all, none, or names joined by +; comma-separated (default: as recorded)',
      listed,
    )
    .option('--on-duplicate <rules>', 'drop, merge, replace; comma-separated (default: as recorded)', listed)
    .option('--scope <scopes>', 'playbook, section; comma-separated (default: as recorded)', listed)
    .option('--recommended <file>', 'add the thresholds recommended in the output of `dedup eval --json`')
    .option('--embedder <name>', "use another embedder than the run's; the recorded setting is then not reproduced")
    .option('--out <dir>', 'write sweep.csv and sweep.svg to this folder')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      example('dedup sweep results/quickstart/tagging.ace-proactive.s1-* --modes proactive,lazy,off'),
    )
    .action(async (run: string, options) => {
      const { dedupSweepCommand } = await import('./dedup-sweep-command.ts');
      process.exitCode = await dedupSweepCommand(run, options, deps);
    });

  dedup
    .command('curve')
    .description(
      'Measure how redundant playbooks are, or what runs add to theirs: the share of bullets that a bare threshold merges in one pass, and for runs which merges join different rules.',
    )
    .argument('<file|run...>', "playbooks in ACE's text form, or folders of runs")
    .option('--against <file|run>', 'compare the mean with this playbook or run, over as many bullets as it has')
    .option('--embedder <name>', 'embedder, as shown by `list`; thresholds are specific to an embedder', 'minilm')
    .option('--thresholds <list>', 'cosines, comma-separated, or ranges from:to:step', '0.95,0.9,0.85,0.8,0.75,0.7,0.6')
    .option('--first <n>', 'take only the first n bullets of each', wholeNumberFrom(1))
    .option('--json', 'print JSON')
    .addHelpText('after', example('dedup curve results/lesson-stream/* --against playbook.txt'))
    .action(async (paths: readonly string[], options) => {
      const { dedupCurveCommand } = await import('./dedup-curve-command.ts');
      process.exitCode = await dedupCurveCommand(paths, options, deps);
    });
}
