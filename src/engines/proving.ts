// Proves what an engine has seen. Few findings are proved here, one after the other. Many are proved in batches, by
// other threads where there are some. Batches are cut by number alone and are proved each by itself, so findings, their
// order and their text are the same either way. Executions for which the solver has to be asked are proved here, in
// order: its answers depend on what it was asked before.

import { LimitReached, limitCheck } from '../base/limits.js';
import type { Schedule } from '../execution/schedule.js';
import type { Finding } from '../findings/finding.js';
import type { Hit } from '../findings/hit.js';
import { Prover } from '../findings/proof.js';
import {
  batchOf,
  notReplayed,
  type ProofBatch,
  type ProofLimits,
  type ProofQuestion,
  type ProofRules,
  type Proved,
  type ProvedBatch,
  proveBatch,
} from '../findings/proof-batch.js';
import { findingOf } from '../findings/proven-finding.js';
import type { Sites } from '../findings/sites.js';
import type { Program } from '../model/program.js';
import { breathe, type News } from './engine.js';
import type { Limits, Progress } from './limits.js';

/**
 * Findings of a batch at least: they share the beginning of their executions, and code that is compiled, which every
 * batch does anew.
 */
const AT_LEAST = 16;
const MAX_BATCHES = 16;

/** Other threads, that have the program as well. */
export interface OtherThreads {
  /** Is there memory for them? */
  hasRoom(): boolean;
  /** They will be needed: they may start and load the program. */
  prepare(): void;
  /** In order. `wait` is called while nothing comes, with the part that is done: 0 to 1. */
  prove(
    batches: readonly ProofBatch[],
    limits: ProofLimits,
    wait: (part: number) => Promise<void>,
  ): AsyncIterable<ProvedBatch>;
}

/** A finding, and executions that show it. */
export interface SeenFinding {
  /** All of them, in order. The solver may be asked for the next. */
  readonly witnesses: () => Iterable<readonly [Hit, Schedule]>;
  /** The first of them, as far as no solver has to be asked. */
  readonly plain: readonly (readonly [Hit, Schedule])[];
  readonly arePlainAll: boolean;
}

export interface ProvingOptions extends Omit<ProofRules, 'sites'> {
  readonly program: Program;
  readonly sites: Sites;
  /** That has run executions before. */
  readonly prover?: Prover;
  /** Undefined: everything is proved here. */
  readonly threads: OtherThreads | undefined;
  readonly limits: Limits;
  readonly progress: Omit<Progress, 'phase' | 'done' | 'of'>;
}

/** Gives how many were left when it was too late for more. */
export async function* proveAll(
  seen: readonly SeenFinding[],
  options: ProvingOptions,
): AsyncGenerator<News, { readonly findings: readonly Finding[]; readonly unproved: number }> {
  const { limits } = options;
  const proofLimits: ProofLimits = {
    isJudgingOver: () => (limits.isJudgingOver ?? limits.isOver)() !== undefined,
    isLate: () => limits.isLate?.(),
  };
  const results: (Proved | undefined)[] = seen.map(() => undefined);
  const plain = [...seen.keys()].filter((n) => seen[n]!.plain.length > 0);
  const count = batchCount(plain.length);
  if (count > 1) yield* proveInBatches(seen, plain, count, results, proofLimits, options);
  const unproved = yield* proveRest(seen, results, proofLimits, options);
  return { findings: results.flatMap((r) => r?.finding ?? []), unproved };
}

/** Are so many findings proved in batches? */
export function areMany(findings: number): boolean {
  return batchCount(findings) > 1;
}

/** A power of two, since they are to be shared evenly. */
function batchCount(questions: number): number {
  return Math.min(MAX_BATCHES, 2 ** Math.floor(Math.log2(Math.max(1, questions / AT_LEAST))));
}

