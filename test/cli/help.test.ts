import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextAt } from '../../harness/experiment/context-at.ts';
import { registry } from '../../harness/registry.ts';
import { hasOfficialRows, officialFolder } from '../finer/official-rows.ts';
import { saidByRun } from './in-process.ts';
import { smallExperiment, tinyExperiment } from './small-experiment.ts';
import { createWorkspace, runIdsIn } from './workspace.ts';

const workspace = createWorkspace();
const { aceBench, path } = workspace;
const small = path('results/small');
const folderOf = (arm: string) => join(small, runIdsIn(small).find((id) => id.includes(`.${arm}.`))!);
afterAll(workspace.remove);

beforeAll(async () => {
  workspace.write('tiny.yaml', tinyExperiment);
  const config = workspace.write('small.yaml', smallExperiment);
  expect(await saidByRun(config, { results: path('results') }, path('cache'))).toMatchObject({ code: 0 });
});

/** A command's words and the examples of its help, without the leading `npx ace-bench`. */
async function helpOf(
  command: readonly string[],
): Promise<{ readonly commands: readonly string[]; readonly examples: readonly string[] }> {
  const { code, stdout, stderr } = await aceBench([...command, '--help']);
  expect([code, stderr]).toEqual([0, '']);
  const listed = stdout.slice(stdout.indexOf('\nCommands:')).split('\n\n')[0]!;
  const commands = stdout.includes('\nCommands:')
    ? [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name!)
    : [];
  const examples = [...stdout.matchAll(/^ {2}\$ npx ace-bench (.+)$/gm)].map(([, example]) => example!);
  return { commands: commands.filter((name) => name !== 'help'), examples };
}

async function allExamples(command: readonly string[] = []): Promise<readonly string[]> {
  const { commands, examples } = await helpOf(command);
  expect(examples, `${command.join(' ')} --help`).not.toEqual([]);
  const below = await Promise.all(commands.map((name) => allExamples([...command, name])));
  return [...examples, ...below.flat()];
}

describe('--help', () => {
  it('of every command has an example that works', async (test) => {
    const examples = [...new Set(await allExamples())];
    expect(examples.length).toBeGreaterThan(5);
    const left: string[] = [];
    const { text } = await contextAt(folderOf('ace-lazy'), null, registry, expect.unreachable);
    const someBullet = /^\[(\S+-\d{5})\]/m.exec(text)![1]!;
    for (const example of examples) {
      // The quickstart's paths and bullets, as they are here; a shell would expand the glob.
      const words = example
        .replace('configs/quickstart.yaml', path('small.yaml'))
        .replace('../shared/data/ace-finer', officialFolder)
        .replace(/results\/quickstart\/tagging\.(\S+?)\.s1-\*/, (_, arm: string) => folderOf(arm))
        .replace(/\b[a-z]+-\d{5}\b/, someBullet)
        .split(' ');
      // dedup eval asks a real embedder about all labelled rules: it has tests of its own.
      if (words[0] === 'dedup' || (words[0] === 'data' && !hasOfficialRows)) left.push(example);
      else expect({ example, ...(await aceBench(words)) }).toMatchObject({ example, code: 0 });
    }
    test.annotate(`not run here: ${left.join('; ')}`);
  });

  it('is what a call without a command gets, with exit code 2', async () => {
    const { code, stdout, stderr } = await aceBench([]);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('Usage: ace-bench')]);
  });
});

describe('starting up', () => {
  // Printed by a loader's resolve hook, before anything else can print.
  const hook = `data:text/javascript,${encodeURIComponent(`
    import { register } from 'node:module';
    const source = "import { writeSync } from 'node:fs'; export async function resolve(name, context, next) { const found = await next(name, context); writeSync(2, 'loads ' + found.url + '\\\\n'); return found; }";
    register('data:text/javascript,' + encodeURIComponent(source));
  `)}`;
  const loadedBy = async (args: readonly string[]): Promise<string> => {
    const { code, stderr } = await aceBench(args, { nodeArgs: ['--import', hook] });
    expect(code).toBe(0);
    return stderr;
  };
  const heavy =
    /node_modules\/(zod|yaml|gpt-tokenizer|@xenova|@huggingface|onnxruntime-node|arquero|jstat|vega|p-limit|cli-progress)\//;

  it.each([[['--help']], [['run', '--help']], [['list']], [['--version']]])('%j loads nothing heavy', async (args) => {
    const loaded = await loadedBy(args);
    expect(loaded).toMatch(/node_modules\/commander\//);
    expect(loaded.split('\n').filter((line) => heavy.test(line))).toEqual([]);
  });

  it('validate loads the validator and the tokenizer, but no model', async () => {
    const loaded = await loadedBy(['validate', 'tiny.yaml']);
    expect(loaded).toMatch(/node_modules\/zod\//);
    expect(loaded).not.toMatch(/node_modules\/(@xenova|@huggingface|onnxruntime-node|vega)\//);
  });
});
