import { Command, CommanderError } from 'commander';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { exitCodeOf } from './exit-code-of.ts';
import { exitCodes } from './exit-codes.ts';
import { processDeps } from './cli-deps.ts';
import { addDedupCommands } from './dedup-commands.ts';
import { example, folderName, gather, wholeNumberFrom } from './option-values.ts';
import { addPlaybookCommands } from './playbook-commands.ts';

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

addPlaybookCommands(program, deps);
addDedupCommands(program, deps);

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

/** What commander says of wrong usage, in one line. */
function usageError(text: string): string {
  return `${text
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')} (see --help)`;
}
