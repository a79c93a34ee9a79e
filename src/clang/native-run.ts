// One unit through a native clang. When it turns out to have read headers in a dialect, it is run again on their rewritten forms.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lookupsOfNative } from './dependencies.js';
import { type NativeClang, runProgram } from './native.js';
import { type NativeOverlay, overlayArguments } from './native-overlay.js';
import type { RunOutcome, TranslationUnit } from './translation-unit.js';

/** `overlay` learns what the unit includes; it may serve other units at the same time. */
export async function runNative(
  clang: NativeClang,
  unit: TranslationUnit,
  args: readonly string[],
  overlay: NativeOverlay,
  signal?: AbortSignal,
): Promise<RunOutcome> {
  const scratch = await mkdtemp(join(tmpdir(), 'preempt-'));
  try {
    overlay.replaced([resolve(unit.directory, unit.file)]);
    for (;;) {
      const shown = overlay.replacements();
      const view = await overlayArguments(shown, join(scratch, String(shown.size)));
      const outcome = await runOnce(clang, unit, [...args, ...view], scratch, signal);
      // A failed run has read at least the header that made it fail.
      if (overlay.replaced(outcome.lookups.present).every((file) => shown.has(file))) return outcome;
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function runOnce(
  clang: NativeClang,
  unit: TranslationUnit,
  args: readonly string[],
  scratch: string,
  signal: AbortSignal | undefined,
): Promise<RunOutcome> {
  const rule = join(scratch, 'dependencies');
  const outcome = await runProgram(clang.path, [...args, '-MD', '-MF', rule, '-MT', 'x'], unit.directory, { signal });
  const ended = outcome.signal ?? (outcome.exitCode === undefined || outcome.exitCode > 128 ? 'crash' : undefined);
  // Preprocessed sources depend on nothing, and clang then writes no rule.
  const dependencies = await readFile(rule, 'utf8').catch(() => `x: ${unit.file.replaceAll(' ', '\\ ')}`);
  return {
    ok: outcome.exitCode === 0,
    ...(ended === undefined ? {} : { crash: ended }),
    ir: outcome.output.toString('utf8'),
    errors: outcome.errors,
    lookups: lookupsOfNative(dependencies, args, unit.directory),
  };
}
