// Flags that a clang does not know, left out with a note: other compilers do, and their projects use them.

import { type Diagnostic, errorAt, noteAt, warningAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import { changesLayout } from './flags.js';
import { macroPlaces } from './invocation.js';
import { failureOf, outsideFiles, type RefusedArgument, refusedArguments, warningsOf } from './messages.js';
import { avrDeviceMacro } from './target.js';
import type { RunOutcome, TranslationUnit } from './translation-unit.js';

export interface Attempts {
  readonly unit: TranslationUnit;
  readonly target: string;
  /** Known from other units, and added to. */
  readonly refusals: Map<string, RefusedArgument>;
  /** Of the unit's own file. */
  readonly text: () => string;
  readonly run: (args: readonly string[]) => Promise<RunOutcome> | RunOutcome;
}

/** Leaves out what clang refuses and tries again, until it either compiles or fails for another reason. */
export async function runUntilAccepted(attempts: Attempts, args: readonly string[]): Promise<Result<RunOutcome>> {
  const { unit, target, refusals } = attempts;
  for (;;) {
    const current = withoutRefused(args, refusals);
    const outcome = await attempts.run(current);
    if (outcome.refused.length > 0) return failed(...outsideFiles(outcome.refused, unit, attempts.text()));
    if (outcome.crash !== undefined) return failed(crashOf(unit, outcome));
    if (outcome.ok) return ok(outcome, [...refusalNotes(args, refusals), ...warningsOf(outcome, unit)]);
    const refused = refusedArguments(outcome.errors, current.slice(1));
    if (refused.length === 0) return failed(...refusalNotes(args, refusals), failureOf(outcome, unit, target));
    for (const refusal of refused) refusals.set(refusal.argument, refusal);
  }
}

function withoutRefused(args: readonly string[], refusals: ReadonlyMap<string, RefusedArgument>): readonly string[] {
  return args.flatMap((argument, at) => {
    const refusal = refusals.get(argument === '-Xclang' ? (args[at + 1] ?? '') : argument);
    if (refusal === undefined) return [argument];
    if (argument === '-Xclang') return [];
    if (refusal.instead !== undefined) return withoutRefused([refusal.instead], refusals);
    // A device that this clang does not know yet: its headers still need the macro.
    const device = /^-mmcu=(at.*|avr.*)$/.exec(argument)?.[1];
    return device === undefined ? [] : ['-mmcu=avr5', `-D${avrDeviceMacro(device)}`];
  });
}

function refusalNotes(args: readonly string[], refusals: ReadonlyMap<string, RefusedArgument>): readonly Diagnostic[] {
  const refused = args.filter((argument) => refusals.has(argument) && argument !== macroPlaces);
  const notes: Diagnostic[] = [];
  const harmless = refused.filter((argument) => !changesLayout.test(argument));
  if (harmless.length > 0)
    notes.push(noteAt('dropped-flag', `flags that clang does not know, left out: ${harmless.join(', ')}`));
  for (const argument of refused.filter((candidate) => changesLayout.test(candidate))) {
    notes.push(warningAt('dropped-flag', `clang does not know ${argument}, which changes sizes; sizes may be wrong`));
  }
  return notes;
}

function crashOf(unit: TranslationUnit, outcome: RunOutcome): Diagnostic {
  const message = `clang crashed on ${unit.file} (${outcome.crash}); code nested too deeply is the usual reason`;
  const detail = outcome.errors === '' || outcome.isHidden ? undefined : outcome.errors.slice(0, 4000);
  return errorAt('clang-crash', message, { file: unit.file, line: 0, column: 0 }, detail);
}
