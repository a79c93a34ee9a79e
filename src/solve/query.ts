// Satisfiability of terms, incrementally: assertions stay, assumptions hold for one check. Cheapest first: constants,
// contradicting assumptions, models found earlier, and only then the SAT solver, which sees each gate once. CaDiCaL's
// cost per check grows with all it was ever told, so when most of that is of no use any more, a new solver is begun.

import { InternalError } from '../base/internal-error.js';
import type { CheckLimits } from '../base/limits.js';
import { Blaster } from './blast.js';
import { Gate, type Literal } from './circuit.js';
import { CnfWriter } from './cnf.js';
import { Evaluator } from './evaluate.js';
import { Op } from './operation.js';
import type { Solver, SolverAnswer, SolverLimits } from './solver.js';
import { FALSE, type Term, TRUE } from './store.js';
import type { Terms } from './term.js';

/** Values of all variables; those the formula does not depend on are 0. */
export class Model {
  readonly #values: ReadonlyMap<Term, number | bigint>;
  readonly #evaluator: Evaluator;

  constructor(terms: Terms, values: ReadonlyMap<Term, number | bigint>) {
    this.#values = values;
    this.#evaluator = new Evaluator(terms, (variable) => values.get(variable) ?? 0);
  }

  /** Variables with a value other than the default, 0. */
  get assigned(): ReadonlyMap<Term, number | bigint> {
    return this.#values;
  }
  /** The value of any term. */
  value(term: Term): bigint {
    return this.#evaluator.bigint(term);
  }
  /** The value of a term of at most 32 bits. */
  number(term: Term): number {
    return this.#evaluator.number(term);
  }
  isTrue(condition: Term): boolean {
    return this.#evaluator.isTrue(condition);
  }
}

export interface QueryStatistics {
  readonly checks: number;
  /** Checks answered without the solver: by constants and contradictions, and by an earlier model. */
  readonly trivial: number;
  readonly reusedModels: number;
  readonly solverCalls: number;
  readonly restarts: number;
  /** Of all solvers so far. */
  readonly variables: number;
  readonly clauses: number;
  readonly solveMilliseconds: number;
}

export interface QueryOptions {
  /** A solver with fewer variables is never given up for a new one. */
  readonly restartAbove?: number;
  /** How many earlier models are tried before the solver is asked. */
  readonly modelsKept?: number;
  /** `free`: products, quotients and remainders are arbitrary: only `unsat` means anything, and it comes sooner. */
  readonly arithmetic?: 'exact' | 'free';
  /** Called while terms become clauses. If it throws, the query is of no use any more. */
  readonly checkLimits?: CheckLimits;
}

/** A solver is given up when it has so many times more variables than the check needs. */
const uselessFactor = 4;

/** Gates that `isLocallyImpossible` looks at. */
const NEARBY = 3000;

export class Query {
  readonly #terms: Terms;
  readonly #createSolver: () => Solver;
  readonly #blaster: Blaster;
  /** Made at the first question that nothing simpler answers. */
  #opened: { readonly solver: Solver; readonly writer: CnfWriter } | undefined;
  readonly #assertions: Term[] = [];
  #contradictory = false;
  #assertionsWritten = 0;
  readonly #restartAbove: number;
  readonly #modelsKept: number;
  #restartAt: number;
  /** Most recently used first, with the number of assertions known to hold. */
  readonly #models: { readonly model: Model; holds: number }[] = [];
  #model: Model | undefined;
  #core: readonly Term[] = [];
  #marks = new Int32Array(0);
  #mark = 0;
  readonly #past = { variables: 0, clauses: 0, milliseconds: 0 };
  readonly #counts = { checks: 0, trivial: 0, reusedModels: 0, solverCalls: 0, restarts: 0 };

  constructor(terms: Terms, createSolver: () => Solver, options: QueryOptions = {}) {
    this.#restartAbove = options.restartAbove ?? 4000;
    this.#modelsKept = options.modelsKept ?? 4;
    this.#restartAt = this.#restartAbove;
    this.#terms = terms;
    this.#createSolver = createSolver;
    this.#blaster = new Blaster(terms, options.arithmetic, options.checkLimits);
  }

