// Every memory access that a context may perform, with the bytes it may touch: loads, stores, atomics, memory
// intrinsics, and what functions without a body may do to the objects that they are given. Accesses through the same
// pointers have the same list of regions, and regions that are equal are the same, so that whoever looks at the regions
// of all accesses can remember what he found (`forEachList`): in a large program many accesses may touch thousands of
// objects.

import { type CheckLimits, noLimits } from '../base/limits.js';
import type { CallSite, Instruction } from '../ir/instruction.js';
import { accessedType, isAccess, isAtomic, isCall, operationOf } from '../ir/instruction-class.js';
import type { IrModule } from '../ir/module.js';
import type { Operand } from '../ir/value.js';
import { constantLength } from './call-constraints.js';
import { behind } from './given-away.js';
import { effectsOfFunction, externalSummary } from './known-calls.js';
import type { Platform } from './platform.js';
import type { PointsTo } from './points-to.js';
import type { Instance } from './points-to-state.js';
import type { Access, ContextId, ObjectId, Region } from './program.js';
import { type AbstractPointer, anywhere, regionAt, regionKey } from './region.js';

type Touch = Pick<Access, 'operation' | 'volatile' | 'atomic' | 'size' | 'external'> & {
  readonly address: Operand;
  /** Not what is there, but all that pointers there lead to. */
  readonly isBehind?: true;
};

export function collectAccesses(
  module: IrModule,
  platform: Platform,
  pointsTo: PointsTo,
  checkLimits: CheckLimits = noLimits,
): readonly Access[] {
  const found: Merged[] = [];
  const byContext: Map<Instruction, Merged[]>[] = [];
  const regions = new RegionLists(pointsTo);
  const ofBodies = new Map<number, readonly Touched[]>();
  for (const instance of pointsTo.instances) {
    checkLimits();
    let touched = ofBodies.get(instance.body);
    if (touched === undefined) {
      touched = touchedBy(module, platform, pointsTo, instance, regions);
      ofBodies.set(instance.body, touched);
    }
    byContext[instance.context] ??= new Map();
    const merged = byContext[instance.context]!;
    for (const { access, list } of touched) {
      const known = merged.get(access.instruction);
      const same = known?.find((e) => e.access.operation === access.operation && e.access.size === access.size);
      if (same !== undefined) {
        if (!same.lists.includes(list)) same.lists.push(list);
        continue;
      }
      const entry = { context: instance.context, access, lists: [list] };
      if (known === undefined) merged.set(access.instruction, [entry]);
      else known.push(entry);
      found.push(entry);
    }
  }
  return found
    .map(({ context, access, lists }) => ({ ...access, context, regions: regions.together(lists) }))
    .filter((access) => access.regions.length > 0);
}

/** What an instruction touches in a copy of its function. */
interface Touched {
  readonly access: Omit<Access, 'context' | 'regions'>;
  readonly list: readonly Region[];
}

interface Merged {
  readonly context: ContextId;
  readonly access: Touched['access'];
  /** Of the copies of the function in its context. */
  readonly lists: (readonly Region[])[];
}

function touchedBy(
  module: IrModule,
  platform: Platform,
  pointsTo: PointsTo,
  instance: Instance,
  regions: RegionLists,
): readonly Touched[] {
  const { debug } = module.units[instance.function.unit]!;
  const touched: Touched[] = [];
  for (const { instructions } of instance.function.blocks)
    for (const instruction of instructions)
      for (const touch of touches(module, platform, pointsTo, regions.cookies, instance, instruction)) {
        const place = debug.location(instruction.debug)?.place;
        const { address: _, isBehind: __, ...rest } = touch;
        const what = { ...rest, function: instance.function.name, instruction };
        const access = place === undefined ? what : { ...what, place };
        touched.push({ access, list: regions.of(instance, touch) });
      }
  return touched;
}

/** The regions of several lists of accesses, each once. */
export function distinct(lists: Iterable<readonly Region[]>): readonly Region[] {
  const found = new Set<Region>();
  for (const list of lists) for (const region of list) found.add(region);
  return [...found];
}

/** What `of` makes of a list of regions, once for each list. */
export function forEachList<T>(of: (regions: readonly Region[]) => T): (regions: readonly Region[]) => T {
  const known = new Map<readonly Region[], T>();
  return (regions) => {
    let result = known.get(regions);
    if (result === undefined) {
      result = of(regions);
      known.set(regions, result);
    }
    return result;
  };
}

class RegionLists {
  private readonly lists = new Map<readonly AbstractPointer[], Map<string, readonly Region[]>>();
  /** Of lists, by their numbers. */
  private readonly unions = new Map<string, readonly Region[]>();
  private readonly numbers = new Map<readonly Region[], number>();
  private readonly regions = new Map<AbstractPointer, Map<number, Region>>();
  private readonly byKey = new Map<string, Region>();
  private readonly followed = new Map<readonly AbstractPointer[], readonly AbstractPointer[]>();
  /** To anywhere in an object. */
  private readonly whole = new Map<ObjectId, AbstractPointer>();

  readonly cookies: PointsTo['cookies'];

  constructor(private readonly pointsTo: PointsTo) {
    this.cookies = pointsTo.cookies;
  }

