// Random formulas in three forms that share nothing: the simplified term, SMT-LIB text for Z3, and a BigInt function.

import { type Term, Terms } from '../../src/solve/term.js';
import type { Random } from './random.js';

/** Values of a formula's variables by name. */
export type Values = ReadonlyMap<string, bigint>;

export interface Expression {
  readonly width: number;
  readonly term: Term;
  readonly smtlib: string;
  readonly value: (values: Values) => bigint;
}

const u = (width: number, x: bigint) => BigInt.asUintN(width, x);
const s = (width: number, x: bigint) => BigInt.asIntN(width, x);

interface Shape {
  readonly smtlib: string;
  readonly term: (t: Terms, a: Term, b: Term) => Term;
  readonly value: (w: number, a: bigint, b: bigint) => bigint;
  /** Only at small widths: both solvers find it hard. */
  readonly hard?: boolean;
}

const binaries: readonly Shape[] = [
  { smtlib: 'bvadd', term: (t, a, b) => t.add(a, b), value: (_w, a, b) => a + b },
  { smtlib: 'bvsub', term: (t, a, b) => t.sub(a, b), value: (_w, a, b) => a - b },
  { smtlib: 'bvand', term: (t, a, b) => t.and(a, b), value: (_w, a, b) => a & b },
  { smtlib: 'bvor', term: (t, a, b) => t.or(a, b), value: (_w, a, b) => a | b },
  { smtlib: 'bvxor', term: (t, a, b) => t.xor(a, b), value: (_w, a, b) => a ^ b },
  { smtlib: 'bvshl', term: (t, a, b) => t.shl(a, b), value: (w, a, b) => (b >= BigInt(w) ? 0n : a << b) },
  { smtlib: 'bvlshr', term: (t, a, b) => t.lshr(a, b), value: (w, a, b) => (b >= BigInt(w) ? 0n : a >> b) },
  {
    smtlib: 'bvashr',
    term: (t, a, b) => t.ashr(a, b),
    value: (w, a, b) => s(w, a) >> (b >= BigInt(w) ? BigInt(w) : b),
  },
  { smtlib: 'bvmul', term: (t, a, b) => t.mul(a, b), value: (_w, a, b) => a * b, hard: true },
  { smtlib: 'bvudiv', term: (t, a, b) => t.udiv(a, b), value: (_w, a, b) => (b === 0n ? -1n : a / b), hard: true },
  { smtlib: 'bvurem', term: (t, a, b) => t.urem(a, b), value: (_w, a, b) => (b === 0n ? a : a % b), hard: true },
  {
    smtlib: 'bvsdiv',
    term: (t, a, b) => t.sdiv(a, b),
    value: (w, a, b) => (b === 0n ? (s(w, a) < 0n ? 1n : -1n) : s(w, a) / s(w, b)),
    hard: true,
  },
  {
    smtlib: 'bvsrem',
    term: (t, a, b) => t.srem(a, b),
    value: (w, a, b) => (b === 0n ? a : s(w, a) % s(w, b)),
    hard: true,
  },
];

const comparisons: readonly {
  readonly smtlib: string;
  readonly term: (t: Terms, a: Term, b: Term) => Term;
  readonly holds: (w: number, a: bigint, b: bigint) => boolean;
}[] = [
  { smtlib: '=', term: (t, a, b) => t.eq(a, b), holds: (_w, a, b) => a === b },
  { smtlib: 'bvult', term: (t, a, b) => t.ult(a, b), holds: (_w, a, b) => a < b },
  { smtlib: 'bvule', term: (t, a, b) => t.ule(a, b), holds: (_w, a, b) => a <= b },
  { smtlib: 'bvslt', term: (t, a, b) => t.slt(a, b), holds: (w, a, b) => s(w, a) < s(w, b) },
  { smtlib: 'bvsle', term: (t, a, b) => t.sle(a, b), holds: (w, a, b) => s(w, a) <= s(w, b) },
];

export class FormulaGenerator {
  readonly terms: Terms;
  readonly variables: { readonly name: string; readonly term: Term }[] = [];
  readonly #random: Random;
  readonly #prefix: string;
  /** Earlier expressions, so that parts are shared. */
  readonly #pool: Expression[] = [];

  constructor(random: Random, terms = new Terms(), prefix = 'x') {
    this.#random = random;
    this.terms = terms;
    this.#prefix = prefix;
  }

  declarations(): string {
    return this.variables
      .map(({ name, term }) => `(declare-const ${name} (_ BitVec ${this.terms.width(term)}))`)
      .join('');
  }

