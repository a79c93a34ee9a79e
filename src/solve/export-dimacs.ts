// Terms → DIMACS CNF, the clauses that the solver would get for a check of all conditions together. Comment lines map
// the bits of the terms' variables to variables of the formula; bits that are not listed do not matter.

import { Blaster } from './blast.js';
import { CnfWriter } from './cnf.js';
import type { ClauseSink } from './solver.js';
import type { Term, TermStore } from './store.js';

/** Clauses, each ended by 0, in one growing array: there may be tens of millions. */
class ClauseList implements ClauseSink {
  count = 0;
  #literals = new Int32Array(4096);
  #used = 0;

  addClause(literals: readonly number[]): void {
    const end = this.#used + literals.length + 1;
    if (end > this.#literals.length) {
      const grown = new Int32Array(Math.max(end, 2 * this.#literals.length));
      grown.set(this.#literals);
      this.#literals = grown;
    }
    this.#literals.set(literals, this.#used);
    this.#literals[end - 1] = 0;
    this.#used = end;
    this.count++;
  }

  *lines(): Generator<string> {
    for (let from = 0; from < this.#used; ) {
      const end = this.#literals.indexOf(0, from) + 1;
      yield this.#literals.subarray(from, end).join(' ');
      from = end;
    }
  }
}

/** The lines of the file. */
export function* dimacsLines(terms: TermStore, conditions: readonly Term[]): Generator<string> {
  const blaster = new Blaster(terms);
  const clauses = new ClauseList();
  const writer = new CnfWriter(blaster.circuit, clauses);
  for (const condition of conditions) writer.assert(blaster.literal(condition));
  for (const variable of blaster.variables) {
    const name = terms.variableName(variable).replaceAll(/\s/g, '_');
    const bits = blaster.word(variable).map((literal, bit) => ({ bit, index: writer.variable(literal >> 1) }));
    const listed = bits.filter(({ index }) => index !== 0).map(({ bit, index }) => `${bit}:${index}`);
    if (listed.length > 0) yield `c ${name} ${listed.join(' ')}`;
  }
  yield `p cnf ${writer.variableCount} ${clauses.count}`;
  yield* clauses.lines();
}
