// Variable arguments: the caller's extra arguments lie in an object of their own, as on the stack of the target's calling convention.

import type { CallSite } from '../../ir/instruction.js';
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
  const placed: { at: number; type: Type; value: Value; copied: boolean }[] = [];
  let size = 0;
  for (let n = from; n < values.length; n++) {
    const byValue = site.byValue?.get(n);
    const type = byValue ?? site.arguments[n]!.type;
    // clang before 18 aligns __int128 to 8 bytes in memory but to 16 as an argument, and says so only in an attribute.
    if (byValue !== undefined && slot === 8 && hasWideInteger(type) && layout.alignment(type) < 16)
      throw new Unmodelled('a variable argument that holds an __int128');
    const align = Math.max(slot, slot === 2 ? 1 : layout.alignment(type));
    size = Math.ceil(size / align) * align;
    placed.push({ at: size, type, value: values[n]!, copied: byValue !== undefined });
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

/** va_start: on x86-64 a record whose register areas are used up, so that all arguments come from the stack; elsewhere a pointer. */
export function startArguments(machine: InstructionContext, state: State, frame: Frame, list: Value): void {
  if (typeof list !== 'number') throw new Unmodelled('an arbitrary argument list');
  if (frame.variadic === 0) throw new Unmodelled('va_start without variable arguments');
  const area = pointer(frame.variadic, 0);
  if (!machine.program.target.triple.startsWith('x86_64')) return state.memory.storePointer(list, area);
  state.memory.storeInteger(list, 4, 48);
  state.memory.storeInteger(list + 4, 4, 304);
  state.memory.storePointer(list + 8, area);
  state.memory.storePointer(list + 16, area);
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

function hasWideInteger(type: Type): boolean {
  if (type.kind === 'struct') return (type.fields ?? []).some(hasWideInteger);
  return type.kind === 'array' ? hasWideInteger(type.element) : type.kind === 'int' && type.bits > 64;
}
