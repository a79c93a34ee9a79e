// A register is read, changed and written back, and a handler has changed it in the meantime: what is lost are the bits
// that were written back as they had been read. `UCSR0B |= UDRIE` loses nothing of a handler that clears UDRIE and
// keeps the others: whoever writes last decides about that bit, and that is so in every order. It is not harmful on
// account of the register, whatever else the execution shows. What is not known about a bit counts as lost.

import type { IrModule } from '../../ir/module.js';
import type { Program } from '../../model/program.js';
import type { Site } from '../sites.js';
import { staticFacts } from './static-facts.js';
import type { Triple } from './witness.js';

/** Of an (R,W,W): may o3 write back a bit that o2 has changed? */
export function writesBackChanged(program: Program, { o1, o2, o3 }: Triple): boolean {
  if (o1.operation !== 'R' || o2.operation !== 'W' || o3.operation !== 'W') return true;
  const [changed, last] = [bitsOf(program, o2), bitsOf(program, o3)];
  if (changed === undefined || last === undefined || changed.width !== last.width) return true;
  return (changed.all & ~changed.kept & ~(last.ones | last.zeros)) !== 0n;
}

interface WrittenBits {
  readonly width: number;
  readonly all: bigint;
  readonly ones: bigint;
  readonly zeros: bigint;
  readonly kept: bigint;
}

function bitsOf(program: Program, { function: name, instruction: id }: Site): WrittenBits | undefined {
  const { module } = program;
  const fn = module.functions.get(name);
  const store = module.instructions[id];
  if (fn === undefined || store?.op !== 'store' || !isAtConstant(module, id)) return undefined;
  const width = 8 * module.layout.storeSize(store.value.type);
  const known = staticFacts(program).values.registerBits(fn, [], store.value, store.address);
  return { width, all: (1n << BigInt(width)) - 1n, ...known };
}

/** Does it go to one place, in every execution? */
function isAtConstant({ instructions }: IrModule, id: number): boolean {
  const i = instructions[id];
  return i?.op === 'store' && i.address.kind !== 'register';
}
