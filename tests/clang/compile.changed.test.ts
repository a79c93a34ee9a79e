// Files that clang sees with another text than they have: sources and headers, embedded and native, and what the cache
// makes of them.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build, clangs, valueOrThrow, workspace } from './workspace.js';

const source = '#include "step.h"\nint f(void) { return STEP + 1; }\n';
const header = '#define STEP 40\n';

const returned = (ir: string): string | undefined => /ret i32 (\d+)/.exec(ir)?.[1];

describe.each(clangs)('with $name', ({ clang, missing }) => {
  describe.skipIf(missing)('a changed file', () => {
    const files = () => {
      const directory = workspace({ 'a.c': source, 'step.h': header });
      return { file: join(directory, 'a.c'), header: join(directory, 'step.h'), cache: join(directory, 'cache') };
    };

    it('is compiled as it is said to be, at its own path', async () => {
      const { file } = files();
      const changed = { [file]: `\n${source.replace('+ 1', '+ 2')}` };
      const [unit] = valueOrThrow(await build([file], [], { clang, changed }));
      expect(returned(unit!.ir)).toBe('42');
      expect(unit!.ir).toMatch(/!DILocation\(line: 3, /);
      expect(unit!.ir).toContain(file);
    });

    it('may be a header', async () => {
      const { file, header: path } = files();
      const [unit] = valueOrThrow(await build([file], [], { clang, changed: { [path]: '#define STEP 50\n' } }));
      expect(returned(unit!.ir)).toBe('51');
    });

    it('is rewritten as others are', async () => {
      const { file } = files();
      const changed = { [file]: '__interrupt void f(void) {}\n' };
      const result = await build([file], [], { clang, changed });
      expect(result.kind).toBe('ok');
    });

    it('has its own entry in the cache', async () => {
      const { file, cache } = files();
      const run = async (text?: string) => {
        const changed = text === undefined ? {} : { changed: { [file]: text } };
        const [unit] = valueOrThrow(await build([file], [], { clang, cacheDirectory: cache, ...changed }));
        return `${returned(unit!.ir)} ${unit!.cached}`;
      };
      const text = source.replace('+ 1', '+ 3');
      expect(await run()).toBe('41 false');
      expect(await run(text)).toBe('43 false');
      expect(await run(text)).toBe('43 true');
      expect(await run()).toBe('41 true');
      expect(await run(source.replace('+ 1', '+ 4'))).toBe('44 false');
    });
  });
});
