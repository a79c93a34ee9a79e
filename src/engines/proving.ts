// Proves what an engine has seen, in batches: here, one after the other, or in other threads, where there are several.
// Batches are cut by number alone and are proved each by itself, so findings, their order and their text are the same
// either way.

import type { Finding } from '../findings/finding.js';
import {
  batchOf,
  type ProofBatch,
  type ProofLimits,
  type ProofRules,
  type ProvedBatch,
  proveBatch,
  type Seen,
  type SolverCounts,
} from '../findings/proof-batch.js';
import type { Program } from '../model/program.js';
import type { Solvers } from '../solve/solver.js';
import type { Terms } from '../solve/term.js';
import { breathe, type News } from './engine.js';
import type { Limits, Progress } from './limits.js';

/**
 * Findings of a batch at least: they share the beginning of their executions, and code that is compiled, which every
 * batch does anew.
 */
const AT_LEAST = 16;
const MAX_BATCHES = 16;

/** A power of two, since they are to be shared evenly. */
function batchCount(questions: number): number {
  return Math.min(MAX_BATCHES, 2 ** Math.floor(Math.log2(Math.max(1, questions / AT_LEAST))));
}

/** Other threads, that have the program as well. */
export interface OtherThreads {
  /** In order. `wait` is called while nothing comes, with the part that is done: 0 to 1. */
  prove(
    batches: readonly ProofBatch[],
    limits: ProofLimits,
    wait: (part: number) => Promise<void>,
  ): AsyncIterable<ProvedBatch>;
}

/** Who proves. */
export interface ProvingSettings {
  readonly solvers: Solvers;
  /** Undefined: everything is proved here. */
  readonly threads?: OtherThreads | undefined;
}

export interface Proved {
  readonly findings: readonly Finding[];
  /** How many were left when it was too late for more. */
  readonly unproved: number;
  readonly statistics: SolverCounts;
}

/** Of each finding, `questions` has executions that show it; `terms` are those of their symbolic data. */
export async function* proveAll(
  program: Program,
  questions: readonly (readonly Seen[])[],
  rules: ProofRules,
  terms: Terms,
  { solvers, threads }: ProvingSettings,
  limits: Limits,
  progress: Omit<Progress, 'phase' | 'done' | 'of'>,
): AsyncGenerator<News, Proved> {
  const count = batchCount(questions.length);
  // Later findings have longer executions: every batch gets some of all.
  const numbers = Array.from({ length: count }, (_, n) => [...questions.keys()].filter((q) => q % count === n));
  const batches = numbers.map((of) =>
    batchOf(
      of.map((q) => questions[q]!),
      rules,
      terms,
    ),
  );
  const proofLimits: ProofLimits = {
    isJudgingOver: () => (limits.isJudgingOver ?? limits.isOver)() !== undefined,
    isLate: () => limits.isLate?.(),
  };
  const stage = (done: number): Progress => ({ phase: 'replaying', ...progress, done, of: questions.length });
  const proved: ProvedBatch[] = [];
  if (threads === undefined || batches.length === 1) {
    let done = 0;
    for (const batch of batches) {
      const pieces = proveBatch(program, batch, solvers, proofLimits);
      for (;;) {
        yield* breathe(limits, () => stage(done));
        const piece = pieces.next();
        if (piece.done === true) {
          proved.push(piece.value);
          break;
        }
        done++;
        yield* news(piece.value);
      }
    }
  } else {
    const wait = async (part: number): Promise<void> => limits.pause?.(stage(Math.floor(part * questions.length)));
    for await (const batch of threads.prove(batches, proofLimits, wait)) {
      proved.push(batch);
      for (const finding of batch.findings) yield* news(finding);
    }
  }
  const total = (part: (batch: ProvedBatch) => number): number => proved.reduce((sum, b) => sum + part(b), 0);
  return {
    findings: questions.flatMap((_, q) => proved[q % count]?.findings[Math.floor(q / count)] ?? []),
    unproved: total((b) => b.unproved),
    statistics: {
      solverCalls: total((b) => b.statistics.solverCalls),
      variables: total((b) => b.statistics.variables),
      clauses: total((b) => b.statistics.clauses),
    },
  };
}

function* news(finding: Finding | undefined): Generator<News, void> {
  if (finding !== undefined && finding.isCandidate !== true) yield { kind: 'finding', finding };
}
