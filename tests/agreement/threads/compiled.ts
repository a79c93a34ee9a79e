// Generated programs one after the other in one file of one folder, so that the models of libraries, which are compiled
// for that folder, are compiled once.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadProgram, type Program } from '../../../src/check.js';
import type { ThreadProgram } from '../thread-program.js';

let folder: string | undefined;

export async function compiled({ text, isrs, interrupts }: ThreadProgram): Promise<Program> {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'preempt-threads-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  const file = join(folder, 'program.c');
  writeFileSync(file, text);
  const loaded = await loadProgram({ paths: [file], cache: join(folder, 'cache'), clang: 'auto', isrs, interrupts });
  if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => `${d.code}: ${d.message}`).join('\n'));
  return loaded.value.program;
}
