// What surrounds functions: every name is declared before it is used, and a compiler takes all of it.

import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { withFile } from '../../engines/sequentialize/written.js';
import { written } from './written-c.js';

const compiler = 'gcc';
const isInstalled = (() => {
  try {
    execFileSync(compiler, ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
})();

const source = `struct node { const char *name; struct node *next; };
extern struct node second;
struct node first = { "first", &second };
struct node second = { "second", &first };
int main(void) { return first.next->name[ticks & 1]; }`;

it('has texts before the variables that point to them', async () => {
  const text = await written(source);
  const at = (line: RegExp): number => text.search(line);
  expect(at(/static char text\w*\[6\] = "first";/)).toBeGreaterThan(0);
  expect(at(/static char text\w*\[6\] = "first";/)).toBeLessThan(at(/^struct node first = /m));
});

it.runIf(isInstalled)('compiles without a warning', async () => {
  await withFile(await written(source), async (file) => {
    execFileSync(compiler, ['-Wall', '-Wextra', '-Werror', '-fsyntax-only', file], { stdio: 'pipe' });
  });
});
