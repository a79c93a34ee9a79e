// `--emit`: what a stage of the pipeline hands to the next, as text: the linked and cleaned-up IR, the model, the
// formula of the symbolic engine. That may be larger than the memory: it is made line by line.

import { errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import type { Program } from '../model/program.js';
import type { EngineRun } from './run-engines.js';
import { firstArrivals, type Settings, whySymbolicCannot } from './settings.js';

export const stages = ['ir', 'model', 'harness', 'dimacs', 'smt2', 'dot'] as const;
export type Stage = (typeof stages)[number];

/** Without line ends. Files are named relative to `base`. */
export async function linesOf(
  program: Program,
  stage: Stage,
  options: Settings & EngineRun,
  base: string,
): Promise<Result<Iterable<string>>> {
  if (stage === 'ir') {
    const { printModule } = await import('../ir/print/print.js');
    const { shownPath } = await import('../report/paths.js');
    return ok(
      printModule(program.module, (file) => shownPath(file, base))
        .trimEnd()
        .split('\n'),
    );
  }
  if (stage === 'model') {
    const { modelJson } = await import('../report/inspect-json.js');
    return ok(modelJson(program, base).split('\n'));
  }
  if (stage === 'harness') {
    const { harness } = program;
    if (harness !== undefined) return ok(harness.text.trimEnd().split('\n'));
    return failed(
      errorAt(
        'bad-option',
        '--emit harness: the program has its own main, and neither --drive nor dispatch was asked for',
      ),
    );
  }
  const { emitEventGraph, emitFormula } = await import('../engines/symbolic/emit.js');
  const { usualEncoding } = await import('../engines/symbolic/ask/encoding.js');
  const encoding = options.encoding ?? usualEncoding(program);
  const asked = { ...options, arrivals: firstArrivals(options), encoding };
  const emitted =
    stage === 'dot' && encoding !== 'gap'
      ? await emitEventGraph(program, { ...asked, encoding })
      : await emitFormula(program, asked, stage === 'smt2' ? 'smt2' : 'dimacs');
  switch (emitted.kind) {
    case 'inexpressible':
      return failed(errorAt('bad-option', `--encoding ${encoding} cannot express ${emitted.because}`));
    case 'over':
      return failed(errorAt('over-limit', `--emit ${stage}: ${emitted.because}`));
    case 'lines':
      return ok(emitted.lines);
  }
}

/** Why a stage cannot be shown so; undefined where it can. */
export function whyNotEmitted(stage: Stage, settings: Settings): string | undefined {
  if (stage === 'ir' || stage === 'model' || stage === 'harness') return undefined;
  if (settings.engine === 'explore') return `--emit ${stage} needs --engine symbolic`;
  if (stage === 'dot' && (settings.encoding ?? 'gap') === 'gap')
    return '--emit dot needs --encoding po, precise or threads: gap has no events';
  const why = whySymbolicCannot({ ...settings, properties: ['assertion'] });
  return why === undefined ? undefined : `--emit ${stage} ${why}`;
}
