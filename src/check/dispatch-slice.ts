// Which dispatch routines a race on one variable can be between: with two threads that call one routine each, and
// nobody else, both of them access it. What the others do plays no part, and they are left out before the program is
// translated. Exact, as far as the points-to analysis is sound.

import { type DistinguishedVariable, mayAccess } from '../engines/sequentialize/distinguished.js';
import type { Instruction } from '../ir/instruction.js';
import { isCall } from '../ir/instruction-class.js';
import { insideSections } from '../model/atomic-sections.js';
import { type Dispatch, mayMeet, type Routine } from '../model/harness/dispatch-harness.js';
import type { Access, Program } from '../model/program.js';

export type Slice =
  | { readonly kind: 'sliced'; readonly dispatch: Dispatch }
  /** No two routines that may meet access it, one of them writing and one outside of atomic sections. */
  | { readonly kind: 'no pair' }
  /** There are other threads or interrupts: every routine counts. */
  | { readonly kind: 'whole' };

export function sliceFor(program: Program, dispatch: Dispatch, variable: DistinguishedVariable): Slice {
  // main and the thread beside it.
  if (program.contexts.length > 2) return { kind: 'whole' };
  const { routines } = dispatch;
  const pairs = conflictingPairs(program, dispatch, variable);
  const kept = routines.filter((r) => pairs.some((pair) => pair.includes(r)));
  if (kept.length === 0) return { kind: 'no pair' };
  const named = new Set(['*', ...kept.flatMap((r) => [r.function, r.category ?? r.function])]);
  const never = dispatch.never?.filter(([a, b]) => named.has(a) && named.has(b));
  return { kind: 'sliced', dispatch: { ...dispatch, routines: kept, never, left: leftOut(dispatch, kept) } };
}

export type Pair = readonly [Routine, Routine];

/** Those that may meet and access it, one writing and one outside of atomic sections; a routine with itself too. */
export function conflictingPairs(
  program: Program,
  dispatch: Dispatch,
  variable: DistinguishedVariable,
): readonly Pair[] {
  const inside = insideSections(program);
  const its = program.accesses.filter((a) => mayAccess(program, [a], variable));
  const uses = new Map(dispatch.routines.map((r) => [r, usesOf(program, r.function, its, inside)]));
  return meetingPairs(dispatch).filter(([a, b]) =>
    uses.get(a)!.some((x) => uses.get(b)!.some((y) => (x.isWrite || y.isWrite) && (x.isOutside || y.isOutside))),
  );
}

/** All that may run at the same time, each once. */
export function meetingPairs(dispatch: Dispatch): readonly Pair[] {
  const { routines } = dispatch;
  return routines.flatMap((a, n) =>
    routines.slice(n).flatMap((b): readonly Pair[] => (mayMeet(dispatch, a, b) ? [[a, b]] : [])),
  );
}

/** The two and nobody else, one in each thread: the whole is all of its pairs, for who looks at all executions. */
export function pairDispatch(dispatch: Dispatch, [a, b]: Pair): Dispatch {
  const routines = a === b ? [a] : [a, b];
  return { ...dispatch, routines, never: [], isPair: true, left: leftOut(dispatch, routines) };
}

function leftOut({ routines, left = [] }: Dispatch, kept: readonly Routine[]): readonly string[] {
  return [...left, ...routines.filter((r) => !kept.includes(r)).map((r) => r.function)];
}

/** An access. Nobody comes before one that is inside of an atomic section: somebody else must stand before his. */
interface Use {
  readonly isWrite: boolean;
  readonly isOutside: boolean;
}

function usesOf(
  program: Program,
  routine: string,
  accesses: readonly Access[],
  inside: ReadonlySet<Instruction>,
): readonly Use[] {
  const reached = reachedFrom(program, routine);
  return accesses
    .filter((a) => reached.has(a.function))
    .map((a) => ({ isWrite: a.operation !== 'R', isOutside: !inside.has(a.instruction) }));
}

function reachedFrom({ module, callGraph }: Program, routine: string): ReadonlySet<string> {
  const reached = new Set([routine]);
  for (const name of reached)
    for (const i of module.functions.get(name)?.blocks.flatMap((b) => b.instructions) ?? [])
      if (isCall(i)) for (const target of callGraph.targets(i)) reached.add(target);
  return reached;
}
