// The control skeleton of an API function (VMCAI 2017, section 4): locations that tell apart whether interrupts are
// masked and which critical accesses are under way, and edges that test and set tracked variables, yield, or go from
// one such location to the next. Everything else is left out: steps that nobody can notice take no time, and branches
// on other data are free. A skeleton has every behaviour of the graph that it is made of (`walk.ts` says what that
// is), and none that the graph has not.

import type { Diagnostic, Place } from '../../base/diagnostic.js';
import { instructionPlace } from '../../ir/instruction-place.js';
import type { FunctionGraph, StepLabel } from './position.js';
import { annotatedRegions, type CriticalAccess, derivedRegions, isAnnotated, type Regions } from './regions.js';
import type { LibraryCode } from './walk.js';

export type EdgeKind = 'step' | 'guard' | 'set' | 'yield' | 'end';

export interface SkeletonEdge {
  readonly kind: EdgeKind;
  /** Of `guard` and `set`; −1 otherwise. The value is the variable's own. */
  readonly variable: number;
  readonly value: number;
  /** Where the step that it ends with is; undefined where the compiler made it up. */
  readonly place?: Place;
  readonly to: number;
}

export interface SkeletonLocation {
  readonly isMasked: boolean;
  /** Accesses under way, ascending. */
  readonly open: readonly number[];
  readonly place?: Place;
  readonly edges: readonly SkeletonEdge[];
}

/** Plain data: it goes to other threads as it is. */
export interface Skeleton {
  readonly name: string;
  readonly role: 'task' | 'isr';
  readonly accesses: readonly CriticalAccess[];
  /** The first: not called; its only edge is the call. */
  readonly locations: readonly SkeletonLocation[];
}

export interface SkeletonOptions {
  /** Accesses are derived even where the source has annotations. */
  readonly derive: boolean;
}

export function skeletonOf(
  code: LibraryCode,
  name: string,
  role: 'task' | 'isr',
  { derive }: SkeletonOptions,
): { readonly skeleton: Skeleton; readonly diagnostics: readonly Diagnostic[]; readonly isAnnotated: boolean } {
  const fn = code.module.functions.get(name)!;
  const walked = code.walk(fn, role);
  const annotated = isAnnotated(walked) && !derive;
  const regions = regionsIn(walked, code, derive);
  const locations = mergedAlike(locationsOf(code, walked, regions));
  return {
    skeleton: { name: fn.sourceName, role, accesses: regions.accesses, locations },
    diagnostics: walked.diagnostics,
    isAnnotated: annotated,
  };
}

/** The critical accesses of an API function alone. */
export function regionsOf(code: LibraryCode, name: string, role: 'task' | 'isr', { derive }: SkeletonOptions): Regions {
  return regionsIn(code.walk(code.module.functions.get(name)!, role), code, derive);
}

function regionsIn(walked: FunctionGraph, { module, structures }: LibraryCode, derive: boolean): Regions {
  return (isAnnotated(walked) && !derive ? annotatedRegions : derivedRegions)(walked, module, structures);
}

/** Steps between positions that look the same to everybody are left out. */
function locationsOf(code: LibraryCode, { nodes }: FunctionGraph, { ofNode }: Regions): readonly SkeletonLocation[] {
  const look = nodes.map((node, n) => `${node.isMasked} ${ofNode[n]!.join(',')}`);
  const isSilent = (from: number, to: number, label: StepLabel | undefined): boolean =>
    label === undefined && to !== -1 && look[from] === look[to];
  const placeOf = (n: number): Place | undefined => instructionPlace(code.module, nodes[n]!.instruction.id);
  const numbers = new Map<number, number>();
  const kept: number[] = [];
  const keep = (node: number): number => {
    let number = numbers.get(node);
    // Location 0 is the function that is not called.
    if (number === undefined) numbers.set(node, (number = kept.push(node)));
    return number;
  };
  keep(0);
  const locations: SkeletonLocation[] = [
    { isMasked: false, open: [], edges: [{ kind: 'step', variable: -1, value: 0, to: 1, ...placed(placeOf(0)) }] },
  ];
  for (let k = 0; k < kept.length; k++) {
    const first = kept[k]!;
    const edges = new Map<string, SkeletonEdge>();
    const seen = new Set([first]);
    const waiting = [first];
    for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) {
      for (const { to, label } of nodes[n]!.edges) {
        if (isSilent(n, to, label)) {
          if (!seen.has(to)) waiting.push(to);
          seen.add(to);
          continue;
        }
        const edge = edgeOf(label, to === -1 ? 0 : keep(to), placeOf(n));
        edges.set(edgeKey(edge, edge.to), edge);
      }
    }
    const place = placed(placeOf(first));
    locations.push({ isMasked: nodes[first]!.isMasked, open: ofNode[first]!, ...place, edges: [...edges.values()] });
  }
  return locations;
}

function edgeOf(label: StepLabel | undefined, to: number, place: Place | undefined): SkeletonEdge {
  const at = { to, ...placed(place) };
  if (label === undefined) return { kind: to === 0 ? 'end' : 'step', variable: -1, value: 0, ...at };
  if (label.kind === 'yield') return { kind: 'yield', variable: -1, value: 0, ...at };
  return { kind: label.kind, variable: label.variable, value: label.value, ...at };
}

function placed(place: Place | undefined): { readonly place?: Place } {
  return place === undefined ? {} : { place };
}

function edgeKey({ kind, variable, value, place }: SkeletonEdge, target: number): string {
  return `${kind} ${variable} ${value} ${place?.file}:${place?.line} ${target}`;
}

/** Locations with the same future, lines of the source included, become one: strong bisimulation. */
function mergedAlike(locations: readonly SkeletonLocation[]): readonly SkeletonLocation[] {
  let classes = numbered(locations.map((l, n) => (n === 0 ? 'start' : `${l.isMasked} ${l.open.join(',')}`)));
  for (;;) {
    const refined = numbered(
      locations.map(
        (l, n) =>
          `${classes.of[n]} ${[...new Set(l.edges.map((e) => edgeKey(e, classes.of[e.to]!)))].sort().join(';')}`,
      ),
    );
    const isDone = refined.count === classes.count;
    classes = refined;
    if (isDone) break;
  }
  const first = new Map<number, number>();
  for (const [n, each] of classes.of.entries()) if (!first.has(each)) first.set(each, n);
  return [...first.values()].map((n) => {
    const edges = new Map<string, SkeletonEdge>();
    for (const edge of locations[n]!.edges) {
      const to = classes.of[edge.to]!;
      const key = edgeKey(edge, to);
      if (!edges.has(key)) edges.set(key, { ...edge, to });
    }
    return { ...locations[n]!, edges: [...edges.values()] };
  });
}

/** Equal texts get equal numbers, in the order of their first occurrence. */
function numbered(texts: readonly string[]): { readonly of: readonly number[]; readonly count: number } {
  const numbers = new Map<string, number>();
  const of = texts.map((text) => {
    let number = numbers.get(text);
    if (number === undefined) numbers.set(text, (number = numbers.size));
    return number;
  });
  return { of, count: numbers.size };
}
