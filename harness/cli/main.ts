import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { createRequire } from 'node:module';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { processWorld } from './world.ts';

// A table of contents: what each command needs is loaded when it is called, so that help and lists come at once.
const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };
const world = processWorld();

const program = new Command('ace-bench')
  .description('Benchmark and evaluation harness for evolving contexts: ACE against its baselines, round by round.')
  .version(version)
  .addHelpText('after', example('run configs/quickstart.yaml'))
  .exitOverride()
  .configureOutput({ outputError: (text) => world.warn(usageError(text)) });

program
  .command('run')
  .description(
    'Run an experiment, or go on with it: whole runs are skipped, cut ones go on from their last whole round.',
  )
  .argument('<config>', 'YAML file of the experiment')
  .option('--set <key=value>', 'change a key of the config; may be repeated', gather, [])
  .option('--only <pattern>', 'only runs whose id matches: a glob, or a part of the id')
  .option('--concurrency <n>', 'model calls in flight', wholeNumberFrom(1), 8)
  .option('--results <dir>', 'folder of results', 'results')
  .option('--dry-run', 'say what would be run, and write nothing')
  .option('--fresh', 'move earlier results of these runs aside (never deleted) and start anew')
  .option('--accept-code-change', 'go on with runs that were begun with other code; recorded in their manifests')
  .option('--quiet', 'no progress')
  .option('--json', 'print the summary, or the plan of a dry run, as JSON')
  .addHelpText('after', example('run configs/quickstart.yaml --only tagging.ace-lazy'))
  .action(async (config: string, options) => {
    const { runCommand } = await import('./run-command.ts');
    process.exitCode = await runCommand(config, options, world);
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
    process.exitCode = await validateCommand(config, options, world);
  });

program
  .command('list')
  .description('List the suites, methods, model providers, embedders and data sets that configs can name.')
  .option('--json', 'print as JSON')
  .addHelpText('after', example('list'))
  .action(async (options) => {
    const { listCommand } = await import('./list-command.ts');
    process.exitCode = listCommand(options, world);
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
    process.exitCode = await dataCommand(name, options, world);
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
    process.exitCode = await playbookShowCommand(run, options, world);
  });

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) process.exitCode = exitCodeOf(error, world);
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

function wholeNumberFrom(least: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && Number.isSafeInteger(number)) return number;
    throw new InvalidArgumentError(`Expected a whole number of at least ${least}.`);
  };
}
