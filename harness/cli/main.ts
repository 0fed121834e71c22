import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
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
    'Run an experiment, or go on with it: whole runs are skipped, cut ones go on from their last whole round.',
  )
  .argument('<config>', 'YAML file of the experiment')
  .option('--set <key=value>', 'change a key of the config; may be repeated', gather, [])
  .option('--only <pattern>', 'only runs whose id matches: a glob, or a part of the id')
  .option('--concurrency <n>', 'model calls in flight', wholeNumberFrom(1), 8)
  .option('--results <dir>', 'folder of results', folderName, 'results')
  .option('--dry-run', 'say what would be run, and write nothing')
  .option('--fresh', 'move earlier results of these runs aside (never deleted) and start anew')
  .option('--accept-code-change', 'go on with runs that were begun with other code; recorded in their manifests')
  .option('--quiet', 'no progress')
  .option('--json', 'print the summary, or the plan of a dry run, as JSON')
  .addHelpText('after', example('run configs/quickstart.yaml --only tagging.ace-lazy'))
  .action(async (config: string, options) => {
    const { runCommand } = await import('./run-command.ts');
    process.exitCode = await runCommand(config, options, deps);
  });

program
  .command('validate')
  .description('Check a config and say what it would run; nothing is spent or written.')
  .argument('[config]', 'YAML file of the experiment')
  .option('--set <key=value>', 'change a key of the config; may be repeated', gather, [])
  .option('--schema', 'print the JSON Schema of configs instead, for editors')
  .option('--json', 'print the resolved config as JSON')
  .addHelpText('after', example('validate configs/quickstart.yaml'))
  .action(async (config: string | undefined, options) => {
    const { validateCommand } = await import('./validate-command.ts');
    process.exitCode = await validateCommand(config, options, deps);
  });

program
  .command('list')
  .description('List the suites, methods, model providers, embedders and data sets that configs can name.')
  .option('--json', 'print as JSON')
  .addHelpText('after', example('list'))
  .action(async (options) => {
    const { listCommand } = await import('./list-command.ts');
    process.exitCode = listCommand(options, deps);
  });

program
  .command('data')
  .description('Import a data set that is not in the repository into the cache, verified by checksum.')
  .argument('<name>', 'data set, as `list` shows it')
  .requiredOption('--from <dir>', 'folder that holds its files')
  .option('--json', 'print what was done as JSON')
  .addHelpText('after', example('data finer --from ../shared/data/ace-finer'))
  .action(async (name: string, options) => {
    const { dataCommand } = await import('./data-command.ts');
    process.exitCode = await dataCommand(name, options, deps);
  });

const playbook = program
  .command('playbook')
  .description('Look at the contexts that runs evolved.')
  .addHelpText('after', example('playbook show results/quickstart/tagging.ace-lazy.s1-*'));
playbook
  .command('show')
  .description(
    "Print a run's context as it was after a round, rebuilt from its records; or any playbook file, read and rendered.",
  )
  .argument('<run>', "a run's folder, or a playbook file")
  .option('--round <n>', "a run's round to show (default: the last whole one)", wholeNumberFrom(0))
  .option('--json', 'print as data')
  .addHelpText('after', example('playbook show results/quickstart/tagging.ace-lazy.s1-* --round 3'))
  .action(async (run: string, options) => {
    const { playbookShowCommand } = await import('./playbook-show-command.ts');
    process.exitCode = await playbookShowCommand(run, options, deps);
  });
playbook
  .command('diff')
  .description(
    "Compare a run's context after two rounds: bullets added, gone and why, reworded, counted; of free text, the lines.",
  )
  .argument('<run>', "a run's folder")
  .argument('<a>', 'the earlier round', wholeNumberFrom(0))
  .argument('<b>', 'the later round', wholeNumberFrom(0))
  .option('--all', 'list also bullets of which only counters changed, and those that came and went in between')
  .option('--json', 'print as data')
  .addHelpText('after', example('playbook diff results/quickstart/tagging.ace-lazy.s1-* 3 8'))
  .action(async (run: string, a: number, b: number, options) => {
    const { playbookDiffCommand } = await import('./playbook-diff-command.ts');
    process.exitCode = await playbookDiffCommand(run, [a, b], options, deps);
  });
playbook
  .command('trace')
  .description(
    'The life of one bullet: the task that taught it, tags, citations and their scores, merges, vetoes, and its end.',
  )
  .argument('<run>', "a run's folder")
  .argument('<id>', 'id of the bullet, as `playbook show` prints it in brackets')
  .option('--json', 'print as data')
  .addHelpText('after', example('playbook trace results/quickstart/tagging.ace-lazy.s1-* cma-00001'))
  .action(async (run: string, id: string, options) => {
    const { playbookTraceCommand } = await import('./playbook-trace-command.ts');
    process.exitCode = await playbookTraceCommand(run, id, options, deps);
  });
