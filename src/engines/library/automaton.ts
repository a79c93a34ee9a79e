// A process of a model as numbers in typed arrays: the skeletons of its functions put together at the location where
// none of them is called.

import type { LibraryModel } from './reduced-model.js';
import type { EdgeKind, SkeletonEdge } from './skeleton.js';

export const edgeKinds = ['step', 'guard', 'set', 'yield', 'end'] as const satisfies readonly EdgeKind[];
export const YIELD = edgeKinds.indexOf('yield');

export interface Automaton {
  readonly isTask: boolean;
  readonly locationCount: number;
  /** By location: its edges are from here up to those of the next. */
  readonly firstEdge: Int32Array;
  readonly kinds: Uint8Array;
  readonly targets: Int32Array;
  /** Variable tested or set, −1: none; and its value as the search counts, from 0. */
  readonly variables: Int32Array;
  readonly values: Int32Array;
  readonly isMasked: Uint8Array;
  /** By location: the number of its set of open accesses; 0: none are open. */
  readonly openSets: Int32Array;
  /** By number of a set: accesses as [skeleton, access]. */
  readonly open: readonly (readonly OpenAccess[])[];
  /** By location: which skeleton it is of, and where in it; the first is of none. */
  readonly origins: readonly { readonly skeleton: number; readonly location: number }[];
  readonly edges: readonly SkeletonEdge[];
}

export interface OpenAccess {
  readonly skeleton: number;
  readonly access: number;
}

export function automatonOf(model: LibraryModel, functions: readonly number[], isTask: boolean): Automaton {
  const bases = new Map<number, number>();
  const origins: { skeleton: number; location: number }[] = [{ skeleton: -1, location: 0 }];
  for (const skeleton of functions) {
    bases.set(skeleton, origins.length - 1);
    for (let n = 1; n < model.skeletons[skeleton]!.locations.length; n++) origins.push({ skeleton, location: n });
  }
  const firstEdge = new Int32Array(origins.length + 1);
  const edges: SkeletonEdge[] = [];
  const targets: number[] = [];
  const sets = new Map<string, number>([['', 0]]);
  const open: (readonly OpenAccess[])[] = [[]];
  const openSets = new Int32Array(origins.length);
  const isMasked = new Uint8Array(origins.length);
  for (const [n, { skeleton, location }] of origins.entries()) {
    firstEdge[n] = edges.length;
    const sources = skeleton === -1 ? functions : [skeleton];
    for (const each of sources) {
      const { edges: own } = model.skeletons[each]!.locations[location]!;
      for (const edge of own) {
        edges.push(edge);
        targets.push(edge.to === 0 ? 0 : bases.get(each)! + edge.to);
      }
    }
    if (skeleton === -1) continue;
    const at = model.skeletons[skeleton]!.locations[location]!;
    isMasked[n] = at.isMasked ? 1 : 0;
    const key = at.open.length === 0 ? '' : `${skeleton} ${at.open.join(',')}`;
    let set = sets.get(key);
    if (set === undefined) {
      set = open.push(at.open.map((access) => ({ skeleton, access }))) - 1;
      sets.set(key, set);
    }
    openSets[n] = set;
  }
  firstEdge[origins.length] = edges.length;
  return {
    isTask,
    locationCount: origins.length,
    firstEdge,
    kinds: Uint8Array.from(edges, (e) => edgeKinds.indexOf(e.kind)),
    targets: Int32Array.from(targets),
    variables: Int32Array.from(edges, (e) => e.variable),
    values: Int32Array.from(edges, (e) => (e.variable === -1 ? 0 : e.value - model.variables[e.variable]!.least)),
    isMasked,
    openSets,
    open,
    origins,
    edges,
  };
}
