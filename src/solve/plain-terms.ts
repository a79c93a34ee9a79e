// Terms as plain data, to be built again in another store, also in another thread: those that some of them are made of,
// each after its operands. They keep their order, so the solver is told the same in the same order wherever it is
// asked.

import { Op } from './operation.js';
import { operandsOf } from './substitute.js';
import { type Term, Terms } from './term.js';

/** Operands are numbers of earlier rows; of an `extract`, the second is the lowest bit. */
type Row =
  | { readonly kind: 'constant'; readonly width: number; readonly value: bigint }
  | { readonly kind: 'variable'; readonly width: number; readonly name: string }
  | { readonly kind: 'operation'; readonly op: Op; readonly width: number; readonly operands: readonly number[] };

export interface PlainTerms {
  readonly rows: readonly Row[];
}

/** `numberOf` gives the row of a root. */
export function plainTerms(
  terms: Terms,
  roots: readonly Term[],
): { readonly plain: PlainTerms; readonly numberOf: (root: Term) => number } {
  const seen = new Set(roots);
  // What is added on the way is visited as well.
  for (const term of seen) for (const operand of operandsOf(terms, term)) seen.add(operand);
  const inOrder = [...seen].sort((a, b) => a - b);
  const numbers = new Map(inOrder.map((term, n) => [term, n]));
  const rows = inOrder.map((term): Row => {
    const op = terms.op(term);
    const width = terms.width(term);
    if (op === Op.constant) return { kind: 'constant', width, value: terms.wideValue(term) };
    if (op === Op.variable) return { kind: 'variable', width, name: terms.variableName(term) };
    const operands = operandsOf(terms, term).map((operand) => numbers.get(operand)!);
    return { kind: 'operation', op, width, operands: op === Op.extract ? [...operands, terms.lowBit(term)] : operands };
  });
  return { plain: { rows }, numberOf: (root) => numbers.get(root)! };
}

/** In a store of their own; by row. */
export function builtTerms({ rows }: PlainTerms): { readonly terms: Terms; readonly built: readonly Term[] } {
  const terms = new Terms();
  const built: Term[] = [];
  for (const row of rows) built.push(builtRow(terms, built, row));
  return { terms, built };
}

/** They were simplified when they were made. */
function builtRow(terms: Terms, built: readonly Term[], row: Row): Term {
  switch (row.kind) {
    case 'constant':
      return terms.constant(row.width, row.value);
    case 'variable':
      return terms.variable(row.width, row.name);
    case 'operation': {
      const [a = 0, b = 0, c = 0] = row.operands.map((n, at) => (row.op === Op.extract && at === 1 ? n : built[n]!));
      return terms.intern(row.op, row.width, a, b, c);
    }
  }
}
