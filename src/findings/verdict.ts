// Verdicts: what a property is, within which bounds and under which assumptions. One rule for all engines: what has a
// finding is violated; what may have been missed keeps the rest from being `holds`.

import { instructionPlace } from '../ir/instruction-place.js';
import type { Outcome } from '../machine/outcome.js';
import type { ContextId, Program } from '../model/program.js';
import { type Finding, type Property, propertyOf } from './finding.js';

export interface Bounds {
  /** Starts of each ISR. */
  readonly arrivals: number | 'unbounded';
  /** Loops on arbitrary data; absent when none was met. */
  readonly unwind?: number;
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
} & (
  | { readonly kind: 'holds' }
  /** `incomplete`: why there may be more findings than those reported; absent where there are none. */
  | { readonly kind: 'violated'; readonly incomplete?: string }
  /** Always with its reason. */
  | { readonly kind: 'unknown'; readonly because: string }
);

/** What an engine has looked at. */
export interface Coverage {
  readonly engine: string;
  readonly bounds: Bounds;
  /** ISRs that start in some execution; undefined: not known. */
  readonly started: ReadonlySet<ContextId> | undefined;
  /** What undefined behaviour did, where there is any: `ended 3 executions`. */
  readonly undefinedBehaviour: string | undefined;
  /** Why something may have been missed. */
  readonly reasons: readonly string[];
}

export function verdictOf(
  program: Program,
  property: Property,
  findings: readonly Finding[],
  { engine, bounds, started, undefinedBehaviour, reasons }: Coverage,
): Verdict {
  const assumptions = [
    ...program.assumptions,
    ...(undefinedBehaviour === undefined ? [] : [`up to the first undefined behaviour, which ${undefinedBehaviour}`]),
    ...program.contexts
      .filter((c) => c.kind === 'isr' && started?.has(c.id) === false)
      .map((c) => `${c.name} never started within these bounds`),
  ];
  const common = { property, engine, bounds, assumptions };
  const because = [...reasons, ...unmodelledInModel(program)].join('; ');
  if (findings.some((f) => propertyOf(f) === property))
    return { ...common, kind: 'violated', ...(because === '' ? {} : { incomplete: because }) };
  return because === '' ? { ...common, kind: 'holds' } : { ...common, kind: 'unknown', because };
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

/** What the model itself does not cover: threads, priorities that change. */
export function unmodelledInModel(program: Program): readonly string[] {
  const threads = program.contexts.filter((c) => c.kind === 'thread').map((c) => c.name);
  const reasons: string[] = threads.length === 0 ? [] : [`threads (${threads.join(', ')}) are not explored yet`];
  const runsOutside = ['llvm.global_ctors', 'llvm.global_dtors'].some((name) => program.module.globals.has(name));
  if (runsOutside) reasons.push('constructors and destructors are not run');
  if (program.module.assembly.length > 0) reasons.push('assembly outside of functions is not looked at');
  const priorities = program.diagnostics.filter((d) => d.code === 'priority-not-constant').map((d) => d.message);
  return [...reasons, ...priorities, ...(program.target.littleEndian ? [] : ['big-endian targets are not modelled'])];
}
