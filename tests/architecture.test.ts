// The rules that keep src/ in the shape of docs/architecture.md: which layer imports which, that no imports go round in
// a circle, who runs programs, who drives the machine, who touches the process, how files and types are called and how
// files begin; and how tests are called. The checker is tested on small trees that break each rule.

import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Top to bottom as the data flows: a layer imports itself and the layers above it. */
const layers = [
  'base',
  'clang',
  'ir',
  'model',
  'solve',
  'machine',
  'execution',
  'findings',
  'emit-c',
  'engines',
  'engines/explore',
  'engines/symbolic',
  'engines/sequentialize',
  'engines/library',
  'fix',
  'report',
  'check',
  'check.ts',
  'cli',
];

/** The machine is driven here; everyone else chooses, observes or takes what these hand out. */
const drivers = ['execution/drive.ts', 'engines/symbolic/unroll/unroll.ts'];
/** Tries single steps on copies that are thrown away, to see which masks they read and set. */
const prober = 'engines/symbolic/ordering/mask-components.ts';

/** Takes Node's faster way where there is one. */
const bytes = 'base/bytes.ts';

/** Path below src/ → text. */
type Tree = Readonly<Record<string, string>>;

function violations(tree: Tree): string[] {
  const ofFiles = Object.entries(tree).flatMap(([file, text]) => [
    ...importViolations(file, text),
    ...processViolations(file, text),
    ...machineViolations(file, text),
    ...nameViolations(file),
    ...textViolations(file, text),
  ]);
  return [...ofFiles, ...cycleViolations(tree), ...typeNameViolations(tree)];
}

function layerOf(file: string): number {
  const folders = posix.dirname(file).split('/');
  const nested = layers.indexOf(folders.slice(0, 2).join('/'));
  return nested !== -1 ? nested : layers.indexOf(folders[0] === '.' ? file : folders[0]!);
}

function importViolations(file: string, text: string): string[] {
  const own = layerOf(file);
  if (own === -1) return [`${file}: belongs to no layer`];
  return importsOf(text).flatMap((name) => {
    if (name.startsWith('.')) {
      const imported = resolved(file, name);
      const layer = layerOf(imported);
      if (layer === -1) return [`${file}: imports ${imported}, which belongs to no layer`];
      const isForeignEngine = layer !== own && isEngine(layer) && isEngine(own);
      if (layer <= own && !isForeignEngine) return [];
      return [`${file}: ${layers[own]} must not import ${layers[layer]} (${imported})`];
    }
    const runsPrograms = /^(?:node:)?child_process$|^@yowasp\/clang(?:\/|$)/.test(name);
    if (runsPrograms && layers[own] !== 'clang') return [`${file}: only clang/ imports ${name}`];
    if (/^(?:node:)?process$/.test(name) && layers[own] !== 'cli') return [`${file}: only cli/ imports ${name}`];
    if (isOfNode(name) && !mayUseNode(file)) return [`${file}: only clang/ and cli/ import ${name}`];
    return [];
  });
}

/** With or without the prefix; packages of the same name as one of Node's modules are not wanted either. */
function isOfNode(name: string): boolean {
  return name.startsWith('node:') || builtinModules.includes(name);
}

/** The rest also runs where there is no Node. */
function mayUseNode(file: string): boolean {
  return ['clang', 'cli'].includes(layers[layerOf(file)]!);
}

function isEngine(layer: number): boolean {
  return layers[layer]!.startsWith('engines/');
}

function resolved(file: string, name: string): string {
  return posix.join(posix.dirname(file), name).replace(/\.js$/, '.ts');
}

/** Files that import each other, if only for types: together they are one thing, with no file to begin reading at. */
function cycleViolations(tree: Tree): string[] {
  const importedBy = (file: string, text: string): string[] =>
    importsOf(text)
      .map((name) => resolved(file, name))
      .flatMap((imported) => [imported, `${imported}x`].filter((candidate) => candidate in tree));
  const imports = new Map(Object.entries(tree).map(([file, text]) => [file, importedBy(file, text)]));
  const reached = new Map([...imports.keys()].map((file) => [file, reachable(file, imports)]));
  const cycles = [...reached].map(([file, others]) => [...others].filter((other) => reached.get(other)!.has(file)));
  const named = cycles.filter((files) => files.length > 0).map((files) => `import cycle: ${files.sort().join(', ')}`);
  return [...new Set(named)];
}