  of(instance: Instance, touch: Touch): readonly Region[] {
    const given = this.pointsTo.pointers(instance, touch.address);
    // A function without a body that nobody knows may follow the pointers it is given.
    const isFollowed = touch.external && touch.operation === 'RW';
    const known = this.lists.get(given) ?? new Map<string, readonly Region[]>();
    this.lists.set(given, known);
    const key = `${touch.size} ${isFollowed} ${touch.isBehind}`;
    let list = known.get(key);
    if (list === undefined) {
      const found = new Set<Region>();
      const followed = (): readonly AbstractPointer[] =>
        touch.isBehind ? behind(this.pointsTo, given).map((object) => this.wholeOf(object)) : this.follow(given);
      const direct = touch.isBehind ? [] : [given];
      for (const pointers of isFollowed ? [...direct, followed()] : direct)
        for (const p of pointers) {
          const region = this.region(p, touch.size);
          if (region !== undefined) found.add(region);
        }
      list = [...found];
      known.set(key, list);
    }
    return list;
  }

  /** The same list for the same lists. */
  together(lists: readonly (readonly Region[])[]): readonly Region[] {
    if (lists.length === 1) return lists[0]!;
    const key = lists.map((list) => this.number(list)).join();
    const union = this.unions.get(key) ?? distinct(lists);
    this.unions.set(key, union);
    return union;
  }

  private number(list: readonly Region[]): number {
    const number = this.numbers.get(list) ?? this.numbers.size;
    this.numbers.set(list, number);
    return number;
  }

  private follow(given: readonly AbstractPointer[]): readonly AbstractPointer[] {
    let found = this.followed.get(given);
    if (found === undefined) {
      const reached = this.pointsTo.reachable(new Set(given.map((p) => p.object)));
      found = Array.from(reached, (object) => this.wholeOf(object));
      this.followed.set(given, found);
    }
    return found;
  }

  private wholeOf(object: ObjectId): AbstractPointer {
    const pointer = this.whole.get(object) ?? anywhere(object, this.pointsTo.objects[object]!.size);
    this.whole.set(object, pointer);
    return pointer;
  }

  private region(p: AbstractPointer, size: number): Region | undefined {
    const object = this.pointsTo.objects[p.object]!;
    if (object.kind === 'function') return undefined;
    const rest =
      object.size === undefined || p.stride !== 0 ? size : Math.min(size, Math.max(0, object.size - p.offset));
    if (rest <= 0) return undefined;
    const known = this.regions.get(p) ?? new Map<number, Region>();
    this.regions.set(p, known);
    let region = known.get(rest);
    if (region === undefined) {
      const made = regionAt(p, rest, object.size);
      const key = regionKey(made);
      region = this.byKey.get(key) ?? made;
      this.byKey.set(key, region);
      known.set(rest, region);
    }
    return region;
  }
}

function touches(
  module: IrModule,
  platform: Platform,
  pointsTo: PointsTo,
  cookies: PointsTo['cookies'],
  instance: Instance,
  i: Instruction,
): Touch[] {
  if (isAccess(i)) {
    const { address, volatile } = i;
    const size = module.layout.storeSize(accessedType(i));
    return [{ operation: operationOf(i), address, size, volatile, atomic: isAtomic(i), external: false }];
  }
  if (!isCall(i)) return [];
  if (i.callee.kind === 'assembly') {
    // Memory operands: what the assembly does to them is not known, only how far it goes.
    return i.arguments.flatMap((address): Touch[] =>
      address.type.kind === 'pointer'
        ? [{ operation: 'RW', address, size: 1, volatile: true, atomic: false, external: true }]
        : [],
    );
  }
  const kept = cookies.get(i);
  return [...pointsTo.callees(instance, i)].flatMap((name) => calledTouches(module, platform, i, name, kept));
}

/** `kept`: arguments that the callee only keeps, to give them to a handler. */
function calledTouches(
  module: IrModule,
  platform: Platform,
  site: CallSite,
  name: string,
  kept: ReadonlySet<number> | undefined,
): Touch[] {
  const touch = (operation: 'R' | 'W' | 'RW', n: number, size: number, external: boolean): Touch[] => {
    const address = site.arguments[n];
    if (address === undefined || (address.type.kind !== 'pointer' && !external)) return [];
    return [{ operation, address, size, volatile: false, atomic: false, external }];
  };
  if (/^(?:llvm\.)?mem(?:cpy|move)\b/.test(name)) {
    const length = constantLength(site, 2);
    return [...touch('R', 1, length, false), ...touch('W', 0, length, false)];
  }
  if (/^(?:llvm\.)?memset\b/.test(name)) return touch('W', 0, constantLength(site, 2), false);
  if (name.startsWith('llvm.') || effectsOfFunction(platform, name) !== undefined) return [];
  const fn = module.functions.get(name);
  if (fn !== undefined && fn.blocks.length > 0) return [];
  const summary = externalSummary(name);
  const everything = site.arguments
    .map((_, n) => n)
    .filter((n) => site.arguments[n]!.type.kind === 'pointer' && !kept?.has(n));
  const reads =
    summary === undefined
      ? []
      : summary.reads === 'all'
        ? everything.filter((n) => !summary.writes.includes(n))
        : summary.reads;
  const writes = summary === undefined ? [] : summary.writes;
  const isConstant = (n: number): boolean => fn?.constPointees?.has(n) === true;
  const both = summary === undefined ? everything.filter((n) => !isConstant(n)) : [];
  const constant = summary === undefined ? everything.filter(isConstant) : [];
  return [
    ...reads.flatMap((n) => touch('R', n, Number.POSITIVE_INFINITY, true)),
    ...writes.flatMap((n) => touch('W', n, Number.POSITIVE_INFINITY, true)),
    ...both.flatMap((n) => touch('RW', n, Number.POSITIVE_INFINITY, true)),
    ...constant.flatMap((n) => touch('R', n, Number.POSITIVE_INFINITY, true)),
    ...constant.flatMap((n) =>
      touch('RW', n, Number.POSITIVE_INFINITY, true).map((t) => ({ ...t, isBehind: true as const })),
    ),
  ];
}
