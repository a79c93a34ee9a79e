// What the points-to analysis has found so far: the graph, the objects, the analysed copies of functions, and what
// their calls reach and start. Instructions (points-to.ts) and calls (call-constraints.ts) add to it.

import type { CheckLimits } from '../base/limits.js';
import type { Variable } from '../ir/debug/debug-info.js';
import type { CallSite, Instruction } from '../ir/instruction.js';
import type { IrFunction, IrModule } from '../ir/module.js';
import type { Operand, Register } from '../ir/value.js';
import { ConstantPointers } from './constant-pointers.js';
import { ObjectGraph } from './object-graph.js';
import { ObjectTable } from './objects.js';
import type { Effect, Platform } from './platform.js';
import type { Node, PointerConstraints } from './pointer-constraints.js';
import { PointerGraph } from './pointer-graph.js';
import type { ContextId } from './program.js';
import type { References } from './references.js';
import type { AbstractPointer } from './region.js';
import type { CallbackUse } from './registration.js';
import { type NumberedRegisters, type NumberedValue, ValueNumbers } from './value-numbers.js';

/** One analysed copy of a function. */
export interface Instance {
  readonly id: number;
  /** Of several with the same number only the context differs: their registers hold the same. */
  readonly body: number;
  readonly context: ContextId;
  readonly function: IrFunction;
  /** The innermost call sites that lead here. */
  readonly calls: readonly Instruction[];
}

export interface AnalysedInstance extends Instance {
  readonly values: NumberedRegisters;
  readonly result: Node;
  /** Names of the functions that its calls reach. */
  readonly reached: Map<CallSite, Set<string>>;
  readonly variables: ReadonlyMap<number, Variable>;
  /** Those with the same body, itself included, and the functions that they call. The first one is constrained. */
  readonly alike: AnalysedInstance[];
  readonly callees: Set<IrFunction>;
}

/** A function found to be started by a call: a thread's entry or a registered handler. */
export interface Started {
  readonly kind: 'thread' | 'isr' | 'callback';
  readonly function: string;
  readonly site: CallSite;
  readonly caller: Instance;
  /** The function that was called to start it. */
  readonly by: string;
  /** Of threads that are known to be called with what their start names: the function that they begin with. */
  readonly begins?: string;
  /** Of functions given to one without a body: what becomes of it. */
  readonly given?: CallbackUse;
  /** The argument of the call that the handler gets back. */
  readonly cookie?: number;
  readonly effect?: Effect;
}

export class PointsToState {
  /** By the first of those that are alike. */
  protected readonly starts: Started[] = [];
  readonly instances: AnalysedInstance[] = [];
  readonly graph: PointerConstraints;
  readonly table: ObjectTable;
  readonly constants: ConstantPointers;
  readonly numbers: ValueNumbers;
  readonly pointerBytes: number;
  private readonly byKey = new Map<string, AnalysedInstance>();
  /** Made, but not yet constrained. */
  protected readonly waiting: AnalysedInstance[] = [];
  private readonly siteNumbers = new Map<Instruction, number>();
  /** By the function that a thread was started as, and the one that it begins with. */
  private readonly threadRoots = new Map<string, AnalysedInstance>();
  private readonly awaited = new Map<string, ((root: AnalysedInstance) => void)[]>();
  /** Contexts that are analysed as one, and what was made for the first of them. */
  protected readonly sharing = new Set<ContextId>();
  private readonly shared = new Map<IrFunction, AnalysedInstance>();
  private readonly declared = new Map<IrFunction, ReadonlyMap<number, Variable>>();

  constructor(
    readonly module: IrModule,
    readonly platform: Platform,
    references: References,
    /** Call sites that tell two instances of a function apart. */
    readonly depth: number,
    protected readonly checkLimits: CheckLimits,
    /** Positions inside of objects do not count. */
    readonly isCoarse = false,
  ) {
    this.graph = isCoarse ? new ObjectGraph(checkLimits) : new PointerGraph(checkLimits);
    this.pointerBytes = module.layout.pointerSize(0);
    this.table = new ObjectTable(module, references.registers, ({ kind, symbol, size }) =>
      this.graph.addObject(size, kind === 'device' && symbol === ''),
    );
    this.constants = new ConstantPointers(module, this.graph, this.table, this.pointerBytes, isCoarse);
    this.numbers = new ValueNumbers(this.graph, isCoarse);
  }

