// What commands write: diagnostics on standard error, reports on standard output or into a file. A report is written
// whole or not at all.

import { once } from 'node:events';
import { lstatSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type Diagnostic, errorAt } from '../base/diagnostic.js';
import { version } from '../base/version.js';
import { diagnosticText } from '../report/diagnostic-text.js';
import { type Format, renderRefusal } from '../report/formats.js';
import { refusalJson } from '../report/inspect-json.js';
import { ExitCode } from './exit-code.js';

export function show(diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) process.stderr.write(`${diagnosticText(diagnostic, process.cwd())}\n`);
}

/** Shows why, and gives the exit code for it. Programs that asked for JSON get the reasons as JSON too. */
export async function refuse(diagnostics: readonly Diagnostic[], format = 'text'): Promise<number> {
  show(diagnostics);
  if (format === 'json') show(await print(refusalJson(diagnostics, process.cwd())));
  return ExitCode.badInput;
}

/** The same where a report was asked for: it says why there is none, in its format, where that is one for programs. */
export async function refuseReport(
  diagnostics: readonly Diagnostic[],
  format: Format,
  output: string | undefined,
): Promise<number> {
  show(diagnostics);
  const refused = { base: process.cwd(), version, exitCode: ExitCode.badInput };
  const text = await renderRefusal(diagnostics, format, refused);
  if (text !== undefined) show(await writeReport(text, output));
  return ExitCode.badInput;
}

/** Into a file, or on standard output. What went wrong, if anything. */
export async function writeReport(text: string, output: string | undefined): Promise<readonly Diagnostic[]> {
  return output === undefined ? print(text) : writeOutput('--output', output, text);
}

/** On standard output. What went wrong, if anything: a full disk, a reader that went away. */
export function print(text: string): Promise<readonly Diagnostic[]> {
  return new Promise((done) => {
    process.stdout.write(text, (error) => done(error == null ? [] : [notWritten(error)]));
  });
}

/** As fast as the reader takes them: they may be more than the memory holds. */
export async function printLines(lines: Iterable<string>): Promise<readonly Diagnostic[]> {
  let chunk = '';
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length <= 1 << 16) continue;
    const problems = await print(chunk);
    if (problems.length > 0) return problems;
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
    chunk = '';
  }
  return print(chunk);
}

function notWritten(error: NodeJS.ErrnoException): Diagnostic {
  const why = error.code === 'EPIPE' ? 'whoever read it has gone' : (error.code ?? error.message);
  return errorAt('bad-output', `standard output could not be written: ${why}`);
}

/** What went wrong, if anything; then the file is as it was before. */
export function writeOutput(option: string, file: string, text: string): readonly Diagnostic[] {
  try {
    if (isPlainFile(file)) replaceFile(file, text);
    else writeFileSync(file, text);
    return [];
  } catch (error) {
    return [errorAt('bad-output', `${option} ${file}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`)];
  }
}

/** Or none yet. Devices and pipes cannot be replaced. */
function isPlainFile(file: string): boolean {
  return (
    statSync(file, { throwIfNoEntry: false })?.isFile() ?? lstatSync(file, { throwIfNoEntry: false }) === undefined
  );
}

function replaceFile(file: string, text: string): void {
  const existing = statSync(file, { throwIfNoEntry: false });
  const target = existing === undefined ? file : realpathSync(file);
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: 'wx', ...(existing === undefined ? {} : { mode: existing.mode & 0o777 }) });
    renameSync(temporary, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(temporary, { force: true });
    throw error;
  }
}
