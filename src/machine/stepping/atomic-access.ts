// atomicrmw and cmpxchg: both halves in one step.

import type { AtomicRmw, CompareExchange } from '../../ir/instruction.js';
import { accessedType } from '../../ir/instruction-class.js';
import type { Type } from '../../ir/type.js';
import type { Value } from '../memory/value.js';
import type { Frame, State } from '../state.js';
import { Unmodelled } from './arithmetic.js';
import type { Decider } from './decider.js';
import type { InstructionContext } from './instruction-context.js';

/** Reads, computes, writes, in one step; gives what was written. */
export function atomicAccess(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: AtomicRmw | CompareExchange,
  p: number,
  decider: Decider,
): Value | undefined {
  const type = accessedType(i);
  const old = machine.image.load(state.memory, p, type);
  if (i.op === 'cmpxchg') {
    const expected = machine.value(frame, i.expected);
    const isEqual =
      type.kind === 'pointer' ? (old === expected ? 1 : 0) : machine.arithmetic.compare('eq', type, old, expected);
    const replacement = machine.value(frame, i.replacement);
    const success = machine.decide(isEqual, decider);
    frame.registers[i.result.index] = [old, success ? 1 : 0];
    if (!success) return undefined;
    machine.image.store(state.memory, p, type, replacement);
    return replacement;
  }
  const value = rmwResult(machine, i.operation, type, old, machine.value(frame, i.value));
  frame.registers[i.result.index] = old;
  machine.image.store(state.memory, p, type, value);
  return value;
}

function rmwResult(machine: InstructionContext, operation: string, type: Type, old: Value, value: Value): Value {
  const { arithmetic, terms } = machine;
  switch (operation) {
    case 'xchg':
      return value;
    case 'add':
    case 'sub':
    case 'and':
    case 'or':
    case 'xor':
    case 'fadd':
    case 'fsub':
      return arithmetic.binary(operation, type, old, value);
    case 'nand':
      return arithmetic.value(type, terms.not(terms.and(arithmetic.term(type, old), arithmetic.term(type, value))));
    case 'max':
    case 'min':
    case 'umax':
    case 'umin': {
      const predicate = ({ max: 'sgt', min: 'slt', umax: 'ugt', umin: 'ult' } as const)[operation];
      const [a, b] = [arithmetic.term(type, old), arithmetic.term(type, value)];
      return arithmetic.value(type, terms.ite(arithmetic.compareTerms(predicate, a, b), a, b));
    }
    default:
      throw new Unmodelled(`atomicrmw ${operation}`);
  }
}
