import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/base/result.js';
import { collectSources } from '../../src/clang/sources.js';
import type { TranslationUnit } from '../../src/clang/translation-unit.js';
import { put, valueOrThrow, workspace } from './workspace.js';

async function collect(
  entries: unknown,
  files: Readonly<Record<string, string>> = { 'a.c': 'int a;' },
): Promise<{ directory: string; result: Result<readonly TranslationUnit[]> }> {
  const directory = workspace(files);
  const path = join(directory, 'compile_commands.json');
  put(path, JSON.stringify(entries));
  return { directory, result: await collectSources([path], []) };
}

describe('compile_commands.json', () => {
  it('has commands and arguments', async () => {
    const { directory, result } = await collect(
      [
        {
          directory: 'build',
          file: '../a.c',
          command: `ccache arm-none-eabi-gcc -mcpu=cortex-m4 -I../inc -DS='"x y"' -O2 -c ../a.c -o a.o`,
        },
        { directory: '.', file: 'b.c', arguments: ['avr-gcc', '-mmcu=atmega328p', '-DS="x y"', '-c', 'b.c'] },
      ],
      { 'a.c': 'int a;', 'b.c': 'int b;', 'build/x': '' },
    );
    expect(valueOrThrow(result)).toMatchObject([
      {
        file: join(directory, 'a.c'),
        directory: join(directory, 'build'),
        arguments: ['-fshort-enums', '-mcpu=cortex-m4', '-I../inc', '-DS="x y"'],
        compiler: 'arm-none-eabi-gcc',
        target: 'thumbv7em-none-eabi',
      },
      {
        file: join(directory, 'b.c'),
        arguments: ['-mmcu=atmega328p', '-DS="x y"'],
        compiler: 'avr-gcc',
        target: 'avr',
      },
    ]);
  });

  it('says what is not optimised; flags of the command line win', async () => {
    const directory = workspace({ 'a.c': 'int a;', 'b.c': 'int b;' });
    const path = join(directory, 'compile_commands.json');
    const commands = [
      { directory: '.', file: 'a.c', command: 'avr-gcc -O0 -c a.c' },
      { directory: '.', file: 'b.c', command: 'avr-gcc -O0 -Os -c b.c' },
    ];
    put(path, JSON.stringify(commands));
    const unoptimised = async (flags: readonly string[]): Promise<readonly (true | undefined)[]> =>
      valueOrThrow(await collectSources([path], flags)).map((unit) => unit.isUnoptimised);
    expect(await unoptimised([])).toEqual([true, undefined]);
    expect(await unoptimised(['-O2'])).toEqual([undefined, undefined]);
    expect(await unoptimised(['-O0'])).toEqual([true, true]);
  });

  it('leaves out assembler and repeated files, with notes', async () => {
    const { directory, result } = await collect([
      { directory: '.', file: 'start.S', command: 'gcc -c start.S' },
      { directory: '.', file: 'a.c', command: 'gcc -DFIRST -c a.c' },
      { directory: '.', file: './a.c', command: 'gcc -DSECOND -c a.c' },
      { directory: '.', file: 'a.c', command: 'gcc -x assembler-with-cpp -c a.c' },
    ]);
    expect(valueOrThrow(result)).toMatchObject([{ file: join(directory, 'a.c'), arguments: ['-DFIRST'] }]);
    expect(result.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['not-c', 'note'],
      ['repeated-entry', 'note'],
    ]);
  });

  it('names the flags of gcc that it drops', async () => {
    const { result } = await collect([{ file: 'a.c', command: 'gcc -mthumb-interwork -fwho-knows -flto -c a.c' }]);
    expect(result.diagnostics).toMatchObject([
      {
        code: 'dropped-flag',
        severity: 'note',
        message: expect.stringMatching(/left out: -mthumb-interwork, -fwho-knows$/),
      },
    ]);
  });

  it('reads response files', async () => {
    const { result } = await collect([{ file: 'a.c', command: 'gcc @flags.rsp -c a.c' }], {
      'a.c': 'int a;',
      'flags.rsp': '-DA -DB="x"\n@more.rsp',
      'more.rsp': '-Iinc',
    });
    expect(valueOrThrow(result)[0]?.arguments).toEqual(['-DA', '-DB=x', '-Iinc']);
  });

  it.each([
    [{}, 'the file is not a list of compiler calls'],
    [[3], 'entry 1: is not an object'],
    [[{ file: 'a.c', command: 'gcc' }, { command: 'gcc' }], 'entry 2: has no "file"'],
    [[{ file: 'a.c' }], 'entry 1: has neither "command" nor "arguments"'],
    [[{ file: 'a.c', arguments: ['gcc', 3] }], 'entry 1: "arguments" is not a list of strings'],
    [[{ file: 'a.c', directory: 3, command: 'gcc' }], 'entry 1: "directory" is not a string'],
  ])('%j: %s', async (entries, message) => {
    const { result } = await collect(entries);
    expect(result.kind).toBe('failed');
    expect(result.diagnostics).toMatchObject([{ code: 'bad-compile-commands', message }]);
  });

  it('of very many that are wrong, it names the first', async () => {
    const { result } = await collect(Array(150_000).fill(3));
    expect(result.kind).toBe('failed');
    expect(result.diagnostics).toHaveLength(21);
    expect(result.diagnostics[19]).toMatchObject({ message: 'entry 20: is not an object' });
    expect(result.diagnostics[20]).toMatchObject({ severity: 'error', message: '149980 more entries cannot be read' });
  });

  it('of very many flags that are refused, it names the first', async () => {
    const plugins = Array.from({ length: 150_000 }, (_, n) => `-fplugin=${n}.so`);
    const { result } = await collect([{ file: 'a.c', arguments: ['gcc', ...plugins, '-c', 'a.c'] }]);
    expect(result.kind).toBe('failed');
    expect(result.diagnostics).toHaveLength(21);
    expect(result.diagnostics[19]).toMatchObject({ message: expect.stringMatching(/^-fplugin=19\.so: it loads code/) });
    expect(result.diagnostics[20]).toMatchObject({
      code: 'untrusted-flag',
      severity: 'error',
      message: expect.stringMatching(/^149980 more flags are refused/),
    });
  });

  it('says where it is malformed', async () => {
    const path = join(
      workspace({ 'compile_commands.json': '[\n  { "file": "a.c" "command": "gcc" }\n]\n' }),
      'compile_commands.json',
    );
    const result = await collectSources([path], []);
    expect(result.diagnostics).toMatchObject([
      { code: 'bad-compile-commands', place: { file: path, line: 2, column: 19 } },
    ]);
  });

  it('names a source that does not exist', async () => {
    const { directory, result } = await collect([{ file: 'gone.c', command: 'gcc -c gone.c' }]);
    expect(result.diagnostics).toMatchObject([{ code: 'missing-file', place: { file: join(directory, 'gone.c') } }]);
  });

  it('takes the flags of the command line on top, from where the user stands', async () => {
    const directory = workspace({
      'a.c': 'int a;',
      'compile_commands.json': JSON.stringify([{ file: 'a.c', command: 'gcc -DA -c a.c' }]),
    });
    const units = valueOrThrow(await collectSources([directory], ['-DB', '-Iinc', '--target=avr']));
    expect(units).toMatchObject([{ arguments: ['-DA', '-DB', `-I${join(process.cwd(), 'inc')}`], target: 'avr' }]);
  });
});
