// Objects of the heap, and how large they are. A size that depends on arbitrary data is decided on: the few values that
// it can have, or the smallest ones, as many as the bound on loops says; larger ones are left out, and told of.

import type { CallInstruction } from '../../ir/instruction.js';
import { instructionPlace } from '../../ir/instruction-place.js';
import type { IntType } from '../../ir/type.js';
import { Op } from '../../solve/operation.js';
import { possibleValues } from '../../solve/possible-values.js';
import { progressionOf } from '../../solve/progression.js';
import type { Term, Terms } from '../../solve/term.js';
import { copyBytes } from '../memory/bulk.js';
import { objectOf, pointer, Symbolic, toUnsigned, type Value } from '../memory/value.js';
import type { Frame, State } from '../state.js';
import { Unmodelled } from './arithmetic.js';
import type { Decider } from './decider.js';
import { type InstructionContext, Stop } from './instruction-context.js';

/** In bytes: of malloc, calloc, realloc or aligned_alloc. */
export function allocationSize(
  machine: InstructionContext,
  frame: Frame,
  i: CallInstruction,
  name: string,
  decider: Decider,
): number {
  const factor = (n: number): number => {
    const value = machine.value(frame, i.arguments[n]!);
    const { bits } = i.arguments[n]!.type as IntType;
    if (!machine.joinsStates && value instanceof Symbolic && possibleValues(machine.terms, value.term) === undefined)
      return smallest(machine, value.term, name, decider);
    return Number(toUnsigned(bits, machine.concrete(value, `an arbitrary size for ${name}`, decider)));
  };
  return name === 'calloc' ? factor(0) * factor(1) : factor(name === 'malloc' ? 0 : 1);
}

function smallest({ terms, unwind }: InstructionContext, term: Term, name: string, decider: Decider): number {
  const { first, step } = stepsOf(terms, term);
  const width = terms.width(term);
  for (let n = 0; n < unwind; n++) {
    const size = first + BigInt(n) * step;
    if (size >> BigInt(width) === 0n && decider.decide(terms.eq(term, terms.constant(width, size))))
      return Number(size);
  }
  throw new Stop({ kind: 'bounded', what: `the size given to ${name}() is arbitrary` });
}

/** The sizes that there can be lie at such distances: of `n * 24`, 0, 24, 48, …. */
function stepsOf(terms: Terms, term: Term): { readonly first: bigint; readonly step: bigint } {
  if (terms.op(term) === Op.mul) {
    const constant = [terms.first(term), terms.second(term)].find((t) => terms.isConstant(t));
    if (constant !== undefined) return { first: 0n, step: terms.wideValue(constant) };
  }
  const { step, residue } = progressionOf(terms, term);
  return step <= 0n ? { first: 0n, step: 1n } : { first: ((residue % step) + step) % step, step };
}

const MAX_ALLOCATION = 2 ** 28;

/** Null where nobody has that much. */
export function heapObject(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: CallInstruction,
  name: string,
  size: number,
): Value {
  if (size > MAX_ALLOCATION) return 0;
  const place = instructionPlace(machine.program.module, i.id);
  const where = place === undefined ? frame.code.fn.sourceName : `line ${place.line}`;
  const object = state.memory.allocate(
    { kind: 'heap', name: `${name} at ${where}`, size, visible: machine.visibleSites.has(i), constant: false, site: i },
    name !== 'calloc',
  );
  if (name === 'realloc') {
    const old = machine.value(frame, i.arguments[0]!);
    if (typeof old !== 'number') throw new Unmodelled('realloc of an arbitrary pointer');
    if (old !== 0) {
      const kept = Math.min(size, state.memory.info(objectOf(old))?.size ?? 0);
      copyBytes(state.memory, pointer(object, 0), old, kept);
      state.memory.free(objectOf(old));
    }
  }
  return pointer(object, 0);
}