  /** An expression of width 1. */
  condition(depth: number): Expression {
    const random = this.#random;
    const t = this.terms;
    if (depth > 0 && random.chance(4)) {
      const a = this.condition(depth - 1);
      const b = this.condition(depth - 1);
      const shape = random.pick(binaries.slice(2, 5));
      return this.#binary(shape, 1, a, b);
    }
    if (depth > 0 && random.chance(6)) {
      const a = this.condition(depth - 1);
      return { width: 1, term: t.not(a.term), smtlib: `(bvnot ${a.smtlib})`, value: (v) => u(1, ~a.value(v)) };
    }
    const width = random.pick([1, 2, 3, 4, 5, 7, 8, 8, 8, 9, 16, 16, 32, 33, 64]);
    const a = this.expression(width, depth);
    const b = this.expression(width, random.chance(2) ? 0 : depth - 1);
    const { smtlib, term, holds } = random.pick(comparisons);
    return {
      width: 1,
      term: term(t, a.term, b.term),
      smtlib: `(ite (${smtlib} ${a.smtlib} ${b.smtlib}) #b1 #b0)`,
      value: (v) => (holds(width, a.value(v), b.value(v)) ? 1n : 0n),
    };
  }

  expression(width: number, depth: number): Expression {
    const made = this.#make(width, depth);
    this.#pool.push(made);
    return made;
  }

  #make(width: number, depth: number): Expression {
    const random = this.#random;
    const t = this.terms;
    if (depth <= 0) return this.#leaf(width);
    const shared = this.#pool.filter((e) => e.width === width);
    if (shared.length > 0 && random.chance(6)) return random.pick(shared);
    switch (random.below(8)) {
      case 0: {
        const c = this.condition(depth - 1);
        const a = this.expression(width, depth - 1);
        const b = this.expression(width, depth - 1);
        return {
          width,
          term: t.ite(c.term, a.term, b.term),
          smtlib: `(ite (= ${c.smtlib} #b1) ${a.smtlib} ${b.smtlib})`,
          value: (v) => (c.value(v) === 1n ? a.value(v) : b.value(v)),
        };
      }
      case 1: {
        if (width < 2) return this.#leaf(width);
        const low = 1 + random.below(width - 1);
        const a = this.expression(width - low, depth - 1);
        const b = this.expression(low, depth - 1);
        return {
          width,
          term: t.concat(a.term, b.term),
          smtlib: `(concat ${a.smtlib} ${b.smtlib})`,
          value: (v) => (a.value(v) << BigInt(low)) | b.value(v),
        };
      }
      case 2: {
        const wide = width + random.below(9);
        const low = random.below(wide - width + 1);
        const a = this.expression(wide, depth - 1);
        return {
          width,
          term: t.extract(a.term, low, width),
          smtlib: `((_ extract ${low + width - 1} ${low}) ${a.smtlib})`,
          value: (v) => u(width, a.value(v) >> BigInt(low)),
        };
      }
      case 3: {
        const narrow = 1 + random.below(width);
        const a = this.expression(narrow, depth - 1);
        if (random.chance(2)) {
          return {
            width,
            term: t.zext(a.term, width),
            smtlib: `((_ zero_extend ${width - narrow}) ${a.smtlib})`,
            value: a.value,
          };
        }
        return {
          width,
          term: t.sext(a.term, width),
          smtlib: `((_ sign_extend ${width - narrow}) ${a.smtlib})`,
          value: (v) => u(width, s(narrow, a.value(v))),
        };
      }
      default: {
        const shape = random.pick(width <= 9 ? binaries : binaries.filter((b) => b.hard !== true));
        return this.#binary(shape, width, this.expression(width, depth - 1), this.expression(width, depth - 1));
      }
    }
  }

  #binary(shape: Shape, width: number, a: Expression, b: Expression): Expression {
    return {
      width,
      term: shape.term(this.terms, a.term, b.term),
      smtlib: `(${shape.smtlib} ${a.smtlib} ${b.smtlib})`,
      value: (v) => u(width, shape.value(width, a.value(v), b.value(v))),
    };
  }

  #leaf(width: number): Expression {
    const random = this.#random;
    if (random.chance(2)) {
      const value = random.bits(width);
      const digits = value.toString(2).padStart(width, '0');
      return { width, term: this.terms.constant(width, value), smtlib: `#b${digits}`, value: () => value };
    }
    const existing = this.variables.filter(({ term }) => this.terms.width(term) === width);
    let variable = existing.length === 0 || random.chance(4) ? undefined : random.pick(existing);
    if (variable === undefined) {
      const name = `${this.#prefix}${this.variables.length}`;
      variable = { name, term: this.terms.variable(width, name) };
      this.variables.push(variable);
    }
    const { name, term } = variable;
    return { width, term, smtlib: name, value: (v) => v.get(name) ?? 0n };
  }
}