playbook
  .command('health')
  .description(
    "Look a playbook file or a run's last context over: redundancy, conflicts, unused and harmful bullets, sizes, churn.",
  )
  .argument('<file|run>', "playbook in ACE's text form, or a run's folder")
  .option('--threshold <cosine>', 'two bullets are near iff their cosine exceeds this', share, 0.85)
  .option('--embedder <name>', 'embedder, as `list` shows it; a threshold belongs to one', 'minilm')
  .option('--all', 'list all pairs and harmful bullets')
  .option('--json', 'print as data')
  .addHelpText('after', example('playbook health results/quickstart/tagging.ace-lazy.s1-*'))
  .action(async (path: string, options) => {
    const { playbookHealthCommand } = await import('./playbook-health-command.ts');
    process.exitCode = await playbookHealthCommand(path, options, deps);
  });

const dedup = program
  .command('dedup')
  .description('Measure what de-duplication merges, rightly and wrongly.')
  .addHelpText('after', example('dedup eval'));
dedup
  .command('eval')
  .description(
    'Measure how well "cosine > threshold and no guard vetoes" tells duplicates from contradictions and related rules, and recommend thresholds.',
  )
  .option('--embedder <name>', 'embedder, as `list` shows it', 'minilm')
  .option('--half <half>', 'half of the labelled rules: test, or dev for trying things out (default: "test")')
  .option('--pairs <file>', 'your own pairs instead: JSON lines of a, b, label')
  .option('--guards <names>', 'none, a guard, all; several with commas (default: each of them)', listed)
  .option('--ceiling <share>', 'largest share of contradictions that may merge', share, 0.01)
  .option('--out <dir>', 'write curves.csv and curves.svg')
  .option('--json', 'print as JSON')
  .addHelpText('after', example('dedup eval --out results/dedup'))
  .action(async (options) => {
    const { dedupEvalCommand } = await import('./dedup-eval-command.ts');
    process.exitCode = await dedupEvalCommand(options, deps);
  });
dedup
  .command('refine')
  .description(
    'De-duplicate a playbook file without a model: what merges, what guards keep apart, and what is near, with cosines.',
  )
  .argument('<file>', "playbook in ACE's text form, with or without counters")
  .option('--threshold <cosine>', 'two bullets are duplicates iff their cosine exceeds this', share, 0.85)
  .option('--embedder <name>', 'embedder, as `list` shows it; a threshold belongs to one', 'minilm')
  .option('--guards <names>', 'all, none, or some with commas', listed, ['all'])
  .option('--scope <scope>', 'bullets that are compared: playbook or section', 'playbook')
  .option('--on-duplicate <rule>', 'drop, merge or replace', 'drop')
  .option('--near <window>', 'show pairs so far below the threshold too', share, 0.1)
  .option('--out <file>', 'write the refined playbook')
  .option('--force', 'let --out overwrite the file that is read')
  .option('--dry-run', 'write nothing (as without --out)')
  .option('--all', 'list all vetoes and near pairs')
  .option('--json', 'print as JSON')
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
  .option('--half <half>', 'half of the labelled rules: test, or dev for trying things out', 'test')
  .option('--embedder <name>', 'embedder, as `list` shows it', 'minilm')
  .option('--thresholds <list>', 'cosines with commas, or ranges from:to:step', '0.7:0.95:0.05')
  .option('--guards <sets>', 'all, none, or guards joined by +; several sets with commas', listed, ['none', 'all'])
  .option('--json', 'print as JSON, with the streams themselves')
  .addHelpText('after', example('dedup streams --thresholds 0.8,0.9'))
  .action(async (options) => {
    const { dedupStreamsCommand } = await import('./dedup-streams-command.ts');
    process.exitCode = await dedupStreamsCommand(options, deps);
  });
dedup
  .command('sweep')
  .description(
    "Replay a recorded ACE run's deltas through other thresholds, modes and guards, with no model: context size, merges, vetoes, evictions, and what is left of the lessons.",
  )
  .argument('<run>', "a run's folder")
  .option('--thresholds <list>', 'cosines with commas, or ranges from:to:step', '0.5:0.95:0.05')
  .option('--modes <names>', 'proactive, lazy, periodic, off; several with commas', listed, ['proactive', 'lazy'])
  .option(
    '--guards <sets>',
    'all, none, or guards joined by +; several sets with commas (default: as recorded)',
    listed,
  )
  .option('--on-duplicate <rules>', 'drop, merge, replace; several with commas (default: as recorded)', listed)
  .option('--scope <scopes>', 'playbook, section; several with commas (default: as recorded)', listed)
  .option('--recommended <file>', 'add the thresholds that a report of dedup eval --json recommends')
  .option('--embedder <name>', "another embedder than the run's; then the recorded setting is not reproduced")
  .option('--out <dir>', 'write sweep.csv and sweep.svg')
  .option('--json', 'print as JSON')
  .addHelpText('after', example('dedup sweep results/quickstart/tagging.ace-proactive.s1-* --modes proactive,lazy,off'))
  .action(async (run: string, options) => {
    const { dedupSweepCommand } = await import('./dedup-sweep-command.ts');
    process.exitCode = await dedupSweepCommand(run, options, deps);
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
    .replace(/\s*\n\s*/g, ' ')} (--help shows what is possible)`;
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
