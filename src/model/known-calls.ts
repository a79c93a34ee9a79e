// What a call means beyond its body: the platform's names first, then Preempt's common ones. A known name wins over a
// body.

import type { CallInstruction, CallSite, InlineAssembly } from '../ir/instruction.js';
import type { IrModule } from '../ir/module.js';
import type { Operand } from '../ir/value.js';
import { type ExternalSummary, externalSummaries } from './libc.js';
import { commonFunctions } from './packs/every-platform.js';
import type { Effect, Platform } from './platform.js';

export function effectsOfFunction(platform: Platform, name: string): readonly Effect[] | undefined {
  const written = withoutUnit(name);
  return own(platform.functions, name) ?? own(platform.functions, written) ?? own(commonFunctions, written);
}

/** Of several static functions with one name, as a header defines them in each unit, the linker renames all but one. */
export function withoutUnit(name: string): string {
  return name.includes('.u') ? name.replace(/\.u\d+(?:\.\d+)?$/, '') : name;
}

export function externalSummary(name: string): ExternalSummary | undefined {
  return own(externalSummaries, name);
}

/**
 * The effects of inline assembly that was not executed (./assembly/lower.ts): single instructions that the pack knows,
 * and statements for machines without an interpreter. Undefined when some instruction of it is not known. Empty text is
 * a compiler barrier.
 */
export function effectsOfAssembly(platform: Platform, assembly: InlineAssembly): readonly Effect[] | undefined {
  if (assembly.unknown !== undefined) return undefined;
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

/**
 * What a call of a name like `assert` means, by what it is given: a condition first (a number, or a pointer that must
 * not be null) is checked; names of files and texts, or nothing, are told when a check has failed.
 */
export function assertionShape(
  name: string,
  { arguments: given, noReturn }: Pick<CallInstruction, 'arguments' | 'noReturn'>,
): 'condition' | 'failure' | 'unusable' {
  const [first, second] = given.map((a) => a.type.kind);
  const isChecker = /^__(?:VERIFIER|CPROVER)_/.test(name);
  if (!isChecker && (first === undefined || noReturn)) return 'failure';
  if (first === 'int' || first === 'float') return 'condition';
  if (first !== 'pointer') return 'unusable';
  const isChecked = given.length === 1 || (given.length === 2 && second === 'pointer');
  return isChecker || (isChecked && !name.startsWith('_')) ? 'condition' : 'failure';
}

/** Does a call with this effect fail whenever it is reached? */
export function failsWhenReached(
  effect: Effect,
  name: string,
  site: Pick<CallInstruction, 'arguments' | 'noReturn'>,
): boolean {
  return effect.kind === 'fail' || (effect.kind === 'assert' && assertionShape(name, site) === 'failure');
}

/** May the call fail as an assertion does? */
export function isAssertion(
  program: { readonly module: IrModule; readonly platform: Platform },
  site: CallSite,
): boolean {
  const name = directCallee(program.module, site.callee);
  return name !== undefined && failsByName(program.platform, name);
}

export function failsByName(platform: Platform, name: string): boolean {
  if (/^llvm\.\w*trap/.test(name)) return true;
  return effectsOfFunction(platform, name)?.some((e) => e.kind === 'assert' || e.kind === 'fail') === true;
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
