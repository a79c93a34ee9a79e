// Verdicts: what a property is, within which bounds and under which assumptions. One rule for all engines: what has a
// finding is violated; what may have been missed keeps the rest from being `holds`.

import { instructionPlace } from '../ir/instruction-place.js';
import type { Outcome } from '../machine/outcome.js';
import { monitorName } from '../model/assembly/exclusive.js';
import type { ContextId, Program } from '../model/program.js';
import { directThreadLocals } from '../model/thread-locals.js';
import { runsIsrsBeside } from '../model/threading.js';
import { type Finding, type Property, propertyOf } from './finding.js';
import { type UndefinedBehaviour, undefinedAssumption, undefinedReasons } from './undefined-behaviour.js';
import type { UnreachedCode } from './unreached.js';
import { openBranchesText, unreachedTexts, vacuous } from './vacuous.js';

export interface Bounds extends ThreadRules {
  /** Starts of each ISR. */
  readonly arrivals: number | 'unbounded';
  /** Loops on arbitrary data; absent when none was met. */
  readonly unwind?: number;
  /** Switches from one thread to another; absent: any number. */
  readonly contextSwitches?: number;
  /** Runs of one ISR at once, where it could be entered once more while it runs; absent where none could. */
  readonly reentry?: number;
  /** Numbers of arrivals that were begun and not completed, and why not. */
  readonly cut?: readonly { readonly arrivals: number | 'unbounded'; readonly because: string }[];
}

/** How threads are run; absent where it is as usual, or cannot matter. */
export interface ThreadRules {
  readonly scheduler?: 'priority';
  /** Of those of one priority. */
  readonly timeSlicing?: boolean;
  readonly cores?: number;
  /** What is found may be no fault of the program: no ISR is a thread. */
  readonly interruptsAsThreads?: true;
}

function threadRules({ threading, contexts }: Program): ThreadRules {
  const { scheduler, timeSlicing, cores, interruptsAsThreads } = threading;
  const hasThreads = contexts.some((c) => c.kind === 'thread');
  return {
    ...(scheduler === 'priority' && hasThreads ? { scheduler, timeSlicing } : {}),
    ...(cores > 1 && contexts.length > 1 ? { cores } : {}),
    ...(interruptsAsThreads && contexts.some((c) => c.kind === 'isr') ? { interruptsAsThreads } : {}),
  };
}

/** `arrivals`: Infinity for no bound. */
export function arrivalBound(arrivals: number): Bounds['arrivals'] {
  return Number.isFinite(arrivals) ? arrivals : 'unbounded';
}

export type Verdict = {
  readonly property: Property;
  readonly engine: string;
  readonly bounds: Bounds;
  readonly assumptions: readonly string[];
  /** Met on the way; absent where there is none. */
  readonly undefinedBehaviour?: UndefinedBehaviour;
} /** `unreached`: code of ISRs that no execution within the bounds reaches, if there is any. */ & (
  | { readonly kind: 'holds'; readonly unreached?: readonly UnreachedCode[] }
  /** `incomplete`: why there may be more findings than those reported; absent where there are none. */
  | { readonly kind: 'violated'; readonly incomplete?: string }
  /** Always with its reason. */
  | { readonly kind: 'unknown'; readonly because: string }
);

/** Nothing was left out: what holds, holds, and what is violated has no other findings than those reported. */
export function isComplete(verdict: Verdict): boolean {
  return verdict.kind === 'holds' || (verdict.kind === 'violated' && verdict.incomplete === undefined);
}

/** Why something may have been missed. */
export function reasonOf(verdict: Verdict): string | undefined {
  return verdict.kind === 'unknown' ? verdict.because : verdict.kind === 'violated' ? verdict.incomplete : undefined;
}

/** What an engine has looked at. */
export interface Coverage {
  readonly engine: string;
  readonly bounds: Bounds;
  /** ISRs and threads that start in some execution; undefined: not known. */
  readonly started: ReadonlySet<ContextId> | undefined;
  readonly undefinedBehaviour: UndefinedBehaviour | undefined;
  /** Code of those that was not reached. */
  readonly unreached: readonly UnreachedCode[];
  /** ISRs with branches that nobody has seen taken, both ways; none where executions are real. */
  readonly openBranches: readonly string[];
  /** Why something may have been missed. */
  readonly reasons: readonly string[];
  /** What the property rests on besides. */
  readonly assumptions?: readonly string[];
}

