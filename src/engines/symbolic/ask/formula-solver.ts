// Questions to one formula. Each is an assumption on one incremental solver, so that what was learned from one helps
// with the next; a hard one gets a solver of its own, which may use it for its simplifications. Answers come in slices
// of work, so that others may have their turn; work is counted, so that it is the same turn on every computer.

import type { CheckLimits } from '../../../base/limits.js';
import { Op } from '../../../solve/operation.js';
import { type Model, Query, type QueryStatistics } from '../../../solve/query.js';
import type { Solver } from '../../../solve/solver.js';
import { FALSE, type Term, type Terms } from '../../../solve/term.js';
import type { Formula, ReachabilityQuestion } from '../formula.js';

/** Ticks of the solver in a slice: one or two seconds. */
const SLICE = 40_000_000;
/** Slices, and conflicts in each, after which the abstraction, in which products are free, is given up. */
const ABSTRACTION_SLICES = 4;
const ABSTRACTION_CONFLICTS = 5000;
/** Ticks for which the solver of all questions tries a single one. */
const COMMON_PATIENCE = 30_000_000;

/** Ticks for which it is tried to exclude what is likely to be impossible. */
const LEMMA_PATIENCE = 10_000_000;

export class OutOfMemory {}

export class FormulaSolver {
  private readonly query: Query;
  private readonly abstraction: Query;
  private readonly hard: QueryStatistics[] = [];
  private readonly byKey: ReadonlyMap<string, ReachabilityQuestion>;

  constructor(
    private readonly terms: Terms,
    readonly formula: Formula,
    private readonly createSolver: () => Solver,
    private readonly checkLimits: CheckLimits,
  ) {
    this.query = this.newQuery();
    this.byKey = new Map(formula.questions.map((q) => [q.key, q]));
    this.abstraction = new Query(terms, createSolver, { modelsKept: 0, arithmetic: 'free', checkLimits });
  }

  question(key: string): ReachabilityQuestion | undefined {
    return this.byKey.get(key);
  }

  /** A model, if it can happen. */
  *ask(happens: Term): Generator<void, Model | undefined> {
    const { query } = this;
    if (happens === FALSE || query.isLocallyImpossible(happens)) return undefined;
    for (const assertion of this.formula.needed(happens)) this.learn(assertion);
    if (hasProducts(this.terms) && (yield* this.isAbstractlyImpossible(happens))) return undefined;
    const answer = query.check([happens], { ticks: COMMON_PATIENCE });
    if (answer.kind !== 'unknown') return answer.kind === 'sat' ? query.model : undefined;
    return yield* this.askAlone(happens);
  }

  /** Learns that something is impossible, if that is found out soon. */
  tryToExclude(happens: Term): void {
    const { query } = this;
    if (happens === FALSE || query.isLocallyImpossible(happens)) return;
    for (const assertion of this.formula.needed(happens)) this.learn(assertion);
    if (query.check([happens], { ticks: LEMMA_PATIENCE }).kind === 'unsat') this.learn(this.terms.not(happens));
  }

  learn(condition: Term): void {
    this.query.assert(condition);
    this.abstraction.assert(condition);
  }

  statistics(): readonly QueryStatistics[] {
    return [this.query.statistics(), this.abstraction.statistics(), ...this.hard];
  }

  dispose(): void {
    this.query.dispose();
    this.abstraction.dispose();
  }

  private newQuery(): Query {
    return new Query(this.terms, this.createSolver, { modelsKept: 0, checkLimits: this.checkLimits });
  }

  private *isAbstractlyImpossible(happens: Term): Generator<void, boolean> {
    for (let n = 0; n < ABSTRACTION_SLICES; n++) {
      const answer = this.abstraction.check([happens], { conflicts: ABSTRACTION_CONFLICTS, ticks: SLICE });
      if (answer.kind !== 'unknown' || answer.reason === 'memory') return answer.kind === 'unsat';
      yield;
    }
    return false;
  }

  private *askAlone(happens: Term): Generator<void, Model | undefined> {
    const alone = this.newQuery();
    try {
      for (const assertion of [...this.query.assertions, happens]) alone.assert(assertion);
      for (;;) {
        yield;
        const answer = alone.check([], { ticks: SLICE });
        if (answer.kind === 'sat') return alone.model;
        if (answer.kind === 'unsat') {
          this.learn(this.terms.not(happens));
          return undefined;
        }
        if (answer.reason === 'memory') throw new OutOfMemory();
      }
    } finally {
      this.hard.push(alone.statistics());
      alone.dispose();
    }
  }
}

function hasProducts(terms: Terms): boolean {
  for (let term = 0; term < terms.size; term++) {
    const op = terms.op(term as Term);
    if (op >= Op.mul && op <= Op.srem) return true;
  }
  return false;
}
