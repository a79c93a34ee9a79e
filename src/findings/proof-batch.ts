// Some of the findings that an engine has seen, to be proved: plain data in, findings out. A batch is proved by itself,
// by a prover of its own. So what comes of it depends on nothing that was proved before it, and it can be done in any
// thread, in any order.

import { InternalError } from '../base/internal-error.js';
import { LimitReached, limitCheck } from '../base/limits.js';
import type { Schedule } from '../execution/schedule.js';
import type { Program } from '../model/program.js';
import type { Finding } from './finding.js';
import type { Hit } from './hit.js';
import type { Rules } from './pattern-observer.js';
import { Prover } from './proof.js';
import { findingOf } from './proven-finding.js';
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

/** A finding, and executions that show it. */
export interface ProofQuestion {
  readonly witnesses: readonly (readonly [Hit, Schedule])[];
  /** There are others, for where none of these shows harm. */
  readonly hasMore: boolean;
}

export interface ProofBatch extends ProofRules {
  readonly questions: readonly ProofQuestion[];
}

export interface Proved {
  /** Undefined where it is not to be reported. */
  readonly finding: Finding | undefined;
  /** Another execution may show harm, which this one does not. */
  readonly isOpen: boolean;
  /** What it took, of the effort for all. */
  readonly effort: number;
}

export interface ProvedBatch {
  /** Of the questions, in order; it was too late for those that are missing. */
  readonly proved: readonly Proved[];
}

/** Limits that a batch has as well. */
export interface ProofLimits {
  /** No more than what is needed: harm is not judged any more. */
  readonly isJudgingOver: () => boolean;
  /** Too late even for that. */
  readonly isLate: () => string | undefined;
}

export function batchOf(questions: readonly ProofQuestion[], rules: ProofRules): ProofBatch {
  const { unit, effect } = rules.rules;
  return { ...rules, rules: { unit, effect }, questions };
}

/** Piece by piece: each finding as it is proved. */
export function* proveBatch(
  program: Program,
  batch: ProofBatch,
  { isJudgingOver, isLate }: ProofLimits,
): Generator<Proved, ProvedBatch> {
  const sites = new Sites(batch.sites);
  const checkLimits = limitCheck(isLate);
  const prover = new Prover(program, sites, batch.rules, isJudgingOver, checkLimits);
  const proved: Proved[] = [];
  try {
    for (const { witnesses, hasMore } of batch.questions) {
      checkLimits();
      const before = prover.confirmer.effort;
      const proof = prover.prove(witnesses, batch.effort);
      if (proof === undefined && !batch.mayFail) throw notReplayed(witnesses[0]?.[0]);
      const finding = proof && findingOf(program, sites, proof, batch.engine);
      const isOpen = hasMore && proof?.harm?.kind === 'not-shown' && !isJudgingOver();
      const one = { finding, isOpen, effort: prover.confirmer.effort - before };
      proved.push(one);
      yield one;
    }
  } catch (thrown) {
    if (!(thrown instanceof LimitReached)) throw thrown;
  }
  return { proved };
}

export function notReplayed(hit: Hit | undefined): InternalError {
  return new InternalError(`a finding does not replay: ${hit?.sighting.key}`);
}
