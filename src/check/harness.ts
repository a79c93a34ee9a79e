// A program that has no `main`, with one: the harness of `--drive`, that of `dispatch`, or what Arduino's core does
// with a sketch, compiled as the program's own files are.

import { latin1Bytes } from '../base/bytes.js';
import { type Diagnostic, errorAt } from '../base/diagnostic.js';
import { type CheckLimits, noLimits } from '../base/limits.js';
import { pathIn } from '../base/path.js';
import { failed, ok, type Result } from '../base/result.js';
import type { CompiledUnit, CompileOptions } from '../clang/compile.js';
import type { Workspace } from '../clang/host.js';
import type { TranslationUnit } from '../clang/translation-unit.js';
import { linkModules } from '../ir/link/link.js';
import type { IrModule } from '../ir/module.js';
import { parseModule } from '../ir/parse/parse.js';
import type { TypeTable } from '../ir/type-table.js';
import { readCplusplus } from '../model/cplusplus.js';
import { dispatchHarness } from '../model/harness/dispatch-harness.js';
import { drivenFunctions } from '../model/harness/driven-functions.js';
import { driveHarness, sketchHarness } from '../model/harness/harness.js';
import type { Platform } from '../model/platform.js';
import type { Harness } from '../model/program.js';
import { besides } from './environment.js';
import type { Request } from './request.js';

export interface HarnessModule {
  readonly harness: Harness;
  readonly module: IrModule;
  /** The file that it is shown as, and its bytes. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

interface Surroundings {
  /** Where relative paths start. */
  readonly directory: string;
  readonly platform: Platform;
  readonly workspace: Workspace;
  readonly types: TypeTable;
}

/** Undefined where none is asked for nor needed. */
export async function harnessFor(
  modules: readonly IrModule[],
  sources: readonly TranslationUnit[],
  request: Pick<Request, 'drive' | 'dispatch' | 'entry' | 'isrs'>,
  { directory, platform, workspace, types }: Surroundings,
  options: Omit<CompileOptions, 'project'>,
  checkLimits: CheckLimits = noLimits,
): Promise<Result<HarnessModule | undefined>> {
  const { drive, dispatch, entry } = request;
  if (entry !== undefined && drive !== undefined)
    return failed(errorAt('bad-option', '--drive makes the entry itself: it does not go with --entry'));
  if (dispatch !== undefined && (entry !== undefined || drive !== undefined))
    return failed(errorAt('bad-option', 'dispatch makes the entry itself: it goes with neither --entry nor --drive'));
  if (entry !== undefined) return ok(undefined);
  const linked = linkModules(modules, checkLimits);
  // What is wrong then is told when the whole program is linked.
  if (linked.kind === 'failed') return ok(undefined);
  const program = readCplusplus(linked.value);
  const harness = harnessOf(program, platform, request);
  if (harness.kind === 'failed' || harness.value === undefined) return harness as Result<undefined>;
  const file = pathIn(workspace.headers, 'preempt/harness.c');
  const unit = besides(sources.find((each) => each.kind === 'c') ?? sources[0]!, file);
  const compiled = await workspace.compile([unit], { ...options, changed: { [file]: harness.value.text } });
  const diagnostics: Diagnostic[] = [...harness.diagnostics, ...compiled.diagnostics];
  if (compiled.kind === 'failed') return failed(...diagnostics);
  const [{ ir, hash }] = compiled.value as readonly [CompiledUnit];
  // Reports name it as a file beside the others: that is where somebody would put it.
  const shown = pathIn(directory, 'harness.c');
  const module = parseModule(ir.replaceAll(file, shown), shown, types, hash, checkLimits);
  if (module.kind === 'failed') return failed(...diagnostics, ...module.diagnostics);
  const bytes = latin1Bytes(harness.value.text);
  return ok({ harness: harness.value, module: module.value, file: shown, bytes }, diagnostics);
}

function harnessOf(
  module: IrModule,
  platform: Platform,
  { drive, dispatch, isrs = [] }: Pick<Request, 'drive' | 'dispatch' | 'isrs'>,
): Result<Harness | undefined> {
  if (dispatch !== undefined) return dispatchHarness(module, dispatch);
  if (drive === undefined) return ok(sketchHarness(module, platform));
  const named = isrs.map((isr) => isr.function);
  const functions = drivenFunctions(module, platform, drive, named);
  if (functions.kind === 'failed') return functions;
  return ok(driveHarness(module, platform, functions.value.first, functions.value.others), functions.diagnostics);
}
