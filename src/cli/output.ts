// What commands write: diagnostics on standard error, a report into a file.

import { writeFileSync } from 'node:fs';
import { type Diagnostic, errorAt } from '../base/diagnostic.js';
import { packageVersion } from '../base/package-root.js';
import { diagnosticText } from '../report/diagnostic-text.js';
import { type Format, renderRefusal } from '../report/formats.js';
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

/** The same where a report was asked for: it says why there is none, in its format, where that is one for programs. */
export async function refuseReport(
  diagnostics: readonly Diagnostic[],
  format: Format,
  output: string | undefined,
): Promise<number> {
  show(diagnostics);
  const text = await renderRefusal(diagnostics, format, {
    base: process.cwd(),
    version: packageVersion(),
    exitCode: ExitCode.badInput,
  });
  if (text === undefined) return ExitCode.badInput;
  if (output === undefined) process.stdout.write(text);
  else show([writeOutput('--output', output, text)].filter((d) => d !== undefined));
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
