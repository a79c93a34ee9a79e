// Points-to analysis of a whole program: instructions become constraints on a `PointerGraph`.
// Context-sensitive: a function is analysed once for each context that runs it and each string of `depth` call sites that leads to it,
// so that a helper called with `&rx` by main and with `&tx` by an ISR does not make both rings look shared.
// Sound for C without undefined behaviour, up to the assumptions on functions without a body (docs/assumptions.md).

import type { Place } from '../base/diagnostic.js';
import type { Variable } from '../ir/debug-info.js';
import type { Binary, CallSite, Instruction } from '../ir/instruction.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import type { Type } from '../ir/type.js';
import type { Constant, Operand } from '../ir/value.js';
import { applyStep, constantStep, stepOf } from './address-arithmetic.js';
import { directCallee, effectsOfFunction, externalSummary } from './known-calls.js';
import { ObjectTable } from './objects.js';
import { registrationName } from './packs/common.js';
import type { Effect, EffectValue, Platform } from './platform.js';
import { type Node, PointerGraph } from './pointer-graph.js';
import type { ContextId, MemoryObject, ObjectId } from './program.js';
import type { References } from './references.js';
import { addConstant, anywhere, exactPointer, type Pointer, regionAt } from './region.js';

/** One analysed copy of a function. */
export interface Instance {
  readonly id: number;
  readonly context: ContextId;
  readonly function: IrFunction;
  /** The innermost call sites that lead here. */
  readonly calls: readonly Instruction[];
}

/** A function found to be started by a call: a thread's entry or a registered handler. */
export interface Started {
  readonly kind: 'thread' | 'isr' | 'callback';
  readonly function: string;
  readonly site: CallSite;
  readonly caller: Instance;
  /** The function that was called to start it. */
  readonly by: string;
  readonly effect?: Effect;
}

export interface PointsTo {
  readonly objects: readonly MemoryObject[];
  readonly instances: readonly Instance[];
  readonly started: readonly Started[];
  pointers(instance: Instance, operand: Operand): readonly Pointer[];
  /** Objects that can be reached through the contents of the given ones, themselves included. */
  reachable(from: Iterable<ObjectId>): ReadonlySet<ObjectId>;
  /** Names of the functions that a call may reach in an instance, with or without a body. */
  callees(instance: Instance, site: CallSite): ReadonlySet<string>;
}

export interface Root {
  readonly context: ContextId;
  readonly function: string;
}

/** Instructions in all instances together: above it, call strings are shortened. */
const BUDGET = 400_000;

export function analysePointers(
  module: IrModule,
  platform: Platform,
  references: References,
  roots: readonly Root[],
): PointsTo {
  for (let depth = 3; depth > 0; depth--) {
    const analysis = new Analysis(module, platform, references, depth, BUDGET);
    if (analysis.run(roots)) return analysis;
  }
  const coarse = new Analysis(module, platform, references, 0, Number.POSITIVE_INFINITY);
  coarse.run(roots);
  return coarse;
}

interface InstanceState extends Instance {
  readonly base: Node;
  readonly result: Node;
  readonly variables: ReadonlyMap<number, Variable>;
}

class Analysis implements PointsTo {
  readonly started: Started[] = [];
  readonly instances: InstanceState[] = [];
  private readonly graph = new PointerGraph();
  private readonly table: ObjectTable;
  private readonly pointerBytes: number;
  private readonly byKey = new Map<string, InstanceState>();
  private readonly waiting: InstanceState[] = [];
  private readonly siteNumbers = new Map<Instruction, number>();
  private readonly constants = new Map<Constant, Node>();
  private readonly reached = new Map<string, Set<string>>();
  private readonly threadRoots = new Map<string, InstanceState>();
  /** Results of `inttoptr`. */
  private readonly addresses: Node[] = [];
  /** Globals whose contents are not yet constrained: a queue, since initialisers can form long chains. */
  private readonly uninitialised: [ObjectId, Constant | undefined][] = [];
  private work = 0;

  constructor(
    private readonly module: IrModule,
    private readonly platform: Platform,
    references: References,
    private readonly depth: number,
    private readonly budget: number,
  ) {
    this.pointerBytes = module.layout.pointerSize(0);
    this.table = new ObjectTable(module, references.registers, (object) => this.graph.addObject(object.size));
  }

