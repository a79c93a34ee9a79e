// Terms with other terms in place of variables, built anew from the bottom, so that everything simplifies again.

import { assertNever, InternalError } from '../base/internal-error.js';
import { Op, operandCount } from './operation.js';
import type { Term, Terms } from './term.js';

export class Substitution {
  private readonly done = new Map<Term, Term>();

  constructor(
    private readonly terms: Terms,
    values: Iterable<readonly [Term, Term]>,
  ) {
    for (const [variable, value] of values) this.done.set(variable, value);
  }

  apply(root: Term): Term {
    const { terms, done } = this;
    const stack = [root];
    for (let term = stack[stack.length - 1]; term !== undefined; term = stack[stack.length - 1]) {
      if (done.has(term)) {
        stack.pop();
        continue;
      }
      const operands = operandsOf(terms, term);
      const before = stack.length;
      for (const operand of operands) if (!done.has(operand)) stack.push(operand);
      if (stack.length > before) continue;
      stack.pop();
      const [a, b, c] = operands.map((operand) => done.get(operand)!);
      const isSame = operands[0] === a && operands[1] === b && operands[2] === c;
      done.set(term, isSame ? term : rebuilt(terms, term, a!, b!, c!));
    }
    return done.get(root)!;
  }
}

export function operandsOf(terms: Terms, term: Term): readonly Term[] {
  const count = operandCount[terms.op(term)]!;
  if (count === 0) return [];
  if (count === 1) return [terms.first(term)];
  return count === 2
    ? [terms.first(term), terms.second(term)]
    : [terms.first(term), terms.second(term), terms.third(term)];
}

function rebuilt(terms: Terms, term: Term, a: Term, b: Term, c: Term): Term {
  const op = terms.op(term);
  switch (op) {
    case Op.constant:
    case Op.variable:
      throw new InternalError('a leaf is never built anew');
    case Op.not:
      return terms.not(a);
    case Op.and:
      return terms.and(a, b);
    case Op.xor:
      return terms.xor(a, b);
    case Op.add:
      return terms.add(a, b);
    case Op.sub:
      return terms.sub(a, b);
    case Op.mul:
      return terms.mul(a, b);
    case Op.udiv:
      return terms.udiv(a, b);
    case Op.urem:
      return terms.urem(a, b);
    case Op.sdiv:
      return terms.sdiv(a, b);
    case Op.srem:
      return terms.srem(a, b);
    case Op.shl:
      return terms.shl(a, b);
    case Op.lshr:
      return terms.lshr(a, b);
    case Op.ashr:
      return terms.ashr(a, b);
    case Op.eq:
      return terms.eq(a, b);
    case Op.ult:
      return terms.ult(a, b);
    case Op.slt:
      return terms.slt(a, b);
    case Op.concat:
      return terms.concat(a, b);
    case Op.extract:
      return terms.extract(a, terms.lowBit(term), terms.width(term));
    case Op.sext:
      return terms.sext(a, terms.width(term));
    case Op.ite:
      return terms.ite(a, b, c);
    default:
      return assertNever(op);
  }
}
