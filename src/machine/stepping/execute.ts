// Instructions that only their own context can see: computation, control flow, private memory.

import { assertNever, InternalError } from '../../base/internal-error.js';
import type { Alloca, Binary, Cast, GetElementPtr, Instruction, Phi } from '../../ir/instruction.js';
import { isBinary, isCall, isCast, isDivision } from '../../ir/instruction-class.js';
import type { IntType, Type } from '../../ir/type.js';
import { mapPointer, placeAt } from '../memory/pointer-choice.js';
import {
  fromBigInt,
  type Integer,
  isConcrete,
  LARGEST_OBJECT,
  movePointer,
  OFFSET_BITS,
  objectOf,
  offsetOf,
  type PlacedPointer,
  type Pointer,
  PointerChoice,
  pointer,
  Symbolic,
  toSigned,
  toUnsigned,
  type Value,
} from '../memory/value.js';
import type { Outcome } from '../outcome.js';
import type { Frame, State } from '../state.js';
import { localAccess } from './access.js';
import { elements, Unmodelled } from './arithmetic.js';
import { performCall } from './calls.js';
import { asOffset, compareValues } from './compare.js';
import type { Decider } from './decider.js';
import type { InstructionContext } from './instruction-context.js';
import { nextArgument } from './variadic.js';

export function executeLocal(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: Instruction,
  decider: Decider,
): Outcome | undefined {
  // Most of what programs do comes first: the names are compared one after the other. The rest comes by class, or last.
  switch (i.op) {
    case 'add':
    case 'sub':
      return set(frame, i, arithmetic(machine, frame, i));
    case 'condbr': {
      const taken = machine.decide(machine.value(frame, i.condition), decider);
      const bounded = decider.wasAsked && machine.exceedsUnwinding(frame);
      if (bounded) return { kind: 'bounded' };
      return jumpTo(machine, state, frame, taken ? i.whenTrue : i.whenFalse);
    }
    case 'br':
      return jumpTo(machine, state, frame, i.target);
    case 'phi':
      return phis(machine, frame);
    case 'load':
    case 'store':
      return localAccess(machine, state, frame, i, decider);
    case 'getelementptr':
      return set(frame, i, address(machine, frame, i, machine.value(frame, i.base)));
    case 'icmp':
    case 'fcmp':
      return set(
        frame,
        i,
        compareValues(
          machine,
          state,
          i.predicate,
          i.left.type,
          machine.value(frame, i.left),
          machine.value(frame, i.right),
        ),
      );
    case 'trunc':
    case 'zext':
    case 'sext':
      return set(frame, i, cast(machine, state, i, machine.value(frame, i.value)));
    default:
  }
  if (isCast(i)) return set(frame, i, cast(machine, state, i, machine.value(frame, i.value)));
  if (isDivision(i)) return set(frame, i, division(machine, frame, i, decider));
  if (isBinary(i)) return set(frame, i, arithmetic(machine, frame, i));
  if (isCall(i)) return performCall(machine, state, frame, i, decider, []);
  switch (i.op) {
    case 'atomicrmw':
    case 'cmpxchg':
      return localAccess(machine, state, frame, i, decider);
    case 'select':
      return set(
        frame,
        i,
        select(
          machine,
          i.result.type,
          machine.value(frame, i.condition),
          () => machine.value(frame, i.whenTrue),
          () => machine.value(frame, i.whenFalse),
          decider,
        ),
      );
    case 'freeze':
      return set(frame, i, machine.value(frame, i.value));
    case 'fneg':
      return set(frame, i, machine.arithmetic.negate(i.result.type, machine.value(frame, i.value)));
    case 'alloca':
      return allocate(machine, state, frame, i);
    case 'extractvalue':
      return set(
        frame,
        i,
        i.path.reduce((v: Value, n) => elements(v)[n]!, machine.value(frame, i.aggregate)),
      );
    case 'insertvalue':
      return set(frame, i, inserted(machine.value(frame, i.aggregate), i.path, machine.value(frame, i.value)));
    case 'extractelement':
      return set(frame, i, laneAt(machine.value(frame, i.vector), machine.value(frame, i.index)));
    case 'insertelement':
      return set(
        frame,
        i,
        inserted(
          machine.value(frame, i.vector),
          [laneOf(machine.value(frame, i.vector), machine.value(frame, i.index))],
          machine.value(frame, i.value),
        ),
      );
    case 'shufflevector': {
      const lanes = [
        ...elements(machine.value(frame, i.left)),
        ...(i.right.kind === 'undef' ? [] : elements(machine.value(frame, i.right))),
      ];
      return set(
        frame,
        i,
        i.mask.map((n) => (n < 0 ? 0 : lanes[n]!)),
      );
    }
    case 'switch':
      return branchOnCases(machine, state, frame, i, decider);
    case 'ret': {
      const result = i.value === undefined ? undefined : machine.value(frame, i.value);
      machine.watcher?.returned(state, result);
      return machine.popFrame(state, result);
    }
    case 'fence':
    case 'debug-value':
      frame.index++;
      return undefined;
    case 'va_arg':
      return set(frame, i, nextArgument(machine, state, machine.value(frame, i.list), i.result.type));
    case 'unreachable':
      return machine.failure('undefined-behaviour', 'code that was promised to be unreachable', frame, i);
    case 'indirectbr': {
      const address = machine.value(frame, i.address);
      if (typeof address !== 'number' || objectOf(address) !== frame.code.object)
        throw new Unmodelled('a computed goto to an arbitrary label');
      return jumpTo(machine, state, frame, offsetOf(address) - 1);
    }
    case 'landingpad':
    case 'resume':
      throw new Unmodelled('exceptions');
    case 'debug-declare':
      throw new InternalError('declarations are not executed');
    default:
      return assertNever(i);
  }
}

