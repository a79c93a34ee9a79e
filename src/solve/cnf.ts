// Circuit → clauses, for the cones that are asked for, each gate once per solver. Both directions of every definition
// are written (Tseitin): one-sided definitions would save little here, since adders use both, and would cost
// propagation under assumptions. Conjunctions used only once are written into the conjunction that uses them.

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

  /**
   * Makes the literal true for good. Conjunctions and disjunctions at the top, and equalities below them, become
   * clauses without gates.
   */
  assert(literal: Literal): void {
    this.#assertUnder([], literal);
  }

  /** One of the solver's literals holds, or this one. */
  #assertUnder(others: readonly number[], literal: Literal): void {
    if (literal === HIGH) return;
    if (literal === LOW) return this.#solver.addClause(others);
    const circuit = this.#circuit;
    const gate = literal >> 1;
    const isPositive = (literal & 1) === 0;
    const isNew = this.variable(gate) === 0;
    if (isNew && circuit.kind(gate) === Gate.and) {
      const operands = this.#flatten(gate);
      if (isPositive) {
        for (const operand of operands) this.#assertUnder(others, operand);
        return;
      }
      // ¬(a ∧ b ∧ …): all but the last are literals of the clause.
      const [last, ...rest] = [...operands].sort((x, y) => this.#weight(x) - this.#weight(y)).reverse();
      return this.#assertUnder([...others, ...rest.map((operand) => -this.literal(operand))], (last! ^ 1) as Literal);
    }
    if (isNew && circuit.kind(gate) === Gate.xor && others.length > 0 && !circuit.isShared(gate)) {
      const a = this.literal(circuit.first(gate));
      const b = this.literal(circuit.second(gate));
      this.#solver.addClause([...others, isPositive ? a : -a, b]);
      this.#solver.addClause([...others, isPositive ? -a : a, -b]);
      return;
    }
    this.#solver.addClause([...others, this.literal(literal)]);
  }

  /** A negated conjunction is worth being the one that is taken apart further. */
  #weight(literal: Literal): number {
    const gate = literal >> 1;
    return (literal & 1) === 1 && this.#circuit.kind(gate) === Gate.and && this.variable(gate) === 0 ? 1 : 0;
  }

  /**
   * Defines the gates nearest to a literal, at most so many; all others stay free. What is impossible then is
   * impossible, whatever they are.
   */
  literalNearby(root: Literal, gates: number): number {
    if (root <= HIGH) return this.#constantLiteral(root);
    const circuit = this.#circuit;
    if (this.#variables.length < circuit.size) this.#variables = new Int32Array(circuit.size);
    const variables = this.#variables;
    const queue = [root >> 1];
    variables[root >> 1] = ++this.#count;
    for (let at = 0; at < queue.length && at < gates; at++) {
      const gate = queue[at]!;
      const kind = circuit.kind(gate);
      if (kind === Gate.input) continue;
      const operands = [circuit.first(gate), circuit.second(gate)];
      if (kind === Gate.mux || kind === Gate.majority) operands.push(circuit.third(gate));
      for (const operand of operands) {
        if (variables[operand >> 1] !== 0) continue;
        variables[operand >> 1] = ++this.#count;
        queue.push(operand >> 1);
      }
      if (kind === Gate.and) this.#writeAnd(variables[gate]!, operands);
      else this.#writeGate(variables[gate]!, kind, gate);
    }
    return this.#known(root);
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
