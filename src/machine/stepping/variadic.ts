// Variable arguments: the caller's extra arguments lie in an object of their own, as on the stack of the target's
// calling convention; on x86-64 behind the area where the callee saves the registers in which the first ones came.

import type { CallSite } from '../../ir/instruction.js';
import type { DataLayout } from '../../ir/layout.js';
import type { Type } from '../../ir/type.js';
import { copyBytes } from '../memory/bulk.js';
import { objectOf, offsetOf, pointer, type Value } from '../memory/value.js';
import type { Frame, State } from '../state.js';
import { Unmodelled } from './arithmetic.js';
import type { InstructionContext } from './instruction-context.js';

/** Object number of the extra arguments. */
export function storeArguments(
  machine: InstructionContext,
  state: State,
  site: CallSite,
  values: readonly Value[],
  from: number,
): number {
  const { layout } = machine.program.module;
  const slot = machine.program.target.pointerBytes;
  const registers = usesRegisters(machine) ? new ArgumentRegisters() : undefined;
  const placed: { at: number; type: Type; value: Value; copied: boolean }[] = [];
  let size = registers === undefined ? 0 : saveArea;
  for (let n = 0; n < values.length; n++) {
    const byValue = site.byValue?.get(n);
    const type = byValue?.type ?? site.arguments[n]!.type;
    const register = byValue === undefined ? registers?.take(type, layout) : undefined;
    if (n < from) continue;
    const value = values[n]!;
    if (register !== undefined) {
      placed.push({ at: register, type, value, copied: false });
      continue;
    }
    const align = byValue?.align ?? (registers !== undefined && isWide(type) ? 16 : layout.alignment(type));
    const step = Math.max(slot, slot === 2 ? 1 : align);
    size = Math.ceil(size / step) * step;
    placed.push({ at: size, type, value, copied: byValue !== undefined });
    size += Math.ceil(layout.allocationSize(type) / slot) * slot;
  }
  const object = state.memory.allocate(
    { kind: 'local', name: 'variable arguments', size: size + 16, visible: false, constant: false },
    false,
  );
  for (const { at, type, value, copied } of placed) {
    if (!copied) machine.image.store(state.memory, pointer(object, at), type, value);
    else copyBytes(state.memory, pointer(object, at), value as number, layout.allocationSize(type));
  }
  return object;
}

/**
 * va_start: on x86-64 a record of what the named parameters left of the registers, and where the others are; elsewhere
 * a pointer.
 */
export function startArguments(machine: InstructionContext, state: State, frame: Frame, list: Value): void {
  if (typeof list !== 'number') throw new Unmodelled('an arbitrary argument list');
  if (frame.variadic === 0) throw new Unmodelled('va_start without variable arguments');
  const area = pointer(frame.variadic, 0);
  if (!usesRegisters(machine)) return state.memory.storePointer(list, area);
  const registers = new ArgumentRegisters();
  const { parameters, byValue } = frame.code.fn;
  for (const [n, { type }] of parameters.entries())
    if (byValue?.has(n) !== true) registers.take(type, machine.program.module.layout);
  state.memory.storeInteger(list, 4, registers.general);
  state.memory.storeInteger(list + 4, 4, registers.vector);
  state.memory.storePointer(list + 8, area + saveArea);
  state.memory.storePointer(list + 16, area);
}

/** Bytes of six general registers; behind them those of eight vector registers. */
const generalArea = 48;
const saveArea = generalArea + 8 * 16;

/** The System V calling convention of x86-64: arguments are in registers as long as they fit as a whole. */
class ArgumentRegisters {
  /** Offsets of the next free ones in the area where a variadic function saves them. */
  general = 0;
  vector = generalArea;

  /** Where the argument is in that area; undefined if it is on the stack. */
  take(type: Type, layout: DataLayout): number | undefined {
    const isGeneral = type.kind === 'int' || type.kind === 'pointer';
    if (!isGeneral && type.kind !== 'float' && type.kind !== 'vector')
      throw new Unmodelled(`an argument of type ${type.kind} of a function with variable arguments`);
    const size = Math.ceil(layout.storeSize(type) / 8) * 8;
    if (size > 16 || (type.kind === 'float' && type.format === 'x86_fp80')) return undefined;
    const at = isGeneral ? this.general : this.vector;
    if (isGeneral ? at + size > generalArea : at === saveArea) return undefined;
    if (isGeneral) this.general += size;
    else this.vector += 16;
    return at;
  }
}

function usesRegisters(machine: InstructionContext): boolean {
  const { triple } = machine.program.target;
  return triple.startsWith('x86_64') && !triple.includes('windows');
}

/** clang before 18 says that these are aligned to 8 bytes, but not where it takes them as arguments. */
function isWide(type: Type): boolean {
  return type.kind === 'int' && type.bits > 64;
}

/** The va_arg instruction, on targets whose argument list is a pointer: takes one argument and moves on. */
export function nextArgument(machine: InstructionContext, state: State, list: Value, type: Type): Value {
  const { layout } = machine.program.module;
  const slot = machine.program.target.pointerBytes;
  if (typeof list !== 'number' || slot === 8) throw new Unmodelled('the va_arg instruction on an unknown list');
  const at = state.memory.loadPointer(list);
  if (typeof at !== 'number') throw new Unmodelled('an arbitrary argument list');
  const align = Math.max(slot, slot === 2 ? 1 : layout.alignment(type));
  const start = pointer(objectOf(at), Math.ceil(offsetOf(at) / align) * align);
  if (state.memory.invalid(start, layout.storeSize(type)) !== undefined)
    throw new Unmodelled('va_arg beyond the last argument');
  state.memory.storePointer(list, start + Math.ceil(layout.allocationSize(type) / slot) * slot);
  return machine.image.load(state.memory, start, type);
}