async function* proveInBatches(
  seen: readonly SeenFinding[],
  plain: readonly number[],
  count: number,
  results: (Proved | undefined)[],
  proofLimits: ProofLimits,
  options: ProvingOptions,
): AsyncGenerator<News, void> {
  const { program, threads, limits } = options;
  const { rules, engine, effort, mayFail } = options;
  const proofRules = { rules, engine, effort, mayFail, sites: options.sites.all };
  // Later findings have longer executions: every batch gets some of all.
  const numbers = Array.from({ length: count }, (_, b) => plain.filter((_, n) => n % count === b));
  const questionOf = ({ plain: witnesses, arePlainAll }: SeenFinding): ProofQuestion => ({
    witnesses: witnesses.map(([hit, schedule]) => [plainHit(hit), schedule]),
    hasMore: !arePlainAll,
  });
  const batches = numbers.map((of) =>
    batchOf(
      of.map((n) => questionOf(seen[n]!)),
      proofRules,
    ),
  );
  const stage = (done: number): Progress => ({ phase: 'replaying', ...options.progress, done, of: seen.length });
  const take = function* (proved: Proved, n: number): Generator<News, void> {
    results[n] = proved;
    if (!proved.isOpen) yield* news(proved.finding);
  };
  if (threads?.hasRoom() === true) {
    const wait = async (part: number): Promise<void> => limits.pause?.(stage(Math.floor(part * plain.length)));
    let b = 0;
    for await (const { proved } of threads.prove(batches, proofLimits, wait)) {
      for (const [n, each] of proved.entries()) yield* take(each, numbers[b]![n]!);
      b++;
    }
    return;
  }
  let done = 0;
  for (const [b, batch] of batches.entries()) {
    let n = 0;
    const pieces = proveBatch(program, batch, proofLimits);
    for (let piece = pieces.next(); piece.done !== true; piece = pieces.next()) {
      yield* take(piece.value, numbers[b]![n++]!);
      yield* breathe(limits, () => stage(++done));
    }
  }
}

/** What no batch has settled. */
function* proveRest(
  seen: readonly SeenFinding[],
  results: (Proved | undefined)[],
  { isJudgingOver, isLate }: ProofLimits,
  options: ProvingOptions,
): Generator<News, number> {
  const { program, sites, limits } = options;
  const checkLimits = limitCheck(isLate);
  let { prover } = options;
  for (const [done, { witnesses, plain }] of seen.entries()) {
    const known = results[done];
    if (known !== undefined && !known.isOpen) continue;
    yield* breathe(limits, () => ({ phase: 'replaying', ...options.progress, done, of: seen.length }));
    try {
      checkLimits();
      prover ??= new Prover(program, sites, options.rules, isJudgingOver, checkLimits);
      const left = options.effort - (known?.effort ?? 0);
      const mayShowMore = known === undefined || (left >= 0 && !isJudgingOver());
      const others = known === undefined ? witnesses() : behind(witnesses(), plain.length);
      const proof = mayShowMore ? prover.prove(others, left) : undefined;
      if (known === undefined && proof === undefined && !options.mayFail) throw notReplayed(plain[0]?.[0]);
      const isBetter = proof !== undefined && (known === undefined || proof.harm?.kind !== 'not-shown');
      const finding = isBetter ? findingOf(program, sites, proof, options.engine) : known?.finding;
      results[done] = { finding, isOpen: false, effort: 0 };
      yield* news(finding);
    } catch (thrown) {
      if (!(thrown instanceof LimitReached)) throw thrown;
      // What is known without them is reported all the same.
      for (const result of results) if (result?.isOpen === true) yield* news(result.finding);
      return results.filter((result) => result === undefined).length;
    }
  }
  return 0;
}

function* behind<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let n = 0;
  for (const item of items) if (n++ >= count) yield item;
}

/** Without what an engine has added. */
function plainHit({ sighting, steps, variable, example }: Hit): Hit {
  return { sighting, steps, variable, example };
}

function* news(finding: Finding | undefined): Generator<News, void> {
  if (finding !== undefined && finding.isCandidate !== true) yield { kind: 'finding', finding };
}
