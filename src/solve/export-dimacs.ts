// Terms → DIMACS CNF, the clauses that the solver would get for a check of all conditions together. Comment lines map the
// bits of the terms' variables to variables of the formula; bits that are not listed do not matter.

import { Blaster } from './blast.js';
import { CnfWriter } from './cnf.js';
import type { Answer, Solver, SolverStatistics } from './solver.js';
import type { Term, TermStore } from './store.js';

/** A solver that only writes down what it is told. */
class ClauseRecorder implements Solver {
  readonly lines: string[] = [];
  variables = 0;

  addClause(literals: readonly number[]): void {
    for (const literal of literals) this.variables = Math.max(this.variables, Math.abs(literal));
    this.lines.push(literals.length === 0 ? '0' : `${literals.join(' ')} 0`);
  }
  assume(literal: number): void {
    this.addClause([literal]);
  }
  solve(): Answer {
    return { kind: 'unknown', reason: 'time' };
  }
  value(): boolean {
    return false;
  }
  failed(): boolean {
    return false;
  }
  statistics(): SolverStatistics {
    return { variables: this.variables, clauses: this.lines.length, solves: 0, solveMilliseconds: 0 };
  }
  dispose(): void {}
}

/** The lines of the file. */
export function* dimacsLines(terms: TermStore, conditions: readonly Term[]): Generator<string> {
  const blaster = new Blaster(terms);
  const recorder = new ClauseRecorder();
  const writer = new CnfWriter(blaster.circuit, recorder);
  for (const condition of conditions) writer.assert(blaster.literal(condition));
  for (const variable of blaster.variables) {
    const name = terms.variableName(variable).replaceAll(/\s/g, '_');
    const bits = blaster.word(variable).map((literal, bit) => ({ bit, index: writer.variable(literal >> 1) }));
    const listed = bits.filter(({ index }) => index !== 0).map(({ bit, index }) => `${bit}:${index}`);
    if (listed.length > 0) yield `c ${name} ${listed.join(' ')}`;
  }
  yield `p cnf ${writer.variableCount} ${recorder.lines.length}`;
  yield* recorder.lines;
}