  siteKey(instance: Instance, site: CallSite): string {
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

  instance(context: ContextId, fn: IrFunction, calls: readonly Instruction[]): AnalysedInstance {
    const known = this.byKey.get(keyOf(context, fn, this.sites(calls)));
    if (known !== undefined) return known;
    const made = this.make(context, fn, calls);
    // Who begins to run what others run as well runs all that it calls.
    const work = [made];
    for (let next = work.pop(); next !== undefined; next = work.pop())
      for (const callee of next.callees)
        if (!this.byKey.has(keyOf(context, callee, ''))) work.push(this.make(context, callee, []));
    return made;
  }

  private make(context: ContextId, fn: IrFunction, calls: readonly Instruction[]): AnalysedInstance {
    const sites = this.sites(calls);
    const sharing = this.sharing.has(context);
    const first = sharing ? this.shared.get(fn) : undefined;
    const instance: AnalysedInstance = {
      ...(first ?? {
        body: this.instances.length,
        function: fn,
        calls,
        values: this.numbers.registers(fn.registerCount),
        result: this.graph.addNode(),
        reached: new Map(),
        variables: this.variables(fn),
        alike: [],
        callees: new Set(),
      }),
      id: this.instances.length,
      context,
    };
    instance.alike.push(instance);
    this.instances.push(instance);
    this.byKey.set(keyOf(context, fn, sites), instance);
    if (first === undefined) this.waiting.push(instance);
    if (sharing && first === undefined) this.shared.set(fn, instance);
    return instance;
  }

  /** The copy of a function that a call enters, in each context that makes the call. */
  called(from: AnalysedInstance, fn: IrFunction, calls: readonly Instruction[]): AnalysedInstance {
    if (this.sharing.has(from.context)) from.callees.add(fn);
    for (const { context } of from.alike) this.instance(context, fn, calls);
    return this.instance(from.context, fn, calls);
  }

  private sites(calls: readonly Instruction[]): string {
    return calls.map((c) => this.siteNumber(c)).join(',');
  }

  start(started: Started): void {
    this.starts.push(started);
  }

  setThreadRoot(started: string, begins: string, instance: AnalysedInstance): void {
    const key = `${started} ${begins}`;
    this.threadRoots.set(key, instance);
    for (const use of this.awaited.get(key) ?? []) use(instance);
    this.awaited.delete(key);
  }

  /** Now, or when it is one. */
  whenThreadRoot(started: string, begins: string, use: (root: AnalysedInstance) => void): void {
    const key = `${started} ${begins}`;
    const root = this.threadRoots.get(key);
    if (root !== undefined) return use(root);
    this.awaited.set(key, [...(this.awaited.get(key) ?? []), use]);
  }

  value(instance: AnalysedInstance, operand: Operand): NumberedValue | undefined {
    if (operand.kind === 'register') return this.numbers.valueOf(instance.values, operand.index);
    return this.constants.node(operand);
  }

  node(instance: AnalysedInstance, operand: Operand): Node | undefined {
    const value = this.value(instance, operand);
    return value === undefined ? undefined : this.numbers.node(value);
  }

  define(instance: AnalysedInstance, { index }: Register, value: NumberedValue | undefined): void {
    this.numbers.define(instance.values, index, value);
  }

  private variables(fn: IrFunction): ReadonlyMap<number, Variable> {
    const variables = this.declared.get(fn) ?? declaredVariables(this.module, fn);
    this.declared.set(fn, variables);
    return variables;
  }

  react(instance: AnalysedInstance, operand: Operand, reaction: (p: AbstractPointer) => void): void {
    const node = this.node(instance, operand);
    if (node !== undefined) this.graph.react(node, reaction);
  }
}

function keyOf(context: ContextId, fn: IrFunction, sites: string): string {
  return `${context}|${fn.name}|${sites}`;
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
