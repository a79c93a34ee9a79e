// What a call means beyond its body: the platform's names first, then Preempt's common ones. A known name wins over a
// body.

import type { CallSite, InlineAssembly } from '../ir/instruction.js';
import type { IrModule } from '../ir/module.js';
import type { Operand } from '../ir/value.js';
import { type ExternalSummary, externalSummaries } from './libc.js';
import { commonFunctions } from './packs/every-platform.js';
import type { Effect, Platform } from './platform.js';

export function effectsOfFunction(platform: Platform, name: string): readonly Effect[] | undefined {
  return own(platform.functions, name) ?? own(commonFunctions, name);
}

export function externalSummary(name: string): ExternalSummary | undefined {
  return own(externalSummaries, name);
}

/**
 * The effects of inline assembly; undefined when some instruction of it is not known. Empty text is a compiler barrier.
 */
export function effectsOfAssembly(platform: Platform, assembly: InlineAssembly): readonly Effect[] | undefined {
  const effects: Effect[] = [];
  for (const line of assembly.text.split(/[\n;]|\\0A|\\n/)) {
    const instruction = line
      .replace(/\/\/.*|@.*|#\s.*$/g, '')
      .replace(/\$\{(\d+)(?::\w)?\}/g, '$$$1')
      .trim()
      .replace(/\s+/g, ' ')
      .toLowerCase();
    if (instruction === '' || instruction.startsWith('.')) continue;
    const known = platform.assembly.find((entry) => new RegExp(entry.pattern).test(instruction));
    if (known === undefined) return undefined;
    effects.push(...known.effects);
  }
  return effects;
}

/** Of a call that names what it calls. */
export function effectsOfCall(
  { module, platform }: { readonly module: IrModule; readonly platform: Platform },
  { callee }: CallSite,
): readonly Effect[] | undefined {
  if (callee.kind === 'assembly') return effectsOfAssembly(platform, callee);
  const name = directCallee(module, callee);
  return name === undefined ? undefined : effectsOfFunction(platform, name);
}

/** The name of a directly called function, casts and aliases removed. */
export function directCallee(module: IrModule, callee: CallSite['callee']): string | undefined {
  if (callee.kind === 'assembly') return undefined;
  return functionName(module, callee);
}

/** The function that a constant operand names. */
export function functionName(module: IrModule, operand: Operand): string | undefined {
  let current = operand;
  for (let steps = 0; steps < 64; steps++) {
    if (current.kind === 'expression' && 'value' in current) current = current.value;
    else if (current.kind === 'global') {
      if (module.functions.has(current.name)) return current.name;
      const alias = module.aliases.get(current.name);
      if (alias === undefined) return undefined;
      current = alias.target;
    } else return undefined;
  }
  return undefined;
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
