// Points-to analysis of a whole program: instructions become constraints on a `PointerGraph`. Context-sensitive: a
// function is analysed once for each context that runs it and each string of `depth` call sites that leads to it, so
// that a helper called with `&rx` by main and with `&tx` by an ISR does not make both rings look shared. Sound for C
// without undefined behaviour, up to the assumptions on functions without a body (docs/assumptions.md).

import { type CheckLimits, noLimits } from '../base/limits.js';
import type { Binary, CallSite, GetElementPtr, Instruction } from '../ir/instruction.js';
import type { IrModule } from '../ir/module.js';
import { resultOf } from '../ir/operand.js';
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
import type { NumberedValue } from './value-numbers.js';

export interface PointsTo {
  readonly objects: readonly MemoryObject[];
  readonly instances: readonly Instance[];
  /** The program is too large to tell positions inside of objects apart, and what threads do with the same code. */
  readonly isCoarse: boolean;
  readonly started: readonly Started[];
  /** Arguments of calls that are kept for a handler, by call. */
  readonly cookies: ReadonlyMap<unknown, ReadonlySet<number>>;
  /** The same list where it is known to be the same: what is made of one need not be made again. */
  pointers(instance: Instance, operand: Operand): readonly AbstractPointer[];
  /** What contexts are given when they begin. */
  given(): ReadonlySet<ObjectId>;
  /** Objects that can be reached through the contents of the given ones, themselves included. */
  reachable(from: Iterable<ObjectId>): ReadonlySet<ObjectId>;
  /** Names of the functions that a call may reach in an instance, with or without a body. */
  callees(instance: Instance, site: CallSite): ReadonlySet<string>;
}

