// What clang prints, into diagnostics, and the arguments that it refuses. Where clang has read a file that must not
// be shown, its words may quote it, wherever they stand, and are replaced.

import { basename, normalize, resolve } from 'node:path';
import { type Diagnostic, errorAt, type Place, warningAt } from '../base/diagnostic.js';
import { textOf } from './dialect-files.js';
import { hostPath } from './file-view.js';
import type { RunOutcome, TranslationUnit } from './translation-unit.js';

/** The diagnostic for a compilation that failed: its first error, with all that clang printed below it. */
export function failureOf(outcome: RunOutcome, unit: TranslationUnit, target: string): Diagnostic {
  const { errors: text, isHidden } = outcome;
  const detail = isHidden ? undefined : shorten(text);
  const whole: Place = { file: unit.file, line: 0, column: 0 };
  const unknownTarget = /unknown target triple '([^']*)'/.exec(text);
  if (unknownTarget !== null || /error: version '.*' in target triple '.*' is invalid/.test(text)) {
    const message = `clang does not know the target '${target}'; try --target avr, thumbv7em-none-eabi, msp430 or riscv32`;
    return errorAt('unknown-target', message, whole);
  }
  const located = firstLocatedError.exec(text);
  if (located !== null) {
    const [, file = '', line, column, message = ''] = located;
    const place = file.startsWith('<') ? whole : placeOf(unit, file, Number(line), Number(column));
    const header = /^'(.*)' file not found/.exec(message)?.[1];
    if (header !== undefined) {
      const advice = 'name its directory with -I, or --sysroot for system headers';
      return errorAt('missing-header', `header '${header}' not found; ${advice}`, place, detail);
    }
    if (isHidden) return errorAt('compile-error', withheld, place);
    const foreign = /^x86 'interrupt' attribute/.test(message) ? '; name the processor of this code with --target' : '';
    return errorAt('compile-error', message + foreign, place, detail);
  }
  if (isHidden) return errorAt('compile-error', withheld, whole);
  const general = /^(?:[^\s:]+: )?(?:fatal )?error: (.*)$/m.exec(text)?.[1];
  return errorAt('compile-error', general ?? 'clang failed without saying why', whole, detail);
}

/** Calls of undeclared functions and declarations without a type: errors to clang, warnings here. */
export function warningsOf({ errors, isHidden }: RunOutcome, unit: TranslationUnit): readonly Diagnostic[] {
  return [...errors.matchAll(/^(.+?):(\d+):(\d+): warning: (.*) \[-Wimplicit-(int|function-declaration)\]$/gm)].map(
    ([, file = '', line, column, message = '', kind]) =>
      warningAt(
        kind === 'int' ? 'implicit-int' : 'implicit-declaration',
        isHidden
          ? `a ${kind === 'int' ? 'type' : 'declaration'} is missing here`
          : message.replace(/; ISO C99 and later do not support implicit \w+( \w+)?/, ''),
        placeOf(unit, file, Number(line), Number(column)),
      ),
  );
}

const withheld =
  'clang refuses this; its words are not shown, as it has read headers outside of the project; --trust shows them';

/** `files` lie outside of the project and are neither C nor headers. */
export function outsideFiles(files: readonly string[], unit: TranslationUnit): readonly Diagnostic[] {
  const lines = textOf(resolve(unit.directory, unit.file)).split('\n');
  return files.map((file) => {
    const line = lines.findIndex((text) => /^\s*#|%:/.test(text) && text.includes(basename(file))) + 1;
    const why = 'which is outside of the project and no header; --trust allows it';
    const message = `${unit.file} takes in ${normalize(file)}, ${why}`;
    return errorAt('outside-file', message, { file: unit.file, line, column: 0 });
  });
}

export interface RefusedArgument {
  readonly argument: string;
  /** A simpler form that may be accepted, e.g. `-march=rv32imac` for `-march=rv32imac_zicsr`. */
  readonly instead?: string;
}

/** Which of the user's `args` clang does not understand, by its own messages. */
export function refusedArguments(text: string, args: readonly string[]): readonly RefusedArgument[] {
  const refused = new Map<string, RefusedArgument>();
  for (const [line] of text.matchAll(/^(?:[^\s:]+: )?error: .*$/gm)) {
    if (
      !/unknown argument|unsupported (option|argument)|does not support|invalid arch name|unknown target CPU|not a recognized/.test(
        line,
      )
    ) {
      continue;
    }
    // The quotes of "did you mean '-x'?" and of "for target 'x'" name something else.
    const named = [...line.replace(/; did you mean .*| for target '.*/, '').matchAll(/'([^']+)'/g)].map(
      (match) => match[1]!,
    );
    for (const argument of args) {
      if (!named.some((name) => names(name, argument))) continue;
      const simpler = /^(-m(?:arch|cpu|fpu)=[^_.+]+)[_.+]/.exec(argument)?.[1];
      refused.set(argument, simpler === undefined ? { argument } : { argument, instead: simpler });
    }
  }
  return [...refused.values()];
}

function names(quoted: string, argument: string): boolean {
  if (!argument.startsWith('-')) return false;
  return (
    argument === quoted || argument.endsWith(`=${quoted}`) || (quoted.endsWith('=') && argument.startsWith(quoted))
  );
}

const firstLocatedError = /^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$/m;

function placeOf(unit: TranslationUnit, file: string, line: number, column: number): Place {
  const host = hostPath(file);
  return { file: unit.directory === process.cwd() ? host : resolve(unit.directory, host), line, column };
}

/** Clang repeats whole source lines, however long. */
function shorten(text: string): string {
  const lines = text.trimEnd().split('\n');
  const shown = lines.slice(0, 200).map((line) => (line.length > 400 ? `${line.slice(0, 400)} …` : line));
  if (lines.length > shown.length) shown.push(`… ${lines.length - shown.length} more lines`);
  return shown.join('\n');
}