  get #solver(): Solver {
    return this.#open().solver;
  }

  get #writer(): CnfWriter {
    return this.#open().writer;
  }

  #open(): { readonly solver: Solver; readonly writer: CnfWriter } {
    if (this.#opened === undefined) {
      const solver = this.#createSolver();
      this.#opened = { solver, writer: new CnfWriter(this.#blaster.circuit, solver) };
    }
    return this.#opened;
  }

  /** What was required so far. */
  get assertions(): readonly Term[] {
    return this.#assertions;
  }

  /** Requires a Boolean term in every later check. */
  assert(condition: Term): void {
    if (condition === FALSE) this.#contradictory = true;
    if (condition !== TRUE) this.#assertions.push(condition);
  }

  check(assumptions: readonly Term[] = [], limits: SolverLimits = {}): SolverAnswer {
    this.#counts.checks++;
    this.#model = undefined;
    this.#core = [];
    const contradiction = this.#findContradiction(assumptions);
    if (contradiction !== undefined) {
      this.#counts.trivial++;
      this.#core = contradiction;
      return { kind: 'unsat' };
    }
    const known = this.#findModel(assumptions);
    if (known !== undefined) {
      this.#counts.reusedModels++;
      this.#model = known;
      return { kind: 'sat' };
    }
    return this.#solve(assumptions, limits);
  }

  /**
   * Can the condition not hold, whatever assertions say and whatever its parts further away are? Cheap, and often
   * enough: a value that was just limited is within its limits, however it was computed.
   */
  isLocallyImpossible(condition: Term): boolean {
    if (condition === FALSE) return true;
    const solver = this.#createSolver();
    const root = this.#blaster.literal(condition);
    const writer = new CnfWriter(this.#blaster.circuit, solver);
    solver.assume(writer.literalNearby(root, NEARBY));
    const answer = solver.solve({ conflicts: 1000 });
    solver.dispose();
    return answer.kind === 'unsat';
  }

  /** After `sat`. */
  get model(): Model {
    if (this.#model === undefined) throw new InternalError('no model: the last check was not satisfiable');
    return this.#model;
  }

  /**
   * After `unsat`: assumptions that together with the assertions are unsatisfiable; empty if the assertions alone are.
   */
  get core(): readonly Term[] {
    return this.#core;
  }

  statistics(): QueryStatistics {
    const current = this.#opened?.solver.statistics();
    return {
      ...this.#counts,
      variables: this.#past.variables + (current?.variables ?? 0),
      clauses: this.#past.clauses + (current?.clauses ?? 0),
      solveMilliseconds: this.#past.milliseconds + (current?.solveMilliseconds ?? 0),
    };
  }

  dispose(): void {
    this.#opened?.solver.dispose();
  }

  #findContradiction(assumptions: readonly Term[]): readonly Term[] | undefined {
    if (this.#contradictory) return [];
    const assumed = new Set(assumptions);
    for (const assumption of assumptions) {
      if (assumption === FALSE) return [assumption];
      if (this.#terms.op(assumption) === Op.not && assumed.has(this.#terms.first(assumption))) {
        return [this.#terms.first(assumption), assumption];
      }
    }
    return undefined;
  }

  #findModel(assumptions: readonly Term[]): Model | undefined {
    for (let i = 0; i < this.#models.length; i++) {
      const entry = this.#models[i]!;
      while (entry.holds < this.#assertions.length && entry.model.isTrue(this.#assertions[entry.holds]!)) entry.holds++;
      if (entry.holds < this.#assertions.length) {
        this.#models.splice(i--, 1);
        continue;
      }
      if (assumptions.every((assumption) => entry.model.isTrue(assumption))) {
        this.#models.splice(i, 1);
        this.#models.unshift(entry);
        return entry.model;
      }
    }
    return undefined;
  }

  #solve(assumptions: readonly Term[], limits: SolverLimits): SolverAnswer {
    this.#counts.solverCalls++;
    const literals = assumptions.map((assumption) => this.#blaster.literal(assumption));
    if (this.#writer.variableCount > this.#restartAt) this.#considerRestart(literals);
    for (; this.#assertionsWritten < this.#assertions.length; this.#assertionsWritten++) {
      this.#writer.assert(this.#blaster.literal(this.#assertions[this.#assertionsWritten]!));
    }
    const assumed = literals.map((literal) => this.#writer.literal(literal));
    for (const literal of assumed) this.#solver.assume(literal);
    const answer = this.#solver.solve(limits);
    if (answer.kind === 'sat') {
      this.#model = this.#readModel();
      this.#models.unshift({ model: this.#model, holds: this.#assertions.length });
      if (this.#models.length > this.#modelsKept) this.#models.pop();
    } else if (answer.kind === 'unsat') {
      this.#core = assumptions.filter((_, i) => this.#solver.failed(assumed[i]!));
    } else if (answer.reason === 'memory') {
      this.#restart();
    }
    return answer;
  }

  #readModel(): Model {
    const values = new Map<Term, number | bigint>();
    for (const gate of this.#writer.inputs) {
      if (!this.#solver.value(this.#writer.variable(gate))) continue;
      const { variable, bit } = this.#blaster.inputBit(gate);
      const value = values.get(variable);
      if (this.#terms.width(variable) <= 32) values.set(variable, (Number(value ?? 0) | (1 << bit)) >>> 0);
      else values.set(variable, BigInt(value ?? 0) | (1n << BigInt(bit)));
    }
    return new Model(this.#terms, values);
  }

  #considerRestart(assumed: readonly Literal[]): void {
    const needed = this.#coneSize([...assumed, ...this.#assertions.map((term) => this.#blaster.literal(term))]);
    if (needed * uselessFactor < this.#writer.variableCount) this.#restart();
    this.#restartAt = Math.max(this.#restartAbove, uselessFactor * Math.max(needed, this.#writer.variableCount));
  }

  #restart(): void {
    const statistics = this.#solver.statistics();
    this.#past.variables += statistics.variables;
    this.#past.clauses += statistics.clauses;
    this.#past.milliseconds += statistics.solveMilliseconds;
    this.#counts.restarts++;
    this.#solver.dispose();
    this.#opened = undefined;
    this.#assertionsWritten = 0;
  }

  /** Number of gates that the literals depend on. */
  #coneSize(roots: readonly Literal[]): number {
    const circuit = this.#blaster.circuit;
    if (this.#marks.length < circuit.size) this.#marks = new Int32Array(circuit.size * 2);
    const marks = this.#marks;
    const mark = ++this.#mark;
    let count = 0;
    const stack: number[] = [];
    const visit = (literal: Literal) => {
      const gate = literal >> 1;
      if (marks[gate] === mark) return;
      marks[gate] = mark;
      count++;
      stack.push(gate);
    };
    for (const root of roots) visit(root);
    for (let gate = stack.pop(); gate !== undefined; gate = stack.pop()) {
      const kind = circuit.kind(gate);
      if (kind === Gate.input) continue;
      visit(circuit.first(gate));
      visit(circuit.second(gate));
      if (kind === Gate.mux || kind === Gate.majority) visit(circuit.third(gate));
    }
    return count;
  }
}