/** The instruction is done. */
function set(frame: Frame, { result }: { readonly result: { readonly index: number } }, value: Value): undefined {
  frame.registers[result.index] = value;
  frame.index++;
  return undefined;
}

function arithmetic(machine: InstructionContext, frame: Frame, i: Binary): Value {
  return machine.arithmetic.binary(i.op, i.result.type, machine.value(frame, i.left), machine.value(frame, i.right));
}

function division(machine: InstructionContext, frame: Frame, i: Binary, decider: Decider): Value {
  const [a, b] = [machine.value(frame, i.left), machine.value(frame, i.right)];
  excludeZero(machine, frame, i, b, decider);
  return machine.arithmetic.binary(i.op, i.result.type, a, b);
}

function excludeZero(machine: InstructionContext, frame: Frame, i: Binary, divisor: Value, decider: Decider): void {
  const type = i.right.type;
  const parts = type.kind === 'vector' ? elements(divisor) : [divisor];
  const scalar = type.kind === 'vector' ? type.element : type;
  for (const part of parts) {
    const isZero = machine.arithmetic.compare('eq', scalar, part, 0);
    if (machine.decide(isZero, decider))
      machine.stop(machine.failure('division-by-zero', 'division by zero', frame, i));
  }
}

function address(machine: InstructionContext, frame: Frame, i: GetElementPtr, base: Value): Value {
  if (base instanceof PointerChoice)
    return mapPointer(base, (place) => address(machine, frame, i, place) as PlacedPointer);
  if (i.result.type.kind === 'vector') throw new Unmodelled('a vector of addresses');
  if (base instanceof Symbolic) throw new Unmodelled('arithmetic on an arbitrary pointer');
  let moved = i.offset;
  let symbolic: ReturnType<InstructionContext['terms']['constant']> | undefined;
  const { terms } = machine;
  for (const { index, scale } of i.scaled) {
    const value = machine.value(frame, index);
    const { bits } = index.type as IntType;
    if (isConcrete(value))
      moved += (typeof value === 'number' && bits >= 32 ? value : Number(toSigned(bits, value))) * scale;
    else {
      const term = (value as Symbolic).term;
      const index64 = bits > OFFSET_BITS ? terms.truncate(term, OFFSET_BITS) : terms.sext(term, OFFSET_BITS);
      const part = terms.mul(index64, terms.constant(OFFSET_BITS, BigInt(scale)));
      symbolic = symbolic === undefined ? part : terms.add(symbolic, part);
    }
  }
  if (symbolic === undefined && typeof base === 'number') return movePointer(base, moved);
  const start = asOffset(machine, base);
  const offset = terms.add(start.offset, terms.constant(OFFSET_BITS, BigInt(moved)));
  return placeAt(machine.terms, start.object, symbolic === undefined ? offset : terms.add(offset, symbolic));
}

function cast(machine: InstructionContext, state: State, i: Cast, value: Value): Value {
  const pointerBits = machine.program.target.pointerBytes * 8;
  const [from, to] = [i.value.type, i.result.type];
  switch (i.op) {
    case 'ptrtoint':
    case 'ptrtoaddr': {
      const number = value instanceof Symbolic ? value : state.memory.toInteger(value as Pointer);
      return resized(machine, { kind: 'int', bits: pointerBits }, to, number);
    }
    case 'inttoptr': {
      const number = resized(machine, from, { kind: 'int', bits: pointerBits }, value);
      if (!isConcrete(number)) return number;
      return state.memory.resolve(toUnsigned(pointerBits, number));
    }
    case 'addrspacecast':
      return value;
    case 'bitcast':
      return to.kind === 'pointer' ? value : machine.arithmetic.cast(i.op, from, to, value);
    default:
      return machine.arithmetic.cast(i.op, from, to, value);
  }
}

