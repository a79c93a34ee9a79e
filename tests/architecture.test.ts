// The rules that keep src/ in the shape of docs/architecture.md: which layer imports which, who runs programs, who touches the
// process, how files are called and how they begin. The checker is tested on small trees that break each rule.

import { readdirSync, readFileSync } from 'node:fs';
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
  'check.ts',
  'cli',
];

/** Path below src/ → text. */
type Tree = Readonly<Record<string, string>>;

function violations(tree: Tree): string[] {
  return Object.entries(tree).flatMap(([file, text]) => [
    ...importViolations(file, text),
    ...processViolations(file, text),
    ...nameViolations(file),
    ...textViolations(file, text),
  ]);
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
      const imported = posix.join(posix.dirname(file), name).replace(/\.js$/, '.ts');
      const layer = layerOf(imported);
      if (layer === -1) return [`${file}: imports ${imported}, which belongs to no layer`];
      return layer > own ? [`${file}: ${layers[own]} must not import ${layers[layer]} (${imported})`] : [];
    }
    const runsPrograms = /^(?:node:)?child_process$|^@yowasp\/clang(?:\/|$)/.test(name);
    if (runsPrograms && layers[own] !== 'clang') return [`${file}: only clang/ imports ${name}`];
    if (/^(?:node:)?process$/.test(name) && layers[own] !== 'cli') return [`${file}: only cli/ imports ${name}`];
    return [];
  });
}

function importsOf(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\b[^;'"]*?(?:\bfrom\s*)?['"]([^'"\n]+)['"]/gm);
  const calls = text.matchAll(/\b(?:import(?:\.meta\.resolve)?|require(?:\.resolve)?)\(\s*['"]([^'"\n]+)['"]/g);
  return [...statements, ...calls].map((match) => match[1]!);
}

function processViolations(file: string, text: string): string[] {
  if (layers[layerOf(file)] === 'cli') return [];
  const touched = withoutCommentLines(text).matchAll(
    /\bprocess\.(?:exit|exitCode|stdin|stdout|stderr|argv|on|once)\b|\bconsole\.\w+/g,
  );
  return [...touched].map(([what]) => `${file}: only cli/ uses ${what}`);
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
    ['an exit elsewhere', 'model/a.ts', 'process.exit(1);', 'only cli/ uses process.exit'],
    ['output elsewhere', 'report/a.ts', `process.stdout.write('x');`, 'only cli/ uses process.stdout'],
    ['a log line', 'clang/a.ts', `console.log('x');`, 'only cli/ uses console.log'],
    ['the process by import', 'ir/a.ts', `import { argv } from 'node:process';`, 'only cli/ imports node:process'],
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

  it('finds a missing and an endless header', () => {
    expect(violations({ 'ir/a.ts': 'export const a = 1;\n' })).toEqual([expect.stringContaining('0 lines of comment')]);
    expect(violations({ 'ir/a.ts': header.repeat(7) })).toEqual([expect.stringContaining('7 lines of comment')]);
  });

  it('accepts what is right', () => {
    const text = `// What it is.\n\nimport { x } from '../base/x.js';\nimport type { B } from './b.js';\nexport const any = x as B;\n`;
    expect(violations({ 'model/region.ts': text })).toEqual([]);
    expect(violations({ 'cli/main.ts': `#!/usr/bin/env node\n// The command line.\nprocess.exit(0);\n` })).toEqual([]);
    expect(violations({ 'clang/native.ts': `// Runs it.\nimport { spawn } from 'node:child_process';\n` })).toEqual([]);
    expect(violations({ 'engines/library/a.ts': `// Uses it.\nimport { x } from '../explore/x.js';\n` })).toEqual([]);
  });
});
