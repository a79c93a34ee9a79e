// Comparisons of any two values: numbers, and pointers, which may depend on data or be of unknown origin.

import { holds, type IntegerPredicate, integerPredicates, type Predicate } from '../../ir/predicate.js';
import type { IntType, Type } from '../../ir/type.js';
import {
  homeOf,
  OFFSET_BITS,
  type Pointer,
  PointerChoice,
  Symbolic,
  SymbolicPointer,
  signedOffset,
  type Value,
} from '../memory/value.js';
import type { State } from '../state.js';
import { Unmodelled } from './arithmetic.js';
import type { InstructionContext } from './instruction-context.js';

/** Is it other than zero, or null? What an `if` asks of any value. */
export function isNonZero(machine: InstructionContext, state: State, type: Type, value: Value): Value {
  return compareValues(machine, state, type.kind === 'float' ? 'une' : 'ne', type, value, 0);
}

export function compareValues(
  machine: InstructionContext,
  state: State,
  compared: Predicate,
  type: Type,
  a: Value,
  b: Value,
): Value {
  const choice = a instanceof PointerChoice ? a : b instanceof PointerChoice ? b : undefined;
  if (choice !== undefined) {
    const { arithmetic, terms } = machine;
    const [x, y] = [choice.whenTrue, choice.whenFalse].map((p) =>
      arithmetic.term(
        bool,
        choice === a
          ? compareValues(machine, state, compared, type, p, b)
          : compareValues(machine, state, compared, type, a, p),
      ),
    );
    return arithmetic.value(bool, terms.ite(choice.condition, x!, y!));
  }
  if (type.kind !== 'pointer') return machine.arithmetic.compare(compared, type, a, b);
  const predicate = compared as IntegerPredicate;
  if (typeof a === 'number' && typeof b === 'number') {
    if (predicate === 'eq') return a === b ? 1 : 0;
    if (predicate === 'ne') return a !== b ? 1 : 0;
    const order = pointerOrder(state, a, b);
    return holds(integerPredicates[predicate].relation, order, 0) ? 1 : 0;
  }
  if (a instanceof Symbolic || b instanceof Symbolic) {
    // An uninitialised pointer is a number that nobody knows.
    const word: IntType = { kind: 'int', bits: machine.program.target.pointerBytes * 8 };
    const number = (v: Value): Value => (v instanceof Symbolic ? v : state.memory.toInteger(v as Pointer));
    return machine.arithmetic.compare(predicate, word, number(a), number(b));
  }
  const [x, y] = [asOffset(machine, a), asOffset(machine, b)];
  if (x.object !== y.object) {
    if (predicate === 'eq') return 0;
    if (predicate === 'ne') return 1;
    throw new Unmodelled('an order between pointers into different objects');
  }
  return machine.arithmetic.truth(machine.arithmetic.compareTerms(predicate, x.offset, y.offset));
}

const bool: IntType = { kind: 'int', bits: 1 };

/** Within one object by offset; between objects by address, which C leaves open. */
function pointerOrder(state: State, a: number, b: number): number {
  const [x, y] = [homeOf(a), homeOf(b)];
  if (x === y) return a - b;
  return state.memory.addressOf(x) + signedOffset(a) - (state.memory.addressOf(y) + signedOffset(b));
}

export function asOffset(machine: InstructionContext, p: Value): SymbolicPointer {
  if (p instanceof SymbolicPointer) return p;
  return new SymbolicPointer(
    homeOf(p as number),
    machine.terms.constant(OFFSET_BITS, BigInt(signedOffset(p as number))),
  );
}
