// `preempt` on a folder that somebody hostile wrote: nothing of it runs, nothing outside of it is told, and the exit
// code says so.

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram, runProgram } from '../../src/clang/native.js';
import { generic } from '../../src/model/packs/generic.js';
import { nativePath, workspace } from '../clang/workspace.js';
import type { Outcome } from './transcript.js';
import { WarmProcess } from './warm-process.js';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
if (!existsSync(program)) throw new Error('dist/ is missing: npm run build comes first');

const warm = new WarmProcess();
afterAll(() => warm.close());

/** In a process of its own in `.ci/run`, in one after the other in `npm test`. */
function preempt(words: readonly string[], directory: string, path = process.env.PATH ?? ''): Promise<Outcome> {
  const env = { ...process.env, PATH: path, PREEMPT_CACHE: join(directory, 'own-cache') };
  if (process.env.PREEMPT_TEST_SLOW === undefined) return warm.run(words, directory, env);
  return new Promise((finish) => {
    const child = spawn(process.execPath, [program, ...words], {
      cwd: directory,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (errors += text));
    child.on('close', (code) => finish({ exitCode: code ?? 128, output, errors }));
  });
}

const harmless = 'int x;\nvoid isr_1(void) { x = 1; }\nint main(void) { return 0; }\n';
const secret = 'hunter2';

/** A project in `in`, beside a secret. The programs leave a file behind when they are run. */
function hostile(files: Readonly<Record<string, string>>, programs: readonly string[] = []) {
  const directory = workspace({ 'secret.txt': `${secret} = 1;\n${secret}\n`, 'in/a.c': harmless, ...files });
  const canary = join(directory, 'canary');
  for (const name of programs) {
    writeFileSync(join(directory, name), `#!/bin/sh\n: > '${canary}'\necho clang version 22.1.0\n`);
    chmodSync(join(directory, name), 0o755);
  }
  return { directory, canary };
}

const commands = (...flags: readonly string[]): string =>
  JSON.stringify([{ file: 'a.c', arguments: ['gcc', ...flags, '-c', 'a.c'] }]);
const configured = (fields: object): string => JSON.stringify(fields);
const pack = (...flags: readonly string[]): string => JSON.stringify({ ...generic, arguments: flags });

/** A library that leaves a file behind when it is loaded: what a plugin is. */
async function plugin(directory: string, canary: string): Promise<string> {
  const source = join(directory, 'plugin.c');
  const library = join(directory, 'in/evil.so');
  writeFileSync(
    source,
    `#include <stdio.h>\n__attribute__((constructor)) static void run(void) { fopen("${canary}", "w"); }\n`,
  );
  const built = await runProgram(findProgram('gcc')!, ['-shared', '-fPIC', source, '-o', library], directory);
  expect(built.errors).toBe('');
  return library;
}

const canPlug = process.platform === 'linux' && nativePath !== undefined && findProgram('gcc') !== undefined;

describe.skipIf(!canPlug)('a plugin', () => {
  const ways = (library: string): readonly (readonly string[])[] => [
    [`-fplugin=${library}`],
    [`-fpass-plugin=${library}`],
    ['-Xclang', '-load', '-Xclang', library],
    ['-Xclang', `-fpass-plugin=${library}`],
    ['-I', '@evil.rsp'],
    ['-D', '@evil.rsp'],
    ['-x', '@evil.rsp'],
    ['@evil.rsp'],
  ];

  it('is loaded where the project is trusted: it would work', async () => {
    const { directory, canary } = hostile({});
    const library = await plugin(directory, canary);
    writeFileSync(join(directory, 'in/compile_commands.json'), commands('-Xclang', '-load', '-Xclang', library));
    await preempt(['inspect', 'in', '--trust', '--clang', nativePath!], directory);
    expect(existsSync(canary)).toBe(true);
  });

  it.each([
    ['compile_commands.json', (flags: readonly string[]) => ({ 'compile_commands.json': commands(...flags) }), []],
    ['preempt.json', (flags: readonly string[]) => ({ 'preempt.json': configured({ flags }) }), []],
    [
      'a pack of preempt.json',
      (flags: readonly string[]) => ({ 'p.json': pack(...flags), 'preempt.json': configured({ platform: 'p.json' }) }),
      [],
    ],
    [
      'a pack of the command line',
      (flags: readonly string[]) => ({ 'p.json': pack(...flags) }),
      ['--platform', 'in/p.json'],
    ],
  ] as const)(
    'is not loaded by %s',
    async (name, files, more) => {
      const { directory, canary } = hostile({});
      const library = await plugin(directory, canary);
      writeFileSync(join(directory, 'in/evil.rsp'), `-Xclang -load -Xclang ${library}`);
      writeFileSync(join(directory, 'evil.rsp'), `-Xclang -load -Xclang ${library}`);
      for (const [n, flags] of ways(library).entries()) {
        if (name.includes('pack') && n % 4 !== 0) continue;
        for (const [file, text] of Object.entries(files(flags))) writeFileSync(join(directory, 'in', file), text);
        const { exitCode, errors } = await preempt(['check', 'in', '--clang', nativePath!, ...more], directory);
        expect(existsSync(canary)).toBe(false);
        if (n < 4)
          expect([exitCode, errors]).toEqual([
            2,
            expect.stringMatching(/: it loads code into the compiler; --trust.*\[untrusted-flag\]/),
          ]);
        expect(exitCode).not.toBe(70);
      }
    },
    60_000,
  );

  it('is not loaded by a file whose name is a flag', async () => {
    const { directory, canary } = hostile({ 'in/@evil.c': harmless });
    const library = await plugin(directory, canary);
    writeFileSync(join(directory, 'in/evil.c'), `-Xclang -load -Xclang ${library}`);
    await preempt(['inspect', '.', '--clang', nativePath!], join(directory, 'in'));
    expect(existsSync(canary)).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('a program of the project', () => {
  it.each([
    ['the clang of preempt.json', { 'in/preempt.json': configured({ clang: './evil' }) }],
    ['its absolute path', { 'in/preempt.json': configured({ clang: '/bin/sh' }) }],
  ])('is not run: %s', async (_, files) => {
    const { directory, canary } = hostile(files, ['in/evil']);
    for (const command of ['check', 'inspect']) {
      const { exitCode, errors } = await preempt([command, '.'], join(directory, 'in'));
      expect(exitCode).toBe(2);
      expect(errors).toMatch(
        /^preempt\.json:1:2: error: clang: '.*' is a program that a file of the project names, and is not run; --trust allows it \[untrusted-setting\]\n$/,
      );
    }
    expect(existsSync(canary)).toBe(false);
  });

  it('is run where the user says so', async () => {
    const { directory, canary } = hostile({ 'in/preempt.json': configured({ clang: './evil' }) }, ['in/evil']);
    await preempt(['inspect', '.', '--trust'], join(directory, 'in'));
    expect(existsSync(canary)).toBe(true);
  });

  it('is not found by a PATH that has the folder in it', async () => {
    const { directory, canary } = hostile({ 'in/compile_commands.json': commands() }, [
      'in/clang',
      'in/gcc',
      'in/clang-22',
    ]);
    const folder = join(directory, 'in');
    const { exitCode, errors } = await preempt(['check', '.'], folder, ['.', '', folder, '/nowhere'].join(delimiter));
    expect(existsSync(canary)).toBe(false);
    expect(exitCode).toBe(0);
    expect(errors).toContain("gcc can't be asked for its headers: it is not on the PATH");
  });
});

describe('preempt.json of somebody else', () => {
  it.each([
    ['cache', { cache: '/tmp/elsewhere' }],
    ['paths', { paths: ['..'] }],
    ['platform', { platform: '../secret.json' }],
    ['baseline', { baseline: '../secret.json' }],
    ['diff', { diff: '/etc/hostname.json' }],
  ])('does not name %s outside', async (field, fields) => {
    const { directory } = hostile({ 'in/preempt.json': configured(fields), 'secret.json': `{"${secret}": 1}` });
    const { exitCode, errors, output } = await preempt(['check', '.'], join(directory, 'in'));
    expect(exitCode).toBe(2);
    expect(errors).toMatch(
      new RegExp(`^preempt\\.json:1:2: error: ${field}: .*; --trust allows it \\[untrusted-setting\\]\\n$`),
    );
    expect(errors + output).not.toContain(secret);
  });

  it('cannot trust itself', async () => {
    const { directory } = hostile({ 'in/preempt.json': configured({ trust: true }) });
    expect(await preempt(['check', 'in'], directory)).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining('there is no field "trust"'),
    });
  });

  it('is no link to a file outside', async () => {
    const { directory } = hostile({ 'secret.json': `{"${secret}": 1}` });
    symlinkSync('../secret.json', join(directory, 'in/preempt.json'));
    const { exitCode, errors } = await preempt(['check', 'in'], directory);
    expect([exitCode, errors]).toEqual([2, expect.stringContaining('[outside-file]')]);
    expect(errors).not.toContain(secret);
  });
});

describe('a file outside of the project', () => {
  const lost =
    'int x;\nvoid isr_1(void) {\n  x = x + 1;\n}\nint main(void) {\n  int y = x;\n  x = y + 1;\n  return 0;\n}\n';
  const formats = ['text', 'json', 'sarif', 'html', 'junit'];

  const inAll = (directory: string, paths: readonly string[]): Promise<readonly Outcome[]> =>
    Promise.all(
      formats.map((format) => {
        const reproducers = ['--reproduce', join(directory, `out-${format}`)];
        return preempt(['check', ...paths, '--format', format, ...reproducers], directory);
      }),
    );

  it('is not shown by #line, in any format', async () => {
    const { directory } = hostile({});
    const named = lost.replaceAll(/^ {2}(x = .*)$/gm, `#line 1 "${directory}/secret.txt"\n  $1`);
    writeFileSync(join(directory, 'in/a.c'), named);
    for (const { exitCode, output, errors } of await inAll(directory, ['in'])) {
      expect(exitCode).toBe(1);
      expect(output).toContain('secret.txt');
      expect(output + errors).not.toContain(secret);
    }
    const written = readFileSync(join(directory, 'out-text/Makefile'), 'utf8');
    expect(written).not.toContain(secret);
  }, 60_000);

  it('is not shown by the debug information of LLVM IR', async () => {
    const { directory } = hostile({ 'in/a.c': lost });
    const { compile } = await import('../../src/clang/compile.js');
    const { projectOf } = await import('../../src/clang/project.js');
    const unit = { kind: 'c', file: 'a.c', directory: join(directory, 'in'), arguments: [] } as const;
    const options = { clang: 'embedded', includeDirectories: [], extraArguments: [], cacheDirectory: false } as const;
    const compiled = await compile([unit], { ...options, project: projectOf([directory]) });
    const ir = compiled.kind === 'ok' ? compiled.value[0]!.ir : '';
    writeFileSync(join(directory, 'in/a.ll'), ir.replaceAll('filename: "a.c"', `filename: "${directory}/secret.txt"`));
    for (const { exitCode, output, errors } of await inAll(directory, ['in/a.ll'])) {
      expect(exitCode).toBe(1);
      expect(output + errors).not.toContain(secret);
    }
  }, 60_000);

  it('is not shown when it is included', async () => {
    const { directory } = hostile({ 'in/a.c': '#include "../secret.txt"\n' });
    for (const { exitCode, output, errors } of await inAll(directory, ['in'])) {
      expect(exitCode).toBe(2);
      expect(errors).toBe(
        `in/a.c:1: error: in/a.c takes in ${directory}/secret.txt, which is outside of the project and no header; --trust allows it [outside-file]\n`,
      );
      expect(output).not.toContain(secret);
    }
  }, 60_000);

  it('is shown where the user says so', async () => {
    const { directory } = hostile({ 'in/a.c': '#include "../secret.txt"\n' });
    expect((await preempt(['check', 'in', '--trust'], directory)).errors).toContain(secret);
  });

  it('is not written through a link', async () => {
    const { directory } = hostile({ 'in/a.c': lost });
    symlinkSync('../secret.txt', join(directory, 'in/report.html'));
    symlinkSync('../new.txt', join(directory, 'in/new.html'));
    for (const name of ['report', 'new']) {
      const { exitCode, errors } = await preempt(
        ['check', '.', '--format', 'html', '--output', `${name}.html`],
        join(directory, 'in'),
      );
      expect([exitCode, errors]).toEqual([2, expect.stringContaining('[outside-file]')]);
    }
    expect(readFileSync(join(directory, 'secret.txt'), 'utf8')).toContain(secret);
    expect(existsSync(join(directory, 'new.txt'))).toBe(false);
  });
});
