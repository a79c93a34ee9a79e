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
import { overlap } from './region.js';

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
  const sharedIn = byObject(shared.map((v) => v.region));
  const touchedBy = forEachList((regions) => meeting(regions, sharedIn));
  const namesOf = forEachList((regions) => namesIn(touchedBy(regions).map((n) => shared[n]!.name)));
  // The bytes of the access that are shared; a field of the same object that no other context uses does not count.
  const common = contexts.map((isr) => {
    const own = new Set(accesses.filter((a) => a.context === isr.id).map((a) => a.regions));
    const used = distinct([...own].flat());
    const usedIn = byObject(used);
    return forEachList((regions) => {
      const touched = byObject(touchedBy(regions).map((n) => shared[n]!.region));
      return meeting(regions, usedIn).some((n) =>
        touched.get(used[n]!.object)?.some((v) => overlap(v.region, used[n]!)),
      );
    });
  });
  for (const access of accesses) {
    checkLimits();
    if (touchedBy(access.regions).length === 0) continue;
    const relevant = candidates(access.context).filter((isr) => common[isr.id]!(access.regions));
    if (relevant.length === 0) continue;
    points.push(point(access, `${access.operation} ${namesOf(access.regions)}`, relevant, locations));
  }
  for (const operation of operations) {
    const enabled = enabledBy(operation, candidates(operation.context));
    if (enabled.length > 0) points.push(point(operation, operation.text, enabled, locations));
  }
  return mergeByInstruction(points).sort((a, b) => a.context - b.context || order(a, b));
}

type RegionsOfObjects = ReadonlyMap<ObjectId, readonly { readonly region: Region; readonly n: number }[]>;

function byObject(regions: readonly Region[]): RegionsOfObjects {
  const found = new Map<ObjectId, { readonly region: Region; readonly n: number }[]>();
  for (const [n, region] of regions.entries()) {
    const list = found.get(region.object);
    if (list === undefined) found.set(region.object, [{ region, n }]);
    else list.push({ region, n });
  }
  return found;
}

/** Which of `others` some region meets, in their order. */
function meeting(regions: readonly Region[], others: RegionsOfObjects): readonly number[] {
  const found = new Set<number>();
  for (const region of regions)
    for (const other of others.get(region.object) ?? []) if (overlap(other.region, region)) found.add(other.n);
  return [...found].sort((a, b) => a - b);
}

/** Names that are written out; a pointer that nothing is known of may mean thousands. */
const MOST_NAMES = 6;

function namesIn(names: readonly string[]): string {
  if (names.length <= MOST_NAMES) return names.join(', ');
  return `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} others`;
}

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
