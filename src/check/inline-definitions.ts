// Bodies of C99 functions that are only `inline`. Without optimisation clang leaves them out, since another file is to
// define them for the linker; code that is always compiled with optimisation often has no such file. Where nobody
// defines one, its file is compiled again as C was before C99, which keeps the body. Others may still define it.

import { ok, type Result } from '../base/result.js';
import type { Workspace } from '../clang/host.js';
import type { TranslationUnit } from '../clang/translation-unit.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import { undefinedFunctions } from '../model/environment.js';
import type { Platform } from '../model/platform.js';
import { escaped, saysInText } from './text-of-unit.js';

/** The modules of `units`, compiled again where that defines what is missing; `compiled` does that. */
export async function withInlineDefinitions(
  modules: readonly IrModule[],
  units: readonly TranslationUnit[],
  { platform, workspace }: { readonly platform: Platform; readonly workspace: Pick<Workspace, 'read'> },
  compiled: (units: readonly TranslationUnit[]) => Promise<Result<readonly IrModule[]>>,
): Promise<Result<readonly IrModule[]>> {
  const missing = undefinedFunctions(modules, platform);
  const affected = units.flatMap((unit, n) => {
    const wanted = [...modules[n]!.functions.keys()].filter((name) => missing.has(name));
    return unit.kind === 'c' && definesInline(unit, wanted, workspace) ? [n] : [];
  });
  if (affected.length === 0) return ok(modules);
  const again = await compiled(
    affected.map((n) => ({ ...units[n]!, arguments: [...units[n]!.arguments, '-fgnu89-inline'] })),
  );
  // A file that is no C of any age keeps what it has.
  if (again.kind === 'failed') return ok(modules);
  const replaced = modules.map((module, n) => {
    const older = again.value[affected.indexOf(n)];
    return older === undefined ? module : completed(module, older);
  });
  return ok(replaced, again.diagnostics);
}

/** `older`, if it defines more; what is new in it yields to the definition of any other file. */
function completed(module: IrModule, older: IrModule): IrModule {
  const isWhole = [...module.functions.values()].every(
    (fn) => fn.blocks.length === 0 || isDefined(older.functions.get(fn.name)),
  );
  if (!isWhole) return module;
  const functions = new Map(older.functions);
  for (const [name, fn] of functions)
    if (fn.linkage === 'external' && isDefined(fn) && !isDefined(module.functions.get(name)))
      functions.set(name, { ...fn, linkage: 'weak' });
  return { ...older, functions };
}

function isDefined(fn: IrFunction | undefined): boolean {
  return fn !== undefined && fn.blocks.length > 0;
}

/** Does the file, or one that it includes by name, seem to have an inline function of such a name? */
function definesInline(unit: TranslationUnit, names: readonly string[], workspace: Pick<Workspace, 'read'>): boolean {
  if (names.length === 0) return false;
  const one = names.map(escaped).join('|');
  const definition = new RegExp(`\\b(?:__)?inline(?:__)?\\b[^;{}]*\\b(?:${one})\\s*\\(`);
  return saysInText(unit, definition, workspace);
}
