import { describe, expect, it } from 'vitest';
import { splitCommand } from '../../src/clang/command-line.js';
import { anchorFlags, cleanFlags, saysUnoptimised } from '../../src/clang/flags.js';

describe('cleaning flags', () => {
  it('keeps what changes the meaning, in order', () => {
    const meaning = [
      ...[
        '-Iinc',
        '-I',
        'inc2',
        '-isystem',
        'sys',
        '-iquote',
        'q',
        '-DA=1',
        '-D',
        'B',
        '-UC',
        '-include',
        'pre.h',
        '-imacros',
        'm.h',
      ],
      ...[
        '-std=c99',
        '-mcpu=cortex-m4',
        '-mthumb',
        '-mfloat-abi=hard',
        '-funsigned-char',
        '-fshort-enums',
        '-ffreestanding',
      ],
      ...[
        '-fno-builtin',
        '-nostdinc',
        '-fno-common',
        '--sysroot=/s',
        '-ansi',
        '-fpack-struct=1',
        '-fgnu89-inline',
        '-m32',
      ],
    ];
    expect(cleanFlags(meaning)).toEqual({ arguments: meaning, dropped: [], assembler: false });
  });

  it('drops output, optimisation, warnings, debugging, linking and instrumentation without a word', () => {
    const without = [
      ...[
        '-c',
        '-o',
        'a.o',
        '-O2',
        '-Os',
        '-g3',
        '-ggdb',
        '-gdwarf-2',
        '-MD',
        '-MMD',
        '-MP',
        '-MF',
        'a.d',
        '-MT',
        'a.o',
        '-Wall',
      ],
      ...[
        '-Werror',
        '-Wl,--gc-sections',
        '-Wa,-adhln',
        '-w',
        '-pedantic',
        '-pipe',
        '-Llib',
        '-lm',
        '-T',
        'link.ld',
        '-Tx.ld',
      ],
      ...[
        '-nostdlib',
        '-flto',
        '-ffunction-sections',
        '-fdata-sections',
        '-fPIC',
        '-fsanitize=address',
        '-fstack-protector-strong',
      ],
      ...[
        '--coverage',
        '-pg',
        '-fdiagnostics-color=always',
        'main.c',
        'other.o',
        '-save-temps',
        '--param',
        'x=3',
        '-fno-inline',
        '--specs=nano.specs',
        '-fno-tree-loop-distribute-patterns',
      ],
    ];
    expect(cleanFlags(without)).toEqual({ arguments: [], dropped: [], assembler: false });
  });

  it('names the flags that only gcc has', () => {
    const only = ['--specs=own/dir.specs', '-mthumb-interwork', '-mcall-prologues'];
    expect(cleanFlags([...only, '-DX'])).toEqual({ arguments: ['-DX'], dropped: only, assembler: false });
  });

  it('recognises assembler and newer language standards', () => {
    expect(cleanFlags(['-x', 'assembler-with-cpp']).assembler).toBe(true);
    expect(cleanFlags(['-x', 'c', '-std=gnu23']).arguments).toEqual(['-x', 'c', '-std=gnu2x']);
  });

  it('anchors relative paths', () => {
    const flags = [
      '-Iinc',
      '-I',
      '../up',
      '-I/abs',
      '-isystem',
      'sys',
      '-isystemsys2',
      '-include',
      'here.h',
      '-include',
      'away.h',
      '-DX=./y',
    ];
    expect(anchorFlags(flags, '/base/dir', (file) => file === '/base/dir/here.h')).toEqual([
      ...['-I/base/dir/inc', '-I', '/base/up', '-I/abs', '-isystem', '/base/dir/sys', '-isystem/base/dir/sys2'],
      ...['-include', '/base/dir/here.h', '-include', 'away.h', '-DX=./y'],
    ]);
  });
});

describe('splitting commands', () => {
  it.each([
    [`gcc -DNAME='"a b"' -I"my dir" x\\ y.c`, ['gcc', '-DNAME="a b"', '-Imy dir', 'x y.c']],
    [`gcc "-DS=\\"q\\"" '' -Da=\\$b`, ['gcc', '-DS="q"', '', '-Da=$b']],
    ['  gcc\t-c   "a\\b.c" ', ['gcc', '-c', 'a\\b.c']],
    [`gcc 'unfinished quote`, ['gcc', 'unfinished quote']],
  ])('of a POSIX shell: %s', (command, words) => {
    expect(splitCommand(command, 'linux')).toEqual(words);
  });

  it.each([
    [
      'C:\\gcc\\gcc.exe -IC:\\inc "C:\\Program Files\\a.c"',
      ['C:\\gcc\\gcc.exe', '-IC:\\inc', 'C:\\Program Files\\a.c'],
    ],
    ['gcc -DS=\\"q\\" "a b\\\\"', ['gcc', '-DS="q"', 'a b\\']],
  ])('of Windows: %s', (command, words) => {
    expect(splitCommand(command, 'win32')).toEqual(words);
  });
});

describe('saysUnoptimised', () => {
  it.each([
    [['-O0'], true],
    [['-Os', '-O0', '-g'], true],
    [['-O0', '-O2'], false],
    [['-Og'], false],
    [['-O'], false],
    [['-g', '-DO0', '-Ofast'], false],
    [['-Wall'], undefined],
  ])('of %j is %s', (flags, expected) => expect(saysUnoptimised(flags)).toBe(expected));
});
