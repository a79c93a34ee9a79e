// Terms → SMT-LIB 2 (QF_BV). Every operation is a definition of its own that refers to earlier ones by name, so the
// text is linear in the number of terms however deep and shared they are. Booleans are bit vectors of width 1.

import { InternalError } from '../base/internal-error.js';
import { Op, operandCount } from './operation.js';
import type { Term, TermStore } from './store.js';

const spelling: Partial<Record<Op, string>> = {
  [Op.not]: 'bvnot',
  [Op.and]: 'bvand',
  [Op.xor]: 'bvxor',
  [Op.add]: 'bvadd',
  [Op.sub]: 'bvsub',
  [Op.mul]: 'bvmul',
  [Op.udiv]: 'bvudiv',
  [Op.urem]: 'bvurem',
  [Op.sdiv]: 'bvsdiv',
  [Op.srem]: 'bvsrem',
  [Op.shl]: 'bvshl',
  [Op.lshr]: 'bvlshr',
  [Op.ashr]: 'bvashr',
  [Op.eq]: '=',
  [Op.ult]: 'bvult',
  [Op.slt]: 'bvslt',
  [Op.concat]: 'concat',
};

/** The lines of a script that asks whether all conditions can hold together. */
export function* smtlibLines(terms: TermStore, conditions: readonly Term[]): Generator<string> {
  yield '(set-logic QF_BV)';
  const order = dependencies(terms, conditions);
  for (const term of order) {
    if (terms.op(term) === Op.variable) {
      yield `; ${terms.variableName(term).replaceAll(/[\r\n]/g, ' ')}`;
      yield `(declare-const ${nameOf(terms, term)} (_ BitVec ${terms.width(term)}))`;
    } else if (!terms.isConstant(term)) {
      yield `(define-fun ${nameOf(terms, term)} () (_ BitVec ${terms.width(term)}) ${definition(terms, term)})`;
    }
  }
  for (const condition of conditions) yield `(assert (= ${nameOf(terms, condition)} #b1))`;
  yield '(check-sat)';
}

/** All terms that the roots consist of, operands first. */
function dependencies(terms: TermStore, roots: readonly Term[]): Term[] {
  const seen = new Uint8Array(terms.size);
  const stack = [...roots];
  for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
    if (seen[term] === 1) continue;
    seen[term] = 1;
    const operands = operandCount[terms.op(term)]!;
    if (operands > 0) stack.push(terms.first(term));
    if (operands > 1) stack.push(terms.second(term));
    if (operands > 2) stack.push(terms.third(term));
  }
  // Operands have smaller numbers than the terms that use them.
  const order: Term[] = [];
  for (let term = 0; term < seen.length; term++) if (seen[term] === 1) order.push(term as Term);
  return order;
}

function nameOf(terms: TermStore, term: Term): string {
  if (terms.isConstant(term)) {
    const width = terms.width(term);
    const value = terms.wideValue(term);
    return width % 4 === 0
      ? `#x${value.toString(16).padStart(width / 4, '0')}`
      : `#b${value.toString(2).padStart(width, '0')}`;
  }
  return terms.op(term) === Op.variable ? `v${terms.variableIndex(term)}` : `t${term}`;
}

function definition(terms: TermStore, term: Term): string {
  const op = terms.op(term);
  const a = nameOf(terms, terms.first(term));
  switch (op) {
    case Op.extract: {
      const low = terms.lowBit(term);
      return `((_ extract ${low + terms.width(term) - 1} ${low}) ${a})`;
    }
    case Op.sext:
      return `((_ sign_extend ${terms.width(term) - terms.width(terms.first(term))}) ${a})`;
    case Op.not:
      return `(bvnot ${a})`;
    case Op.ite:
      return `(ite (= ${a} #b1) ${nameOf(terms, terms.second(term))} ${nameOf(terms, terms.third(term))})`;
    default: {
      const name = spelling[op];
      if (name === undefined) throw new InternalError(`operation ${op} has no SMT-LIB name`);
      const application = `(${name} ${a} ${nameOf(terms, terms.second(term))})`;
      return op === Op.eq || op === Op.ult || op === Op.slt ? `(ite ${application} #b1 #b0)` : application;
    }
  }
}
