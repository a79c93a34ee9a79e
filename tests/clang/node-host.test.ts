// What is read of the disk for reports: files of the project, and nothing that only pretends to be part of it. And the
// solver, of which a process must not leave its loop while it is compiled.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { utf8Text } from '../../src/base/bytes.js';
import { thisMachine } from '../../src/clang/node-host.js';

const folder = mkdtempSync(join(tmpdir(), 'preempt-host-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'project'));
writeFileSync(join(folder, 'project', 'main.c'), 'int main(void);');
writeFileSync(join(folder, 'secret.txt'), 'hunter2');
symlinkSync(join(folder, 'secret.txt'), join(folder, 'project', 'notes.c'));

const shown = (path: string, trust = false): string | undefined => {
  const { readShown } = thisMachine().open({ paths: [join(folder, 'project')], trust });
  const bytes = readShown(path);
  return bytes && utf8Text(bytes);
};

it('reads what belongs to the project, and nothing else', () => {
  expect(shown(join(folder, 'project', 'main.c'))).toBe('int main(void);');
  expect(shown(join(folder, 'secret.txt'))).toBeUndefined();
  expect(shown(join(folder, 'project', 'notes.c'))).toBeUndefined();
  expect(shown(join(folder, 'project'))).toBeUndefined();
  expect(shown('/dev/zero')).toBeUndefined();
});

it('reads everything for whoever trusts the project, but never a device', () => {
  expect(shown(join(folder, 'secret.txt'), true)).toBe('hunter2');
  expect(shown('/dev/zero', true)).toBeUndefined();
});

const built = fileURLToPath(new URL('../../dist/clang/node-host.js', import.meta.url));

it('keeps a process in its loop while the solver is compiled, and V8 with the flags that it had', () => {
  const script = `
    import { Script } from 'node:vm';
    const { thisMachine } = await import(${JSON.stringify(built)});
    const mark = () => new Script('0').createCachedData().toString('hex');
    const before = mark();
    const isHeld = () => process.getActiveResourcesInfo().includes('Timeout');
    let [isDone, wasHeld] = [false, false];
    const compiled = thisMachine().solver().then((module) => ((isDone = true), module instanceof WebAssembly.Module));
    while (!isDone) {
      await new Promise(setImmediate);
      wasHeld ||= isHeld();
    }
    console.log(await compiled, wasHeld, isHeld(), mark() === before);`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(said.trim()).toBe('true true false true');
});
