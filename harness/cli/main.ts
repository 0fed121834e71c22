import { Command, CommanderError } from 'commander';
import { createRequire } from 'node:module';
import { exitCodes, exitWith } from './exit.ts';

// A table of contents: what each command needs is loaded when it is called, so that help and lists come at once.
const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };

const program = new Command('ace-bench')
  .description('Benchmark and evaluation harness for evolving contexts: ACE against its baselines, round by round.')
  .version(version)
  .showHelpAfterError('(--help shows what is possible)')
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'ace-bench: ')) });

program
  .command('run')
  .description(
    'Run an experiment, or go on with it: whole runs are skipped, cut ones go on from their last whole round.',
  )
  .argument('<config>', 'YAML file of the experiment')
  .option('--set <key=value>', 'change a key of the config; may be repeated', gather, [])
  .option('--only <pattern>', 'only runs whose id matches: a glob, or a part of the id')
  .option('--concurrency <n>', 'model calls in flight', wholeNumber, 8)
  .option('--results <dir>', 'folder of results', 'results')
  .option('--dry-run', 'say what would be run, and write nothing')
  .option('--fresh', 'move earlier results of these runs aside (never deleted) and start anew')
  .option('--accept-code-change', 'go on with runs that were begun with other code; recorded in their manifests')
  .option('--quiet', 'no progress')
  .option('--json', 'print the summary as JSON')
  .addHelpText('after', '\nExample:\n  $ npx ace-bench run configs/quickstart.yaml --only tagging.ace-lazy')
  .action(async (config: string, options) => {
    const { runCommand } = await import('./run-command.ts');
    process.exitCode = await runCommand(config, options);
  });

program
  .command('validate')
  .description('Check a config, whole, and say what it would run; nothing is spent or written.')
  .argument('<config>', 'YAML file of the experiment')
  .option('--set <key=value>', 'change a key of the config; may be repeated', gather, [])
  .option('--schema', 'print the JSON Schema of configs instead, for editors')
  .option('--json', 'print the resolved config as JSON')
  .addHelpText('after', '\nExample:\n  $ npx ace-bench validate configs/quickstart.yaml')
  .action(async (config: string, options) => {
    const { validateCommand } = await import('./validate-command.ts');
    process.exitCode = await validateCommand(config, options);
  });

program
  .command('list')
  .description('List the suites, methods, model providers, embedders and data sets that configs can name.')
  .option('--json', 'print as JSON')
  .addHelpText('after', '\nExample:\n  $ npx ace-bench list')
  .action(async (options) => {
    const { listCommand } = await import('./list-command.ts');
    process.exitCode = listCommand(options);
  });

program
  .command('data')
  .description('Import a data set that is not in the repository into the cache, verified by checksum.')
  .argument('<name>', 'data set, as `list` shows it')
  .requiredOption('--from <dir>', 'folder that holds its files')
  .option('--json', 'print what was done as JSON')
  .addHelpText('after', '\nExample:\n  $ npx ace-bench data finer --from ../shared/data/ace-finer')
  .action(async (name: string, options) => {
    const { dataCommand } = await import('./data-command.ts');
    process.exitCode = await dataCommand(name, options);
  });

const playbook = program.command('playbook').description('Look at the contexts that runs evolved.');
playbook
  .command('show')
  .description(
    "Print a run's context as it was after a round, rebuilt from its records; or any playbook file, read and rendered.",
  )
  .argument('<run>', "a run's folder, or a playbook file")
  .option('--round <n>', 'round to show (default: the last whole one)', wholeNumberOrZero)
  .option('--json', 'print as data')
  .addHelpText(
    'after',
    '\nExample:\n  $ npx ace-bench playbook show results/quickstart/tagging.ace-lazy.s1-* --round 3',
  )
  .action(async (run: string, options) => {
    const { playbookShowCommand } = await import('./playbook-show-command.ts');
    process.exitCode = await playbookShowCommand(run, options);
  });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exitCodes.fine : exitCodes.userError;
  else exitWith(error);
}

function gather(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

function wholeNumber(value: string): number {
  return readNumber(value, 1);
}

function wholeNumberOrZero(value: string): number {
  return readNumber(value, 0);
}

function readNumber(value: string, least: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && Number.isSafeInteger(number)) return number;
  throw new CommanderError(
    exitCodes.userError,
    'ace-bench.number',
    program.error(`ace-bench: expected a whole number of at least ${least}, found "${value}"`) as never,
  );
}
