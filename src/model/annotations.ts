// What a source says about its functions and variables with `__attribute__((annotate("…")))`, which clang lists in
// @llvm.global.annotations: the meaning of dialect words (docs/dialects.md), on any target.

import { utf8Text } from '../base/bytes.js';
import type { IrModule } from '../ir/module.js';
import type { Constant, Operand } from '../ir/value.js';
import { functionName } from './known-calls.js';

export interface Annotation {
  /** A function or a variable of the module. */
  readonly symbol: string;
  /** `preempt.isr`, `preempt.isr:4`. */
  readonly text: string;
  /** The first argument, where it is an integer. */
  readonly argument?: number;
}

export function annotationsOf(module: IrModule): readonly Annotation[] {
  const list = module.globals.get('llvm.global.annotations')?.initializer;
  if (list?.kind !== 'aggregate') return [];
  return list.elements.flatMap((entry): Annotation[] => {
    if (entry.kind !== 'aggregate') return [];
    const symbol = symbolOf(module, entry.elements[0]);
    const text = stringOf(module, entry.elements[1]);
    const argument = firstInteger(module, entry.elements[4]);
    if (symbol === undefined || text === undefined) return [];
    return [{ symbol, text, ...(argument === undefined ? {} : { argument }) }];
  });
}

function symbolOf(module: IrModule, constant: Constant | undefined): string | undefined {
  if (constant === undefined) return undefined;
  return functionName(module, constant) ?? globalOf(constant);
}

function stringOf(module: IrModule, constant: Constant | undefined): string | undefined {
  const value = module.globals.get(globalOf(constant) ?? '')?.initializer;
  return value?.kind === 'bytes' ? utf8Text(value.bytes).replace(/\0$/, '') : undefined;
}

/** Arguments are the fields of a constant structure that the entry points to: `{ i16 } { i16 4 }`. */
function firstInteger(module: IrModule, constant: Constant | undefined): number | undefined {
  const values = module.globals.get(globalOf(constant) ?? '')?.initializer;
  if (values?.kind === 'zero' && values.type.kind === 'struct')
    return values.type.fields?.[0]?.kind === 'int' ? 0 : undefined;
  const first = values?.kind === 'aggregate' ? values.elements[0] : undefined;
  return first?.kind === 'int' ? Number(BigInt.asIntN(first.type.bits, first.value)) : undefined;
}

/** The global that a constant address lies in. */
export function globalOf(address: Operand | undefined): string | undefined {
  let current = address;
  while (current?.kind === 'expression') {
    if ('base' in current) current = current.base;
    else if ('value' in current) current = current.value;
    else return undefined;
  }
  return current?.kind === 'global' ? current.name : undefined;
}
