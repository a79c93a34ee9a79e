// The bytes of an object that two contexts may access, one of them writing: only accesses to those can be told apart by
// others.

import type { Access, ContextId, ObjectId, Program, Region } from '../../model/program.js';

/** Elements of an array, with gaps between them, that are told apart; of more, the gaps count as well. */
const MAX_ELEMENTS = 1 << 16;

export class VisibleBytes {
  /** Where visible bytes begin, where they end, and so on, ascending. */
  constructor(private readonly edges: readonly number[]) {}

  /** Is one of the bytes visible? */
  some(from: number, to: number): boolean {
    const { edges } = this;
    let [low, high] = [0, edges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (edges[middle]! <= from) low = middle + 1;
      else high = middle;
    }
    return from < to && (low % 2 === 1 || (low < edges.length && edges[low]! < to));
  }
}

interface Known {
  /** All accesses are gone through once: there may be as many objects as accesses. */
  readonly touched: ReadonlyMap<ObjectId, readonly Touch[]>;
  readonly found: Map<ObjectId, VisibleBytes | undefined>;
}

interface Touch {
  readonly access: Access;
  readonly region: Region;
}

/** Several machines may run one program. */
const known = new WeakMap<Program, Known>();

export function visibleBytes(program: Program, object: ObjectId): VisibleBytes | undefined {
  let ofProgram = known.get(program);
  if (ofProgram === undefined) known.set(program, (ofProgram = { touched: touchesOf(program), found: new Map() }));
  const { touched, found } = ofProgram;
  if (!found.has(object)) found.set(object, computeVisibleBytes(program, object, touched.get(object) ?? []));
  return found.get(object);
}

function touchesOf(program: Program): ReadonlyMap<ObjectId, readonly Touch[]> {
  const touched = new Map<ObjectId, Touch[]>();
  for (const access of program.accesses)
    for (const region of access.regions) {
      const list = touched.get(region.object);
      if (list === undefined) touched.set(region.object, [{ access, region }]);
      else list.push({ access, region });
    }
  return touched;
}

/** Bytes from one to another that a context accesses. */
interface Use {
  readonly from: number;
  readonly to: number;
  readonly user: ContextId | typeof SEVERAL;
  readonly isWrite: boolean;
}

const SEVERAL = -1;

function computeVisibleBytes(program: Program, object: ObjectId, touches: readonly Touch[]): VisibleBytes | undefined {
  const size = program.objects[object]?.size;
  if (size === undefined) return undefined;
  const uses = new Map<string, Use>();
  for (const { access, region } of touches) {
    const user = program.contexts[access.context]?.multiple === true ? SEVERAL : access.context;
    const isWrite = access.operation !== 'R';
    for (const [from, to] of runsOf(region, size))
      uses.set(`${from} ${to} ${user} ${isWrite}`, { from, to, user, isWrite });
  }
  return new VisibleBytes(sharedEdges([...uses.values()]));
}

/** From cut to cut all bytes are used alike. */
function sharedEdges(uses: readonly Use[]): readonly number[] {
  const edges: number[] = [];
  const begins = [...uses].sort((a, b) => a.from - b.from);
  const cuts = [...new Set(uses.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  let open: Use[] = [];
  let next = 0;
  for (const [n, cut] of cuts.entries()) {
    open = open.filter(({ to }) => to > cut);
    for (; next < begins.length && begins[next]!.from === cut; next++) open.push(begins[next]!);
    const [first] = open;
    const isShared = first !== undefined && (first.user === SEVERAL || open.some(({ user }) => user !== first.user));
    if (!isShared || !open.some(({ isWrite }) => isWrite)) continue;
    if (edges.at(-1) === cut) edges.pop();
    else edges.push(cut);
    edges.push(cuts[n + 1]!);
  }
  return edges;
}

/** The bytes of a region within an object of `size` bytes, as runs: one if there are no gaps between its elements. */
export function runsOf(region: Region, size: number): readonly (readonly [from: number, to: number])[] {
  const last = Math.min(size, region.high - 1 + Math.min(region.size, size));
  if (region.stride === 0) return run(region.offset, Math.min(size, region.offset + region.size));
  const first = region.low + ((((region.offset - region.low) % region.stride) + region.stride) % region.stride);
  const end = Math.min(region.high, size);
  if (first >= end) return [];
  if (region.size >= region.stride) {
    const start = first + Math.floor((end - 1 - first) / region.stride) * region.stride;
    return run(first, Math.min(last, start + region.size));
  }
  if ((end - first) / region.stride > MAX_ELEMENTS) return run(first, last);
  const runs: (readonly [number, number])[] = [];
  for (let start = first; start < end; start += region.stride)
    runs.push(...run(start, Math.min(last, start + region.size)));
  return runs;
}

function run(from: number, to: number): readonly (readonly [from: number, to: number])[] {
  const start = Math.max(0, from);
  return start < to ? [[start, to]] : [];
}
