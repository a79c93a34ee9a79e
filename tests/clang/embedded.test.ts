import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type * as CompileModule from '../../src/clang/compile.js';
import type * as EmbeddedModule from '../../src/clang/embedded.js';
import { EmbeddedPool, findEmbedded } from '../../src/clang/embedded.js';
import { projectOf } from '../../src/clang/project.js';
import { hostPath, virtualArgument, virtualPath } from '../../src/clang/virtual-path.js';
import { build, valueOrThrow, workspace } from './workspace.js';

async function constant(directory: string, flags: readonly string[] = []): Promise<string | undefined> {
  const [unit] = valueOrThrow(await build([join(directory, 'src/a.c')], flags));
  return /@x = dso_local global i32 (-?\d+)/.exec(unit!.ir)?.[1];
}

describe('the disk as the embedded clang sees it', () => {
  it('has parent directories', async () => {
    const directory = workspace({
      'src/a.c': '#include "../inc/./sub/../v.h"\nint x = V;\n',
      'inc/v.h': '#define V 3\n',
      'inc/sub/u': '',
    });
    expect(await constant(directory)).toBe('3');
  });

  it('has symbolic links to files and directories, and knows that they are the same file', async () => {
    const directory = workspace({
      'src/a.c': '#include "v.h"\n#include "linked/v.h"\n#include "w.h"\nint x = V;\n',
      'real/v.h': '#pragma once\nenum { V = 4 };\n',
    });
    symlinkSync(join(directory, 'real'), join(directory, 'src/linked'));
    symlinkSync('../real/v.h', join(directory, 'src/v.h'));
    symlinkSync('v.h', join(directory, 'src/w.h'));
    expect(await constant(directory)).toBe('4');
  });

  it('resolves the parent of a linked directory as the system does', async () => {
    const directory = workspace({
      'src/a.c': '#include "linked/../v.h"\nint x = V;\n',
      'real/v.h': '#define V 5\n',
      'src/v.h': '#define V 6\n',
    });
    mkdirSync(join(directory, 'real/deep'));
    symlinkSync(join(directory, 'real/deep'), join(directory, 'src/linked'));
    expect(await constant(directory)).toBe('5');
  });

  it('has computed includes, __has_include and #include_next', async () => {
    const directory = workspace({
      'src/a.c': [
        '#define STRING(x) #x',
        '#define NAME(x) STRING(x.h)',
        '#include NAME(first)',
        '#if __has_include("absent.h") || !__has_include(<second.h>)',
        '#error',
        '#endif',
        'int x = V;',
      ].join('\n'),
      'one/first.h': '#include_next <first.h>\n#define V (W + 1)\n',
      'two/first.h': '#define W 6\n',
      'two/second.h': '',
    });
    expect(await constant(directory, [`-I${directory}/one`, `-I${directory}/two`])).toBe('7');
  });

  it('has the headers of clang', async () => {
    const directory = workspace({
      'src/a.c':
        '#include <stdint.h>\n#include <stddef.h>\n#include <limits.h>\n#include <stdarg.h>\n#include <float.h>\nint x = sizeof(uint64_t) + CHAR_BIT;\n',
    });
    expect(await constant(directory)).toBe('16');
  });

  it('has strange names', async () => {
    const directory = workspace({ 'src/a.c': '#include "ä b$c.h"\nint x = V;\n', 'src/ä b$c.h': '#define V 8\n' });
    expect(await constant(directory)).toBe('8');
  });

  it('is read only where clang looks: ten thousand headers cost nothing', async () => {
    const directory = workspace({ 'src/a.c': '#include "h7777.h"\nint x = V;\n' });
    mkdirSync(join(directory, 'inc'));
    for (let index = 0; index < 10_000; index++)
      writeFileSync(join(directory, `inc/h${index}.h`), `#define V ${index}\n`);
    const pool = new EmbeddedPool(valueOrThrow(findEmbedded()));
    const outcome = await pool.run([
      '-E',
      '-nostdinc',
      '--target=avr',
      `-I${directory}/inc`,
      `${directory}/src/a.c`,
      '-o',
      '-',
    ]);
    await pool.close();
    expect(new TextDecoder().decode(outcome.output)).toContain('int x = 7777;');
    expect(outcome.lookups.present.filter((file) => file.startsWith(directory))).toEqual([
      `${directory}/src/a.c`,
      `${directory}/inc/h7777.h`,
    ]);
    expect(outcome.lookups.absent).toContain(`${directory}/src/h7777.h`);
  });

  it('can not be written', async () => {
    const directory = workspace({ 'src/a.c': 'int x;\n' });
    const pool = new EmbeddedPool(valueOrThrow(findEmbedded()));
    const outcome = await pool.run(['-E', `${directory}/src/a.c`, '-o', `${directory}/out`]);
    await pool.close();
    expect(outcome.exitCode).not.toBe(0);
    expect(existsSync(`${directory}/out`)).toBe(false);
  });

  it('has Windows paths under one root', () => {
    expect(virtualPath('C:\\project\\a.c', 'win32')).toBe('/C:/project/a.c');
    expect(virtualPath('sub\\a.c', 'win32')).toBe('sub/a.c');
    expect(virtualArgument('-IC:\\inc', 'win32')).toBe('-I/C:/inc');
    expect(virtualArgument('-DX="a\\n"', 'win32')).toBe('-DX="a\\n"');
    expect(hostPath('/C:/project/a.c', 'win32')).toBe('C:/project/a.c');
    expect(hostPath('/tmp/a.c', 'linux')).toBe('/tmp/a.c');
  });
});

