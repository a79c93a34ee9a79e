// Which programs a folder has, for --each.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { programsIn } from '../../src/cli/programs-in.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preempt-each-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function listed(entry = 'main'): readonly string[] {
  const programs = programsIn(folder, entry);
  if (programs.kind === 'failed') return programs.diagnostics.map((d) => d.message.replaceAll(folder, 'DIR'));
  return programs.value.map(({ name, paths, config }) =>
    [name, ...paths, ...(config === undefined ? [] : [config])].map((p) => p.replace(`${folder}/`, '')).join(' '),
  );
}

it('are C files that may have an entry, in the order of their names', () => {
  write({
    'b.c': 'int main(void) { return 0; }',
    'a/z.c': 'void main(void) {}',
    'driver.c': 'void remainder(void);',
    'notes.txt': 'main',
    '.hidden/a.c': 'int main(void);',
    'node_modules/a.c': 'int main(void);',
  });
  expect(listed()).toEqual(['a/z.c a/z.c', 'b.c b.c']);
  expect(listed('remainder')).toEqual(['driver.c driver.c']);
});

it('are folders with a preempt.json, whose files are not programs of their own', () => {
  write({
    'blinker/preempt.json': '{}',
    'blinker/main.c': 'int main(void);',
    'blinker/deep/other.c': 'int main(void);',
    'clock/preempt.json': '{ "paths": ["clock.c"] }',
    'clock/clock.c': 'int main(void);',
    'spoilt/preempt.json': '{ "paths": 3',
  });
  expect(listed()).toEqual([
    'blinker blinker blinker/preempt.json',
    'clock clock/preempt.json',
    'spoilt spoilt spoilt/preempt.json',
  ]);
});

it('are found once, where links lead in a circle', () => {
  write({ 'a/main.c': 'int main(void);' });
  symlinkSync(folder, join(folder, 'a', 'again'));
  expect(listed()).toEqual(['a/main.c a/main.c']);
});

it('may be none, or no folder at all', () => {
  expect(listed()).toEqual(['--each DIR: no C file there has a function main']);
  expect(programsIn(join(folder, 'no'), 'main')).toMatchObject({ kind: 'failed' });
});
