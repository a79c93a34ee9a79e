// Points-to analysis of a whole program: instructions become constraints on a `PointerGraph`. Context-sensitive: a
// function is analysed once for each context that runs it and each string of `depth` call sites that leads to it, so
// that a helper called with `&rx` by main and with `&tx` by an ISR does not make both rings look shared. Sound for C
// without undefined behaviour, up to the assumptions on functions without a body (docs/assumptions.md).

import { type CheckLimits, noLimits } from '../base/limits.js';
import type { Binary, CallSite, GetElementPtr, Instruction } from '../ir/instruction.js';
import type { IrModule } from '../ir/module.js';
import type { Type } from '../ir/type.js';
import type { Operand } from '../ir/value.js';
import { applyStep, stepOf } from './address-arithmetic.js';
import { CallConstraints } from './call-constraints.js';
import type { Platform } from './platform.js';
import type { Derivation, Node } from './pointer-constraints.js';
import { type AnalysedInstance, type Instance, PointsToState, type Started } from './points-to-state.js';
import type { ContextId, MemoryObject, ObjectId } from './program.js';
import type { References } from './references.js';
import { type AbstractPointer, addConstant, anywhere, exactPointer } from './region.js';

export interface PointsTo {
  readonly objects: readonly MemoryObject[];
  readonly instances: readonly Instance[];
  /** Positions inside of objects were not told apart: the program is too large. */
  readonly isCoarse: boolean;
  readonly started: readonly Started[];
  /** Arguments of calls that are kept for a handler, by call. */
  readonly cookies: ReadonlyMap<unknown, ReadonlySet<number>>;
  /** The same list where it is known to be the same: what is made of one need not be made again. */
  pointers(instance: Instance, operand: Operand): readonly AbstractPointer[];
  /** Objects that can be reached through the contents of the given ones, themselves included. */
  reachable(from: Iterable<ObjectId>): ReadonlySet<ObjectId>;
  /** Names of the functions that a call may reach in an instance, with or without a body. */
  callees(instance: Instance, site: CallSite): ReadonlySet<string>;
}

export interface Root {
  readonly context: ContextId;
  /** What the context begins with. */
  readonly function: string;
  /** Of threads: the function that was started; the one that it begins with is given all that it needs. */
  readonly startedAs?: string;
}

/** Instructions in all instances together: above it, call strings are shortened. */
const BUDGET = 400_000;
/** Pointers that arrive at nodes: above it, likewise; without call strings, positions inside of objects go as well. */
const MOST = 2_000_000;
/** Instructions of a program for which neither call strings nor positions inside of objects can be afforded. */
const LARGE = 150_000;

