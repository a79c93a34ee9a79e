import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessTo, leadsOutside, projectOf } from '../../src/clang/project.js';
import { build, clangs, workspace } from './workspace.js';

function folder(): string {
  return workspace({
    'home/me/notes.txt': 'x',
    'home/me/other/x.h': 'x',
    'home/me/proj/CMakeLists.txt': '',
    'home/me/proj/data.bin': 'x',
    'home/me/proj/src/a.c': 'x',
    'home/me/proj/build/debug/compile_commands.json': '[]',
    'home/me/downloads/evil.c': 'x',
    'home/me/downloads/tax.txt': 'x',
    'home/me/downloads/evil.h': 'x',
    'home/me/downloads/build/compile_commands.json': '[]',
  });
}

describe('the project', () => {
  const at = (directory: string, named: readonly string[], workingDirectory = 'home') => {
    const home = join(directory, 'home/me');
    const project = projectOf(
      named.map((name) => join(home, name)),
      { home, workingDirectory: join(directory, workingDirectory) },
    );
    const inside = (paths: readonly string[]) => paths.map((path) => path.replace(home, '~'));
    return { roots: inside(project.roots), surroundings: inside(project.surroundings) };
  };

  it('is what was named', () => {
    const directory = folder();
    expect(at(directory, ['proj/src'])).toEqual({ roots: ['~/proj/src'], surroundings: [] });
    expect(at(directory, ['downloads/evil.c'])).toEqual({
      roots: ['~/downloads/evil.c'],
      surroundings: ['~/downloads'],
    });
    expect(at(directory, ['notes.txt'])).toEqual({ roots: ['~/notes.txt'], surroundings: [] });
    expect(at(directory, ['.'])).toEqual({ roots: ['~'], surroundings: [] });
  });

  it('is also the working directory, whole where it is a project by its looks, and never the home folder', () => {
    const directory = folder();
    expect(at(directory, ['proj/src'], 'home/me')).toEqual({ roots: ['~/proj/src'], surroundings: [] });
    expect(at(directory, ['proj/src'], 'home/me/proj')).toEqual({ roots: ['~/proj'], surroundings: [] });
    expect(at(directory, ['proj/src'], 'home/me/other')).toEqual({ roots: ['~/proj/src'], surroundings: ['~/other'] });
  });

  it('is the folder around the one with build results', () => {
    const directory = folder();
    expect(at(directory, ['proj/build/debug']).roots).toEqual(['~/proj']);
    expect(at(directory, ['proj/build/debug/compile_commands.json']).roots).toEqual(['~/proj']);
    expect(at(directory, ['downloads/build']).roots).toEqual(['~/downloads/build']);
  });
});

describe('access to files', () => {
  it('is by place and by name, after links are resolved', () => {
    const directory = folder();
    const home = join(directory, 'home/me');
    const link = (name: string, target: string): void => symlinkSync(join(home, target), join(home, 'proj/src', name));
    link('notes.h', 'notes.txt');
    link('other.c', 'other/x.h');
    link('dir', 'downloads/build');
    link('out', 'other');
    link('dangling.html', 'not-yet/.profile');
    link('round.html', 'proj/src/round.html');
    const project = projectOf([join(home, 'proj/src'), join(home, 'downloads/evil.c')], {
      home,
      workingDirectory: '/',
    });
    const access = (name: string) => accessTo(`${home}/${name}`, project);
    expect(['proj/src/a.c', 'downloads/evil.h', 'downloads/evil.c'].map(access)).toEqual(['shown', 'shown', 'shown']);
    expect(['other/x.h', 'proj/src/other.c', 'proj/src/../other.h'].map(access)).toEqual([
      'hidden',
      'hidden',
      'hidden',
    ]);
    expect(['notes.txt', 'proj/src/notes.h', 'downloads/tax.txt', 'proj/data.bin'].map(access)).toEqual(
      Array(4).fill('refused'),
    );
    // The system goes through the link first.
    expect(access('proj/src/dir/../tax.txt')).toBe('refused');
    expect(access('proj/src/a.c/../../x')).toBe('refused');
    expect(accessTo('/etc/passwd', project)).toBe('refused');
    expect(accessTo('/usr/include/stdio.h', project)).toBe('shown');
    expect(accessTo('/etc/passwd', { ...project, isTrusted: true })).toBe('shown');
    expect(leadsOutside(`${home}/proj/src/notes.h`, project)).toBe(true);
    expect(leadsOutside(`${home}/proj/src/new.html`, project)).toBe(false);
    expect(leadsOutside(`${home}/proj/src/out/new.html`, project)).toBe(true);
    expect(leadsOutside(`${home}/proj/src/dangling.html`, project)).toBe(true);
    expect(leadsOutside(`${home}/proj/src/round.html`, project)).toBe(false);
  });
});

