import { exitCodes } from './exit-codes.ts';
import type { CliDeps } from './cli-deps.ts';

/** Prints what configs can name, without loading any of it. */
export function listCommand({ json }: { readonly json?: boolean }, { registry, print }: CliDeps): number {
  const groups = Object.entries(registry).map(([group, parts]) => [group, aboutOf(parts)] as const);
  if (json) print(JSON.stringify(Object.fromEntries(groups), null, 2));
  else print(groups.map(([group, parts]) => [group, ...linesOf(parts)].join('\n')).join('\n\n'));
  return exitCodes.fine;
}

type About = { readonly [name: string]: string };

function aboutOf(parts: { readonly [name: string]: { readonly about: string } }): About {
  return Object.fromEntries(Object.entries(parts).map(([name, { about }]) => [name, about]));
}

function linesOf(parts: About): readonly string[] {
  const width = Math.max(...Object.keys(parts).map((name) => name.length));
  return Object.entries(parts).map(([name, about]) => `  ${name.padEnd(width)}  ${about}`);
}