  get objects(): readonly MemoryObject[] {
    return this.table.objects;
  }

  /** False when the budget was exceeded. */
  run(roots: readonly Root[]): boolean {
    for (const root of roots) {
      const fn = this.module.functions.get(root.function);
      if (fn === undefined || fn.blocks.length === 0) continue;
      const instance = this.instance(root.context, fn, []);
      this.threadRoots.set(root.function, instance);
      for (const parameter of fn.parameters) {
        if (parameter.type.kind === 'pointer') this.graph.add(instance.base + parameter.index, this.unknownPointer());
      }
    }
    while (this.waiting.length > 0) {
      const instance = this.waiting.pop()!;
      for (const block of instance.function.blocks) {
        this.work += block.instructions.length;
        for (const instruction of block.instructions) this.constrain(instance, instruction);
      }
      if (this.work > this.budget) return false;
      this.solve();
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
    this.solve();
  }

  private solve(): void {
    do {
      for (let next = this.uninitialised.pop(); next !== undefined; next = this.uninitialised.pop()) {
        this.initialise(next[0], next[1], 0);
      }
      this.graph.solve();
    } while (this.uninitialised.length > 0);
  }

  pointers(instance: Instance, operand: Operand): readonly Pointer[] {
    const node = this.node(this.instances[instance.id]!, operand);
    this.solve();
    return node === undefined ? [] : [...this.graph.pointers(node)];
  }

  reachable(from: Iterable<ObjectId>): ReadonlySet<ObjectId> {
    const found = new Set(from);
    for (const object of found) for (const pointer of this.graph.contents(object)) found.add(pointer.object);
    return found;
  }

  callees(instance: Instance, site: CallSite): ReadonlySet<string> {
    return this.reached.get(this.siteKey(instance, site)) ?? new Set();
  }

  private siteKey(instance: Instance, site: CallSite): string {
    return `${instance.id}:${this.siteNumber(site as unknown as Instruction)}`;
  }

  private siteNumber(site: Instruction): number {
    let number = this.siteNumbers.get(site);
    if (number === undefined) {
      number = this.siteNumbers.size;
      this.siteNumbers.set(site, number);
    }
    return number;
  }

  private instance(context: ContextId, fn: IrFunction, calls: readonly Instruction[]): InstanceState {
    const key = `${context}|${fn.name}|${calls.map((c) => this.siteNumber(c)).join(',')}`;
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const base = this.graph.addNode();
    for (let i = 1; i < Math.max(1, fn.registerCount); i++) this.graph.addNode();
    const instance = {
      id: this.instances.length,
      context,
      function: fn,
      calls,
      base,
      result: this.graph.addNode(),
      variables: declaredVariables(this.module, fn),
    };
    this.instances.push(instance);
    this.byKey.set(key, instance);
    this.waiting.push(instance);
    return instance;
  }

  private node(instance: InstanceState, operand: Operand): Node | undefined {
    if (operand.kind === 'register') return instance.base + operand.index;
    if (operand.kind === 'int' || operand.kind === 'float' || operand.kind === 'null' || operand.kind === 'metadata') return undefined;
    const known = this.constants.get(operand);
    if (known !== undefined) return known;
    const node = this.graph.addNode();
    this.constants.set(operand, node);
    for (const pointer of this.constantPointers(operand)) this.graph.add(node, pointer);
    return node;
  }

  private constrain(instance: InstanceState, i: Instruction): void {
    const { graph } = this;
    switch (i.op) {
      case 'alloca': {
        const object = this.table.local(instance.function, instance.id, i, instance.variables.get(i.result.index));
        graph.add(instance.base + i.result.index, exactPointer(object, 0, this.table.size(object)));
        return;
      }
      case 'getelementptr': {
        const step = stepOf(i);
        const to = instance.base + i.result.index;
        this.react(instance, i.base, (p) => graph.add(to, applyStep(this.module.layout, step, p, this.table.size(p.object))));
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
        if (i.value.kind === 'int') return graph.add(instance.base + i.result.index, this.devicePointer(i.value.value));
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
        return this.call(instance, i);
      default:
        return;
    }
  }

  private react(instance: InstanceState, operand: Operand, reaction: (p: Pointer) => void): void {
    const node = this.node(instance, operand);
    if (node !== undefined) this.graph.react(node, reaction);
  }

  private copy(instance: InstanceState, operand: Operand, result: number): void {
    const node = this.node(instance, operand);
    if (node !== undefined) this.graph.copy(node, instance.base + result);
  }

  private load(instance: InstanceState, address: Operand, to: Node, type: Type): void {
    const size = this.module.layout.storeSize(type);
    // Narrower values hold no whole pointer; bytewise copies of pointers go through memcpy.
    if (size < this.pointerBytes) return;
    const node = this.node(instance, address);
    if (node !== undefined) this.graph.load(node, to, size);
  }

  private store(instance: InstanceState, address: Operand, value: Operand): void {
    const size = this.module.layout.storeSize(value.type);
    if (size < this.pointerBytes) return;
    const from = this.node(instance, value);
    const to = this.node(instance, address);
    if (from !== undefined && to !== undefined) this.graph.store(to, from, size);
  }

  private arithmetic(instance: InstanceState, i: Binary): void {
    const to = instance.base + i.result.index;
    const constant = i.right.kind === 'int' ? Number(BigInt.asIntN(i.right.type.bits, i.right.value)) : undefined;
    const moved = (p: Pointer): Pointer => {
      const size = this.table.size(p.object);
      if (constant !== undefined && i.op === 'add') return addConstant(p, constant, size);
      if (constant !== undefined && i.op === 'sub') return addConstant(p, -constant, size);
      return anywhere(p.object, size);
    };
    this.react(instance, i.left, (p) => this.graph.add(to, moved(p)));
    this.react(instance, i.right, (p) => this.graph.add(to, anywhere(p.object, this.table.size(p.object))));
  }

  private call(instance: InstanceState, site: CallSite & Instruction): void {
    if (site.callee.kind === 'assembly') return;
    const direct = directCallee(this.module, site.callee);
    if (direct !== undefined) return this.callFunction(instance, site, direct);
    this.react(instance, site.callee, (p) => {
      const object = this.table.objects[p.object]!;
      if (object.kind === 'function') this.callFunction(instance, site, object.symbol);
    });
  }

  private callFunction(instance: InstanceState, site: CallSite & Instruction, name: string): void {
    const key = this.siteKey(instance, site);
    let known = this.reached.get(key);
    if (known === undefined) this.reached.set(key, (known = new Set()));
    if (known.has(name)) return;
    known.add(name);
    const result = site.result === undefined ? undefined : instance.base + site.result.index;
    const argument = (n: number): Node | undefined => {
      const operand = site.arguments[n];
      return operand === undefined ? undefined : this.node(instance, operand);
    };
    if (this.libraryMemory(instance, site, name, argument, result)) return;
    const effects = effectsOfFunction(this.platform, name);
    if (effects !== undefined) {
      for (const effect of effects) this.applyEffect(instance, site, name, effect, argument, result);
      return;
    }
    const fn = this.module.functions.get(name);
    if (fn !== undefined && fn.blocks.length > 0) return this.enter(instance, site, fn, result);
    const summary = externalSummary(name);
    if (summary !== undefined) {
      const returned = summary.returns === undefined ? undefined : argument(summary.returns);
      if (returned !== undefined && result !== undefined) this.graph.copy(returned, result);
      return;
    }
    this.unknownExternal(instance, site, name, result);
  }

  private enter(instance: InstanceState, site: CallSite & Instruction, fn: IrFunction, result: Node | undefined): void {
    const calls = this.depth === 0 ? [] : [...instance.calls, site].slice(-this.depth);
    const callee = this.instance(instance.context, fn, calls);
    site.arguments.forEach((operand, n) => {
      const from = this.node(instance, operand);
      if (from === undefined) return;
      const parameter = fn.parameters[n];
      if (parameter !== undefined) this.graph.copy(from, callee.base + parameter.index);
      else if (fn.type.variadic) this.graph.copy(from, this.variadicCell(callee));
    });
    if (result !== undefined) this.graph.copy(callee.result, result);
  }

  private variadicCell(callee: InstanceState): Node {
    const object = this.table.variadic(callee.function, callee.id);
    return this.graph.cell(object, regionAt(anywhere(object, undefined), this.pointerBytes, undefined));
  }

  /** Intrinsics and libc functions that move memory; true when `name` is one. */
  private libraryMemory(
    instance: InstanceState,
    site: CallSite,
    name: string,
    argument: (n: number) => Node | undefined,
    result: Node | undefined,
  ): boolean {
    const intrinsic = name.startsWith('llvm.');
    if (/^(?:llvm\.)?(?:mem(?:cpy|move)\b|va_copy)/.test(name)) {
      const [to, from] = [argument(0), argument(1)];
      if (to !== undefined && from !== undefined) this.graph.copyMemory(to, from, constantLength(site, 2));
      if (to !== undefined && result !== undefined) this.graph.copy(to, result);
      return true;
    }
    if (/^llvm\.va_start\b/.test(name)) {
      const object = this.table.variadic(instance.function, instance.id);
      const holder = this.graph.addNode();
      this.graph.add(holder, anywhere(object, undefined));
      this.react(instance, site.arguments[0]!, (p) => {
        const size = this.table.size(p.object);
        this.graph.copy(holder, this.graph.cell(p.object, regionAt(anywhere(p.object, size), this.pointerBytes, size)));
      });
      return true;
    }
    if (!intrinsic && name !== 'memset') return false;
    const first = argument(0);
    if (result !== undefined && first !== undefined) this.graph.copy(first, result);
    return true;
  }

  private applyEffect(
    instance: InstanceState,
    site: CallSite & Instruction,
    name: string,
    effect: Effect,
    argument: (n: number) => Node | undefined,
    result: Node | undefined,
  ): void {
    const value = (v: EffectValue | undefined): Node | undefined => (typeof v === 'object' ? argument(v.argument) : undefined);
    switch (effect.kind) {
      case 'allocate': {
        const length = typeof effect.size === 'object' ? constantLength(site, effect.size.argument) : Number.POSITIVE_INFINITY;
        const size = Number.isFinite(length) ? length : undefined;
        const object = this.table.heap(instance.function, instance.id, site, name, size, this.placeOf(instance.function, site));
        if (result !== undefined) this.graph.add(result, exactPointer(object, 0, size));
        const old = name === 'realloc' ? argument(0) : undefined;
        if (old !== undefined && result !== undefined) this.graph.copyMemory(result, old, Number.POSITIVE_INFINITY);
        return;
      }
      case 'spawn': {
        const parameter = value(effect.parameter);
        return this.start('thread', instance, site, name, effect, value(effect.entry), (fn) => {
          const root = this.threadRoots.get(fn);
          const first = root?.function.parameters[0];
          if (root !== undefined && first !== undefined && parameter !== undefined) this.graph.copy(parameter, root.base + first.index);
        });
      }
      case 'register-isr':
      case 'arrive':
        return this.start('isr', instance, site, name, effect, value(effect.handler), () => {});
      case 'nondet':
        if (result !== undefined && site.result?.type.kind === 'pointer') this.graph.add(result, this.unknownPointer());
        return;
      default:
        return;
    }
  }

  private start(
    kind: Started['kind'],
    caller: InstanceState,
    site: CallSite,
    by: string,
    effect: Effect | undefined,
    entry: Node | undefined,
    connect: (fn: string) => void,
  ): void {
    if (entry === undefined) return;
    this.graph.react(entry, (p) => {
      const object = this.table.objects[p.object]!;
      if (object.kind !== 'function') return;
      if (!this.started.some((s) => s.site === site && s.function === object.symbol && s.caller.id === caller.id)) {
        this.started.push({ kind, function: object.symbol, site, caller, by, ...(effect === undefined ? {} : { effect }) });
      }
      connect(object.symbol);
    });
  }

  /** A function without a body that nobody knows: it may call back what it is given, and returns anything. */
  private unknownExternal(instance: InstanceState, site: CallSite & Instruction, name: string, result: Node | undefined): void {
    if (result !== undefined && site.result?.type.kind === 'pointer') this.graph.add(result, this.unknownPointer());
    const registers = registrationName.test(name);
    for (const operand of site.arguments) {
      const node = this.node(instance, operand);
      if (node === undefined) continue;
      this.start(registers ? 'isr' : 'callback', instance, site, name, undefined, node, (called) => {
        const fn = this.module.functions.get(called);
        if (registers || fn === undefined || fn.blocks.length === 0) return;
        const callee = this.instance(instance.context, fn, this.depth === 0 ? [] : [...instance.calls, site].slice(-this.depth));
        for (const parameter of fn.parameters) {
          if (parameter.type.kind === 'pointer') this.graph.add(callee.base + parameter.index, this.unknownPointer());
        }
        this.reached.get(this.siteKey(instance, site))!.add(called);
      });
    }
  }

  private unknownPointer(): Pointer {
    return anywhere(this.table.unknown(), undefined);
  }

  private devicePointer(address: bigint): Pointer {
    return exactPointer(this.table.device(), Number(address), undefined);
  }

  private constantPointers(constant: Constant): Pointer[] {
    switch (constant.kind) {
      case 'global':
        return this.globalPointers(constant.name);
      case 'aggregate':
        return constant.elements.flatMap((e) => this.constantPointers(e));
      case 'expression':
        if (constant.op === 'getelementptr') {
          const step = constantStep(constant);
          return this.constantPointers(constant.base).map((p) => applyStep(this.module.layout, step, p, this.table.size(p.object)));
        }
        if ('value' in constant) {
          if (constant.op === 'inttoptr' && constant.value.kind === 'int') return [this.devicePointer(constant.value.value)];
          return this.constantPointers(constant.value);
        }
        return ('left' in constant ? [constant.left, constant.right] : constant.operands)
          .flatMap((c) => this.constantPointers(c))
          .map((p) => anywhere(p.object, this.table.size(p.object)));
      default:
        return [];
    }
  }

  private globalPointers(name: string): Pointer[] {
    if (this.module.functions.has(name)) return [exactPointer(this.table.function(name), 0, 1)];
    const alias = this.module.aliases.get(name);
    if (alias !== undefined) return this.constantPointers(alias.target);
    const global = this.module.globals.get(name);
    if (global === undefined) return [];
    const before = this.table.objects.length;
    const object = this.table.global(global);
    if (object === before) this.uninitialised.push([object, global.initializer]);
    return [exactPointer(object, 0, this.table.size(object))];
  }

  private initialise(object: ObjectId, initializer: Constant | undefined, offset: number): void {
    const size = this.table.size(object);
    if (initializer === undefined) {
      this.graph.add(this.graph.cell(object, regionAt(anywhere(object, size), this.pointerBytes, size)), this.unknownPointer());
      return;
    }
    const { layout } = this.module;
    if (initializer.kind === 'aggregate') {
      const { type, elements } = initializer;
      elements.forEach((element, n) => {
        const at =
          type.kind === 'struct' ? layout.fieldOffset(type, n) : type.kind === 'array' || type.kind === 'vector' ? n * layout.allocationSize(type.element) : 0;
        this.initialise(object, element, offset + at);
      });
      return;
    }
    if (initializer.kind !== 'global' && initializer.kind !== 'expression') return;
    for (const pointer of this.constantPointers(initializer)) {
      const region = regionAt(exactPointer(object, offset, size), layout.storeSize(initializer.type), size);
      this.graph.add(this.graph.cell(object, region), pointer);
    }
  }

  private placeOf(fn: IrFunction, instruction: Instruction): Place | undefined {
    return this.module.units[fn.unit]?.debug.location(instruction.debug)?.place;
  }
}

/** A constant length argument in bytes, else Infinity. */
export function constantLength(site: CallSite, argument: number): number {
  const operand = site.arguments[argument];
  return operand?.kind === 'int' ? Number(operand.value) : Number.POSITIVE_INFINITY;
}

function declaredVariables(module: IrModule, fn: IrFunction): ReadonlyMap<number, Variable> {
  const variables = new Map<number, Variable>();
  const debug = module.units[fn.unit]?.debug;
  for (const block of fn.blocks) {
    for (const i of block.instructions) {
      if (i.op !== 'debug-declare' || i.address.kind !== 'register') continue;
      const variable = debug?.localVariable(i.variable);
      if (variable !== undefined) variables.set(i.address.index, variable);
    }
  }
  return variables;
}
