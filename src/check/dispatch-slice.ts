// Which dispatch routines a race on one variable can be between: with two threads that call one routine each, and
// nobody else, both of them access it. What the others do plays no part, and they are left out before the program is
// translated. Exact, as far as the points-to analysis is sound.

import { type DistinguishedVariable, mayAccess } from '../engines/sequentialize/distinguished.js';
import { isCall } from '../ir/instruction-class.js';
import { type Dispatch, mayMeet, type Routine } from '../model/harness/dispatch-harness.js';
import type { Program } from '../model/program.js';

export type Slice =
  | { readonly kind: 'sliced'; readonly dispatch: Dispatch }
  /** No two routines that may run at the same time access it, one of them writing. */
  | { readonly kind: 'no pair' }
  /** There are other threads or interrupts: every routine counts. */
  | { readonly kind: 'whole' };

export function sliceFor(program: Program, dispatch: Dispatch, variable: DistinguishedVariable): Slice {
  // main and the thread beside it.
  if (program.contexts.length > 2) return { kind: 'whole' };
  const uses = new Map<string, Use>();
  const useOf = (routine: Routine): Use => {
    const known = uses.get(routine.function);
    if (known !== undefined) return known;
    const use = usedBy(program, routine.function, variable);
    uses.set(routine.function, use);
    return use;
  };
  const conflicts = (a: Routine, b: Routine): boolean => {
    const [x, y] = [useOf(a), useOf(b)];
    return ((x.writes && (y.reads || y.writes)) || (y.writes && x.reads)) && mayMeet(dispatch, a, b);
  };
  const { routines } = dispatch;
  const kept = routines.filter((a) => routines.some((b) => conflicts(a, b)));
  if (kept.length === 0) return { kind: 'no pair' };
  const named = new Set(['*', ...kept.flatMap((r) => [r.function, r.category ?? r.function])]);
  const never = dispatch.never?.filter(([a, b]) => named.has(a) && named.has(b));
  return { kind: 'sliced', dispatch: { ...dispatch, routines: kept, never } };
}

interface Use {
  readonly reads: boolean;
  readonly writes: boolean;
}

function usedBy(program: Program, routine: string, variable: DistinguishedVariable): Use {
  const reached = reachedFrom(program, routine);
  const its = program.accesses.filter((a) => reached.has(a.function) && mayAccess(program, [a], variable));
  return { reads: its.some((a) => a.operation !== 'W'), writes: its.some((a) => a.operation !== 'R') };
}

function reachedFrom({ module, callGraph }: Program, routine: string): ReadonlySet<string> {
  const reached = new Set([routine]);
  for (const name of reached)
    for (const i of module.functions.get(name)?.blocks.flatMap((b) => b.instructions) ?? [])
      if (isCall(i)) for (const target of callGraph.targets(i)) reached.add(target);
  return reached;
}
