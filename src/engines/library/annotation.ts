// Critical accesses that the source is annotated with: which structure a call of `preempt_critical_begin` or `_end`
// names, and which one an end belongs to.

import type { CallSite, Instruction } from '../../ir/instruction.js';
import { isCall } from '../../ir/instruction-class.js';
import type { IrModule } from '../../ir/module.js';

/** The structure that an annotation names; undefined where no constant says it. */
export function annotatedName(module: IrModule, { arguments: given }: CallSite): string | undefined {
  const [text] = given;
  if (text?.kind !== 'global') return undefined;
  const initializer = module.globals.get(text.name)?.initializer;
  if (initializer?.kind !== 'bytes') return undefined;
  return String.fromCharCode(...initializer.bytes).replace(/\0.*$/s, '');
}

export function isAnnotatedWrite({ arguments: given }: CallSite): boolean {
  const [, write] = given;
  return !(write?.kind === 'int' && write.value === 0n);
}

/** What is under way behind an end: all but the innermost of that name. */
export function withoutEnded(module: IrModule, begun: readonly Instruction[], end: CallSite): readonly Instruction[] {
  const wanted = annotatedName(module, end);
  for (let n = begun.length - 1; n >= 0; n--) {
    const begin = begun[n]!;
    if (isCall(begin) && annotatedName(module, begin) === wanted) return begun.filter((_, m) => m !== n);
  }
  return begun;
}
