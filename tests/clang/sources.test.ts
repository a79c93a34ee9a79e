import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectOf } from '../../src/clang/project.js';
import { collectSources } from '../../src/clang/sources.js';
import { codesOf, errorsOf, put, valueOrThrow, workspace } from './workspace.js';

describe('what is refused', () => {
  it.each([
    ['missing-file', 'nothing.c', {}],
    ['empty-file', 'a.c', { 'a.c': '' }],
    ['empty-file', 'a.c', { 'a.c': ' \n\t\n' }],
    ['binary-file', 'a.c', { 'a.c': new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1]) }],
    ['binary-file', 'a.c', { 'a.c': Buffer.from('\ufeffint x;', 'utf16le') }],
    ['binary-file', 'a.ll', { 'a.ll': new Uint8Array([0x42, 0x43, 0xc0, 0xde, 1]) }],
    ['line-too-long', 'a.c', { 'a.c': `int x;\n${' '.repeat(10_000_000)}` }],
    ['unknown-kind', 'a.txt', { 'a.txt': 'hello' }],
    ['no-sources', 'empty', { 'empty/readme.md': 'x' }],
    ['bad-compile-commands', 'compile_commands.json', { 'compile_commands.json': '[{]' }],
  ])('%s: %s', async (code, name, files) => {
    const path = join(workspace(files), name);
    const result = await collectSources([path], []);
    expect(result.kind).toBe('failed');
    expect(errorsOf(result).map((error) => error.code)).toEqual([code]);
    expect(errorsOf(result)[0]?.place?.file).toBe(path);
  });

  it('reports every wrong path at once', async () => {
    const directory = workspace({ 'a.c': '', 'b.c': 'int x;' });
    const result = await collectSources(
      ['a.c', 'b.c', 'c.c'].map((name) => join(directory, name)),
      [],
    );
    expect(codesOf(result)).toEqual(['empty-file', 'missing-file']);
  });

  it('points at the line that is too long', async () => {
    const file = join(workspace({ 'a.c': `int x;\nint y;${' '.repeat(2_000_000)}\n` }), 'a.c');
    expect(errorsOf(await collectSources([file], []))[0]?.place).toEqual({ file, line: 2, column: 0 });
  });

  it('no path at all', async () => {
    expect(codesOf(await collectSources([], []))).toEqual(['no-sources']);
  });

  it.skipIf(process.getuid?.() === 0)(
    'a file without read permission (skipped as root, who may read everything)',
    async () => {
      const file = join(workspace({ 'a.c': 'int x;' }), 'a.c');
      chmodSync(file, 0);
      expect(codesOf(await collectSources([file], []))).toEqual(['unreadable-file']);
    },
  );
});

describe('directories', () => {
  it('are searched for C and C++ files, sorted, without hidden folders, packages and symbolic link loops', async () => {
    const directory = workspace({
      'src/b.c': 'int b;',
      'src/a.c': 'int a;',
      'src/deep/c.c': 'int c;',
      'src/h.h': '',
      'src/x.cpp': 'int x;',
      '.git/d.c': 'int d;',
      'node_modules/p/e.c': 'int e;',
    });
    symlinkSync(directory, join(directory, 'src', 'loop'));
    const units = valueOrThrow(await collectSources([directory], []));
    expect(units.map((unit) => unit.file)).toEqual(
      ['src/a.c', 'src/b.c', 'src/deep/c.c', 'src/x.cpp'].map((name) => join(directory, name)),
    );
  });

  it('leave empty files out with a warning', async () => {
    const directory = workspace({ 'a.c': '', 'b.c': 'int b;' });
    const result = await collectSources([directory], []);
    expect(valueOrThrow(result)).toHaveLength(1);
    expect(result.diagnostics).toMatchObject([{ code: 'empty-file', severity: 'warning' }]);
  });

  it('use a compile_commands.json inside', async () => {
    const directory = workspace({
      'a.c': 'int a;',
      'b.c': 'int b;',
      'compile_commands.json': JSON.stringify([{ directory: '.', file: 'b.c', command: 'cc -DX -c b.c' }]),
    });
    const units = valueOrThrow(await collectSources([directory], []));
    expect(units).toMatchObject([{ file: join(directory, 'b.c'), directory, arguments: ['-DX'] }]);
  });
});

