// What functions without a body promise by their declarations: a parameter that points to what is constant is read
// only. The IR does not say it. Where the text of a file looks as if it did, the file is compiled once more with a
// pointer to each such function behind it, whose type the debug information describes.

import { latin1Text } from '../base/bytes.js';
import { pathIn } from '../base/path.js';
import type { Result } from '../base/result.js';
import type { ChangedFiles } from '../clang/dialect-files.js';
import type { Workspace } from '../clang/host.js';
import type { TranslationUnit } from '../clang/translation-unit.js';
import type { IrModule } from '../ir/module.js';
import { undefinedFunctions } from '../model/environment.js';
import { externalSummary } from '../model/known-calls.js';
import type { Platform } from '../model/platform.js';
import { saysInText } from './text-of-unit.js';

/** Parameters that point to what is constant, by function. */
export type Prototypes = ReadonlyMap<string, ReadonlySet<number>>;

const PREFIX = 'preempt_prototype_';

/** `modules` are those of `units`, maybe with others behind them; `compiled` compiles some of them, changed. */
export async function prototypesOf(
  modules: readonly IrModule[],
  units: readonly TranslationUnit[],
  { platform, workspace }: { readonly platform: Platform; readonly workspace: Pick<Workspace, 'read'> },
  compiled: (units: readonly TranslationUnit[], changed: ChangedFiles) => Promise<Result<readonly IrModule[]>>,
): Promise<Prototypes> {
  const missing = undefinedFunctions(modules, platform);
  const found = new Map<string, ReadonlySet<number>>();
  for (const [n, unit] of units.entries()) {
    const isAsked = (name: string): boolean =>
      missing.has(name) && /^[A-Za-z]\w*$/.test(name) && externalSummary(name) === undefined;
    const asked = [...(modules[n]?.functions.values() ?? [])].flatMap(({ name, type }) =>
      isAsked(name) && type.parameters.some((p) => p.kind === 'pointer') ? [name] : [],
    );
    const areNamed = asked.length > 0 && saysInText(unit, /\btypedef\b[^;{}]*\bconst\b/, workspace);
    const names = asked.filter(
      (name) => areNamed || saysInText(unit, new RegExp(`\\b${name}\\s*\\([^;{}]*\\bconst\\b`), workspace),
    );
    const file = pathIn(unit.directory, unit.file);
    const bytes = unit.kind === 'c' && names.length > 0 ? workspace.read(file) : undefined;
    if (bytes === undefined) continue;
    const pointers = names.map((name) => `__typeof__(${name}) *${PREFIX}${name};`);
    const again = await compiled([unit], { [file]: `${latin1Text(bytes)}\n${pointers.join('\n')}\n` });
    // A name that is no declaration of C costs precision alone.
    if (again.kind === 'failed') continue;
    for (const name of names) {
      const own = constPointees(again.value[0], name);
      const known = found.get(name);
      found.set(name, known === undefined ? own : new Set([...own].filter((p) => known.has(p))));
    }
  }
  return found;
}

function constPointees(module: IrModule | undefined, name: string): ReadonlySet<number> {
  const pointer = module?.globals.get(PREFIX + name);
  const type = pointer && module?.units[pointer.unit]?.debug.globalVariable(pointer.debug)?.type;
  const target = type?.kind === 'pointer' ? type.target() : undefined;
  return target?.kind === 'function' ? target.constPointees() : new Set();
}

export function withPrototypes(modules: readonly IrModule[], prototypes: Prototypes): readonly IrModule[] {
  if (prototypes.size === 0) return modules;
  return modules.map((module) => {
    const functions = new Map(module.functions);
    for (const [name, constPointees] of prototypes) {
      const fn = functions.get(name);
      if (fn !== undefined && fn.blocks.length === 0 && constPointees.size > 0)
        functions.set(name, { ...fn, constPointees });
    }
    return { ...module, functions };
  });
}
