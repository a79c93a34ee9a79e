// `preempt check` in this process: its output, what it says on standard error, and its exit code.

import { Command } from 'commander';
import { vi } from 'vitest';
import { addCheck } from '../../src/cli/check-command.js';
import { splitClangFlags } from '../../src/cli/clang-flags.js';

export interface Checked {
  readonly output: string;
  readonly errors: string;
  readonly code: number | undefined;
}

/** Paths are relative to the folder. */
export async function checkInProcess(folder: string, words: readonly string[]): Promise<Checked> {
  const before = process.cwd();
  process.chdir(folder);
  let output = '';
  let errors = '';
  let code: number | undefined;
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    output += text;
    // Whoever writes a report waits until it is written.
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((text) => (errors += text) !== '');
  try {
    const { flags, rest } = splitClangFlags(['check', ...words]);
    const program = new Command('preempt').exitOverride();
    addCheck(program, flags, (n) => {
      code = n;
    });
    await program.parseAsync(rest, { from: 'user' });
  } finally {
    out.mockRestore();
    err.mockRestore();
    process.chdir(before);
  }
  return { output, errors, code };
}
