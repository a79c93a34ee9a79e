// What commands write: diagnostics on standard error, a report into a file.

import { writeFileSync } from 'node:fs';
import { type Diagnostic, errorAt } from '../base/diagnostic.js';
import { diagnosticText } from '../report/diagnostic-text.js';
import { refusalJson } from '../report/inspect-json.js';
import { ExitCode } from './exit-code.js';

export function show(diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) process.stderr.write(`${diagnosticText(diagnostic, process.cwd())}\n`);
}

/** Shows why, and gives the exit code for it. Programs that asked for JSON get the reasons as JSON too. */
export function refuse(diagnostics: readonly Diagnostic[], format = 'text'): number {
  show(diagnostics);
  if (format === 'json') process.stdout.write(refusalJson(diagnostics, process.cwd()));
  return ExitCode.badInput;
}

/** What went wrong, if anything. */
export function writeOutput(option: string, file: string, text: string): Diagnostic | undefined {
  try {
    writeFileSync(file, text);
    return undefined;
  } catch (error) {
    return errorAt('bad-output', `${option} ${file}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
}