const built = fileURLToPath(new URL('../../dist/clang/', import.meta.url));

describe.skipIf(!existsSync(join(built, 'embedded-worker.js')))('threads (needs a build in dist/)', () => {
  it('compile several files at once and end', async () => {
    const { compile } = (await import(join(built, 'compile.js'))) as typeof CompileModule;
    const names = ['a', 'b', 'c', 'd'];
    const directory = workspace(Object.fromEntries(names.map((name) => [`${name}.c`, `int ${name};\n`])));
    const units = names.map((name) => ({ kind: 'c', file: `${name}.c`, directory, arguments: [] }) as const);
    const options = {
      clang: 'embedded',
      project: projectOf([directory]),
      includeDirectories: [],
      extraArguments: [],
      cacheDirectory: false,
      jobs: 2,
    } as const;
    const compiled = valueOrThrow(await compile(units, options));
    expect(compiled.map((unit) => /^@(\w) =/m.exec(unit.ir)?.[1])).toEqual(names);
  });

  it('survive a crash, and the next file gets a new one', async () => {
    const { EmbeddedPool: Pool, findEmbedded: find } = (await import(
      join(built, 'embedded.js')
    )) as typeof EmbeddedModule;
    const directory = workspace({ 'deep.c': `int x = ${'-'.repeat(400_000)}1;\n`, 'a.c': 'int y;\n' });
    const pool = new Pool(valueOrThrow(find()));
    const crash = await pool.run(['-S', '-emit-llvm', '--target=avr', `${directory}/deep.c`, '-o', '-']);
    expect(crash.exitCode).not.toBe(0);
    const next = await pool.run(['-S', '-emit-llvm', '--target=avr', `${directory}/a.c`, '-o', '-']);
    await pool.close();
    expect(next).toMatchObject({ exitCode: 0 });
  });

  it('go on with the next program from the third one on, and hold up no process', async () => {
    const { EmbeddedPool: Pool, findEmbedded: find } = (await import(
      join(built, 'embedded.js')
    )) as typeof EmbeddedModule;
    const directory = workspace({ 'a.c': 'int y;\n' });
    let started = 0;
    const count = (): void => void started++;
    process.on('worker', count);
    const compileOnce = async (): Promise<void> => {
      const pool = new Pool(valueOrThrow(find()));
      const { exitCode } = await pool.run(['-S', '-emit-llvm', `${directory}/a.c`, '-o', '-']);
      await pool.close();
      expect(exitCode).toBe(0);
    };
    await compileOnce();
    await compileOnce();
    started = 0;
    await compileOnce();
    await compileOnce();
    process.off('worker', count);
    expect(started).toBe(0);
  });
});
