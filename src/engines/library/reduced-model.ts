// The models that are searched (VMCAI 2017, sections 4 and 5). A process runs one of its functions, then another, for
// ever. M(F,G,I) has a task that runs F, one that runs G, an interrupt that runs I and the tick; the full model M_n
// has n tasks that run any task function and an interrupt that runs any function for interrupts. M(F,G,I) and M(G,F,I)
// differ in names only, so one of them is enough.

import type { TrackedVariable } from './description.js';
import type { Skeleton } from './skeleton.js';

/** Plain data: a job of its own. Functions are numbers of `LibraryModel.skeletons`. */
export interface ReducedModel {
  readonly name: string;
  /** Functions of each task. */
  readonly tasks: readonly (readonly number[])[];
  /** Functions of each interrupt. */
  readonly isrs: readonly (readonly number[])[];
}

/** The library as all models see it. Plain data. */
export interface LibraryModel {
  readonly skeletons: readonly Skeleton[];
  readonly variables: readonly TrackedVariable[];
  /** The tracked variable that keeps other tasks out while it is not 0; −1: nothing does. */
  readonly suspension: number;
  /** Interrupts may be interrupted by others. */
  readonly nesting: boolean;
  /** Structures whose races are not wanted. */
  readonly benign: readonly string[];
}

export interface Models {
  readonly models: readonly ReducedModel[];
  /** With those that differ from one of these in names only. */
  readonly named: number;
}

export function reducedModels({ skeletons, nesting }: LibraryModel, tick: string | undefined): Models {
  const numbersOf = (role: Skeleton['role']): readonly number[] =>
    [...skeletons.keys()].filter((n) => skeletons[n]!.role === role && skeletons[n]!.name !== tick);
  const tasks = numbersOf('task');
  const isrs = numbersOf('isr');
  const timer = skeletons.findIndex((s) => s.name === tick);
  const ticking = timer === -1 ? [] : [[timer]];
  const interrupts = interruptsOf(isrs, nesting);
  const models = tasks.flatMap((f, n) =>
    tasks.slice(n).flatMap((g) =>
      interrupts.map((some): ReducedModel => {
        const names = [f, g, ...some].map((each) => skeletons[each]!.name);
        return { name: `M(${names.join(', ')})`, tasks: [[f], [g]], isrs: [...some.map((i) => [i]), ...ticking] };
      }),
    ),
  );
  return { models, named: tasks.length * tasks.length * interrupts.length };
}

/** One at a time; where they nest, each with each. */
function interruptsOf(isrs: readonly number[], nesting: boolean): readonly (readonly number[])[] {
  if (isrs.length === 0) return [[]];
  if (!nesting || isrs.length === 1) return isrs.map((i) => [i]);
  return isrs.flatMap((i, n) => isrs.slice(n + 1).map((j) => [i, j]));
}

export function fullModel({ skeletons }: LibraryModel, tasks: number): Models {
  const numbersOf = (role: Skeleton['role']): readonly number[] =>
    [...skeletons.keys()].filter((n) => skeletons[n]!.role === role);
  const isrs = numbersOf('isr');
  const each = numbersOf('task');
  return {
    models: [
      { name: `M_${tasks}`, tasks: Array.from({ length: tasks }, () => each), isrs: isrs.length === 0 ? [] : [isrs] },
    ],
    named: 1,
  };
}
