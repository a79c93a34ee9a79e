// Interruption points, ESEC/FSE 2023 §4.1: the location after an operation of a task is one if an ISR that may preempt
// the task accesses a shared variable of the operation (rule 1), or if the operation enables an ISR (rule 2). Those
// ISRs are its relevant ISRs. The paper counts control-flow locations, both successors of a condition; an analysis of
// loads and stores counts operations.

import { type CheckLimits, noLimits } from '../base/limits.js';
import { compareText } from '../base/order.js';
import { isTerminator } from '../ir/control-flow.js';
import type { Instruction } from '../ir/instruction.js';
import { isAccess } from '../ir/instruction-class.js';
import type { Block, IrFunction, IrModule } from '../ir/module.js';
import { distinct, forEachList } from './accesses.js';
import type {
  Access,
  Context,
  ContextId,
  InterruptionPoint,
  ObjectId,
  Operation,
  Region,
  SharedVariable,
} from './program.js';
import { RegionIndex } from './region-index.js';

export function interruptionPoints(
  module: IrModule,
  contexts: readonly Context[],
  accesses: readonly Access[],
  operations: readonly Operation[],
  shared: readonly SharedVariable[],
  preemptedBy: (context: Context) => readonly Context[],
  checkLimits: CheckLimits = noLimits,
): readonly InterruptionPoint[] {
  const points: InterruptionPoint[] = [];
  const locations = new LocationFinder(module);
  // Where the others start is said by calls, not by what they access.
  const candidates = (context: ContextId): readonly Context[] =>
    preemptedBy(contexts[context]!).filter((isr) => isr.startsAt === undefined);
  const meetings = new SharedMeetings(shared);
  const touchedBy = forEachList((regions) => meetings.of(regions));
  const common = contexts.map((isr) => {
    const own = new Set(accesses.filter((a) => a.context === isr.id).map((a) => a.regions));
    return forEachList(meetings.with(distinct(own)));
  });
  for (const access of accesses) {
    checkLimits();
    const touched = touchedBy(access.regions);
    if (touched.count === 0) continue;
    const relevant = candidates(access.context).filter((isr) => common[isr.id]!(access.regions));
    if (relevant.length === 0) continue;
    points.push(point(access, `${access.operation} ${touched.names}`, relevant, locations));
  }
  for (const operation of operations) {
    const enabled = enabledBy(operation, candidates(operation.context));
    if (enabled.length > 0) points.push(point(operation, operation.text, enabled, locations));
  }
  return mergeByInstruction(points).sort((a, b) => a.context - b.context || order(a, b));
}

interface Numbered {
  readonly region: Region;
  readonly n: number;
}

type RegionsOfObjects = ReadonlyMap<ObjectId, RegionIndex<Numbered>>;

function byObject(regions: readonly Region[]): RegionsOfObjects {
  const found = new Map<ObjectId, Numbered[]>();
  for (const [n, region] of regions.entries()) {
    const list = found.get(region.object);
    if (list === undefined) found.set(region.object, [{ region, n }]);
    else list.push({ region, n });
  }
  return new Map(Array.from(found, ([object, list]) => [object, new RegionIndex(list)]));
}

const NOBODY: readonly Numbered[] = [];

/**
 * Which shared variables the regions of an access meet. Asked once for each region: lists of thousands differ in a few.
 */
class SharedMeetings {
  private readonly touched: (region: Region) => readonly Numbered[];

  constructor(private readonly shared: readonly SharedVariable[]) {
    const sharedIn = byObject(shared.map((v) => v.region));
    this.touched = forEachRegion((region) => sharedIn.get(region.object)?.meeting(region) ?? NOBODY);
  }

  /** How many variables, and the names of the first. */
  of(regions: readonly Region[]): { readonly count: number; readonly names: string } {
    const found = new Set<number>();
    for (const region of regions) for (const { n } of this.touched(region)) found.add(n);
    const first = found.size <= MOST_NAMES ? [...found].sort((a, b) => a - b) : least(found, MOST_NAMES);
    const names = first.map((n) => this.shared[n]!.name).join(', ');
    const others = found.size - first.length;
    return { count: found.size, names: others === 0 ? names : `${names} and ${others} others` };
  }

  /**
   * Whether one of `used` meets the list in bytes that are shared; a field of the same object that no other context
   * uses does not count.
   */
  with(used: readonly Region[]): (regions: readonly Region[]) => boolean {
    const usedIn = byObject(used);
    const met = (region: Region): readonly Numbered[] => usedIn.get(region.object)?.meeting(region) ?? NOBODY;
    const isCommon = (regions: readonly Region[]): boolean => {
      const touched = distinctNumbers(regions, this.touched);
      if (touched.length === 0) return false;
      const index = new RegionIndex(touched);
      return distinctNumbers(regions, met).some((u) => index.meets(u.region));
    };
    const isCommonAlone = forEachRegion((region) => isCommon([region]));
    return (regions) => {
      if (regions.some(isCommonAlone)) return true;
      // Several regions of one object may meet a variable and its user one each.
      const groups = new Map<ObjectId, Region[]>();
      for (const region of regions) {
        const group = groups.get(region.object);
        if (group === undefined) groups.set(region.object, [region]);
        else group.push(region);
      }
      return [...groups.values()].some((group) => group.length > 1 && isCommon(group));
    };
  }
}

