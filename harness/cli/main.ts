import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { exitCodeOf } from './exit-code-of.ts';
import { exitCodes } from './exit-codes.ts';
import { processDeps } from './cli-deps.ts';

// A table of contents: what each command needs is loaded when it is called, so that help and lists come at once.
const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };
const deps = processDeps();

const program = new Command('ace-bench')
  .description('Benchmark and evaluation harness for evolving contexts: ACE against its baselines, round by round.')
  .version(version)
  .addHelpText('after', example('run configs/quickstart.yaml'))
  // Garbage goes before the heap is much larger than what lives: a long run needs the memory of a short one, at no time that could be measured.
  .hook('preAction', () => setFlagsFromString('--heap-growing-percent=30'))
  .exitOverride()
  .configureOutput({ outputError: (text) => deps.warn(usageError(text)) });

program
  .command('run')
  .description(
    'Run an experiment, or resume it: completed runs are skipped, interrupted ones resume after their last completed round.',
  )
  .argument('<config>', 'YAML file that describes the experiment')
  .option('--set <key=value>', 'override a key of the config, by its full path; may be repeated', gather, [])
  .option('--only <pattern>', 'run only the runs whose id matches a glob or contains this text')
  .option('--concurrency <n>', 'maximum number of model calls in flight', wholeNumberFrom(1), 8)
  .option('--results <dir>', 'folder to write results to', folderName, 'results')
  .option('--dry-run', 'print what would be run: rounds, attempts, calls and tokens at most; write nothing')
  .option('--fresh', 'move earlier results of these runs aside (they are never deleted) and start over')
  .option(
    '--accept-code-change',
    'resume runs that were started by a different version of the code; recorded in their manifests',
  )
  .option('--quiet', 'show no progress')
  .option('--json', 'print the summary, or the plan of a dry run, as JSON')
  .addHelpText('after', example('run configs/quickstart.yaml --only tagging.ace-lazy'))
  .action(async (config: string, options) => {
    const { runCommand } = await import('./run-command.ts');
    process.exitCode = await runCommand(config, options, deps);
  });

program
  .command('validate')
  .description(
    'Validate an entire config, list all of its errors, and say what it would run; nothing is spent or written.',
  )
  .argument('[config]', 'YAML file that describes the experiment')
  .option('--set <key=value>', 'override a key of the config, by its full path; may be repeated', gather, [])
  .option('--schema', 'print the JSON Schema of configs instead, for use in editors')
  .option('--json', 'print the resolved config as JSON')
  .addHelpText('after', example('validate configs/quickstart.yaml'))
  .action(async (config: string | undefined, options) => {
    const { validateCommand } = await import('./validate-command.ts');
    process.exitCode = await validateCommand(config, options, deps);
  });

program
  .command('list')
  .description(
    'List the suites, methods, model providers and embedders that a config can name, and the data sets to import.',
  )
  .option('--json', 'print JSON')
  .addHelpText('after', example('list'))
  .action(async (options) => {
    const { listCommand } = await import('./list-command.ts');
    process.exitCode = listCommand(options, deps);
  });

program
  .command('columns')
  .description('Explain the columns of rounds.csv and summary.csv: type, unit, meaning.')
  .option('--json', 'print as JSON')
  .addHelpText('after', example('columns'))
  .action(async (options) => {
    const { columnsCommand } = await import('./columns-command.ts');
    process.exitCode = columnsCommand(options, deps);
  });

program
  .command('data')
  .description(
    'Import a data set that is not part of the repository into the cache; its files are verified by checksum.',
  )
  .argument('<name>', 'name of the data set, as shown by `list`')
  .requiredOption('--from <dir>', 'folder that contains its files')
  .option('--json', 'print what was done as JSON')
  .addHelpText('after', example('data finer --from ../shared/data/ace-finer'))
  .action(async (name: string, options) => {
    const { dataCommand } = await import('./data-command.ts');
    process.exitCode = await dataCommand(name, options, deps);
  });

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
  .addHelpText('after', example('dedup sweep results/quickstart/tagging.ace-proactive.s1-* --modes proactive,lazy,off'))
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

// Something that a part began and did not wait for. What it was for is over, so the others go on; that it failed shows at the end.
process.on('unhandledRejection', (error) => {
  deps.warn(
    `a part failed after nobody waited for it any more: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.once('exit', (code) => {
    if (code === exitCodes.fine) process.exitCode = exitCodes.ownError;
  });
});

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) process.exitCode = exitCodeOf(error, deps);
  else process.exitCode = error.exitCode === 0 ? exitCodes.fine : exitCodes.userError;
}

function example(command: string): string {
  return `\nExample:\n  $ npx ace-bench ${command}`;
}

/** What commander says of wrong usage, in one line. */
function usageError(text: string): string {
  return `${text
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')} (see --help)`;
}

function gather(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

function listed(value: string): readonly string[] {
  return value.split(',').map((name) => name.trim());
}

function share(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}

function folderName(value: string): string {
  if (value.trim() !== '') return value;
  throw new InvalidArgumentError('Expected the name of a folder.');
}

function wholeNumberFrom(least: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && Number.isSafeInteger(number)) return number;
    throw new InvalidArgumentError(`Expected a whole number of at least ${least}.`);
  };
}
