// Operations on values: concrete ones at once, arbitrary ones as terms. Exact at every width and for IEEE single and
// double floats.

import { InternalError } from '../../base/internal-error.js';
import { type BinaryOp, type CastOp, type IntegerOp, isSigned } from '../../ir/opcode.js';
import {
  type FloatPredicate,
  floatPredicates,
  holds,
  type IntegerPredicate,
  type Predicate,
} from '../../ir/predicate.js';
import type { FloatType, IntType, Type } from '../../ir/type.js';
import { compareFloats, double, type FloatFormat, half, negateFloat, single } from '../../solve/float.js';
import {
  addFloats,
  divideFloats,
  multiplyFloats,
  remainderFloats,
  subtractFloats,
} from '../../solve/float-arithmetic.js';
import { convertFloat, floatToInteger, integerToFloat } from '../../solve/float-convert.js';
import type { Term, Terms } from '../../solve/term.js';
import { fromBigInt, type Integer, isConcrete, Symbolic, toUnsigned, type Value } from '../memory/value.js';
import { integerBinary, integerCast, integerCompare } from './integer.js';

/** Thrown for what the machine does not model; the caller turns it into a located diagnostic. */
export class Unmodelled extends Error {}

const scratch = new DataView(new ArrayBuffer(8));

export class Arithmetic {
  constructor(readonly terms: Terms) {}

  binary(op: BinaryOp, type: Type, a: Value, b: Value): Value {
    if (type.kind === 'vector') return elements(a).map((x, n) => this.binary(op, type.element, x, elements(b)[n]!));
    if (type.kind === 'float') return this.floatBinary(op, type, a, b);
    const { bits } = type as IntType;
    if (isConcrete(a) && isConcrete(b)) return integerBinary(op as IntegerOp, bits, a, b);
    const { terms } = this;
    const [x, y] = [this.term(type, a), this.term(type, b)];
    return this.value(type, terms[op as IntegerOp](x, y));
  }

  negate(type: Type, a: Value): Value {
    if (type.kind === 'vector') return elements(a).map((x) => this.negate(type.element, x));
    if (typeof a === 'number') return -a;
    return this.value(type, negateFloat(this.terms, formatOf(type as FloatType), this.term(type, a)));
  }

  compare(predicate: Predicate, type: Type, a: Value, b: Value): Value {
    if (type.kind === 'vector')
      return elements(a).map((x, n) => this.compare(predicate, type.element, x, elements(b)[n]!));
    if (type.kind === 'float') {
      if (typeof a === 'number' && typeof b === 'number')
        return floatCompare(predicate as FloatPredicate, a, b) ? 1 : 0;
      return this.truth(compareFloats(this.terms, formatOf(type), predicate, this.term(type, a), this.term(type, b)));
    }
    const { bits } = type as IntType;
    if (isConcrete(a) && isConcrete(b)) return integerCompare(predicate as IntegerPredicate, bits, a, b) ? 1 : 0;
    return this.truth(this.compareTerms(predicate as IntegerPredicate, this.term(type, a), this.term(type, b)));
  }

  compareTerms(predicate: IntegerPredicate, a: Term, b: Term): Term {
    const { terms } = this;
    switch (predicate) {
      case 'eq':
        return terms.eq(a, b);
      case 'ne':
        return terms.ne(a, b);
      case 'ult':
        return terms.ult(a, b);
      case 'ule':
        return terms.ule(a, b);
      case 'ugt':
        return terms.ult(b, a);
      case 'uge':
        return terms.ule(b, a);
      case 'slt':
        return terms.slt(a, b);
      case 'sle':
        return terms.sle(a, b);
      case 'sgt':
        return terms.slt(b, a);
      case 'sge':
        return terms.sle(b, a);
    }
  }

  /** Casts between numbers; those of pointers belong to the memory. */
  cast(op: CastOp, from: Type, to: Type, value: Value): Value {
    if (from.kind === 'vector' && to.kind === 'vector')
      return elements(value).map((x) => this.cast(op, from.element, to.element, x));
    const { terms } = this;
    switch (op) {
      case 'trunc':
      case 'zext':
      case 'sext': {
        const [source, target] = [(from as IntType).bits, (to as IntType).bits];
        if (isConcrete(value)) return integerCast(op, source, target, value);
        const term = this.term(from, value);
        return this.value(
          to,
          op === 'trunc'
            ? terms.truncate(term, target)
            : op === 'zext'
              ? terms.zext(term, target)
              : terms.sext(term, target),
        );
      }
      case 'fptrunc':
      case 'fpext':
        if (typeof value === 'number' && isHosted(from) && isHosted(to))
          return to.kind === 'float' && to.format === 'float' ? Math.fround(value) : value;
        return this.value(
          to,
          convertFloat(terms, formatOf(from as FloatType), formatOf(to as FloatType), this.term(from, value)),
        );
      case 'uitofp':
      case 'sitofp':
        return this.value(to, integerToFloat(terms, formatOf(to as FloatType), this.term(from, value), isSigned(op)));
      case 'fptoui':
      case 'fptosi':
        return this.value(
          to,
          floatToInteger(
            terms,
            formatOf(from as FloatType),
            this.term(from, value),
            (to as IntType).bits,
            isSigned(op),
          ),
        );
      case 'bitcast':
        return this.bitcast(from, to, value);
      default:
        throw new InternalError(`${op} is not a cast between numbers`);
    }
  }

