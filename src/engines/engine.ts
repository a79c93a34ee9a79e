// The contract of all engines: a program, questions and limits in; findings as they come, and verdicts in the end. An
// engine knows no other. Every finding was replayed before it is given away, and a verdict never claims more than the
// engine has looked at.

import type { Asked } from '../findings/asked.js';
import type { Finding, Property } from '../findings/finding.js';
import type { Rules } from '../findings/pattern-observer.js';
import type { Verdict } from '../findings/verdict.js';
import type { Program } from '../model/program.js';
import type { Limits, Progress } from './limits.js';

/** What is asked of a program, and within which bounds. */
export interface Questions extends Rules, Asked {
  /** Starts of each ISR; Infinity for no bound. */
  readonly arrivals: number;
  /** Choices on arbitrary data at one branch of a loop. */
  readonly unwind: number;
  /** Switches from one thread to another in an execution, where the engine takes such a bound; absent: any number. */
  readonly contextSwitches?: number | undefined;
  /** Identities of findings that are known already: they need no other execution that shows them. */
  readonly settled?: ReadonlySet<string>;
}

export interface Checked {
  /** One for each property that was asked about. */
  readonly verdicts: readonly Verdict[];
  /** In the order of a report, each identity once. */
  readonly findings: readonly Finding[];
  /** What is only suspected: it violates nothing. */
  readonly candidates?: readonly Finding[];
  readonly statistics: Readonly<Record<string, number>>;
  /** Every question that the engine has was answered. */
  readonly isComplete: boolean;
  /** Its limits ended it early. */
  readonly wasCut?: boolean;
  /** No ISR has used up its arrivals: with more of them there are no other executions. */
  readonly coversAllArrivals?: boolean;
  /** Arrivals that its findings need, where several numbers were tried. */
  readonly arrivals?: number;
}

/**
 * What an engine says on its way: a finding; or, where a pause is due, how far it has come. It goes on when it is asked
 * for more.
 */
export type News =
  | { readonly kind: 'finding'; readonly finding: Finding }
  | { readonly kind: 'pause'; readonly progress: Progress };

export interface Engine {
  readonly name: string;
  /** What it has no answer to: nobody asks it. */
  readonly leaves?: readonly Property[];
  check(program: Program, questions: Questions, limits: Limits): AsyncGenerator<News, Checked>;
}

/** Between any two pieces of work: a pause, if one is due. */
export function* breathe(limits: Limits, progress: () => Progress): Generator<News, void> {
  if (limits.isPauseDue?.() === true) yield { kind: 'pause', progress: progress() };
}

/** Runs an engine to its end. */
export function settle(
  engine: Engine,
  program: Program,
  questions: Questions,
  limits: Limits,
  found?: (finding: Finding) => void,
): Promise<Checked> {
  return toEnd(engine.check(program, questions, limits), limits, found);
}

/** Pauses are taken where they are due. */
export async function toEnd<Result>(
  run: AsyncGenerator<News, Result> | Generator<News, Result>,
  limits: Limits,
  found: (finding: Finding) => void = () => {},
): Promise<Result> {
  for (;;) {
    const { done, value } = await run.next();
    if (done === true) return value;
    if (value.kind === 'pause') await limits.pause?.(value.progress);
    else found(value.finding);
  }
}