export interface Root {
  readonly context: ContextId;
  readonly isIsr: boolean;
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

/**
 * `before`: what it gave for the same module when there were fewer roots. Of a large program, that goes on; of others,
 * where budgets decide, all begins again.
 */
export function analysePointers(
  module: IrModule,
  platform: Platform,
  references: References,
  roots: readonly Root[],
  checkLimits: CheckLimits = noLimits,
  before?: PointsTo,
): PointsTo {
  if (before instanceof Analysis && before.goesOn(module, roots)) return before;
  // Of a large program, none of these would come to an end; nor would those that did not with fewer roots.
  const most = before instanceof Analysis && before.module === module ? before.depth : Number.POSITIVE_INFINITY;
  const depths = module.instructions.length > LARGE ? [] : [3, 2, 1, 0].filter((depth) => depth <= most);
  for (const depth of depths) {
    const analysis = new Analysis(module, platform, references, depth, checkLimits);
    const isLast = depth === 0;
    if (analysis.run(roots, isLast ? Number.POSITIVE_INFINITY : BUDGET, isLast ? 4 * MOST : MOST)) return analysis;
  }
  return analyseCoarsely(module, platform, references, roots, checkLimits);
}

/** By whole objects, and with one copy of a function for all threads. */
export function analyseCoarsely(
  module: IrModule,
  platform: Platform,
  references: References,
  roots: readonly Root[],
  checkLimits: CheckLimits = noLimits,
): PointsTo {
  const coarse = new Analysis(module, platform, references, 0, checkLimits, true);
  coarse.run(roots, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  return coarse;
}

const NONE: readonly AbstractPointer[] = [];
const NOBODY: ReadonlySet<string> = new Set();

class Analysis extends PointsToState implements PointsTo {
  private readonly calls = new CallConstraints(this);
  private readonly derivations = new Map<Type, Map<string, Derivation>>();
  /** Of arithmetic that adds a constant. */
  private readonly distances = new Map<number, Derivation>();
  private readonly somewhere: Derivation = {
    results: new Map(),
    of: (p) => anywhere(p.object, this.table.size(p.object)),
  };
  private readonly roots: Root[] = [];
  /** What contexts begin with. */
  private readonly beginnings: AnalysedInstance[] = [];
  /** Results of `inttoptr`. */
  private readonly addresses: Node[] = [];

  get objects(): readonly MemoryObject[] {
    return this.table.objects;
  }

  get started(): readonly Started[] {
    return this.starts.flatMap((s) => this.instances[s.caller.id]!.alike.map((caller) => ({ ...s, caller })));
  }

  get cookies(): ReadonlyMap<unknown, ReadonlySet<number>> {
    const found = new Map<unknown, Set<number>>();
    for (const { site, cookie } of this.starts)
      if (cookie !== undefined) found.set(site, (found.get(site) ?? new Set()).add(cookie));
    return found;
  }

  /** Whether these are the roots that there were, and more, which are analysed now. */
  goesOn(module: IrModule, roots: readonly Root[]): boolean {
    const isKnown = (root: Root, n: number): boolean => JSON.stringify(root) === JSON.stringify(roots[n]);
    if (!this.isCoarse || this.module !== module || !this.roots.every(isKnown)) return false;
    return this.run(roots.slice(this.roots.length), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  }

  /** False when the budget of instructions, or of pointers at nodes, was exceeded. */
  run(roots: readonly Root[], budget: number, most: number): boolean {
    this.roots.push(...roots);
    // One handler runs little of a program, each of its threads most.
    if (this.isCoarse) for (const { context, isIsr } of roots) if (!isIsr) this.sharing.add(context);
    for (const root of roots) {
      const fn = this.module.functions.get(root.function);
      if (fn === undefined || fn.blocks.length === 0) continue;
      const instance = this.instance(root.context, fn, []);
      this.beginnings.push(instance);
      if (root.startedAs !== undefined) {
        this.setThreadRoot(root.startedAs, root.function, instance);
        continue;
      }
      for (const parameter of fn.parameters) {
        if (parameter.type.kind === 'pointer')
          this.graph.add(this.node(instance, parameter)!, this.constants.unknownPointer());
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
    this.numbers.finish();
    this.constants.solve();
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
    const { values } = this.instances[instance.id]!;
    const node =
      operand.kind === 'register' ? this.numbers.solved(values, operand.index) : this.constants.node(operand);
    this.constants.solve();
    return node === undefined ? NONE : this.graph.pointers(node);
  }

  given(): ReadonlySet<ObjectId> {
    const pointers = this.beginnings.flatMap((b) => b.function.parameters.flatMap((p) => this.pointers(b, p)));
    return new Set(pointers.map((p) => p.object));
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
    return this.instances[instance.id]!.reached.get(site) ?? NOBODY;
  }

  private constrain(instance: AnalysedInstance, i: Instruction): void {
    switch (i.op) {
      case 'store':
        return this.store(instance, i.address, i.value);
      case 'atomicrmw':
        this.define(instance, i.result, this.load(instance, i.address, i.result.type));
        return this.store(instance, i.address, i.value);
      case 'cmpxchg':
        this.define(instance, i.result, this.load(instance, i.address, i.result.type));
        return this.store(instance, i.address, i.replacement);
      case 'ret': {
        const node = i.value === undefined ? undefined : this.node(instance, i.value);
        if (node !== undefined) this.graph.copy(node, instance.result);
        return;
      }
      case 'call':
      case 'invoke':
      case 'callbr':
        return this.calls.call(instance, i);
      default: {
        const result = resultOf(i);
        if (result !== undefined) this.define(instance, result, this.made(instance, i));
      }
    }
  }

  /** What an instruction makes of its operands; undefined if no pointer. */
  private made(instance: AnalysedInstance, i: Instruction): NumberedValue | undefined {
    switch (i.op) {
      case 'alloca': {
        const object = this.table.local(instance.function, instance.id, i, instance.variables.get(i.result.index));
        return this.holding(exactPointer(object, 0, this.table.size(object)));
      }
      case 'getelementptr': {
        const from = this.value(instance, i.base);
        return from === undefined ? undefined : this.numbers.moved(from, this.derivation(i));
      }
      case 'load':
        return this.load(instance, i.address, i.result.type);
      case 'phi':
        return this.either(instance, ...i.incoming.map(({ value }) => value));
      case 'select':
        return this.either(instance, i.whenTrue, i.whenFalse);
      case 'inttoptr': {
        if (i.value.kind === 'int') return this.holding(this.constants.devicePointer(i.value.value));
        const from = this.node(instance, i.value);
        const address = this.graph.addNode();
        this.addresses.push(address);
        if (from !== undefined) this.graph.copy(from, address);
        return address;
      }
      case 'freeze':
      case 'ptrtoint':
      case 'ptrtoaddr':
      case 'bitcast':
      case 'addrspacecast':
      case 'zext':
      case 'sext':
      case 'trunc':
        return this.value(instance, i.value);
      case 'add':
      case 'sub':
      case 'and':
      case 'or':
      case 'xor':
      case 'mul':
      case 'shl':
        return this.arithmetic(instance, i);
      case 'extractvalue':
        return this.value(instance, i.aggregate);
      case 'insertvalue':
        return this.either(instance, i.value, i.aggregate);
      case 'extractelement':
        return this.value(instance, i.vector);
      case 'insertelement':
        return this.either(instance, i.value, i.vector);
      case 'shufflevector':
        return this.either(instance, i.left, i.right);
      case 'va_arg': {
        const list = this.value(instance, i.list);
        return list === undefined ? undefined : this.numbers.loaded(list, this.pointerBytes);
      }
      default:
        return undefined;
    }
  }

  private holding(pointer: AbstractPointer): Node {
    const node = this.graph.addNode();
    this.graph.add(node, pointer);
    return node;
  }

  /** What any of several operands has. */
  private either(instance: AnalysedInstance, ...operands: readonly Operand[]): NumberedValue | undefined {
    const values = new Set(operands.map((operand) => this.value(instance, operand)));
    values.delete(undefined);
    const [first] = values;
    if (values.size < 2) return first;
    const node = this.graph.addNode();
    for (const value of values) this.graph.copy(this.numbers.node(value!), node);
    return node;
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

  private load(instance: AnalysedInstance, address: Operand, type: Type): NumberedValue | undefined {
    const from = this.value(instance, address);
    return from === undefined ? undefined : this.numbers.loaded(from, this.module.layout.storeSize(type));
  }

  private store(instance: AnalysedInstance, address: Operand, stored: Operand): void {
    const [to, from] = [this.value(instance, address), this.value(instance, stored)];
    if (from !== undefined && to !== undefined) this.numbers.store(to, from, this.module.layout.storeSize(stored.type));
  }

  private arithmetic(instance: AnalysedInstance, i: Binary): NumberedValue | undefined {
    // Where positions do not count, numbers that are too narrow for a pointer would all look like pointers.
    if (this.isCoarse && i.result.type.kind === 'int' && i.result.type.bits < 8 * this.pointerBytes) return undefined;
    const constant = i.right.kind === 'int' ? Number(BigInt.asIntN(i.right.type.bits, i.right.value)) : undefined;
    const isMoved = constant !== undefined && (i.op === 'add' || i.op === 'sub');
    const onLeft = isMoved ? this.movedBy(i.op === 'add' ? constant : -constant) : this.somewhere;
    const [left, right] = [this.value(instance, i.left), this.value(instance, i.right)];
    if (right === undefined) return left === undefined ? undefined : this.numbers.moved(left, onLeft);
    if (left === undefined) return this.numbers.moved(right, this.somewhere);
    const node = this.graph.addNode();
    this.graph.derive(this.numbers.node(left), node, onLeft);
    this.graph.derive(this.numbers.node(right), node, this.somewhere);
    return node;
  }

  private movedBy(bytes: number): Derivation {
    const known = this.distances.get(bytes);
    if (known !== undefined) return known;
    const of = (p: AbstractPointer): AbstractPointer => addConstant(p, bytes, this.table.size(p.object));
    const derivation: Derivation = { results: new Map(), of };
    this.distances.set(bytes, derivation);
    return derivation;
  }
}
