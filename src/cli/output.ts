// Diagnostics on standard error, for every command alike.

import type { Diagnostic } from '../base/diagnostic.js';
import { diagnosticText } from '../report/diagnostic-text.js';
import { ExitCode } from './exit-code.js';

export function show(diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) process.stderr.write(`${diagnosticText(diagnostic, process.cwd())}\n`);
}

/** Shows why, and gives the exit code for it. */
export function refuse(diagnostics: readonly Diagnostic[]): number {
  show(diagnostics);
  return ExitCode.badInput;
}
