// The value of terms under an assignment of their variables. Iterative (depth is no concern), each term computed once
// and remembered, so asking for many terms over one assignment costs as much as their common parts. The memory lies in
// pages that are made when touched: an evaluator that is asked for few of a million terms is small.

import { InternalError } from '../base/internal-error.js';
import { foldNarrow, foldWide, maskOf, signedOf } from './fold.js';
import { type BinaryTermOp, Op } from './operation.js';
import type { Term, TermStore } from './store.js';

/** The value of a variable: unsigned, taken modulo its width. */
export type Assignment = (variable: Term) => number | bigint;

const pageBits = 9;
const pageSize = 1 << pageBits;
const inPage = pageSize - 1;

interface Page {
  readonly known: Uint8Array;
  /** Values of terms of at most 32 bits. */
  readonly values: Int32Array;
}

export class Evaluator {
  readonly #terms: TermStore;
  readonly #assignment: Assignment;
  readonly #pages: (Page | undefined)[] = [];
  readonly #wide = new Map<Term, bigint>();
  readonly #stack: Term[] = [];

  constructor(terms: TermStore, assignment: Assignment) {
    this.#terms = terms;
    this.#assignment = assignment;
  }

  /** The unsigned value of a term of at most 32 bits. */
  number(term: Term): number {
    this.#evaluate(term);
    return this.#narrow(term) >>> 0;
  }

  /** The unsigned value of a term of any width. */
  bigint(term: Term): bigint {
    this.#evaluate(term);
    return this.#valueOf(term);
  }

  isTrue(condition: Term): boolean {
    return this.number(condition) === 1;
  }

  #valueOf(term: Term): bigint {
    return this.#terms.width(term) <= 32 ? BigInt(this.#narrow(term) >>> 0) : this.#wide.get(term)!;
  }

  #isKnown(term: Term): boolean {
    const page = this.#pages[term >> pageBits];
    return page !== undefined && page.known[term & inPage] !== 0;
  }

  #narrow(term: Term): number {
    return this.#pages[term >> pageBits]!.values[term & inPage]!;
  }

  #page(term: Term): Page {
    let page = this.#pages[term >> pageBits];
    if (page === undefined) {
      page = { known: new Uint8Array(pageSize), values: new Int32Array(pageSize) };
      this.#pages[term >> pageBits] = page;
    }
    return page;
  }

  #evaluate(root: Term): void {
    if (this.#isKnown(root)) return;
    const terms = this.#terms;
    const stack = this.#stack;
    stack.push(root);
    while (stack.length > 0) {
      const term = stack[stack.length - 1]!;
      if (this.#isKnown(term)) {
        stack.pop();
        continue;
      }
      const missing = this.#missingOperand(term);
      if (missing >= 0) {
        stack.push(missing as Term);
        continue;
      }
      stack.pop();
      const page = this.#page(term);
      if (terms.width(term) <= 32) page.values[term & inPage] = this.#computeNarrow(term);
      else this.#wide.set(term, this.#computeWide(term));
      page.known[term & inPage] = 1;
    }
  }

  /** An operand whose value is needed first, or −1. Only the branch that an `ite` takes is. */
  #missingOperand(term: Term): number {
    const terms = this.#terms;
    const op = terms.op(term);
    if (op <= Op.variable) return -1;
    const a = terms.first(term);
    if (!this.#isKnown(a)) return a;
    if (op === Op.ite) {
      const taken = this.#narrow(a) !== 0 ? terms.second(term) : terms.third(term);
      return this.#isKnown(taken) ? -1 : taken;
    }
    if (op === Op.not || op === Op.extract || op === Op.sext) return -1;
    const b = terms.second(term);
    return this.#isKnown(b) ? -1 : b;
  }

  #computeNarrow(term: Term): number {
    const terms = this.#terms;
    const op = terms.op(term);
    const width = terms.width(term);
    const a = terms.first(term);
    switch (op) {
      case Op.constant:
        return a;
      case Op.variable: {
        const value = this.#assignment(term);
        return typeof value === 'number'
          ? value & maskOf(width)
          : Number(BigInt.asIntN(32, BigInt.asUintN(width, value)));
      }
      case Op.not:
        return ~this.#narrow(a) & maskOf(width);
      case Op.concat: {
        const b = terms.second(term);
        return (this.#narrow(a) << terms.width(b)) | this.#narrow(b);
      }
      case Op.extract: {
        const low = terms.lowBit(term);
        if (terms.width(a) <= 32) return (this.#narrow(a) >>> low) & maskOf(width);
        return Number(BigInt.asUintN(width, this.#wide.get(a)! >> BigInt(low)));
      }
      case Op.sext:
        return signedOf(this.#narrow(a), terms.width(a)) & maskOf(width);
      case Op.ite:
        return this.#narrow(a) !== 0 ? this.#narrow(terms.second(term)) : this.#narrow(terms.third(term));
      default: {
        const b = terms.second(term);
        const operandWidth = terms.width(a);
        if (operandWidth <= 32) return foldNarrow(op, operandWidth, this.#narrow(a) >>> 0, this.#narrow(b) >>> 0);
        return Number(foldWide(op, operandWidth, this.#wide.get(a)!, this.#wide.get(b)!));
      }
    }
  }

  #computeWide(term: Term): bigint {
    const terms = this.#terms;
    const op = terms.op(term);
    const width = terms.width(term);
    const a = terms.first(term);
    switch (op) {
      case Op.constant:
        return terms.wideValue(term);
      case Op.variable:
        return BigInt.asUintN(width, BigInt(this.#assignment(term)));
      case Op.not:
        return BigInt.asUintN(width, ~this.#valueOf(a));
      case Op.concat: {
        const b = terms.second(term);
        return (this.#valueOf(a) << BigInt(terms.width(b))) | this.#valueOf(b);
      }
      case Op.extract:
        return BigInt.asUintN(width, this.#valueOf(a) >> BigInt(terms.lowBit(term)));
      case Op.sext:
        return BigInt.asUintN(width, BigInt.asIntN(terms.width(a), this.#valueOf(a)));
      case Op.ite:
        return this.#valueOf(this.#narrow(a) !== 0 ? terms.second(term) : terms.third(term));
      case Op.eq:
      case Op.ult:
      case Op.slt:
        throw new InternalError('a comparison has width 1');
      default:
        return foldWide(op satisfies BinaryTermOp, width, this.#valueOf(a), this.#valueOf(terms.second(term)));
    }
  }
}
