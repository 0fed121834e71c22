import { posix } from 'node:path';
import ts from 'typescript';

/** A source file by its path from the repository's root, and what it imports as it is written there. */
export type Source = { readonly path: string; readonly imports: readonly string[] };

/** What TypeScript source imports: statically, dynamically, for types alone, by re-export or by `require`. A computed name is `<computed>`. */
export function importsOf(path: string, text: string): readonly string[] {
  const found: string[] = [];
  const add = (name: ts.Node | undefined): void => {
    found.push(name !== undefined && ts.isStringLiteralLike(name) ? name.text : '<computed>');
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) add(node.moduleSpecifier);
    else if (ts.isExternalModuleReference(node)) add(node.expression);
    else if (ts.isImportTypeNode(node)) add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined);
    else if (ts.isCallExpression(node) && isLoader(node.expression)) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS));
  return found;
}

function isLoader(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require'))
    return true;
  return (
    ts.isCallExpression(callee) && ts.isIdentifier(callee.expression) && callee.expression.text === 'createRequire'
  );
}

type Place = { readonly name: string; readonly rank: number };

// Design section 2. Places of one rank are siblings and never meet; inside rows 2 and 7 arrows go one way.
const places: readonly (readonly [folder: string, rank: number])[] = [
  ['harness/core/', 0],
  ['harness/llm/', 1],
  ['harness/embedding/', 1],
  ['harness/stats/', 1],
  ['harness/text/', 1],
  ['harness/playbook/', 2],
  ['harness/roles/', 2.5],
  ['harness/methods/', 3],
  ['baselines/', 3],
  ['benchmarks/', 3],
  ['harness/analysis/', 3.5],
  ['harness/runner/', 4],
  ['harness/records/', 5],
  ['harness/config/', 5],
  ['harness/report/', 6],
  ['harness/dedup/', 6],
  ['harness/inspect/', 6],
  ['harness/registry.ts', 7],
  ['harness/experiment/', 7.3],
  ['harness/cli/', 7.6],
  ['harness/index.ts', 8],
];

function placeOf(path: string): Place | null {
  const place = places.find(([folder]) => path === folder || (folder.endsWith('/') && path.startsWith(folder)));
  return place === undefined ? null : { name: place[0], rank: place[1] };
}

const registryFile = 'harness/registry.ts';
// These know contracts and records only, never a method or a suite.
const contractsOnly = [
  'harness/runner/',
  'harness/records/',
  'harness/config/',
  'harness/report/',
  'harness/experiment/',
];
// The runner is handed whatever it needs to know of playbooks and prompts.
const hiddenFromRunner = ['harness/playbook/', 'harness/roles/'];

/** One sentence for every arrow that the layers do not allow. */
export function layerFaults(sources: readonly Source[]): readonly string[] {
  const named = sources.find(({ path }) => path === registryFile)?.imports ?? [];
  const registered = new Set(named.map((name) => resolved(registryFile, name)));
  const arrows = sources.flatMap(({ path, imports }) => imports.flatMap((name) => arrowFault(path, name, registered)));
  return [...arrows, ...circleFaults(sources), ...playerFaults(sources)];
}

/** One sentence for every circle of imports, types included, named from the file at which it was met first. */
function circleFaults(sources: readonly Source[]): readonly string[] {
  const importsOfPath = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter((name) => name.startsWith('.')).map((name) => resolved(path, name)),
    ]),
  );
  const done = new Set<string>();
  const faults: string[] = [];
  const walk = (path: string, above: readonly string[]): void => {
    const start = above.indexOf(path);
    if (start >= 0) faults.push(`${[...above.slice(start), path].join(' imports ')}: a circle`);
    if (start >= 0 || done.has(path)) return;
    for (const next of importsOfPath.get(path) ?? []) walk(next, [...above, path]);
    done.add(path);
  };
  for (const { path } of sources) walk(path, []);
  return faults;
}

function arrowFault(from: string, name: string, registered: ReadonlySet<string>): readonly string[] {
  if (name === '<computed>') return [`${from} imports a computed name`];
  if (!name.startsWith('.')) return [];
  const to = resolved(from, name);
  if (to === 'package.json') return [];
  const [above, below] = [placeOf(from), placeOf(to)];
  if (above === null) return [`${from} stands in no layer`];
  if (below === null) return [`${from} imports ${to}, which stands in no layer`];
  if (above.name === below.name) return [];
  if (above.rank === below.rank) return [`${from} imports ${to}: sideways`];
  if (above.rank < below.rank) return [`${from} imports ${to}: up`];
  if (above.name === 'harness/runner/' && hiddenFromRunner.includes(below.name))
    return [`${from} imports ${to}: the runner knows contracts only`];
  const isPart = below.rank === 3 && (contractsOnly.includes(above.name) || registered.has(to));
  return isPart && from !== registryFile ? [`${from} imports ${to}: past the registry`] : [];
}

function resolved(from: string, name: string): string {
  return posix.join(posix.dirname(from), name);
}

const playerFolder = 'benchmarks/tag-player/';

/** Players see prompt blocks alone: over any number of files they reach core, their own folder and libraries; no disk, no network. */
function playerFaults(sources: readonly Source[]): readonly string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set<string>();
  const faults: string[] = [];
  const reach = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const name of byPath.get(path)?.imports ?? []) {
      const to = name.startsWith('.') ? resolved(path, name) : name;
      const isAllowed = name.startsWith('.')
        ? to.startsWith(playerFolder) || to.startsWith('harness/core/')
        : !to.startsWith('node:') || to === 'node:crypto';
      if (isAllowed) reach(to);
      else faults.push(`${path} imports ${to}: a player must not reach it`);
    }
  };
  for (const { path } of sources) if (path.startsWith(playerFolder)) reach(path);
  return faults;
}
