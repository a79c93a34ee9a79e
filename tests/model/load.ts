// C text → Program, as a user's file would become one.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Diagnostic, loadProgram, type Program, type Request } from '../../src/check.js';

export interface LoadedText {
  readonly program: Program;
  readonly diagnostics: readonly Diagnostic[];
}

/** Each file by its name; the first letters of a message are enough to see which step refused the text. */
export async function loadText(
  source: string | Readonly<Record<string, string>>,
  request: Omit<Request, 'paths'> = {},
): Promise<LoadedText> {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-model-'));
  try {
    const files = typeof source === 'string' ? { 'test.c': source } : source;
    const paths = Object.entries(files).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    const loaded = await loadProgram({
      cache: false,
      ...request,
      paths: paths.filter((path) => !path.endsWith('.h')),
    });
    if (loaded.kind === 'failed')
      throw new Error(loaded.diagnostics.map((d) => `${d.code}: ${d.message} ${d.detail ?? ''}`).join('\n'));
    return { program: loaded.value.program, diagnostics: loaded.diagnostics };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
