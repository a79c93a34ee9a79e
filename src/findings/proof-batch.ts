// Some of the findings that an engine has seen, to be proved: plain data in, findings out. A batch is proved by itself,
// with a prover and a solver of its own. So what comes of it depends on nothing that was proved before it, and it can be
// done in any thread, in any order.

import { InternalError } from '../base/internal-error.js';
import { LimitReached, limitCheck } from '../base/limits.js';
import type { Choice, Schedule } from '../execution/schedule.js';
import type { Program } from '../model/program.js';
import { builtTerms, type PlainTerms, plainTerms } from '../solve/plain-terms.js';
import { Query } from '../solve/query.js';
import type { Solvers } from '../solve/solver.js';
import type { Terms } from '../solve/term.js';
import type { Finding } from './finding.js';
import type { Hit } from './hit.js';
import type { Rules } from './pattern-observer.js';
import { Prover } from './proof.js';
import { findingOf } from './proven-finding.js';
import { type SymbolicWitness, schedulesOf } from './schedules.js';
import { type Site, Sites } from './sites.js';

/** How findings of one run of an engine are proved. */
export interface ProofRules {
  readonly rules: Rules;
  readonly sites: readonly Site[];
  /** Who found them. */
  readonly engine: string;
  /** For all executions that show one finding. */
  readonly effort: number;
  /** What does not replay is left out; else it is a bug. */
  readonly mayFail: boolean;
}

export interface ProofBatch extends ProofRules {
  readonly terms: PlainTerms;
  /** Of each finding, executions that show it. */
  readonly questions: readonly (readonly PlainWitness[])[];
}

/** An execution that shows a hit; its inputs are values, or terms under conditions, both by number. */
type PlainWitness = { readonly hit: Hit; readonly choices: readonly Choice[] } & (
  | { readonly values: readonly bigint[] }
  | { readonly inputs: readonly number[]; readonly path: readonly number[] }
);

/** A hit as an engine has it. */
export type Seen = readonly [hit: Hit, how: Schedule | { readonly symbolic: SymbolicWitness }];

export interface ProvedBatch {
  /** Of the questions, in order; undefined where it is not to be reported. */
  readonly findings: readonly (Finding | undefined)[];
  /** It was too late for so many, the last ones. */
  readonly unproved: number;
  readonly statistics: SolverCounts;
}

export interface SolverCounts {
  readonly solverCalls: number;
  readonly variables: number;
  readonly clauses: number;
}

/** Limits that a batch has as well. */
export interface ProofLimits {
  /** No more than what is needed: harm is not judged any more. */
  readonly isJudgingOver: () => boolean;
  /** Too late even for that. */
  readonly isLate: () => string | undefined;
}

/** `terms`: of symbolic witnesses. */
export function batchOf(questions: readonly (readonly Seen[])[], rules: ProofRules, terms: Terms): ProofBatch {
  const witnesses = questions.flat().flatMap(([, how]) => ('symbolic' in how ? [how.symbolic] : []));
  const { plain, numberOf } = plainTerms(
    terms,
    witnesses.flatMap(({ inputs, path }) => (inputs.length === 0 ? [] : [...inputs, ...path])),
  );
  const plainWitness = ([{ sighting, steps, variable, example }, how]: Seen): PlainWitness => {
    const hit = { sighting, steps, variable, example };
    if (!('symbolic' in how)) return { hit, choices: how.choices, values: how.inputs };
    const { choices, inputs, path } = how.symbolic;
    if (inputs.length === 0) return { hit, choices, values: [] };
    return { hit, choices, inputs: inputs.map(numberOf), path: path.map(numberOf) };
  };
  const { unit, effect } = rules.rules;
  return {
    ...rules,
    rules: { unit, effect },
    terms: plain,
    questions: questions.map((seen) => seen.map(plainWitness)),
  };
}

/** Piece by piece: each finding as it is proved. */
export function* proveBatch(
  program: Program,
  batch: ProofBatch,
  solvers: Solvers,
  { isJudgingOver, isLate }: ProofLimits,
): Generator<Finding | undefined, ProvedBatch> {
  const { terms, built } = builtTerms(batch.terms);
  const query = new Query(terms, () => solvers.create('branches', () => isLate() !== undefined));
  const sites = new Sites(batch.sites);
  const checkLimits = limitCheck(isLate);
  const prover = new Prover(program, sites, batch.rules, isJudgingOver, checkLimits);
  const schedules = function* (witnesses: readonly PlainWitness[]): Generator<readonly [Hit, Schedule]> {
    for (const witness of witnesses) {
      const { hit, choices } = witness;
      if ('values' in witness) yield [hit, { choices, inputs: witness.values }];
      else {
        const [inputs, path] = [witness.inputs, witness.path].map((numbers) => numbers.map((n) => built[n]!));
        for (const schedule of schedulesOf({ choices, inputs: inputs!, path: path! }, query, terms))
          yield [hit, schedule];
      }
    }
  };
  const findings: (Finding | undefined)[] = [];
  try {
    for (const witnesses of batch.questions) {
      checkLimits();
      const proof = prover.prove(schedules(witnesses), batch.effort);
      if (proof === undefined && !batch.mayFail)
        throw new InternalError(`a finding does not replay: ${witnesses[0]?.hit.sighting.key}`);
      const finding = proof && findingOf(program, sites, proof, batch.engine);
      findings.push(finding);
      yield finding;
    }
  } catch (thrown) {
    if (!(thrown instanceof LimitReached)) throw thrown;
  }
  const { solverCalls, variables, clauses } = query.statistics();
  query.dispose();
  return {
    findings,
    unproved: batch.questions.length - findings.length,
    statistics: { solverCalls, variables, clauses },
  };
}