const secret = 'hunter2';

/** Beside the project, a secret, and a header that mentions it. */
function hostile(files: Readonly<Record<string, string>>): string {
  const inside = Object.entries(files).map(([name, text]) => [`in/${name}`, text] as const);
  const directory = workspace({
    'secret.txt': `${secret} = "${secret}";\n`,
    'sdk/lib.h': `#define PASSWORD "${secret}"\nint ${secret}(void);\n`,
    'sdk/broken.h': `int x = ${secret};\n`,
    ...Object.fromEntries(inside),
  });
  symlinkSync('../secret.txt', join(directory, 'in/link.c'));
  symlinkSync('../secret.txt', join(directory, 'in/link.h'));
  symlinkSync('../sdk', join(directory, 'in/sdk'));
  mkdirSync(join(directory, 'in/odd\nname'), { recursive: true });
  symlinkSync('../../secret.txt', join(directory, 'in/odd\nname/odd.h'));
  return join(directory, 'in');
}

describe.each(clangs)('a secret outside of the project, with $name', ({ clang, missing }) => {
  describe.skipIf(missing)('does not get out', () => {
    it.each([
      ['an include', { 'a.c': '#include "../secret.txt"\n' }],
      ['before a missing header', { 'a.c': '#include "../secret.txt"\n#include "missing.h"\n' }],
      [
        'an absolute include by a macro',
        { 'a.c': '#define F __FILE__ "/../../secret.txt"\n#define G "../secret.txt"\n#include G\n' },
      ],
      ['an include inside a header', { 'a.c': '#include "b.h"\n', 'b.h': '#include "../secret.txt"\n' }],
      ['a link named like a header', { 'a.c': '#include "link.h"\n' }],
      ['behind a link to a folder', { 'a.c': '#include "sdk/../secret.txt"\n' }],
      ['a preprocessed source', { 'a.i': '#include "../secret.txt"\n' }],
      [
        'embedded as data',
        {
          'a.c':
            'const char s[] = {\n#if __has_embed("../secret.txt")\n#embed "../secret.txt"\n#else\n#include "../secret.txt"\n#endif\n};\n_Static_assert(sizeof s == 1, "");\n',
        },
      ],
    ])('%s', async (_, files) => {
      const directory = hostile(files);
      const result = await build([join(directory, Object.keys(files)[0]!)], [], { clang });
      expect(result).toMatchObject({ kind: 'failed', diagnostics: [{ code: 'outside-file' }] });
      expect(JSON.stringify(result)).not.toContain(secret);
      expect(JSON.stringify(result)).toContain('which is outside of the project and no header; --trust allows it');
    });

    it('through a name that dependency rules cannot tell', async () => {
      const directory = hostile({ 'a.c': '#include <odd.h>\n#include "missing.h"\n' });
      const result = await build([join(directory, 'a.c')], [], {
        clang,
        extraArguments: [`-I${directory}/odd\nname`],
      });
      expect(result.kind).toBe('failed');
      expect(JSON.stringify(result)).not.toContain(secret);
    });

    it.each([
      ['an error in a header', '#include "../sdk/broken.h"\n'],
      ['a message that quotes its macro', '#include "../sdk/lib.h"\n_Static_assert(0, PASSWORD);\n'],
      ['a missing header behind it', '#include "../sdk/lib.h"\nint x = PASSWORD;\n#include "missing.h"\n'],
    ])('%s: clang may read a header, but is not quoted', async (_, text) => {
      const directory = hostile({ 'a.c': text });
      const result = await build([join(directory, 'a.c')], [], { clang });
      expect(result.kind).toBe('failed');
      expect(JSON.stringify(result)).not.toContain(secret);
      const trusted = projectOf([directory], { trust: true });
      expect(JSON.stringify(await build([join(directory, 'a.c')], [], { clang, project: trusted }))).toContain(secret);
      const named = await build([join(directory, 'a.c')], [`-I${directory}/../sdk`], { clang });
      expect(JSON.stringify(named)).toContain(secret);
    });

    it('by a call that lacks a declaration', async () => {
      const directory = hostile({
        'a.c': '#include "../sdk/call.h"\nvoid f(void) { CALL(); }\n',
        '../sdk/call.h': `#define CALL ${secret}\n`,
      });
      const result = await build([join(directory, 'a.c')], [], { clang });
      expect(result.diagnostics).toMatchObject([{ code: 'implicit-declaration', place: { line: 2 } }]);
      expect(JSON.stringify(result.diagnostics)).not.toContain(secret);
    });

    it('by a link named like a source', async () => {
      const directory = hostile({ 'a.c': 'int a;\n' });
      expect(await build([join(directory, 'link.c')], [], { clang })).toMatchObject({
        kind: 'failed',
        diagnostics: [{ code: 'outside-file' }],
      });
      const walked = await build([directory], [], { clang });
      expect(walked).toMatchObject({ kind: 'ok', value: [{ file: `${directory}/a.c` }] });
      expect(walked.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
        ['outside-file', 'warning'],
        ['outside-file', 'warning'],
      ]);
    });

    it('by the cache', async () => {
      const directory = hostile({ 'a.c': '#include "../sdk/lib.h"\nvoid f(void) { undeclared(PASSWORD); }\n' });
      const cacheDirectory = workspace({});
      const project = projectOf([directory], { trust: true });
      const files = [join(directory, 'a.c')];
      const warn = async (options: object) =>
        (await build(files, [], { clang, cacheDirectory, ...options })).diagnostics;
      expect((await warn({ project }))[0]?.message).toContain('undeclared');
      expect((await warn({}))[0]?.message).toBe('a declaration is missing here');
      expect((await warn({}))[0]?.message).toBe('a declaration is missing here');
    });

    it('and ordinary code is told as ever', async () => {
      const directory = hostile({ 'a.c': '#include "b.h"\nint f(void) { return zz; }\n', 'b.h': 'int b;\n' });
      const result = await build([join(directory, 'a.c')], [], { clang });
      expect(result.diagnostics).toMatchObject([
        { message: "use of undeclared identifier 'zz'", detail: expect.any(String) },
      ]);
    });

    it('and a file whose name looks like a flag is a file', async () => {
      const directory = hostile({ '@b.c': 'int at;\n', 'b.c': '-fplugin=./evil.so\n', '-DX.c': 'int dash;\n' });
      const before = process.cwd();
      process.chdir(directory);
      try {
        const result = await build(['@b.c', './-DX.c'], [], { clang });
        expect(result).toMatchObject({ kind: 'ok', diagnostics: [] });
      } finally {
        process.chdir(before);
      }
    });

    it('and a precompiled header beside another one is not loaded', async () => {
      const directory = hostile({
        'a.c': 'int a = PRE;\n',
        'pre.h': '#define PRE 1\n',
        'pre.h.pch': 'CPCH evil',
        'pre.h.gch': 'evil',
      });
      const result = await build([join(directory, 'a.c')], ['-include', join(directory, 'pre.h')], { clang });
      expect(result).toMatchObject({ kind: 'ok', diagnostics: [] });
    });
  });
});
