// The port to a SAT solver: incremental, synchronous, with assumptions and limits. Literals are nonzero integers as in
// DIMACS. Running out of time, conflicts or memory is an answer, never an exception.

export interface SolverLimits {
  /** Give up after so many conflicts. */
  readonly conflicts?: number;
  /** Give up after so many ticks: what the solver counts of its accesses to memory, the same on every computer. */
  readonly ticks?: number;
  /** Give up after so many milliseconds. */
  readonly milliseconds?: number;
}

export type SolverAnswer =
  | { readonly kind: 'sat' }
  | { readonly kind: 'unsat' }
  | { readonly kind: 'unknown'; readonly reason: 'work' | 'time' | 'memory' };

export interface SolverStatistics {
  readonly variables: number;
  readonly clauses: number;
  readonly solves: number;
  readonly solveMilliseconds: number;
}

export interface ClauseSink {
  addClause(literals: readonly number[]): void;
}

/**
 * What a solver is for: `proof`, a large formula that is worth simplifying while it is solved, or `branches`, thousands
 * of small checks where that costs more than it gains.
 */
export type Tuning = 'proof' | 'branches';

/** Solvers that share a memory of their own. */
export interface Solvers {
  /** `isOver` is asked while it works; once it says so, all answers are unknown. */
  create(tuning?: Tuning, isOver?: () => boolean): Solver;
}

export interface Solver extends ClauseSink {
  /** Makes the next `solve` assume the literal. */
  assume(literal: number): void;
  solve(limits?: SolverLimits): SolverAnswer;
  /** After `sat`: whether the literal is true in the model. */
  value(literal: number): boolean;
  /** After `unsat`: whether the assumption was needed for it. */
  failed(assumption: number): boolean;
  statistics(): SolverStatistics;
  /** Frees the solver's memory; it must not be used any more. */
  dispose(): void;
}
