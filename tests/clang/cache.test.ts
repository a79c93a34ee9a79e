import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IrCache } from '../../src/clang/cache.js';
import type { CompiledUnit } from '../../src/clang/compile.js';
import { FileFacts } from '../../src/clang/dependencies.js';
import { build, type Choice, codesOf, nativePath, put, valueOrThrow, workspace } from './workspace.js';

const kinds: readonly { readonly name: string; readonly clang: Choice; readonly missing: boolean }[] = [
  { name: 'embedded', clang: 'embedded', missing: false },
  { name: 'native', clang: { path: nativePath ?? 'clang' }, missing: nativePath === undefined },
];

describe.each(kinds)('the cache, $name clang', ({ clang, missing }) => {
  describe.skipIf(missing)(missing ? 'not installed' : 'entries', () => {
    const files = {
      'a.c':
        '#include "v.h"\n#if __has_include("extra.h")\n#include "extra.h"\n#endif\nint x = V;\nvoid f(void) { g(); }\n',
      'one/unrelated.h': '',
      'two/v.h': '#define V 1\nint fromHeader;\n',
    };
    async function compileIn(
      directory: string,
      flags: readonly string[] = [],
    ): Promise<CompiledUnit & { codes: readonly string[] }> {
      const includes = [`-I${directory}/one`, `-I${directory}/two`];
      const result = await build([join(directory, 'a.c')], [...includes, ...flags], {
        clang,
        cacheDirectory: join(directory, 'cache'),
      });
      return { ...valueOrThrow(result)[0]!, codes: codesOf(result) };
    }

    it('serve the same again, with the same diagnostics', async () => {
      const directory = workspace(files);
      const first = await compileIn(directory);
      const second = await compileIn(directory);
      expect([first.cached, second.cached]).toEqual([false, true]);
      expect(second.ir).toBe(first.ir);
      expect([first.codes, second.codes]).toEqual([['implicit-declaration'], ['implicit-declaration']]);
    });

    it.each<[string, (directory: string) => void]>([
      ['the source changes', (d) => put(join(d, 'a.c'), `${files['a.c']}int y;\n`)],
      ['a header changes', (d) => put(join(d, 'two/v.h'), '#define V 2\n')],
      ['a header is shadowed by a new one', (d) => put(join(d, 'one/v.h'), '#define V 3\n')],
      ['a header is shadowed by one beside the source', (d) => put(join(d, 'v.h'), '#define V 4\n')],
      ['a file that __has_include missed appears', (d) => put(join(d, 'two/extra.h'), '#undef V\n#define V 5\n')],
      ['a header moves', (d) => renameSync(join(d, 'two/v.h'), join(d, 'one/v.h'))],
    ])('do not when %s', async (_, change) => {
      const directory = workspace(files);
      const first = await compileIn(directory);
      change(directory);
      const second = await compileIn(directory);
      expect(second.cached).toBe(false);
      expect(second.ir).not.toBe(first.ir);
      expect((await compileIn(directory)).cached).toBe(true);
    });

    it('are kept apart by flags', async () => {
      const directory = workspace(files);
      await compileIn(directory);
      expect((await compileIn(directory, ['-DX'])).cached).toBe(false);
      expect((await compileIn(directory)).cached).toBe(true);
    });

    it.each<[string, (file: string) => void]>([
      ['cut off', (file) => truncateSync(file, 200)],
      ['emptied', (file) => truncateSync(file, 0)],
      ['altered', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('global i32 1', 'global i32 9'))],
      ['replaced by garbage', (file) => writeFileSync(file, new Uint8Array(1000).fill(10))],
    ])('that were %s are noticed and replaced', async (_, damage) => {
      const directory = workspace(files);
      const first = await compileIn(directory);
      for (const file of entriesOf(join(directory, 'cache'))) damage(file);
      const second = await compileIn(directory);
      expect(second).toMatchObject({ cached: false, ir: first.ir, codes: ['damaged-cache', 'implicit-declaration'] });
      expect(await compileIn(directory)).toMatchObject({ cached: true, codes: ['implicit-declaration'] });
    });

    it('are written by several runs at once', async () => {
      const directory = workspace(files);
      const runs = await Promise.all(Array.from({ length: 4 }, () => compileIn(directory)));
      expect(new Set(runs.map((run) => run.ir)).size).toBe(1);
      expect(entriesOf(join(directory, 'cache'))).toHaveLength(1);
      expect((await compileIn(directory)).cached).toBe(true);
    });

    it('are not needed: a cache that can not be written is a note', async () => {
      const directory = workspace({ ...files, cache: 'a file where the directory should be' });
      const first = await compileIn(directory);
      expect(first).toMatchObject({ cached: false, codes: ['implicit-declaration', 'cache-unwritable'] });
    });

    it.skipIf(process.getuid?.() === 0)(
      'a read-only directory is a note too (skipped as root, who may write everywhere)',
      async () => {
        const directory = workspace({ ...files, 'cache/x': '' });
        chmodSync(join(directory, 'cache'), 0o555);
        const { codes } = await compileIn(directory);
        // Else nobody may remove what is inside.
        chmodSync(join(directory, 'cache'), 0o755);
        expect(codes).toContain('cache-unwritable');
      },
    );
  });
});

describe('the size of the cache', () => {
  it('stays in bounds: the oldest entries go first', () => {
    const directory = workspace({});
    const facts = new FileFacts();
    const key = (index: number): string => `${index}${'0'.repeat(63)}`;
    for (let index = 0; index < 6; index++) {
      const cache = new IrCache(directory, 5000);
      cache.store(
        key(index),
        { ir: 'x'.repeat(1000), diagnostics: [] },
        { present: [], absent: [] },
        Date.now(),
        facts,
      );
      for (const file of entriesOf(directory)) {
        const age = 1000 - Number(file.split('/').at(-2)?.[0]);
        utimesSync(file, new Date(Date.now() - age * 1000), new Date(Date.now() - age * 1000));
      }
      expect(cache.close()).toEqual([]);
    }
    const total = entriesOf(directory).reduce((sum, file) => sum + statSync(file).size, 0);
    expect(total).toBeLessThanOrEqual(5000);
    const kinds = Array.from({ length: 6 }, (_, index) => new IrCache(directory).find(key(index), facts).kind);
    expect(kinds).toEqual(['miss', 'miss', 'hit', 'hit', 'hit', 'hit']);
  });

  it('does not count on files that changed during the compilation', () => {
    const directory = workspace({ 'a.h': 'int x;\n' });
    const cache = new IrCache(directory);
    const present = [join(directory, 'a.h')];
    cache.store(
      'k'.repeat(64),
      { ir: '', diagnostics: [] },
      { present, absent: [] },
      Date.now() - 60_000,
      new FileFacts(),
    );
    expect(existsSync(join(directory, 'ir'))).toBe(false);
    rmSync(join(directory, 'a.h'));
  });
});

function entriesOf(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((file) => file.includes('/ir/') && statSync(file).isFile());
}