function resized(machine: InstructionContext, from: Type, to: Type, value: Value): Value {
  const [a, b] = [(from as IntType).bits, (to as IntType).bits];
  return a === b ? value : machine.arithmetic.cast(a > b ? 'trunc' : 'zext', from, to, value);
}

function select(
  machine: InstructionContext,
  type: Type,
  condition: Value,
  whenTrue: () => Value,
  whenFalse: () => Value,
  decider: Decider,
): Value {
  if (Array.isArray(condition))
    return condition.map((c, n) => (c !== 0 ? elements(whenTrue())[n]! : elements(whenFalse())[n]!));
  if (condition instanceof Symbolic && (type.kind === 'int' || type.kind === 'float')) {
    const { arithmetic, terms } = machine;
    return arithmetic.value(
      type,
      terms.ite(condition.term, arithmetic.term(type, whenTrue()), arithmetic.term(type, whenFalse())),
    );
  }
  return machine.decide(condition, decider) ? whenTrue() : whenFalse();
}

function allocate(machine: InstructionContext, state: State, frame: Frame, i: Alloca): undefined {
  const count = machine.value(frame, i.count);
  if (!isConcrete(count)) throw new Unmodelled('a local array of arbitrary length');
  const size =
    Number(toSigned((i.count.type as IntType).bits, count)) * machine.program.module.layout.allocationSize(i.allocated);
  if (!(size >= 0 && size <= LARGEST_OBJECT)) throw new Unmodelled('a local variable of such a size');
  const object = state.memory.allocate(
    {
      kind: 'local',
      name: machine.localName(frame, i),
      size,
      visible: machine.visibleSites.has(i),
      constant: false,
      site: i,
      type: count === 1 ? i.allocated : { kind: 'array', element: i.allocated, length: Number(count) },
    },
    true,
  );
  frame.locals.push(object);
  frame.registers[i.result.index] = pointer(object, 0);
  frame.index++;
  return undefined;
}

function inserted(aggregate: Value, path: readonly number[], value: Value): Value {
  const [n, ...rest] = path;
  const copy = [...elements(aggregate)];
  copy[n!] = rest.length === 0 ? value : inserted(copy[n!]!, rest, value);
  return copy;
}

function laneOf(vector: Value, index: Value): number {
  if (!isConcrete(index)) throw new Unmodelled('an arbitrary vector index');
  const lane = Number(index);
  if (!(lane >= 0 && lane < elements(vector).length)) throw new Unmodelled('an element that a vector does not have');
  return lane;
}

function laneAt(vector: Value, index: Value): Value {
  return elements(vector)[laneOf(vector, index)]!;
}

/** All phis of a block read their inputs before any of them is written. */
function phis(machine: InstructionContext, frame: Frame): undefined {
  const block = frame.code.blocks[frame.block]!;
  const values: Value[] = [];
  let at = frame.index;
  for (; block[at]?.op === 'phi'; at++) {
    const incoming = (block[at] as Phi).incoming.find((edge) => edge.block === frame.previous);
    if (incoming === undefined) throw new InternalError('a phi without the edge that was taken');
    values.push(machine.value(frame, incoming.value));
  }
  values.forEach((value, n) => {
    frame.registers[(block[frame.index + n] as Phi).result.index] = value;
  });
  frame.index = at;
  return undefined;
}

function branchOnCases(
  machine: InstructionContext,
  state: State,
  frame: Frame,
  i: Extract<Instruction, { op: 'switch' }>,
  decider: Decider,
): Outcome | undefined {
  const value = machine.value(frame, i.value);
  const { bits } = i.value.type as IntType;
  const target = (): number => {
    for (const c of i.cases) {
      const label: Integer = fromBigInt(bits, c.value);
      if (
        isConcrete(value)
          ? value === label
          : decider.decide(machine.terms.eq((value as Symbolic).term, machine.terms.constant(bits, c.value)))
      )
        return c.target;
    }
    return i.otherwise;
  };
  const chosen = target();
  if (decider.wasAsked && machine.exceedsUnwinding(frame)) return { kind: 'bounded' };
  return jumpTo(machine, state, frame, chosen);
}

/** An iteration of the context's outermost endless loop is announced: a unit of work ends there. */
function jumpTo(machine: InstructionContext, state: State, frame: Frame, target: number): Outcome | undefined {
  frame.jump(target);
  machine.forgetChoices(frame);
  if (!frame.code.endless.headers.has(target)) return undefined;
  const { frames } = state.running!;
  const isInner = frames.some((f, n) => n < frames.length - 1 && f.code.endless.bodies.has(f.block));
  return isInner ? undefined : { kind: 'iteration' };
}