describe('units', () => {
  it('carry the cleaned flags and the target that they tell', async () => {
    const file = join(workspace({ 'a.c': 'int x;' }), 'a.c');
    const result = await collectSources([file], ['-O2', '-DX', '-mmcu=atmega328p', '-mcall-prologues']);
    expect(valueOrThrow(result)).toEqual([
      { kind: 'c', file, directory: process.cwd(), arguments: ['-DX', '-mmcu=atmega328p'], target: 'avr' },
    ]);
    expect(result.diagnostics).toMatchObject([{ code: 'dropped-flag', severity: 'note' }]);
  });

  it('name each file once', async () => {
    const directory = workspace({ 'a.c': 'int x;' });
    const file = join(directory, 'a.c');
    expect(valueOrThrow(await collectSources([file, directory, file], []))).toHaveLength(1);
  });

  it('may be IR', async () => {
    const file = join(workspace({ 'a.ll': 'target triple = "avr"\n' }), 'a.ll');
    expect(valueOrThrow(await collectSources([file], ['-DX']))).toMatchObject([{ kind: 'ir', file, arguments: [] }]);
  });
});

describe('sources outside of the project', () => {
  const outside = (): string =>
    workspace({
      'secret.txt': 'hunter2\n',
      'list.json': '[{ "file": "hunter2.c" }]',
      'sdk/lib.c': 'int lib;\n',
      'in/a.c': 'int a;\n',
    });
  const commands = (file: string): string => JSON.stringify([{ file, arguments: ['gcc', '-x', 'c', '-c', file] }]);

  it('are compiled where compile_commands.json names C', async () => {
    const directory = outside();
    put(join(directory, 'in/compile_commands.json'), commands('../sdk/lib.c'));
    const sources = await collectSources([join(directory, 'in')], []);
    expect(sources).toMatchObject({ kind: 'ok', value: [{ file: join(directory, 'sdk/lib.c') }], diagnostics: [] });
  });

  it('are refused where they are no C', async () => {
    const directory = outside();
    put(join(directory, 'in/compile_commands.json'), commands('../secret.txt'));
    const place = { file: join(directory, 'secret.txt'), line: 0, column: 0 };
    expect(await collectSources([join(directory, 'in')], [])).toMatchObject({
      kind: 'failed',
      diagnostics: [{ code: 'outside-file', severity: 'error', place }],
    });
  });

  it('are not listed by a link that is called compile_commands.json', async () => {
    const directory = outside();
    symlinkSync('../list.json', join(directory, 'in/compile_commands.json'));
    const result = await collectSources([join(directory, 'in')], []);
    expect(codesOf(result)).toEqual(['outside-file']);
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  it('are not come across through a link to a folder', async () => {
    const directory = outside();
    symlinkSync('../sdk', join(directory, 'in/link'));
    const result = await collectSources([join(directory, 'in')], []);
    expect(valueOrThrow(result).map((unit) => unit.file)).toEqual([join(directory, 'in/a.c')]);
    expect(codesOf(result)).toEqual(['outside-file']);
    const trusted = projectOf([directory], { trust: true });
    expect(valueOrThrow(await collectSources([join(directory, 'in')], [], trusted))).toHaveLength(2);
  });
});

describe('beside a sketch', () => {
  it('the files of libraries are told the version of Arduino', async () => {
    const directory = workspace({ 'a.ino': 'void setup() {}', 'b.cpp': 'int x;' });
    const units = valueOrThrow(await collectSources([join(directory, 'a.ino'), join(directory, 'b.cpp')], ['-DX']));
    expect(units.map((u) => u.arguments.slice(0, 2))).toEqual([
      ['-DARDUINO=10819', '-DX'],
      ['-DARDUINO=10819', '-DX'],
    ]);
    const alone = valueOrThrow(await collectSources([join(directory, 'b.cpp')], ['-DX']));
    expect(alone.map((u) => u.arguments)).toEqual([['-DX']]);
  });
});