export function verdictOf(
  program: Program,
  property: Property,
  findings: readonly Finding[],
  { engine, bounds, started, unreached, openBranches, undefinedBehaviour, reasons, assumptions: own = [] }: Coverage,
): Verdict {
  const assumptions = [
    ...program.assumptions,
    ...own,
    ...(undefinedBehaviour === undefined ? [] : [undefinedAssumption(undefinedBehaviour)]),
    ...program.contexts
      .filter((c) => c.kind !== 'main' && started?.has(c.id) === false)
      .map((c) => `${c.name} never started within these bounds`),
  ];
  const met = undefinedBehaviour === undefined ? {} : { undefinedBehaviour };
  const common = { property, engine, bounds: { ...bounds, ...threadRules(program) }, assumptions, ...met };
  const stopped = undefinedBehaviour === undefined ? [] : undefinedReasons(undefinedBehaviour);
  const missed = [...reasons, ...stopped, ...unmodelledInModel(program)];
  if (findings.some((f) => propertyOf(f) === property))
    return { ...common, kind: 'violated', ...(missed.length === 0 ? {} : { incomplete: missed.join('; ') }) };
  // What was not looked at may start one.
  const nothing = vacuous(program, missed.length === 0 ? started : undefined);
  const because = [...(nothing === undefined ? [] : [nothing]), ...missed].join('; ');
  if (because !== '') return { ...common, kind: 'unknown', because };
  const left = [...unreachedTexts(unreached), ...openBranchesText(engine, openBranches)];
  const holds = { ...common, kind: 'holds', assumptions: [...assumptions, ...left] } as const;
  return unreached.length === 0 ? holds : { ...holds, unreached };
}

/** For a verdict's reason: what was seen and is not reported. */
export function unprovedText(count: number): string {
  return `${count} ${count === 1 ? 'finding was' : 'findings were'} seen and could not be replayed in time`;
}

/** Where and what, for a verdict's reason. */
export function unmodelledText(program: Program, outcome: Extract<Outcome, { kind: 'unmodelled' }>): string {
  const place = instructionPlace(program.module, outcome.instruction);
  const where =
    place === undefined
      ? program.module.functions.get(outcome.function)!.sourceName
      : `${place.file.slice(place.file.lastIndexOf('/') + 1)}:${place.line}`;
  return `${outcome.what} is not modelled (${where})`;
}

/** What the model itself does not cover: assembly, priorities that change, what only threads have. */
export function unmodelledInModel(program: Program): readonly string[] {
  const reasons: string[] = [];
  const hasThreads = program.contexts.some((c) => c.kind === 'thread');
  const atCalls = program.contexts.filter((c) => c.startsAt !== undefined).map((c) => c.name);
  const isBeside = runsIsrsBeside(program.threading);
  if ((hasThreads || isBeside) && atCalls.length > 0)
    reasons.push(`ISRs that start only at calls (${atCalls.join(', ')}) are not explored together with threads`);
  const again = program.contexts.filter((c) => c.kind === 'isr' && c.multiple === true).map((c) => c.name);
  if (isBeside && again.length > 0)
    reasons.push(`ISRs that may be entered again while they run (${again.join(', ')}) are not explored beside others`);
  const own = hasThreads ? directThreadLocals(program.module) : [];
  if (own.length > 0)
    reasons.push(`plain addresses of variables of which each thread has its own (${own.join(', ')}) are not modelled`);
  if (program.module.assembly.length > 0) reasons.push('assembly outside of functions is not looked at');
  // Only exceptions clear the monitor; a switch of threads does not.
  if (program.module.globals.has(monitorName) && (hasThreads || isBeside))
    reasons.push('exclusive accesses in a program with threads');
  const priorities = program.diagnostics.filter((d) => d.code === 'priority-not-constant').map((d) => d.message);
  return [...reasons, ...priorities, ...(program.target.littleEndian ? [] : ['big-endian targets are not modelled'])];
}
