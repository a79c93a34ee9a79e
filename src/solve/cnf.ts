// Circuit → clauses, for the cones that are asked for, each gate once per solver. Both directions of every definition are
// written (Tseitin): one-sided definitions would save little here, since adders use both, and would cost propagation under assumptions.
// Conjunctions used only once are written into the conjunction that uses them.

import { type Circuit, Gate, HIGH, type Literal, LOW } from './circuit.js';
import type { ClauseSink } from './solver.js';

export class CnfWriter {
  readonly #circuit: Circuit;
  readonly #solver: ClauseSink;
  /** The solver's variable of a gate, 0 if it has none yet. */
  #variables = new Int32Array(0);
  #count = 0;
  #constant = 0;
  readonly #inputs: number[] = [];
  readonly #stack: number[] = [];
  readonly #conjuncts: Literal[] = [];

  constructor(circuit: Circuit, solver: ClauseSink) {
    this.#circuit = circuit;
    this.#solver = solver;
  }

  /** Number of variables given to gates so far. */
  get variableCount(): number {
    return this.#count;
  }

  /** The input gates written so far. */
  get inputs(): readonly number[] {
    return this.#inputs;
  }

  /** The solver's variable of a gate if it was written, else 0: then the solver knows nothing about it. */
  variable(gate: number): number {
    return this.#variables[gate] ?? 0;
  }

  /** The solver's literal for a circuit literal, after writing the clauses that define it. */
  literal(literal: Literal): number {
    if (literal <= HIGH) return this.#constantLiteral(literal);
    this.#write(literal >> 1);
    return this.#known(literal);
  }

  /** Makes the literal true for good; a conjunction becomes several unit clauses. */
  assert(literal: Literal): void {
    if (literal === HIGH) return;
    if (literal === LOW) {
      this.#solver.addClause([]);
      return;
    }
    const gate = literal >> 1;
    if (this.#circuit.kind(gate) === Gate.and && (literal & 1) === 0 && this.variable(gate) === 0) {
      for (const conjunct of this.#flatten(gate)) this.#solver.addClause([this.literal(conjunct)]);
    } else {
      this.#solver.addClause([this.literal(literal)]);
    }
  }

  #constantLiteral(literal: Literal): number {
    if (this.#constant === 0) {
      this.#constant = ++this.#count;
      this.#solver.addClause([this.#constant]);
    }
    return literal === HIGH ? this.#constant : -this.#constant;
  }

  #known(literal: Literal): number {
    const variable = this.#variables[literal >> 1]!;
    return (literal & 1) === 0 ? variable : -variable;
  }

  #write(root: number): void {
    const circuit = this.#circuit;
    if (this.#variables.length < circuit.size) {
      const variables = new Int32Array(Math.max(circuit.size, this.#variables.length * 2));
      variables.set(this.#variables);
      this.#variables = variables;
    }
    const variables = this.#variables;
    const stack = this.#stack;
    stack.push(root);
    while (stack.length > 0) {
      const gate = stack[stack.length - 1]!;
      if (variables[gate] !== 0) {
        stack.pop();
        continue;
      }
      const kind = circuit.kind(gate);
      const before = stack.length;
      let conjuncts: readonly Literal[] = [];
      if (kind === Gate.and) {
        conjuncts = this.#flatten(gate);
        for (const conjunct of conjuncts) if (variables[conjunct >> 1] === 0) stack.push(conjunct >> 1);
      } else if (kind !== Gate.input) {
        const a = circuit.first(gate) >> 1;
        const b = circuit.second(gate) >> 1;
        if (variables[a] === 0) stack.push(a);
        if (variables[b] === 0) stack.push(b);
        if (kind !== Gate.xor) {
          const c = circuit.third(gate) >> 1;
          if (variables[c] === 0) stack.push(c);
        }
      }
      if (stack.length > before) continue;
      stack.pop();
      variables[gate] = ++this.#count;
      if (kind === Gate.and) this.#writeAnd(this.#count, conjuncts);
      else if (kind === Gate.input) this.#inputs.push(gate);
      else this.#writeGate(this.#count, kind, gate);
    }
  }

  /** The operands of a conjunction, looking through conjunctions that nothing else uses. */
  #flatten(gate: number): readonly Literal[] {
    const circuit = this.#circuit;
    const conjuncts = this.#conjuncts;
    conjuncts.length = 0;
    conjuncts.push(circuit.first(gate), circuit.second(gate));
    for (let i = 0; i < conjuncts.length; ) {
      const operand = conjuncts[i]!;
      const inner = operand >> 1;
      const inlined =
        (operand & 1) === 0 &&
        circuit.kind(inner) === Gate.and &&
        !circuit.isShared(inner) &&
        (this.#variables[inner] ?? 0) === 0;
      if (inlined) {
        conjuncts[i] = circuit.first(inner);
        conjuncts.push(circuit.second(inner));
      } else {
        i++;
      }
    }
    return [...conjuncts];
  }

  #writeAnd(x: number, conjuncts: readonly Literal[]): void {
    const clause = [x];
    for (const conjunct of conjuncts) {
      const literal = this.#known(conjunct);
      this.#solver.addClause([-x, literal]);
      clause.push(-literal);
    }
    this.#solver.addClause(clause);
  }

  #writeGate(x: number, kind: Gate, gate: number): void {
    const solver = this.#solver;
    const a = this.#known(this.#circuit.first(gate));
    const b = this.#known(this.#circuit.second(gate));
    if (kind === Gate.xor) {
      solver.addClause([-x, a, b]);
      solver.addClause([-x, -a, -b]);
      solver.addClause([x, -a, b]);
      solver.addClause([x, a, -b]);
      return;
    }
    const c = this.#known(this.#circuit.third(gate));
    if (kind === Gate.mux) {
      solver.addClause([-a, -b, x]);
      solver.addClause([-a, b, -x]);
      solver.addClause([a, -c, x]);
      solver.addClause([a, c, -x]);
      // Implied, but lets equal branches propagate before the condition is known.
      solver.addClause([-b, -c, x]);
      solver.addClause([b, c, -x]);
      return;
    }
    solver.addClause([-a, -b, x]);
    solver.addClause([-a, -c, x]);
    solver.addClause([-b, -c, x]);
    solver.addClause([a, b, -x]);
    solver.addClause([a, c, -x]);
    solver.addClause([b, c, -x]);
  }
}
