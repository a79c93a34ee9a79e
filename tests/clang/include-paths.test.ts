import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Result } from '../../src/base/result.js';
import type { CompiledUnit } from '../../src/clang/compile.js';
import { isKnownCompiler } from '../../src/clang/include-paths.js';
import { projectOf } from '../../src/clang/project.js';
import { build, put, workspace } from './workspace.js';

/** A folder whose programs, when they are run, leave a file behind. */
function hostile(programs: readonly string[]): { readonly directory: string; readonly hasRun: () => boolean } {
  const directory = workspace({ 'a.c': 'int a;\n' });
  const canary = join(directory, 'canary');
  for (const program of programs) {
    put(join(directory, program), `#!/bin/sh\n: > '${canary}'\n`);
    chmodSync(join(directory, program), 0o755);
  }
  return { directory, hasRun: () => existsSync(canary) };
}

async function check(directory: string, compiler: string, trust = false): Promise<Result<readonly CompiledUnit[]>> {
  const arguments_ = [compiler, '-mcpu=cortex-m4', '-c', 'a.c'];
  put(join(directory, 'compile_commands.json'), JSON.stringify([{ file: 'a.c', arguments: arguments_ }]));
  return build([directory], [], { project: projectOf([directory], { trust }) });
}

function path(...folders: readonly string[]): void {
  vi.stubEnv('PATH', folders.join(delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe.skipIf(process.platform === 'win32')('the compiler that a project names', () => {
  it.each(['./evil.sh', 'evil.sh', './gcc', 'bin/arm-none-eabi-gcc', './my-gcc'])('is not run: %s', async (name) => {
    const { directory, hasRun } = hostile([name]);
    path(directory, join(directory, 'bin'), '', '.', 'bin');
    const result = await check(directory, name);
    expect(hasRun()).toBe(false);
    expect(result).toMatchObject({ kind: 'ok', diagnostics: [{ code: 'compiler-not-asked', severity: 'note' }] });
  });

  it('is not run at its absolute path either, unless the project is trusted', async () => {
    const { directory, hasRun } = hostile(['bin/arm-none-eabi-gcc']);
    const compiler = join(directory, 'bin/arm-none-eabi-gcc');
    path('/nowhere');
    const result = await check(directory, compiler);
    expect(hasRun()).toBe(false);
    expect(result.diagnostics.map((d) => d.message)).toEqual([
      `arm-none-eabi-gcc can't be asked for its headers: it is not on the PATH, and ${compiler} is only run with --trust; ` +
        'going on without its headers',
    ]);
    await check(directory, compiler, true);
    expect(hasRun()).toBe(true);
  });

  it('is not run by a name that is none of a compiler, even from the PATH', async () => {
    const { directory, hasRun } = hostile([]);
    const tools = hostile(['rm-rf']);
    path(tools.directory);
    const result = await check(directory, 'rm-rf');
    expect([hasRun(), tools.hasRun()]).toEqual([false, false]);
    expect(result.diagnostics.map((d) => d.message)).toEqual([
      "'rm-rf' is no compiler that Preempt knows, and is not run; --trust allows it; going on without its headers",
    ]);
  });

  it('is found on the PATH behind one of the project, by its name', async () => {
    const { directory, hasRun } = hostile(['gcc']);
    const tools = hostile(['gcc']);
    path('.', directory, tools.directory);
    await check(directory, join(directory, 'gcc'));
    expect([hasRun(), tools.hasRun()]).toEqual([false, true]);
  });

  it('is started where the project has no files, and without flags that name any', async () => {
    const { directory } = hostile([]);
    const seen = workspace({});
    const tools = workspace({
      'arm-none-eabi-gcc': `#!/bin/sh\nprintf '%s\\n' "$PWD" "$PATH" "$@" > '${seen}/words'\n`,
    });
    chmodSync(join(tools, 'arm-none-eabi-gcc'), 0o755);
    path(tools, directory, '.', '/usr/bin', '/bin');
    const flags = ['--specs=evil.specs', '-B.', '-mcpu=cortex-m4', '-mmcu=../x', '-Ievil', '--gcc-toolchain=.'];
    const entry = { file: 'a.c', arguments: ['arm-none-eabi-gcc', ...flags] };
    put(join(directory, 'compile_commands.json'), JSON.stringify([entry]));
    await build([directory]);
    const [cwd, searched, ...words] = readFileSync(join(seen, 'words'), 'utf8').trimEnd().split('\n');
    expect(cwd!.startsWith(directory)).toBe(false);
    expect(searched).toBe([tools, '/usr/bin', '/bin'].join(delimiter));
    expect(words).toEqual(['-mcpu=cortex-m4', '-x', 'c', '-E', '-v', '/dev/null']);
  });

  it.each(['clang', 'clang-22', 'gcc'])('%s of the project is not taken for the clang that compiles', async (name) => {
    const { directory, hasRun } = hostile([name]);
    path('.', directory);
    const result = await build([join(directory, 'a.c')], [], { clang: 'auto' });
    expect(hasRun()).toBe(false);
    expect(result).toMatchObject({ kind: 'ok', value: [{ clang: expect.stringMatching(/^embedded/) }] });
  });
});

describe('known compilers', () => {
  it.each([
    ...[
      'gcc',
      'cc',
      'g++',
      'clang',
      'clang-16',
      'gcc-12',
      'arm-none-eabi-gcc',
      'arm-none-eabi-g++',
      'arm-none-eabi-gcc-13.2.1',
    ],
    ...[
      'avr-gcc',
      'msp430-elf-gcc',
      'msp430-gcc',
      'riscv32-esp-elf-gcc',
      'riscv-none-elf-gcc',
      'riscv64-unknown-elf-gcc',
    ],
    ...[
      'xtensa-esp32-elf-gcc',
      'xtensa-esp-elf-gcc',
      'arm-zephyr-eabi-gcc',
      'x86_64-linux-gnu-gcc-12',
      'tricore-elf-gcc',
    ],
  ])('%s', (name) => {
    expect(isKnownCompiler(name)).toBe(true);
  });

  it.each(['evil-gcc', 'sh', 'gcc.sh', 'gcc-evil', 'python', 'arm-none-eabi-gcc.py', 'rm', 'xcc', 'make', ''])(
    'not %s',
    (name) => {
      expect(isKnownCompiler(name)).toBe(false);
    },
  );
});