  private bitcast(from: Type, to: Type, value: Value): Value {
    if (from.kind === to.kind && from.kind !== 'vector') return value;
    return this.value(to, this.term(from, value));
  }

  /** The bits of a number or a vector of numbers. */
  term(type: Type, value: Value): Term {
    if (value instanceof Symbolic) return value.term;
    if (type.kind === 'int')
      return this.terms.constant(
        type.bits,
        type.bits <= 32 ? (value as number) : toUnsigned(type.bits, value as Integer),
      );
    if (type.kind === 'float') return this.terms.constant(bitsOf(type), floatBits(type, value as number));
    if (type.kind === 'vector') {
      const parts = elements(value).map((x) => this.term(type.element, x));
      return parts.reduceRight(
        (low, part) => (low === undefined ? part : this.terms.concat(low, part)),
        undefined as Term | undefined,
      )!;
    }
    throw new Unmodelled(`a ${type.kind} used as a number`);
  }

  value(type: Type, term: Term): Value {
    const { terms } = this;
    if (type.kind === 'vector') {
      const width = terms.width(term) / type.length;
      return Array.from({ length: type.length }, (_, n) =>
        this.value(type.element, terms.extract(term, n * width, width)),
      );
    }
    if (!terms.isConstant(term)) return new Symbolic(term);
    if (type.kind === 'int') return fromBigInt(type.bits, terms.wideValue(term));
    if (type.kind === 'float') return floatFromBits(type, terms.wideValue(term));
    throw new Unmodelled(`a number used as a ${type.kind}`);
  }

  truth(term: Term): Value {
    return this.terms.isConstant(term) ? this.terms.narrowValue(term) : new Symbolic(term);
  }

  private floatBinary(op: BinaryOp, type: FloatType, a: Value, b: Value): Value {
    if (typeof a === 'number' && typeof b === 'number' && isHosted(type)) {
      const r = op === 'fadd' ? a + b : op === 'fsub' ? a - b : op === 'fmul' ? a * b : op === 'fdiv' ? a / b : a % b;
      return type.format === 'float' ? Math.fround(r) : r;
    }
    const f = formatOf(type);
    const operation = {
      fadd: addFloats,
      fsub: subtractFloats,
      fmul: multiplyFloats,
      fdiv: divideFloats,
      frem: remainderFloats,
    }[op as 'fadd'];
    return this.value(type, operation(this.terms, f, this.term(type, a), this.term(type, b)));
  }
}

function floatCompare(predicate: FloatPredicate, a: number, b: number): boolean {
  const { relation, onNaN } = floatPredicates[predicate];
  return Number.isNaN(a) || Number.isNaN(b) ? onNaN : holds(relation, a, b);
}

function isHosted(type: Type): boolean {
  return type.kind === 'float' && (type.format === 'float' || type.format === 'double');
}

export function formatOf(type: FloatType): FloatFormat {
  switch (type.format) {
    case 'half':
      return half;
    case 'float':
      return single;
    case 'double':
      return double;
    default:
      throw new Unmodelled(`the floating point type ${type.format}`);
  }
}

function bitsOf(type: FloatType): number {
  return { half: 16, bfloat: 16, float: 32, double: 64, x86_fp80: 80, fp128: 128, ppc_fp128: 128 }[type.format];
}

export function floatBits(type: FloatType, value: number): bigint {
  if (type.format === 'double') {
    scratch.setFloat64(0, value);
    return scratch.getBigUint64(0);
  }
  if (type.format !== 'float') throw new Unmodelled(`the floating point type ${type.format}`);
  scratch.setFloat32(0, value);
  return BigInt(scratch.getUint32(0));
}

export function floatFromBits(type: FloatType, bits: bigint): number {
  if (type.format === 'double') {
    scratch.setBigUint64(0, bits);
    return scratch.getFloat64(0);
  }
  if (type.format !== 'float') throw new Unmodelled(`the floating point type ${type.format}`);
  scratch.setUint32(0, Number(bits));
  return scratch.getFloat32(0);
}

export function elements(value: Value): readonly Value[] {
  if (!Array.isArray(value)) throw new InternalError('an aggregate is expected');
  return value as readonly Value[];
}