export function analysePointers(
  module: IrModule,
  platform: Platform,
  references: References,
  roots: readonly Root[],
  checkLimits: CheckLimits = noLimits,
): PointsTo {
  // Of a large program, none of these would come to an end.
  const depths = module.instructions.length > LARGE ? [] : [3, 2, 1, 0];
  for (const depth of depths) {
    const analysis = new Analysis(module, platform, references, depth, checkLimits);
    const isLast = depth === 0;
    if (analysis.run(roots, isLast ? Number.POSITIVE_INFINITY : BUDGET, isLast ? 4 * MOST : MOST)) return analysis;
  }
  const coarse = new Analysis(module, platform, references, 0, checkLimits, true);
  coarse.run(roots, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  return coarse;
}

const NONE: readonly AbstractPointer[] = [];

class Analysis extends PointsToState implements PointsTo {
  private readonly calls = new CallConstraints(this);
  private readonly derivations = new Map<Type, Map<string, Derivation>>();
  private readonly somewhere: Derivation = {
    results: new Map(),
    of: (p) => anywhere(p.object, this.table.size(p.object)),
  };
  /** Results of `inttoptr`. */
  private readonly addresses: Node[] = [];

  get objects(): readonly MemoryObject[] {
    return this.table.objects;
  }

  get cookies(): ReadonlyMap<unknown, ReadonlySet<number>> {
    const found = new Map<unknown, Set<number>>();
    for (const { site, cookie } of this.started)
      if (cookie !== undefined) found.set(site, (found.get(site) ?? new Set()).add(cookie));
    return found;
  }

  /** False when the budget of instructions, or of pointers at nodes, was exceeded. */
  run(roots: readonly Root[], budget: number, most: number): boolean {
    for (const root of roots) {
      const fn = this.module.functions.get(root.function);
      if (fn === undefined || fn.blocks.length === 0) continue;
      const instance = this.instance(root.context, fn, []);
      if (root.startedAs !== undefined) {
        this.setThreadRoot(root.startedAs, root.function, instance);
        continue;
      }
      for (const parameter of fn.parameters) {
        if (parameter.type.kind === 'pointer')
          this.graph.add(instance.base + parameter.index, this.constants.unknownPointer());
      }
    }
    let work = 0;
    while (this.waiting.length > 0) {
      const instance = this.waiting.pop()!;
      for (const block of instance.function.blocks) {
        this.checkLimits();
        work += block.instructions.length;
        for (const instruction of block.instructions) this.constrain(instance, instruction);
      }
      // Whole objects are solved in waves over the whole graph: as few as possible.
      if (this.isCoarse && this.waiting.length > 0) continue;
      if (work > budget || this.constants.solve(most)) return false;
      if (this.waiting.length === 0) this.nameAbsoluteAddresses();
    }
    return true;
  }

  /** A number that carries no pointer of the program is an absolute address: a device register that nobody can name. */
  private nameAbsoluteAddresses(): void {
    for (const node of this.addresses) {
      if (this.graph.isEmpty(node)) this.graph.add(node, anywhere(this.table.device(), undefined));
    }
    this.addresses.length = 0;
    this.constants.solve();
  }

  pointers(instance: Instance, operand: Operand): readonly AbstractPointer[] {
    const node = this.node(this.instances[instance.id]!, operand);
    this.constants.solve();
    return node === undefined ? NONE : this.graph.pointers(node);
  }

  reachable(from: Iterable<ObjectId>): ReadonlySet<ObjectId> {
    const found = new Set(from);
    const followed = new Set<readonly AbstractPointer[]>();
    for (const object of found) {
      for (const list of this.graph.contents(object)) {
        if (followed.has(list)) continue;
        followed.add(list);
        for (const pointer of list) found.add(pointer.object);
      }
    }
    return found;
  }

  callees(instance: Instance, site: CallSite): ReadonlySet<string> {
    return this.reached.get(this.siteKey(instance, site)) ?? new Set();
  }

  private constrain(instance: AnalysedInstance, i: Instruction): void {
    const { graph } = this;
    switch (i.op) {
      case 'alloca': {
        const object = this.table.local(instance.function, instance.id, i, instance.variables.get(i.result.index));
        graph.add(instance.base + i.result.index, exactPointer(object, 0, this.table.size(object)));
        return;
      }
      case 'getelementptr': {
        const from = this.node(instance, i.base);
        if (from !== undefined) graph.derive(from, instance.base + i.result.index, this.derivation(i));
        return;
      }
      case 'load':
        return this.load(instance, i.address, instance.base + i.result.index, i.result.type);
      case 'store':
        return this.store(instance, i.address, i.value);
      case 'atomicrmw':
        this.load(instance, i.address, instance.base + i.result.index, i.result.type);
        return this.store(instance, i.address, i.value);
      case 'cmpxchg':
        this.load(instance, i.address, instance.base + i.result.index, i.result.type);
        return this.store(instance, i.address, i.replacement);
      case 'phi':
        for (const { value } of i.incoming) this.copy(instance, value, i.result.index);
        return;
      case 'select':
        this.copy(instance, i.whenTrue, i.result.index);
        return this.copy(instance, i.whenFalse, i.result.index);
      case 'inttoptr':
        if (i.value.kind === 'int')
          return graph.add(instance.base + i.result.index, this.constants.devicePointer(i.value.value));
        this.addresses.push(instance.base + i.result.index);
        return this.copy(instance, i.value, i.result.index);
      case 'freeze':
      case 'ptrtoint':
      case 'ptrtoaddr':
      case 'bitcast':
      case 'addrspacecast':
      case 'zext':
      case 'sext':
      case 'trunc':
        return this.copy(instance, i.value, i.result.index);
      case 'add':
      case 'sub':
      case 'and':
      case 'or':
      case 'xor':
      case 'mul':
      case 'shl':
        return this.arithmetic(instance, i);
      case 'extractvalue':
        return this.copy(instance, i.aggregate, i.result.index);
      case 'insertvalue':
        this.copy(instance, i.value, i.result.index);
        return this.copy(instance, i.aggregate, i.result.index);
      case 'extractelement':
        return this.copy(instance, i.vector, i.result.index);
      case 'insertelement':
        this.copy(instance, i.value, i.result.index);
        return this.copy(instance, i.vector, i.result.index);
      case 'shufflevector':
        this.copy(instance, i.left, i.result.index);
        return this.copy(instance, i.right, i.result.index);
      case 'va_arg': {
        const to = instance.base + i.result.index;
        const list = this.node(instance, i.list);
        if (list !== undefined) this.graph.load(list, to, this.pointerBytes);
        return;
      }
      case 'ret': {
        if (i.value !== undefined) {
          const node = this.node(instance, i.value);
          if (node !== undefined) graph.copy(node, instance.result);
        }
        return;
      }
      case 'call':
      case 'invoke':
      case 'callbr':
        return this.calls.call(instance, i);
      default:
        return;
    }
  }

  /** Of what an instruction does to addresses; the same for all that do the same. */
  private derivation(i: GetElementPtr): Derivation {
    const byType = this.derivations.get(i.sourceType) ?? new Map<string, Derivation>();
    this.derivations.set(i.sourceType, byType);
    const key = [i.offset, ...i.scaled.map((s) => s.scale)].join();
    const known = byType.get(key);
    if (known !== undefined) return known;
    const step = stepOf(i);
    const of = (p: AbstractPointer): AbstractPointer =>
      applyStep(this.module.layout, step, p, this.table.size(p.object));
    const derivation: Derivation = { results: new Map(), of };
    byType.set(key, derivation);
    return derivation;
  }

  private copy(instance: AnalysedInstance, operand: Operand, result: number): void {
    const node = this.node(instance, operand);
    if (node !== undefined) this.graph.copy(node, instance.base + result);
  }

  private load(instance: AnalysedInstance, address: Operand, to: Node, type: Type): void {
    const size = this.module.layout.storeSize(type);
    const node = this.node(instance, address);
    if (node !== undefined) this.graph.load(node, to, size);
  }

  private store(instance: AnalysedInstance, address: Operand, value: Operand): void {
    const size = this.module.layout.storeSize(value.type);
    const from = this.node(instance, value);
    const to = this.node(instance, address);
    if (from !== undefined && to !== undefined) this.graph.store(to, from, size);
  }

  private arithmetic(instance: AnalysedInstance, i: Binary): void {
    // Where positions do not count, numbers that are too narrow for a pointer would all look like pointers.
    if (this.isCoarse && i.result.type.kind === 'int' && i.result.type.bits < 8 * this.pointerBytes) return;
    const to = instance.base + i.result.index;
    const constant = i.right.kind === 'int' ? Number(BigInt.asIntN(i.right.type.bits, i.right.value)) : undefined;
    const moved = (p: AbstractPointer): AbstractPointer => {
      const size = this.table.size(p.object);
      if (constant !== undefined && i.op === 'add') return addConstant(p, constant, size);
      if (constant !== undefined && i.op === 'sub') return addConstant(p, -constant, size);
      return anywhere(p.object, size);
    };
    const [left, right] = [this.node(instance, i.left), this.node(instance, i.right)];
    if (left !== undefined) this.graph.derive(left, to, { results: new Map(), of: moved });
    if (right !== undefined) this.graph.derive(right, to, this.somewhere);
  }
}
