// One unit through a native clang. When it turns out to have read headers in a dialect, it is run again on their
// rewritten forms.

import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { filesOfRule, isPlainRule, lookupsOfNative } from './dependencies.js';
import { type NativeClang, runProgram } from './native.js';
import { type NativeOverlay, overlayArguments } from './native-overlay.js';
import { accessTo, type Project } from './project.js';
import type { RunOutcome, TranslationUnit } from './translation-unit.js';

/** `overlay` learns what the unit includes; it may serve other units at the same time. */
export async function runNative(
  clang: NativeClang,
  unit: TranslationUnit,
  args: readonly string[],
  overlay: NativeOverlay,
  project: Project,
  signal?: AbortSignal,
): Promise<RunOutcome> {
  const scratch = await mkdtemp(join(tmpdir(), 'preempt-'));
  try {
    overlay.replaced([resolve(unit.directory, unit.file)]);
    for (;;) {
      const shown = overlay.replacements();
      const view = await overlayArguments(shown, join(scratch, String(shown.size)));
      const outcome = await runOnce(clang, unit, [...args, ...view], scratch, project, signal);
      if (outcome.refused.length > 0) return outcome;
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
  project: Project,
  signal: AbortSignal | undefined,
): Promise<RunOutcome> {
  const rule = join(scratch, 'dependencies');
  await rm(rule, { force: true });
  // For the front end itself: the driver would not pass it on for preprocessed sources, which may have an #include
  // all the same.
  const asked = ['-dependency-file', rule, '-MT', 'x', '-sys-header-deps'];
  const run = (more: readonly string[]) =>
    runProgram(clang.path, [...args, ...more.flatMap((word) => ['-Xclang', word])], unit.directory, {
      project,
      signal,
    });
  const outcome = await run(asked);
  const ended = outcome.signal ?? (outcome.exitCode === undefined || outcome.exitCode > 128 ? 'crash' : undefined);
  // Where a header is missing, clang writes no rule, though it may have read, and quoted, others.
  const isIncomplete = outcome.exitCode !== 0 && !existsSync(rule);
  if (isIncomplete && !project.isTrusted) await run([...asked, '-MG']);
  const written = await readFile(rule, 'utf8').catch(() => undefined);
  return {
    ok: outcome.exitCode === 0,
    ...(ended === undefined ? {} : { crash: ended }),
    ir: outcome.output.toString('utf8'),
    errors: outcome.errors,
    lookups: lookupsOfNative(written ?? `x: ${unit.file.replaceAll(' ', '\\ ')}`, args, unit.directory),
    ...judged(written, isIncomplete, outcome.errors, unit, project),
  };
}

/**
 * What clang has read cannot be helped; but it is not used, and not told. `isIncomplete`: the rule also names headers
 * that are missing.
 */
function judged(
  rule: string | undefined,
  isIncomplete: boolean,
  errors: string,
  unit: TranslationUnit,
  project: Project,
): Pick<RunOutcome, 'refused' | 'isHidden'> {
  if (project.isTrusted) return { refused: [], isHidden: false };
  // Only messages with a place quote files.
  if (rule === undefined) return { refused: [], isHidden: /^.+:\d+:\d+: /m.test(errors) };
  if (!isPlainRule(rule)) return { refused: ['a file whose name has strange characters'], isHidden: true };
  // Not resolved without asking the system: `..` behind a link does not lead back.
  const files = filesOfRule(rule).map((file) => (isAbsolute(file) ? file : `${unit.directory}/${file}`));
  const accesses = files
    .filter((file) => !isIncomplete || existsSync(file))
    .map((file) => ({ file, access: existsSync(file) ? accessTo(file, project) : 'refused' }));
  return {
    refused: accesses.flatMap(({ file, access }) => (access === 'refused' ? [file] : [])),
    isHidden: accesses.some(({ access }) => access === 'hidden'),
  };
}
