// Shared memory: fields and device registers that two contexts access and one of them writes, and the footprint of
// each context.

import { type CheckLimits, noLimits } from '../base/limits.js';
import { accessPathPattern } from '../ir/debug/access-path.js';
import type { SourceType } from '../ir/debug/debug-info.js';
import { type LeafRange, leafRanges } from '../ir/debug/leaf-ranges.js';
import { distinct, forEachList } from './accesses.js';
import type { ObjectEnds } from './object-ends.js';
import type { Platform } from './platform.js';
import type { IsPrivate } from './private-objects.js';
import type {
  Access,
  Context,
  ContextId,
  Footprint,
  MemoryObject,
  ObjectId,
  Region,
  SharedVariable,
} from './program.js';
import { regionKey, UNBOUNDED } from './region.js';
import { RegionIndex } from './region-index.js';
import { isShareable, registerAt, registerName } from './registers.js';

/** `ends`: whoever ends an object is one more that writes it. */
export function sharedVariables(
  platform: Platform,
  objects: readonly MemoryObject[],
  contexts: readonly Context[],
  accesses: readonly Access[],
  isPrivate: IsPrivate,
  ends: ObjectEnds,
  checkLimits: CheckLimits = noLimits,
): readonly SharedVariable[] {
  const byObject = usesByObject(accesses, checkLimits);
  const shared: SharedVariable[] = [];
  for (const [id, uses] of byObject) {
    const touched = [...uses.values()];
    checkLimits();
    const object = objects[id]!;
    const isOwn = isPrivate(id, () => involvedIn(touched).length);
    if (isOwn || object.constant || object.kind === 'unknown' || object.kind === 'function') continue;
    const enders = [...(ends.get(id) ?? [])];
    if (!isConflicting(contexts, touched, enders)) continue;
    const index = new RegionIndex(touched);
    const regions = touched.map((t) => t.region);
    const isSpace = object.kind === 'device' && object.symbol === '';
    const parts = isSpace
      ? registerParts(platform, object, regions, checkLimits)
      : partsOf(object, regions, checkLimits);
    for (const part of parts) {
      checkLimits();
      // What is at a known address is a part of its own.
      const belongs = (r: Region): boolean => !isSpace || isExact(part.region) || !isExact(r);
      const here = index.meeting(part.region).filter((t) => belongs(t.region));
      if (!isConflicting(contexts, here, enders)) continue;
      shared.push({
        object: id,
        name: isSpace ? part.path : object.name + part.path,
        region: part.region,
        volatile: here.every((t) => t.volatile),
        readers: together(here.flatMap((t) => [...t.readers])),
        writers: together([...here.flatMap((t) => [...t.writers]), ...enders]),
      });
    }
  }
  return shared.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Who touches a region. */
interface Use {
  readonly region: Region;
  readonly readers: Set<ContextId>;
  readonly writers: Set<ContextId>;
  /** All of them do, or are outside of the program. */
  volatile: boolean;
}

/** By objects and regions. Each list of regions is walked once, with all who have it. */
function usesByObject(
  accesses: readonly Access[],
  checkLimits: CheckLimits,
): ReadonlyMap<ObjectId, ReadonlyMap<string, Use>> {
  const found = new Map<ObjectId, Map<string, Use>>();
  // Most regions that are equal are the same.
  const known = new Map<Region, Use>();
  for (const [regions, users] of usersOfLists(accesses)) {
    checkLimits();
    for (const region of regions) {
      let use = known.get(region);
      if (use === undefined) {
        const uses = found.get(region.object) ?? new Map<string, Use>();
        found.set(region.object, uses);
        const key = regionKey(region);
        use = uses.get(key) ?? { region, readers: new Set(), writers: new Set(), volatile: true };
        uses.set(key, use);
        known.set(region, use);
      }
      for (const context of users.readers) use.readers.add(context);
      for (const context of users.writers) use.writers.add(context);
      use.volatile &&= users.volatile;
    }
  }
  return found;
}

/** Who accesses all of a list. */
function usersOfLists(accesses: readonly Access[]): ReadonlyMap<readonly Region[], Omit<Use, 'region'>> {
  const found = new Map<readonly Region[], Omit<Use, 'region'>>();
  for (const { regions, context, operation, volatile, external } of accesses) {
    const users = found.get(regions) ?? { readers: new Set(), writers: new Set(), volatile: true };
    found.set(regions, users);
    if (operation !== 'W') users.readers.add(context);
    if (operation !== 'R') users.writers.add(context);
    users.volatile &&= volatile || external;
  }
  return found;
}

/** Two contexts, or one that runs several times at once, and a write, or that the object ends. */
function isConflicting(contexts: readonly Context[], uses: readonly Use[], enders: readonly ContextId[]): boolean {
  const involved = together([...involvedIn(uses), ...enders]);
  return (
    (enders.length > 0 || uses.some((u) => u.writers.size > 0)) &&
    (involved.length > 1 || involved.some((c) => contexts[c]?.multiple === true))
  );
}

function involvedIn(uses: readonly Use[]): ContextId[] {
  return together(uses.flatMap((u) => [...u.readers, ...u.writers]));
}

function together(contexts: readonly ContextId[]): ContextId[] {
  return [...new Set(contexts)].sort((a, b) => a - b);
}

/**
 * Registers at known addresses, one by one; accesses at addresses that are not known may meet each of them, and each
 * other.
 */
function registerParts(
  platform: Platform,
  object: MemoryObject,
  touched: readonly Region[],
  checkLimits: CheckLimits,
): readonly Part[] {
  const exact = untypedParts(object, touched.filter(isExact), checkLimits)
    .filter(({ region }) => isShareable(registerAt(platform, region.offset)))
    .map(({ region }) => ({ path: registerName(platform, region.offset, region.size), region }));
  const others = new Map(touched.filter((r) => !isExact(r)).map((r) => [regionKey(r), r]));
  return [...exact, ...[...others.values()].map((region) => ({ path: 'a device register', region }))];
}

function isExact({ stride, size }: Region): boolean {
  return stride === 0 && Number.isFinite(size);
}

interface Part {
  readonly path: string;
  readonly region: Region;
}

/** An object's fields, array elements collapsed; fields that share bytes (bit-fields, unions) are one part. */
function partsOf(object: MemoryObject, touched: readonly Region[], checkLimits: CheckLimits): readonly Part[] {
  if (object.type === undefined || object.type.size === 0) return untypedParts(object, touched, checkLimits);
  const parts: Part[] = [];
  let cluster: LeafRange[] = [];
  const flush = (type: SourceType): void => {
    const first = cluster[0];
    if (first === undefined) return;
    const start = Math.min(...cluster.map((l) => l.offset));
    const end = Math.max(...cluster.map((l) => l.offset + l.size));
    const outer = first.repeats[0];
    const inner = first.repeats.slice(1).reduce((sum, r) => sum + ((r.count ?? 1) - 1) * r.stride, 0);
    const stride = outer === undefined || cluster.some((l) => l.repeats[0]?.stride !== outer.stride) ? 0 : outer.stride;
    const whole = stride === 0 && cluster.some((l) => l.repeats.length > 0);
    const extent = whole ? Math.max(...cluster.map(endOf)) - start : end - start;
    const path = accessPathPattern(type, start, extent, stride === 0 ? [] : first.repeats.map((r) => r.stride), {
      generic: true,
    });
    const high =
      stride === 0 ? start + 1 : outer?.count === undefined ? UNBOUNDED : start + (outer.count - 1) * stride + 1;
    parts.push({
      path: cluster.length === 1 ? first.path : path,
      region: {
        object: object.id,
        offset: stride === 0 ? start : start % stride,
        stride,
        low: start,
        high: Math.max(high, start + 1),
        size: stride === 0 ? extent : extent + inner,
      },
    });
    cluster = [];
  };
  let reach = -1;
  for (const leaf of [...leafRanges(object.type)].sort((a, b) => a.offset - b.offset)) {
    if (leaf.offset >= reach) flush(object.type);
    cluster.push(leaf);
    // Elements of one array of records interleave; only leaves that overlap within an element belong together.
    reach = Math.max(cluster.length === 1 ? -1 : reach, leaf.offset + leaf.size);
  }
  flush(object.type);
  return parts;
}

function endOf(leaf: LeafRange): number {
  return leaf.repeats.reduce((end, r) => end + ((r.count ?? 1) - 1) * r.stride, leaf.offset + leaf.size);
}

/** Without debug information (heap, other languages): the accessed ranges themselves, joined where they overlap. */
function untypedParts(object: MemoryObject, touched: readonly Region[], checkLimits: CheckLimits): readonly Part[] {
  const groups = joined(touched, checkLimits);
  return groups.map((group) => {
    const low = group.reduce((least, r) => Math.min(least, r.low), Number.POSITIVE_INFINITY);
    const end = group.reduce((most, r) => Math.max(most, r.high - 1 + r.size), 0);
    const same = group.every((r) => regionKey(r) === regionKey(group[0]!));
    const path =
      low === 0 && (object.size === undefined || end >= object.size) && groups.length === 1 ? '' : ` +${low}`;
    const region = same
      ? group[0]!
      : { object: object.id, offset: low, stride: 0, low, high: low + 1, size: end - low };
    return { path, region };
  });
}

/** Regions that meet, or meet others that do, together. */
function joined(regions: readonly Region[], checkLimits: CheckLimits): readonly (readonly Region[])[] {
  const left = new Set(regions.map((region) => ({ region })));
  const index = new RegionIndex([...left]);
  const groups: Region[][] = [];
  for (const first of left) {
    left.delete(first);
    const group = [first.region];
    // It grows while it is walked.
    for (const region of group) {
      checkLimits();
      for (const met of index.meeting(region)) if (left.delete(met)) group.push(met.region);
    }
    groups.push(group);
  }
  return groups;
}

/**
 * Memory that only one activation can reach is left out, and what each thread has its own of, unless ISRs access it:
 * theirs is whom they preempt's.
 */
export function nonPrivate(
  objects: readonly MemoryObject[],
  contexts: readonly Context[],
  accesses: readonly Access[],
  isPrivate: IsPrivate,
  unsharedThreadLocals: ReadonlySet<string>,
): readonly Access[] {
  const users = new Map<ObjectId, Set<ContextId>>();
  for (const [regions, { readers, writers }] of usersOfLists(accesses)) {
    for (const { object } of regions) {
      let known = users.get(object);
      if (known === undefined) {
        known = new Set();
        users.set(object, known);
      }
      for (const context of readers) known.add(context);
      for (const context of writers) known.add(context);
    }
  }
  const isLeftOut = ({ object: id }: Region): boolean => {
    const object = objects[id]!;
    if (isPrivate(id, () => users.get(id)!.size)) return true;
    return unsharedThreadLocals.has(object.symbol) && [...users.get(id)!].every((c) => contexts[c]!.kind !== 'isr');
  };
  const areAll = forEachList((regions) => regions.every(isLeftOut));
  return accesses.filter((access) => !areAll(access.regions));
}

export function footprints(
  contexts: readonly Context[],
  accesses: readonly Access[],
  preemptedBy: (context: Context) => readonly Context[],
): readonly Footprint[] {
  const own = contexts.map((context) => {
    const mine = accesses.filter((a) => a.context === context.id);
    return {
      reads: regionsOf(mine.filter((a) => a.operation !== 'W')),
      writes: regionsOf(mine.filter((a) => a.operation !== 'R')),
    };
  });
  return contexts.map((context) => {
    const nested = closure(context, preemptedBy);
    return {
      context: context.id,
      reads: own[context.id]!.reads,
      writes: own[context.id]!.writes,
      nestedReads: distinct(nested.map((c) => own[c.id]!.reads)),
      nestedWrites: distinct(nested.map((c) => own[c.id]!.writes)),
    };
  });
}

function closure(context: Context, preemptedBy: (context: Context) => readonly Context[]): Context[] {
  const found = new Set([context]);
  for (const c of found) for (const next of preemptedBy(c)) found.add(next);
  return [...found];
}

function regionsOf(accesses: readonly Access[]): readonly Region[] {
  return distinct(new Set(accesses.map((a) => a.regions)));
}
