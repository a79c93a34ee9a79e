// `preempt check --emit`: the formula, or the graph of events, instead of a report.

import { once } from 'node:events';
import { errorAt } from '../base/diagnostic.js';
import type { Limits } from '../engines/limits.js';
import type { Program } from '../model/program.js';
import type { Settings } from './check-settings.js';
import { ExitCode } from './exit-code.js';
import { refuse, show } from './output.js';

/** Gives the exit code. */
export async function emit(
  program: Program,
  format: 'dimacs' | 'smt2' | 'dot',
  { encoding, ...settings }: Settings,
  limits: Limits,
  /** Called before anything is written. */
  ready: () => void,
): Promise<number> {
  const { emitEventGraph, emitFormula } = await import('../engines/symbolic/emit.js');
  const options = { ...settings, ...limits };
  const emitted =
    format === 'dot' && encoding !== 'gap'
      ? await emitEventGraph(program, { ...options, encoding })
      : await emitFormula(program, { ...options, encoding }, format === 'smt2' ? 'smt2' : 'dimacs');
  ready();
  if (emitted.kind === 'inexpressible')
    return refuse([errorAt('bad-option', `--encoding ${encoding} cannot express ${emitted.because}`)]);
  if (emitted.kind === 'over') {
    show([errorAt('bad-option', `--emit ${format}: ${emitted.because}`)]);
    return ExitCode.inconclusive;
  }
  await writeLines(emitted.lines);
  return ExitCode.ok;
}

/** As fast as the reader takes them: a formula may be larger than the memory. */
async function writeLines(lines: Iterable<string>): Promise<void> {
  let chunk = '';
  const flush = async (): Promise<void> => {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
    chunk = '';
  };
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length > 1 << 16) await flush();
  }
  await flush();
}
