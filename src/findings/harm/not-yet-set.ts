// Bits of a register that cannot have been set yet where main writes it once, as programs do at the start: those that
// main sets only there or later, and otherwise only the handler that came into it. `CR1 |= RXNEIE`, and a handler that
// looks at the register before it sets and clears TXEIE there: until then both are off, and it does nothing. A bit that
// nobody sets may be set from the beginning, by reset or by a library. Not exact: an earlier start of the handler may
// have set one, if it did so unasked. Harm that needs it is not shown then.

import type { Instruction } from '../../ir/instruction.js';
import { isCall } from '../../ir/instruction-class.js';
import type { IrFunction } from '../../ir/module.js';
import { shapeOf } from '../../machine/compile/shape.js';
import type { KnownValues } from '../../model/known-value.js';
import type { Access, ObjectId, Program } from '../../model/program.js';
import type { References } from '../../model/references.js';
import { staticFacts } from './static-facts.js';
import type { Triple } from './witness.js';

/** Bytes of a register; more than one object where it is not known which it is. */
export interface RegisterBytes {
  readonly objects: readonly ObjectId[];
  readonly offset: number;
  readonly size: number;
}

/** An instruction of a function. */
interface Position {
  readonly fn: IrFunction;
  readonly at: Instruction;
}

/** The lowest bit is that of the first byte. */
export function notYetSet(program: Program, { o2, o3 }: Triple, register: RegisterBytes): bigint {
  const { values, references } = staticFacts(program);
  const last = program.accesses.find((a) => a.context === o3.context && a.instruction.id === o3.instruction);
  const way = last === undefined ? undefined : onlyWayTo(program, last, references);
  if (way === undefined) return 0n;
  const before = madeBefore(program, way);
  let [late, early] = [0n, 0n];
  for (const access of program.accesses) {
    if (access.operation === 'R') continue;
    const { surely, maybe } = bitsSetBy(program, access, register, values);
    const isEarly = access.context === o3.context ? before.has(access.instruction) : access.context !== o2.context;
    if (isEarly) early |= maybe;
    else late |= surely;
  }
  return late & ~early;
}

/**
 * What is known to be one, and what is not known to be none. Which bits `PORTB |= 1 << n` sets is not known: nothing
 * says that they were off.
 */
interface SetBits {
  readonly surely: bigint;
  readonly maybe: bigint;
}

function bitsSetBy(
  { module }: Program,
  { function: name, instruction, regions, size }: Access,
  register: RegisterBytes,
  values: KnownValues,
): SetBits {
  const all = (1n << BigInt(8 * register.size)) - 1n;
  const fn = module.functions.get(name);
  let [surely, maybe] = [0n, 0n];
  for (const r of regions) {
    if (!register.objects.includes(r.object)) continue;
    const isExact = r.stride === 0 && r.size === size;
    if (isExact && (r.offset + r.size <= register.offset || r.offset >= register.offset + register.size)) continue;
    if (!isExact || instruction.op !== 'store' || fn === undefined) return { surely: 0n, maybe: all };
    const { ones, zeros, kept } = values.registerBits(fn, [], instruction.value, instruction.address);
    const by = BigInt(8 * (r.offset - register.offset));
    const inRegister = (bits: bigint): bigint => (by < 0n ? bits >> -by : bits << by) & all;
    surely |= inRegister(ones);
    maybe |= inRegister(((1n << BigInt(8 * size)) - 1n) & ~zeros & ~kept);
  }
  return { surely, maybe };
}

/** In main, outside of all loops: the calls that lead there, each the only one of its function, innermost first. */
function onlyWayTo(
  program: Program,
  { context, function: name, instruction }: Access,
  references: References,
): readonly Position[] | undefined {
  const { kind, function: entry } = program.contexts[context]!;
  const way: Position[] = [];
  let [at, fn] = [instruction, program.module.functions.get(name)];
  while (kind === 'main' && fn !== undefined && !isInLoop(fn, at) && !way.some((w) => w.fn === fn)) {
    way.push({ fn, at });
    if (fn.name === entry) return way;
    const calls = callsOf(program, fn);
    if (calls.length !== 1) return undefined;
    at = calls[0]!;
    fn = program.module.functions.get(references.container.get(at) ?? '');
  }
  return undefined;
}

/** All that main may have executed on its way. */
function madeBefore({ module, callGraph }: Program, way: readonly Position[]): ReadonlySet<Instruction> {
  const before = new Set<Instruction>();
  const work: Instruction[] = [];
  for (const { fn, at } of way) {
    const { predecessors } = shapeOf(fn).flow;
    const block = blockOf(fn, at);
    const blocks = new Set<number>();
    const open = [...predecessors[block]!];
    for (let b = open.pop(); b !== undefined; b = open.pop()) {
      if (blocks.has(b)) continue;
      blocks.add(b);
      open.push(...predecessors[b]!);
    }
    const own = fn.blocks[block]!.instructions;
    work.push(...own.slice(0, own.indexOf(at)), ...[...blocks].flatMap((b) => fn.blocks[b]!.instructions));
  }
  for (let i = work.pop(); i !== undefined; i = work.pop()) {
    if (before.has(i)) continue;
    before.add(i);
    if (!isCall(i)) continue;
    for (const name of callGraph.targets(i))
      work.push(...(module.functions.get(name)?.blocks ?? []).flatMap((b) => b.instructions));
  }
  return before;
}

function isInLoop(fn: IrFunction, instruction: Instruction): boolean {
  const block = blockOf(fn, instruction);
  const { loops, irreducible } = shapeOf(fn);
  return irreducible.length > 0 || [...loops.values()].some((body) => body.has(block));
}

function blockOf(fn: IrFunction, instruction: Instruction): number {
  return fn.blocks.findIndex((b) => b.instructions.includes(instruction));
}

function callsOf({ module, callGraph }: Program, { name }: IrFunction): readonly Instruction[] {
  const calls: Instruction[] = [];
  for (const { blocks } of module.functions.values())
    for (const { instructions } of blocks)
      for (const i of instructions) if (isCall(i) && callGraph.targets(i).includes(name)) calls.push(i);
  return calls;
}