function distinctNumbers(regions: readonly Region[], of: (region: Region) => readonly Numbered[]): readonly Numbered[] {
  if (regions.length === 1) return of(regions[0]!);
  const found = new Map<number, Numbered>();
  for (const region of regions) for (const numbered of of(region)) found.set(numbered.n, numbered);
  return [...found.values()];
}

function least(numbers: Iterable<number>, count: number): number[] {
  const found: number[] = [];
  for (const n of numbers) {
    if (found.length === count && n > found.at(-1)!) continue;
    const at = found.findIndex((other) => other > n);
    found.splice(at === -1 ? found.length : at, 0, n);
    found.length = Math.min(found.length, count);
  }
  return found;
}

/** What `of` makes of a region, once for each. */
function forEachRegion<T>(of: (region: Region) => T): (region: Region) => T {
  const known = new Map<Region, T>();
  return (region) => {
    let result = known.get(region);
    if (result === undefined) {
      result = of(region);
      known.set(region, result);
    }
    return result;
  };
}

/** Names that are written out; a pointer that nothing is known of may mean thousands. */
const MOST_NAMES = 6;

function enabledBy(operation: Operation, candidates: readonly Context[]): readonly Context[] {
  const { kind } = operation.effect;
  if (kind === 'open-mask' || kind === 'write-mask') return candidates;
  // Raising the ceiling enables nothing; lowering it to a known level above 0 is rare and counted as raising.
  if (kind === 'set-ceiling') return operation.value === undefined || operation.value === 0 ? candidates : [];
  if (kind !== 'enable' && kind !== 'pend') return [];
  const { irq } = operation;
  if (irq === undefined || irq === 'all') return candidates;
  return candidates.filter((c) => c.irq === irq || (kind === 'enable' && c.possibleIrqs?.includes(irq) === true));
}

function point(
  at: Access | Operation,
  operation: string,
  relevant: readonly Context[],
  locations: LocationFinder,
): InterruptionPoint {
  return {
    context: at.context,
    function: at.function,
    instruction: at.instruction,
    operation,
    relevant: relevant.map((c) => c.id),
    locations: locations.after(at.function, at.instruction),
    ...(at.place === undefined ? {} : { place: at.place }),
  };
}

/** A memcpy that reads and writes shared memory, or a register write that enables two interrupts, is one operation. */
function mergeByInstruction(points: readonly InterruptionPoint[]): InterruptionPoint[] {
  const merged = new Map<string, InterruptionPoint>();
  for (const p of points) {
    const key = `${p.instruction.id} ${p.context}`;
    const known = merged.get(key);
    if (known === undefined) merged.set(key, p);
    else {
      const operation = known.operation === p.operation ? known.operation : `${known.operation}, ${p.operation}`;
      merged.set(key, {
        ...known,
        operation,
        relevant: [...new Set([...known.relevant, ...p.relevant])].sort((a, b) => a - b),
      });
    }
  }
  return [...merged.values()];
}

function order(a: InterruptionPoint, b: InterruptionPoint): number {
  return (
    compareText(a.place?.file ?? '', b.place?.file ?? '') ||
    (a.place?.line ?? 0) - (b.place?.line ?? 0) ||
    (a.place?.column ?? 0) - (b.place?.column ?? 0)
  );
}

/** Where control is after the statement that contains an operation. */
class LocationFinder {
  private readonly positions = new Map<IrFunction, Map<Instruction, readonly [Block, number]>>();

  constructor(private readonly module: IrModule) {}

  after(functionName: string, instruction: Instruction): readonly string[] {
    const fn = this.module.functions.get(functionName)!;
    const [block, start] = this.position(fn, instruction);
    let at = start;
    while (!endsStatement(block.instructions[at]!)) at++;
    const end = block.instructions[at]!;
    const here = `${functionName}:${block.name}`;
    const successors =
      end.op === 'condbr'
        ? [end.whenTrue, end.whenFalse]
        : end.op === 'switch'
          ? [...end.cases.map((c) => c.target), end.otherwise]
          : [];
    if (successors.length === 0) return [`${here}:${at}`];
    return [...new Set(successors)].map((s) => `${here}→${fn.blocks[s]!.name}`);
  }

  private position(fn: IrFunction, instruction: Instruction): readonly [Block, number] {
    let map = this.positions.get(fn);
    if (map === undefined) {
      map = new Map(fn.blocks.flatMap((b) => b.instructions.map((i, n) => [i, [b, n] as const])));
      this.positions.set(fn, map);
    }
    return map.get(instruction)!;
  }
}

/**
 * At -O0 a C statement with an effect ends in a store, a call or a branch; promotion leaves a debug value where it
 * removed a store.
 */
export function endsStatement(i: Instruction): boolean {
  if (i.op === 'call')
    return (
      i.callee.kind === 'assembly' ||
      i.callee.kind !== 'global' ||
      !i.callee.name.startsWith('llvm.') ||
      i.callee.name.startsWith('llvm.mem')
    );
  return isTerminator(i) || i.op === 'debug-value' || (isAccess(i) && i.op !== 'load');
}
