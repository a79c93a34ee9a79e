// The environment models that a program needs, compiled as its own files are and ready to be linked with it: for the
// same target, with the same folders for headers and the same definitions, so that both mean the same types.

import { utf8Text } from '../base/bytes.js';
import type { Diagnostic } from '../base/diagnostic.js';
import type { CheckLimits } from '../base/limits.js';
import { pathIn } from '../base/path.js';
import { failed, ok, type Result } from '../base/result.js';
import type { CompileOptions } from '../clang/compile.js';
import type { Workspace } from '../clang/host.js';
import type { TranslationUnit } from '../clang/translation-unit.js';
import { linkModules } from '../ir/link/link.js';
import { withoutUnusedModels } from '../ir/link/unused-models.js';
import type { IrModule, Linkage } from '../ir/module.js';
import { parseModule } from '../ir/parse/parse.js';
import type { TypeTable } from '../ir/type-table.js';
import { definedFunctions, environmentModels, undefinedFunctions } from '../model/environment.js';
import type { Platform } from '../model/platform.js';

interface Surroundings {
  readonly platform: Platform;
  readonly workspace: Workspace;
  readonly types: TypeTable;
}

/** Models of what `modules` call, and of what those call; none where the program has all that it calls. */
export async function environmentOf(
  modules: readonly IrModule[],
  /** What the modules were compiled from. */
  sources: readonly TranslationUnit[],
  { platform, workspace, types }: Surroundings,
  options: Omit<CompileOptions, 'project'>,
  checkLimits: CheckLimits,
): Promise<Result<readonly IrModule[]>> {
  const folder = pathIn(workspace.headers, 'models');
  const rest = new Set(environmentModels);
  const found: IrModule[] = [];
  const diagnostics: Diagnostic[] = [];
  for (;;) {
    const wanted = undefinedFunctions(used(modules, found, checkLimits), platform);
    if (wanted.size === 0) return ok(found, diagnostics);
    const next = [...rest].filter(({ file }) => {
      const text = utf8Text(workspace.read(pathIn(folder, file)) ?? new Uint8Array());
      return definedFunctions(text).some((name) => wanted.has(name));
    });
    if (next.length === 0) return ok(found, diagnostics);
    const user = sources.find((unit, n) => unit.kind === 'c' && mentions(modules[n]!, wanted)) ?? sources[0]!;
    const units = next.map(({ file }) => besides(user, pathIn(folder, file)));
    const compiled = await workspace.compile(units, options);
    diagnostics.push(...compiled.diagnostics);
    if (compiled.kind === 'failed') return failed(...diagnostics);
    for (const unit of compiled.value) {
      const module = parseModule(unit.ir, unit.file, types, unit.hash, checkLimits);
      diagnostics.push(...module.diagnostics);
      if (module.kind === 'failed') return failed(...diagnostics);
      const isBody = next.some(({ file, isBody }) => isBody === true && unit.file.endsWith(file));
      found.push(asModel(module.value, isBody));
    }
    for (const model of next) rest.delete(model);
  }
}

/** The program, and of its models what it uses. */
function used(
  modules: readonly IrModule[],
  models: readonly IrModule[],
  checkLimits: CheckLimits,
): readonly IrModule[] {
  if (models.length === 0) return modules;
  const linked = linkModules([...modules, ...models], checkLimits);
  // What is wrong then is told when the whole program is linked.
  return linked.kind === 'failed' ? modules : [withoutUnusedModels(linked.value)];
}

function mentions({ functions }: IrModule, names: ReadonlySet<string>): boolean {
  return [...functions.keys()].some((name) => names.has(name));
}

/** A file that is compiled as `user` is, but for its language and for what that one is forced to include. */
export function besides(user: TranslationUnit, file: string): TranslationUnit {
  const { isUnoptimised: _, ...unit } = user;
  const kept: string[] = [];
  for (let at = 0; at < user.arguments.length; at++) {
    const argument = user.arguments[at]!;
    if (['-x', '-include', '-imacros'].includes(argument)) at++;
    else if (!/^-(?:std=|include|imacros)/.test(argument)) kept.push(argument);
  }
  return { ...unit, kind: 'c', file, arguments: user.kind === 'c' ? kept : [] };
}

/** Whatever the program defines itself is stronger. */
function asModel(module: IrModule, isBody: boolean): IrModule {
  const functions = [...module.functions].map(([name, fn]) => [name, fn.blocks.length > 0 ? weaker(fn) : fn] as const);
  const globals = [...module.globals].map(([name, g]) => [name, g.initializer === undefined ? g : weaker(g)] as const);
  return {
    ...module,
    functions: new Map(functions),
    globals: new Map(globals),
    units: module.units.map((unit) => ({ ...unit, ...(isBody ? { isLibrary: true } : { isModel: true }) }) as const),
  };
}

function weaker<T extends { readonly linkage: Linkage }>(symbol: T): T {
  return symbol.linkage === 'external' ? { ...symbol, linkage: 'weak' } : symbol;
}