/** What a file imports, directly or not: itself only if that is a cycle. */
function reachable(file: string, imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (from: string) => {
    for (const next of imports.get(from)!) {
      if (found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(file);
  return found;
}

/** A name means one thing: a type is found, and understood, by its name alone. */
function typeNameViolations(tree: Tree): string[] {
  const owners = new Map<string, Set<string>>();
  for (const [file, text] of Object.entries(tree)) {
    const types = text.matchAll(/^export (?:declare |abstract |const )*(?:type|interface|class|enum) (\w+)/gm);
    for (const [, name] of types) owners.set(name!, (owners.get(name!) ?? new Set()).add(file));
  }
  const shared = [...owners].filter(([, files]) => files.size > 1);
  return shared.map(([name, files]) => `type ${name} is exported by ${[...files].sort().join(', ')}`);
}

/**
 * Whoever runs the machine, or takes a step, in a loop of its own is a second driver. Starts and answers on copies are
 * none.
 */
function machineViolations(file: string, text: string): string[] {
  if (layers[layerOf(file)] === 'machine' || drivers.includes(file)) return [];
  const code = withoutCommentLines(text);
  const calls = [...code.matchAll(/\bmachine\.(?:step|run)\(/g), ...stepsTaken(file, code)];
  return [...new Set(calls.map(([call]) => call))].map(
    (call) => `${file}: only ${drivers.join(' and ')} call ${call})`,
  );
}

function stepsTaken(file: string, code: string): readonly RegExpMatchArray[] {
  return file === prober ? [] : [...code.matchAll(/\bmachine\.take\((?=[^;]*(?:\bSTEP\b|'step'))/g)];
}

function importsOf(text: string): string[] {
  const statements = text.matchAll(/^(?:import\b[^;'"]*?(?:\bfrom\s*)?|export\b[^;'"]*?\bfrom\s*)['"]([^'"\n]+)['"]/gm);
  const calls = text.matchAll(/\b(?:import(?:\.meta\.resolve)?|require(?:\.resolve)?)\(\s*['"]([^'"\n]+)['"]/g);
  return [...statements, ...calls].map((match) => match[1]!);
}

function processViolations(file: string, text: string): string[] {
  if (layers[layerOf(file)] === 'cli') return [];
  const code = withoutCommentLines(text);
  const touched = code.matchAll(/\bprocess\.(?:exit|exitCode|stdin|stdout|stderr|argv|on|once)\b|\bconsole\.\w+/g);
  const ofNode =
    mayUseNode(file) || file === bytes
      ? []
      : [...code.matchAll(/\b(?:process\.\w+|Buffer\b|setImmediate\b|__dirname\b)/g)];
  return [
    ...[...touched].map(([what]) => `${file}: only cli/ uses ${what}`),
    ...new Set(ofNode.map(([what]) => `${file}: only clang/ and cli/ use ${what}`)),
  ];
}

function nameViolations(file: string): string[] {
  return file.split('/').flatMap((part) => {
    const name = part.replace(/(?:\.d)?\.tsx?$/, '');
    if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) return [`${file}: '${part}' is not lower-case kebab`];
    const empty = /(?:^|-)(?:utils?|helpers?|managers?|common|misc)(?:-|$)|^index$/.exec(name)?.[0].replaceAll('-', '');
    return empty === undefined ? [] : [`${file}: '${empty}' says nothing about what is inside`];
  });
}

function textViolations(file: string, text: string): string[] {
  const found: string[] = [];
  const header = /^(?:#!.*\n)?((?:\/\/ .*\n)*)/.exec(text)![1]!.split('\n').length - 1;
  if (header < 1 || header > 6) found.push(`${file}: opens with ${header} lines of comment, not 1 to 6`);
  const code = withoutCommentLines(text);
  if (/(?:[:<|&,(=]\s*|\bas\s+|\bextends\s+)any\b(?!['\w(])/.test(code)) found.push(`${file}: uses the type any`);
  if (file !== 'check.ts' && /^export\b[^;=]*\bfrom\s*['"]/m.test(code))
    found.push(`${file}: re-exports like a barrel`);
  return found;
}

function withoutCommentLines(text: string): string {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
}

/** Tests of no one place in src/. */
const crossCutting: ReadonlySet<string> = new Set([
  'agreement',
  'browser',
  'architecture',
  'corpus',
  'docs',
  'endless-agreement',
  'library',
  'mutated-inputs',
  'mutants',
  'package-lock',
  'schema',
]);

/**
 * A test is found from what it tests: `a/b.test.ts` tests `src/a/b.ts` or the folder `src/a/b/`, `a/a.test.ts` the
 * folder `src/a/`. A second file of tests for the same says behind a dot what it is about: `a/b.aspect.test.ts`.
 */
function testNameViolations(tests: readonly string[], sources: readonly string[]): string[] {
  return tests.flatMap((test) => {
    const path = test.replace(/(?:\.[a-z0-9-]+)?\.test\.ts$/, '');
    const [folder, name] = [posix.dirname(path), posix.basename(path)];
    if (folder === '.' && crossCutting.has(name)) return [];
    const isOfFolder = posix.basename(folder) === name && sources.some((file) => file.startsWith(`${folder}/`));
    const tested = [`${path}.ts`, `${path}.tsx`];
    if (isOfFolder || sources.some((file) => tested.includes(file) || file.startsWith(`${path}/`))) return [];
    return [`tests/${test}: there is neither src/${path}.ts nor src/${path}/`];
  });
}

const src = new URL('../src/', import.meta.url);
const source: Tree = Object.fromEntries(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(new URL(path, src), 'utf8')]),
);

describe('the architecture of src/', () => {
  it('follows every rule', () => {
    expect(Object.keys(source).length).toBeGreaterThan(50);
    expect(violations(source)).toEqual([]);
  });

  it('has the layers that the design names, so far as they exist', () => {
    const top = new Set(Object.keys(source).map((path) => path.split('/')[0]!));
    expect([...top].filter((name) => !layers.includes(name))).toEqual([]);
    for (const layer of ['base', 'clang', 'ir', 'model', 'solve', 'report', 'check.ts', 'cli'])
      expect(top).toContain(layer);
  });
});

const tests = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts'));

describe('the names of tests', () => {
  it('are those of what they test', () => {
    expect(tests.length).toBeGreaterThan(50);
    expect(testNameViolations(tests, Object.keys(source))).toEqual([]);
  });

  it('may be those of a file or a folder, with what they are about', () => {
    const sources = ['ir/parse/lexer.ts', 'report/page.tsx', 'check.ts'];
    const right = [
      'ir/parse/lexer.test.ts',
      'report/page.test.ts',
      'ir/parse.test.ts',
      'ir/ir.test.ts',
      'check.test.ts',
    ];
    const about = ['ir/parse/lexer.speed.test.ts', 'ir/parse/parse.fixtures.test.ts', 'ir/parse.fixtures.test.ts'];
    expect(testNameViolations([...right, ...about, 'corpus.test.ts'], sources)).toEqual([]);
  });

  it.each([
    'ir/lexer.test.ts',
    'ir/parse-fixtures.test.ts',
    'lexer.test.ts',
    'ir/corpus.test.ts',
    'model/model.test.ts',
  ])('are not like %s', (name) => {
    expect(testNameViolations([name], ['ir/parse/lexer.ts', 'check.ts'])).toHaveLength(1);
  });
});

/** The formatter breaks code; what it cannot break are literals. Comments are ours to break. */
function longComments(text: string): number[] {
  return text.split('\n').flatMap((line, n) => {
    const isComment = /^\s*(?:\/\/|\/?\*+)(?:\s|$)|^[^'"`/]*\/\/\s/.test(line);
    return isComment && [...line].length > 120 ? [n + 1] : [];
  });
}

describe('comments', () => {
  it('end within 120 columns', () => {
    const long = ['src', 'tests', 'scripts', 'bench'].flatMap((folder) =>
      readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(?:tsx?|mjs)$/.test(path))
        .flatMap((path) => {
          const text = readFileSync(new URL(`../${folder}/${path}`, import.meta.url), 'utf8');
          return longComments(text).map((line) => `${folder}/${path}:${line}`);
        }),
    );
    expect(long).toEqual([]);
  });

  it('are told from code that a literal makes long', () => {
    const words = 'word '.repeat(30);
    const long = [`// ${words}`, `  /** ${words}`, ` * ${words}`, `next(); // ${words}`];
    const right = [`const text = '// ${words}';`, '// short', `  return \`${words}\`; // why`];
    expect(longComments([...long, ...right].join('\n'))).toEqual([1, 2, 3, 4]);
  });
});

describe('the checker', () => {
  const header = '// What it is.\n';
  const cases: readonly (readonly [rule: string, file: string, text: string, expected: string])[] = [
    ['an import from below', 'ir/lexer.ts', `import { x } from '../model/program.js';`, 'ir must not import model'],
    ['a type import from below', 'base/place.ts', `import type { A } from '../ir/a.js';`, 'base must not import ir'],
    [
      'an import over several lines',
      'ir/a.ts',
      `import {\n  x,\n  y,\n} from '../solve/b.js';`,
      'ir must not import solve',
    ],
    ['an import for its effect', 'report/a.ts', `import '../cli/main.js';`, 'report must not import cli'],
    ['a dynamic import', 'model/a.ts', `const b = await import('../report/b.js');`, 'model must not import report'],
    [
      'an engine that uses a later one',
      'engines/explore/a.ts',
      `import { x } from '../library/b.js';`,
      'must not import engines/library',
    ],
    [
      'an engine that uses an earlier one',
      'engines/symbolic/a.ts',
      `import type { X } from '../explore/b.js';`,
      'engines/symbolic must not import engines/explore',
    ],
    [
      'the engine contract on an engine',
      'engines/engine.ts',
      `import { x } from './explore/b.js';`,
      'must not import engines/explore',
    ],
    ['check.ts on the command line', 'check.ts', `import { x } from './cli/main.js';`, 'check.ts must not import cli'],
    ['a folder without a layer', 'tools/a.ts', 'export const a = 1;', 'belongs to no layer'],
    [
      'a program run elsewhere',
      'model/a.ts',
      `import { spawn } from 'node:child_process';`,
      'only clang/ imports node:child_process',
    ],
    [
      'clang used elsewhere',
      'cli/a.ts',
      `const c = await import('@yowasp/clang');`,
      'only clang/ imports @yowasp/clang',
    ],
    ['a loop of its own', 'findings/a.ts', 'const o = machine.step(state);', 'only execution/drive.ts'],
    ['a machine of its own', 'engines/explore/a.ts', 'this.#machine.run(state);', 'call machine.run('],
    ['a step of its own', 'execution/a.ts', 'return this.machine.take(state, STEP);', 'call machine.take('],
    ['an exit elsewhere', 'clang/a.ts', 'process.exit(1);', 'only cli/ uses process.exit'],
    ['output elsewhere', 'clang/a.ts', `process.stdout.write('x');`, 'only cli/ uses process.stdout'],
    ['a log line', 'clang/a.ts', `console.log('x');`, 'only cli/ uses console.log'],
    ['the process by import', 'ir/a.ts', `import { argv } from 'node:process';`, 'only cli/ imports node:process'],
    ['a module of Node elsewhere', 'report/a.ts', `import { join } from 'node:path';`, 'only clang/ and cli/ import'],
    ['one without its prefix', 'ir/a.ts', `import { readFileSync } from 'fs';`, 'only clang/ and cli/ import fs'],
    ['the machine elsewhere', 'check/a.ts', 'const m = process.memoryUsage();', 'only clang/ and cli/ use process.mem'],
    ['a type of Node elsewhere', 'ir/a.ts', 'const b = Buffer.from(text);', 'only clang/ and cli/ use Buffer'],
    ['a camel-case file', 'ir/parseType.ts', 'export const a = 1;', 'not lower-case kebab'],
    ['a file named after nothing', 'ir/string-utils.ts', 'export const a = 1;', `'utils' says nothing`],
    ['a folder named after nothing', 'model/common/a.ts', 'export const a = 1;', `'common' says nothing`],
    ['any as a parameter', 'ir/a.ts', 'export function f(x: any): void {}', 'uses the type any'],
    ['any in brackets', 'ir/a.ts', 'export const m = new Map<string, any>();', 'uses the type any'],
    ['a cast to any', 'ir/a.ts', 'export const a = 1 as any;', 'uses the type any'],
    ['a barrel', 'ir/module.ts', `export { a } from './a.js';`, 're-exports like a barrel'],
  ];

  it.each(cases)('finds %s', (_, file, text, expected) => {
    expect(violations({ [file]: `${header}\n${text}\n` })).toEqual([expect.stringContaining(expected)]);
  });

  /** Small files with the header that each needs. */
  const files = (texts: Tree): Tree =>
    Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, `${header}${text}\n`]));

  it('finds a cycle of imports, once, with all of its files', () => {
    const tree = files({
      'ir/a.ts': `import { b } from './b.js';`,
      'ir/b.ts': `import { c } from './parse/c.js';`,
      'ir/parse/c.ts': `import { a } from '../a.js';`,
      'ir/user.ts': `import { a } from './a.js';`,
    });
    expect(violations(tree)).toEqual(['import cycle: ir/a.ts, ir/b.ts, ir/parse/c.ts']);
  });

  it('finds a cycle that types alone make, and one that an import on demand closes', () => {
    const types = { 'ir/a.ts': `import type { B } from './b.js';`, 'ir/b.ts': `import type { A } from './a.js';` };
    expect(violations(files(types))).toEqual(['import cycle: ir/a.ts, ir/b.ts']);
    const onDemand = { 'cli/a.tsx': `import { b } from './b.js';`, 'cli/b.ts': `const a = await import('./a.js');` };
    expect(violations(files(onDemand))).toEqual(['import cycle: cli/a.tsx, cli/b.ts']);
  });

  it('tells cycles apart, and a file that imports itself', () => {
    const tree = files({
      'ir/a.ts': `import { b } from './b.js';`,
      'ir/b.ts': `import { a } from './a.js';`,
      'model/a.ts': `import { b } from '../ir/b.js';\nimport { c } from './c.js';`,
      'model/c.ts': `import { a } from './a.js';`,
      'solve/a.ts': `import { x } from './a.js';`,
    });
    expect(violations(tree)).toEqual([
      'import cycle: ir/a.ts, ir/b.ts',
      'import cycle: model/a.ts, model/c.ts',
      'import cycle: solve/a.ts',
    ]);
  });

  it('finds two types of one name, of whatever kind', () => {
    const tree = files({
      'ir/a.ts': 'export type Place = number;\nexport const Place = 1;',
      'model/b.ts': 'export interface Place {}\nexport abstract class Store {}',
      'solve/c.ts': 'export declare class Place {}\nexport const enum Store {}\ninterface Own {}',
      'solve/d.ts': 'interface Own {}',
    });
    expect(violations(tree)).toEqual([
      'type Place is exported by ir/a.ts, model/b.ts, solve/c.ts',
      'type Store is exported by model/b.ts, solve/c.ts',
    ]);
  });

  it('finds a missing and an endless header', () => {
    expect(violations({ 'ir/a.ts': 'export const a = 1;\n' })).toEqual([expect.stringContaining('0 lines of comment')]);
    expect(violations({ 'ir/a.ts': header.repeat(7) })).toEqual([expect.stringContaining('7 lines of comment')]);
  });

  it('accepts what is right', () => {
    const text = `// What it is.\n\nimport { x } from '../base/x.js';\nimport type { B } from './b.js';\nexport const any = x as B;\n`;
    expect(violations({ 'model/region.ts': text })).toEqual([]);
    expect(violations({ 'cli/main.ts': `#!/usr/bin/env node\n// The command line.\nprocess.exit(0);\n` })).toEqual([]);
    expect(violations({ 'clang/native.ts': `// Runs it.\nimport { spawn } from 'node:child_process';\n` })).toEqual([]);
    expect(violations({ 'engines/library/a.ts': `// Uses it.\nimport { x } from '../engine.js';\n` })).toEqual([]);
    for (const driver of [...drivers, 'machine/stepping/a.ts'])
      expect(violations({ [driver]: `// Drives it.\nconst outcome = machine.step(state);\n` })).toEqual([]);
    const chain = {
      'ir/a.ts': `import { b } from './b.js';`,
      'ir/b.ts': `export type B = 1;`,
      'ir/c.ts': `type B = 2;`,
    };
    expect(violations(files(chain))).toEqual([]);
  });
});
