import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LimitReached } from '../../src/base/limits.js';
import { compile } from '../../src/clang/compile.js';
import { projectOf } from '../../src/clang/project.js';
import { build, clangs, codesOf, errorsOf, nativePath, put, valueOrThrow, workspace } from './workspace.js';

const program = `#include <stdint.h>
#include "state.h"
static inline __attribute__((always_inline)) void mask(void) { reg = 1; }
struct state state;
int step(int by) {
  mask();
  state.mode++;
  state.total += by;
  return state.total;
}
`;
const header = `extern volatile uint32_t reg;
struct state { unsigned mode : 3; int total; };
`;

describe.each(clangs)('with $name', ({ clang, missing }) => {
  describe.skipIf(missing)('compilation', () => {
    it('gives IR with lines, columns and real paths', async () => {
      const directory = workspace({ 'src/a.c': program, 'inc/state.h': header });
      const [unit] = valueOrThrow(await build([join(directory, 'src/a.c')], [`-I${directory}/inc`], { clang }));
      expect(unit?.ir).toContain('target triple = "x86_64-unknown-linux-gnu"');
      expect(unit?.ir).toMatch(/define dso_local i32 @step\(i32/);
      expect(unit?.ir).toMatch(/call void @mask\(\)/);
      expect(unit?.ir).toMatch(/!DILocation\(line: 7, column: 13, /);
      expect(unit?.ir).toContain('"Dwarf Version", i32 4');
      expect([...new Set(filesOf(unit!.ir))].filter((file) => file.startsWith(directory))).toEqual([
        `${directory}/inc/state.h`,
        `${directory}/src/a.c`,
      ]);
    });

    it.each(['avr', 'thumbv7em-none-eabi', 'msp430', 'riscv32-unknown-elf', 'i386-unknown-linux-gnu'])(
      'builds for %s',
      async (target) => {
        const directory = workspace({ 'a.c': program, 'state.h': header });
        const [unit] = valueOrThrow(await build([join(directory, 'a.c')], [], { clang, target }));
        expect(unit?.ir).toContain(`target triple = "${target.split('-')[0]}`);
      },
    );

    it.each([
      ['a barrier that the program defines', 'thumbv7m-none-eabi', 'void __dmb(void) { __asm__ volatile("dmb"); }'],
      [
        'data in flash given what the program memory macros return',
        'avr',
        'int put(const __flash char *s); int f(const char *s) { return put(s); } const __flash char t[] = "x";',
      ],
    ])('takes %s', async (_, target, text) => {
      const result = await build([join(workspace({ 'a.c': text }), 'a.c')], [], { clang, target });
      expect(errorsOf(result)).toEqual([]);
    });

    it('shows an error as clang shows it, at its place', async () => {
      const file = join(workspace({ 'a.c': 'int f(void) {\n  return undeclared;\n}\n' }), 'a.c');
      const result = await build([file], [], { clang });
      expect(errorsOf(result)).toMatchObject([
        {
          code: 'compile-error',
          message: "use of undeclared identifier 'undeclared'",
          place: { file, line: 2, column: 10 },
        },
      ]);
      expect(errorsOf(result)[0]?.detail).toContain('return undeclared;\n');
      expect(errorsOf(result)[0]?.detail).toContain('1 error generated.');
    });

    it('names a missing header, even inside another', async () => {
      const directory = workspace({ 'a.c': '#include "b.h"\n', 'b.h': '\n#include <avr/io.h>\n' });
      expect(errorsOf(await build([join(directory, 'a.c')], [], { clang }))).toMatchObject([
        {
          code: 'missing-header',
          message: expect.stringMatching(/'avr\/io.h'.*-I/),
          place: { file: `${directory}/b.h`, line: 2 },
        },
      ]);
      expect(errorsOf(await build([join(directory, 'b.h.c')], [], { clang }))).toMatchObject([
        { code: 'missing-file' },
      ]);
    });

    it('names a missing forced include', async () => {
      const file = join(workspace({ 'a.c': 'int x;\n' }), 'a.c');
      const result = await build([file], ['-include', 'no.h'], { clang });
      expect(errorsOf(result)).toMatchObject([{ code: 'missing-header', place: { file, line: 0 } }]);
    });

    it.each(['z80-unknown-none', 'nonsense'])('refuses the target %s', async (target) => {
      const file = join(workspace({ 'a.c': 'int x;\n' }), 'a.c');
      expect(errorsOf(await build([file], [], { clang, target }))).toMatchObject([
        { code: 'unknown-target', message: expect.stringContaining(`'${target}'`) },
      ]);
    });

    it('goes on after implicit declarations and types, with warnings', async () => {
      const file = join(workspace({ 'a.c': 'static x;\nmain() { x = init(3); return x; }\nint *p = 5;\n' }), 'a.c');
      const result = await build([file], [], { clang });
      expect(valueOrThrow(result)[0]?.ir).toContain('@init(');
      expect(result.diagnostics).toMatchObject([
        { code: 'implicit-int', severity: 'warning', place: { file, line: 1, column: 8 } },
        { code: 'implicit-int', severity: 'warning', place: { file, line: 2, column: 1 } },
        {
          code: 'implicit-declaration',
          message: "call to undeclared function 'init'",
          place: { file, line: 2, column: 14 },
        },
      ]);
    });

    it('leaves out flags that clang does not know, with a note, and simplifies architectures', async () => {
      const file = join(workspace({ 'a.c': '#ifdef KEPT\nint x;\n#else\n#error\n#endif\n' }), 'a.c');
      const flags = [
        '-Xclang',
        '-nor-this',
        '-fnever-heard-of',
        '-mquite-unknown=3',
        '-DKEPT',
        '-march=rv32imac_xnothing',
        '-mabi=ilp32',
      ];
      const result = await build([file], flags, { clang });
      expect(valueOrThrow(result)[0]?.ir).toContain('@x = ');
      expect(result.diagnostics).toMatchObject([
        {
          code: 'dropped-flag',
          severity: 'note',
          message: expect.stringMatching(/-fnever-heard-of, -mquite-unknown=3, -march=rv32imac_xnothing$/),
        },
      ]);
    });

    it('leaves them out of files that are compiled at the same time', async () => {
      const directory = workspace({ 'a.c': 'int a;\n', 'b.c': 'int b;\n', 'c.c': 'int c;\n', 'd.c': 'int d;\n' });
      const result = await build([directory], ['-fnever-heard-of'], { clang, jobs: 3 });
      expect(valueOrThrow(result)).toHaveLength(4);
      expect(codesOf(result)).toEqual(['dropped-flag']);
    });

    it('warns when a flag that changes sizes is left out', async () => {
      const file = join(workspace({ 'a.c': 'int x;\n' }), 'a.c');
      const result = await build([file], ['-mmcu=atmega328p', '-mint8'], { clang });
      expect(result.diagnostics).toMatchObject([{ code: 'dropped-flag', severity: 'warning' }]);
    });

    it('defines the macro of an AVR device that clang does not know', async () => {
      const file = join(workspace({ 'a.c': '#ifdef __AVR_ATtiny9999__\nint x;\n#endif\n' }), 'a.c');
      expect(valueOrThrow(await build([file], ['-mmcu=attiny9999'], { clang }))[0]?.ir).toContain('@x = ');
    });

    it('refuses nonsense flags with a message', async () => {
      const file = join(workspace({ 'a.c': 'int x;\n' }), 'a.c');
      expect(errorsOf(await build([file], ['-std=c1'], { clang }))).toMatchObject([
        { code: 'compile-error', message: expect.stringContaining("'c1'") },
      ]);
    });

    it('uses no header of this machine, but those of a sysroot and of Preempt, in this order', async () => {
      const directory = workspace({
        'a.c': '#include <stdio.h>\n#include <own.h>\nint x = FROM + OWN;\n',
        'root/usr/include/stdio.h': '#define FROM 1\n',
        'preempt/stdio.h': '#define FROM 2\n',
        'preempt/own.h': '#define OWN 40\n',
      });
      const file = join(directory, 'a.c');
      const includeDirectories = [join(directory, 'preempt')];
      expect(codesOf(await build([file], [], { clang }))).toEqual(['missing-header']);
      const own = valueOrThrow(await build([file], [], { clang, includeDirectories }));
      expect(own[0]?.ir).toContain('@x = dso_local global i32 42');
      const sysroot = join(directory, 'root');
      const both = valueOrThrow(await build([file], [], { clang, includeDirectories, sysroot }));
      expect(both[0]?.ir).toContain('@x = dso_local global i32 41');
      const flag = valueOrThrow(await build([file], [`--sysroot=${sysroot}`], { clang, includeDirectories }));
      expect(flag[0]?.ir).toContain('@x = dso_local global i32 41');
    });

    it('compiles C++, preprocessed C and IR beside C', async () => {
      const directory = workspace({
        'a.c': 'int a;\n',
        'b.cpp': 'struct S { int f() const { return 1; } }; int b = S{}.f();\n',
        'c.i': '# 1 "orig.c"\nint c;\n',
        'd.ll': '@d = global i32 0\n',
      });
      const paths = ['a.c', 'b.cpp', 'c.i', 'd.ll'].map((name) => join(directory, name));
      const units = valueOrThrow(await build(paths, ['-std=c99'], { clang, jobs: 2 }));
      expect(units.map((unit) => [unit.file, /^@(\w) =/m.exec(unit.ir)?.[1]])).toEqual(
        paths.map((path, index) => [path, 'abcd'[index]]),
      );
      expect(units[3]).toMatchObject({ clang: 'none', ir: '@d = global i32 0\n' });
    });

    it('reports the errors of all files', async () => {
      const directory = workspace({ 'a.c': 'int a\n', 'b.c': 'int b;\n', 'c.c': '#error no\n' });
      expect(errorsOf(await build([directory], [], { clang })).map((error) => error.place?.file)).toEqual([
        join(directory, 'a.c'),
        join(directory, 'c.c'),
      ]);
    });

    it('works in the directory of a compile_commands.json', async () => {
      const directory = workspace({
        'src/a.c': '#include "gen.h"\nint x = GEN;\n',
        'build/gen.h': '#define GEN 7\n',
        'compile_commands.json': JSON.stringify([
          { directory: 'build', file: '../src/a.c', command: 'nonexistent-gcc -I. -c ../src/a.c' },
        ]),
      });
      const result = await build([directory], [], { clang });
      expect(valueOrThrow(result)[0]?.ir).toContain('@x = dso_local global i32 7');
      expect(result.diagnostics).toMatchObject([{ code: 'compiler-not-asked', severity: 'note' }]);
      put(join(directory, 'build/gen.h'), '#define GEN (\n');
      expect(errorsOf(await build([directory], [], { clang }))[0]?.place?.file).toBe(join(directory, 'src/a.c'));
    });

    it('survives code nested too deeply', async () => {
      const deep = `int x = ${'-'.repeat(400_000)}1;\n`;
      const file = join(workspace({ 'a.c': deep }), 'a.c');
      const result = await build([file], [], { clang });
      expect(result.kind).toBe('failed');
      expect(errorsOf(result)[0]?.code).toMatch(/^(clang-crash|compile-error)$/);
      expect(errorsOf(result)[0]?.detail?.length ?? 0).toBeLessThan(100_000);
    });

    it.skipIf(process.platform === 'win32')(
      'asks the compiler of a compile_commands.json for its headers',
      async () => {
        const directory = workspace({ 'a.c': '#include <device.h>\nint x = DEVICE;\n' });
        const toolchain = workspace({
          'include/device.h': '#define DEVICE 9\n',
          'bin/avr-gcc':
            '#!/bin/sh\n[ "$1" = -mmcu=atmega8 ] || exit 1\ndirname=$(dirname "$0")\nprintf \'#include <...> search starts here:\\n %s/../include\\nEnd of search list.\\n\' "$dirname" >&2\n',
        });
        chmodSync(join(toolchain, 'bin/avr-gcc'), 0o755);
        vi.stubEnv('PATH', `${toolchain}/bin:${process.env.PATH}`);
        onTestFinished(() => void vi.unstubAllEnvs());
        const command = `/elsewhere/avr-gcc -mmcu=atmega8 -DX -c a.c`;
        put(join(directory, 'compile_commands.json'), JSON.stringify([{ file: 'a.c', command }]));
        const result = await build([directory], [], { clang });
        expect(valueOrThrow(result)[0]?.ir).toContain('@x = dso_local global i16 9');
        expect(result.diagnostics).toEqual([]);
      },
    );
  });
});

describe('all clangs', () => {
  it('lead to the same debug files and the same accesses', async () => {
    const directory = workspace({ 'src/a.c': program, 'inc/state.h': header });
    const found = clangs.filter((each) => !each.missing);
    const results = await Promise.all(
      found.map(({ clang }) =>
        build([join(directory, 'src/a.c')], [`-I${directory}/inc`, '-mcpu=cortex-m4'], { clang }),
      ),
    );
    const seen = results.map((result) => accessesOf(valueOrThrow(result)[0]!.ir));
    expect(seen[0]).toHaveLength(9);
    for (const each of seen) expect(each).toEqual(seen[0]);
  });

  it('lead to the same places in macros, and say nothing of it', async () => {
    const source =
      '#define SET(a, b) do { a = b; } while (0)\nint n, m;\nint main(void) {\n  SET(n,\n      m);\n  return n;\n}\n';
    const file = join(workspace({ 'a.c': source }), 'a.c');
    for (const { clang } of clangs.filter((each) => !each.missing)) {
      const result = await build([file], [], { clang });
      expect(result.diagnostics).toEqual([]);
      const places = accessesOf(valueOrThrow(result)[0]!.ir).map((access) => access.replace(/^(\w+).* at /, '$1 '));
      expect(places).toEqual(['load 4:3', 'store 4:3', 'load 6:10']);
    }
  });

  it('name files in the debug information alike, also for relative paths', async () => {
    const directory = workspace({ 'src/a.c': program, 'inc/state.h': header, 'build/x': '' });
    const unit = { kind: 'c', file: '../src/a.c', directory: `${directory}/build`, arguments: ['-I../inc'] } as const;
    const project = projectOf([directory]);
    const options = { project, includeDirectories: [], extraArguments: [], cacheDirectory: false } as const;
    const seen: string[][] = [];
    for (const { clang } of clangs.filter((each) => !each.missing)) {
      const [compiled] = valueOrThrow(await compile([unit], { clang, ...options }));
      seen.push([...compiled!.ir.matchAll(/!DIFile\(.*a\.c".*|!DIFile\(.*state\.h".*/g)].map(([file]) => file).sort());
    }
    expect(seen[0]).toContain(`!DIFile(filename: "../src/a.c", directory: "${directory}/build")`);
    for (const each of seen) expect(each).toEqual(seen[0]);
  });
});

describe('choosing a clang', () => {
  it('is not needed for IR', async () => {
    const file = join(workspace({ 'a.ll': '@x = global i32 0\n' }), 'a.ll');
    const [unit] = valueOrThrow(await build([file], [], { clang: { path: '/does/not/exist' } }));
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(unit).toEqual({ file, ir: '@x = global i32 0\n', hash, clang: 'none', cached: false });
  });

  it('refuses a path that is no clang', async () => {
    const file = join(workspace({ 'a.c': 'int x;\n' }), 'a.c');
    expect(codesOf(await build([file], [], { clang: { path: '/does/not/exist' } }))).toEqual(['bad-clang']);
    expect(codesOf(await build([file], [], { clang: { path: process.execPath } }))).toEqual(['bad-clang']);
  });

  it.skipIf(process.platform === 'win32')('refuses a clang that is too old', async () => {
    const directory = workspace({ 'a.c': 'int x;\n', clang: '#!/bin/sh\necho "clang version 14.0.6"\n' });
    chmodSync(join(directory, 'clang'), 0o755);
    const result = await build([join(directory, 'a.c')], [], { clang: { path: join(directory, 'clang') } });
    expect(result.diagnostics).toMatchObject([{ code: 'bad-clang', message: expect.stringContaining('14.0.6') }]);
  });

  const chosenWith = async (path: string): Promise<string | undefined> => {
    const file = join(workspace({ 'a.c': 'int x;\n' }), 'a.c');
    vi.stubEnv('PATH', path);
    onTestFinished(() => void vi.unstubAllEnvs());
    return valueOrThrow(await build([file], [], { clang: 'auto' }))[0]?.clang;
  };

  it.skipIf(nativePath === undefined)('takes a native one if there is one', async () => {
    const directory = workspace({});
    symlinkSync(nativePath!, join(directory, 'clang'));
    expect(await chosenWith(directory)).toMatch(/^native \d+\./);
  });

  it('takes the embedded one if there is no other', async () => {
    expect(await chosenWith('')).toMatch(/^embedded 22/);
  });
});

/** Absolute paths of all files in the debug information. */
function filesOf(ir: string): string[] {
  return [...ir.matchAll(/!DIFile\(filename: "([^"]*)", directory: "([^"]*)"/g)]
    .map(([, name, base]) => (name!.startsWith('/') ? name! : `${base}/${name}`))
    .sort();
}

/** Loads, stores and calls with their positions. */
function accessesOf(ir: string): string[] {
  const places = new Map(
    [...ir.matchAll(/^(!\d+) = !DILocation\(line: (\d+), column: (\d+)/gm)].map(([, id, line, column]) => [
      id,
      `${line}:${column}`,
    ]),
  );
  return [...ir.matchAll(/^ .*\b(load|store|call)\b(.*?), !dbg (!\d+)$/gm)]
    .filter(([line]) => !line.includes('llvm.dbg'))
    .map(
      ([, operation, rest, id]) =>
        `${operation}${rest!.replace(/%\d+/g, '%').replace(' nuw', '')} at ${places.get(id)}`,
    );
}

describe('limits', () => {
  it('nothing is compiled once they are reached', async () => {
    const directory = workspace({ 'a.c': 'int a;\n' });
    const isOver = (): string => 'the time limit was reached';
    const run = build([join(directory, 'a.c')], [], { clang: 'embedded', isOver });
    await expect(run).rejects.toEqual(new LimitReached('the time limit was reached'));
  });

  it.skipIf(process.platform === 'win32')('a clang that is at work is stopped', async () => {
    const script = '#!/bin/sh\ncase "$*" in *--version*) echo clang version 18.1.0 ;; *) exec sleep 600 ;; esac\n';
    const directory = workspace({ 'a.c': 'int a;\n', slow: script });
    const path = join(directory, 'slow');
    chmodSync(path, 0o755);
    let asked = 0;
    const isOver = (): string | undefined => (++asked > 3 ? 'the time limit was reached' : undefined);
    const run = build([join(directory, 'a.c')], [], { clang: { path }, isOver });
    await expect(run).rejects.toEqual(new LimitReached('the time limit was reached'));
  });
});
