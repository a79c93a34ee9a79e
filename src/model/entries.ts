// How hardware and libraries call a handler that has parameters: for each such ISR a function without any, which calls
// it with what it can be given. A pointer that was registered with it is read from where the registering call has put
// it; other pointers to structures choose among the program's objects of that type, or point to an object of their own
// where there is none; all other parameters are arbitrary. Where the program uses exclusive accesses, each ISR begins
// and ends by clearing their monitor. After that no engine needs to know of either.

import type { SourceType } from '../ir/debug/debug-info.js';
import { type Call, type Instruction, unnumbered } from '../ir/instruction.js';
import type { GlobalVariable, IrFunction, IrModule } from '../ir/module.js';
import { numberInstructions } from '../ir/number-instructions.js';
import type { IntType, StructType, Type } from '../ir/type.js';
import type { Operand, Register } from '../ir/value.js';
import { monitorName } from './assembly/exclusive.js';
import { type PlacedObject, placesOfType } from './objects-of-type.js';

/** Where what was registered with a handler is kept. */
export function givenSymbol(handler: string): string {
  return `preempt.given.${handler}`;
}

/** An ISR with parameters, and how many different arguments may be registered with it. */
export interface EntryRequest {
  readonly function: string;
  readonly slots: number;
}

/** Where a call that registers a handler puts its cookie. */
export interface GivenArguments {
  /** A global: how many there are, as wide as a pointer, then one pointer for each. */
  readonly symbol: string;
  readonly slots: number;
}

export interface ContextEntry {
  /** The function that the context begins with. */
  readonly symbol: string;
  readonly given?: GivenArguments;
  /** For a `holds`. */
  readonly assumptions: readonly string[];
}

export interface Entries {
  readonly module: IrModule;
  /** By the handler's name in the module. */
  readonly entries: ReadonlyMap<string, ContextEntry>;
}

/** The module itself when there is nothing to do. */
export function addEntries(module: IrModule, requests: readonly EntryRequest[]): Entries {
  const entries = new Map<string, ContextEntry>();
  const functions = new Map(module.functions);
  const globals = new Map(module.globals);
  const hasMonitor = globals.has(monitorName);
  for (const request of requests) {
    const fn = module.functions.get(request.function)!;
    const isGiven = fn.type.parameters.length > 0 && fn.callingConvention?.endsWith('intrcc') !== true;
    if (!isGiven && !hasMonitor) continue;
    if (!isGiven && fn.type.parameters.length > 0) continue;
    const builder = new EntryBuilder(module, fn, request.slots);
    entries.set(fn.name, builder.entry);
    for (const global of builder.globals) globals.set(global.name, global);
    functions.set(builder.entry.symbol, builder.build());
    for (const declared of builder.declared)
      if (!functions.has(declared)) functions.set(declared, declaration(declared));
  }
  return entries.size === 0
    ? { module, entries }
    : { module: numberInstructions({ ...module, functions, globals }), entries };
}

class EntryBuilder {
  readonly entry: ContextEntry;
  readonly globals: GlobalVariable[] = [];
  readonly declared = new Set<string>();
  private readonly instructions: Instruction[] = [];
  private readonly values: Operand[];
  private registers = 0;

  constructor(
    private readonly module: IrModule,
    private readonly fn: IrFunction,
    slots: number,
  ) {
    const assumptions: string[] = [];
    const isPointer = (n: number): boolean => fn.type.parameters[n]!.kind === 'pointer' && !fn.byValue?.has(n);
    const cookie = slots === 0 ? -1 : fn.type.parameters.findLastIndex((_, n) => isPointer(n));
    const given: GivenArguments | undefined = cookie < 0 ? undefined : { symbol: givenSymbol(fn.name), slots };
    this.values = fn.type.parameters.map((type, n) => {
      if (n === cookie) return this.registered(given!);
      return (isPointer(n) ? this.objectOf(n, assumptions) : undefined) ?? this.arbitrary(type);
    });
    const symbol = `preempt.enter.${fn.name}`;
    this.entry = { symbol, assumptions, ...(given === undefined ? {} : { given }) };
  }

  build(): IrFunction {
    const { fn } = this;
    const call: Call = {
      op: 'call',
      id: unnumbered,
      debug: -1,
      callee: { kind: 'global', type: pointerType, name: fn.name },
      arguments: this.values,
      functionType: fn.type,
      noReturn: false,
      ...(fn.type.returns.kind === 'void' ? {} : { result: this.register(fn.type.returns) }),
    };
    const hasMonitor = this.module.globals.has(monitorName);
    if (hasMonitor) this.instructions.unshift(clearMonitor());
    this.instructions.push(call);
    if (hasMonitor) this.instructions.push(clearMonitor());
    this.instructions.push({ op: 'ret', id: unnumbered, debug: -1 });
    const { byValue: _, ...same } = fn;
    return {
      ...same,
      name: this.entry.symbol,
      linkage: 'internal',
      type: { kind: 'function', returns: { kind: 'void' }, parameters: [], variadic: false },
      parameters: [],
      registerCount: this.registers,
      blocks: [{ name: 'entry', instructions: this.instructions }],
      debug: -1,
      problems: [],
    };
  }

  private register(type: Type): Register {
    return { kind: 'register', index: this.registers++, type };
  }

  private arbitrary(type: Type): Operand {
    const name = nondetFor(type);
    return name === undefined ? { kind: 'undef', type, poison: false } : this.nondet(name, type);
  }

  private nondet(name: string, type: Type): Register {
    this.declared.add(name);
    const result = this.register(type);
    this.instructions.push({
      op: 'call',
      id: unnumbered,
      debug: -1,
      callee: { kind: 'global', type: pointerType, name },
      arguments: [],
      functionType: { kind: 'function', returns: type, parameters: [], variadic: false },
      noReturn: false,
      result,
    });
    return result;
  }

  /** One of those that were registered: the first, or any other that there is. */
  private registered({ symbol, slots }: GivenArguments): Operand {
    const width = this.module.layout.pointerSize(0);
    const word: IntType = { kind: 'int', bits: 8 * width };
    const fields: Type[] = [word, ...Array.from({ length: slots }, () => pointerType)];
    const type: StructType = { kind: 'struct', packed: false, fields };
    this.globals.push(this.hidden(symbol, type, true));
    const count = slots === 1 ? undefined : this.load(symbol, 0, word);
    let chosen: Operand = this.load(symbol, width, pointerType);
    for (let slot = 1; slot < slots; slot++) {
      const other = this.load(symbol, (slot + 1) * width, pointerType);
      const isThere = this.register(bit);
      this.instructions.push({
        op: 'icmp',
        id: unnumbered,
        debug: -1,
        predicate: 'ugt',
        left: count!,
        right: { kind: 'int', type: word, value: BigInt(slot) },
        result: isThere,
      });
      const isWanted = this.nondet('preempt_nondet_bool', bit);
      const isTaken = this.register(bit);
      this.instructions.push({
        op: 'and',
        id: unnumbered,
        debug: -1,
        left: isThere,
        right: isWanted,
        flags: 0,
        result: isTaken,
      });
      chosen = this.select(isTaken, other, chosen);
    }
    return chosen;
  }

  /** Undefined where the type tells nothing. */
  private objectOf(parameter: number, assumptions: string[]): Operand | undefined {
    const target = pointedTo(this.module, this.fn, parameter);
    if (target?.kind !== 'record' || target.size === 0) return undefined;
    const { places, isWhole } = placesOfType(this.module, target);
    const whose = `the argument of ${this.fn.sourceName}`;
    if (places.length === 0) {
      const symbol = `preempt.object.${parameter}.${this.fn.name}`;
      const type: Type = { kind: 'array', length: target.size, element: { kind: 'int', bits: 8 } };
      this.globals.push(this.hidden(symbol, type, false));
      assumptions.push(`${whose} points to a ${target.name} that nothing else knows`);
      return { kind: 'global', type: pointerType, name: symbol };
    }
    const names = places.map((p) => p.name).join(', ');
    assumptions.push(
      `${whose} points to ${places.length === 1 ? names : `one of ${names}`}${isWhole ? '' : ', of many'}`,
    );
    const [first, ...others] = places.map((place) => this.address(place));
    return others.reduce((chosen, other) => {
      return this.select(this.nondet('preempt_nondet_bool', bit), other, chosen);
    }, first!);
  }

  private address({ symbol, offset }: PlacedObject): Operand {
    const base: Operand = { kind: 'global', type: pointerType, name: symbol };
    if (offset === 0) return base;
    const result = this.register(pointerType);
    this.instructions.push({
      op: 'getelementptr',
      id: unnumbered,
      debug: -1,
      sourceType: { kind: 'int', bits: 8 },
      base,
      offset,
      scaled: [],
      flags: 0,
      result,
    });
    return result;
  }

  private load(symbol: string, offset: number, type: Type): Register {
    const address = this.address({ symbol, offset, name: '' });
    const result = this.register(type);
    const align = this.module.layout.pointerSize(0);
    this.instructions.push({ op: 'load', id: unnumbered, debug: -1, address, volatile: false, align, result });
    return result;
  }

  private select(condition: Operand, whenTrue: Operand, whenFalse: Operand): Register {
    const result = this.register(pointerType);
    this.instructions.push({ op: 'select', id: unnumbered, debug: -1, condition, whenTrue, whenFalse, result });
    return result;
  }

  /** A global that the source does not have. */
  private hidden(name: string, type: Type, isZero: boolean): GlobalVariable {
    return {
      name,
      sourceName: isZero ? `argument of ${this.fn.sourceName}` : `object of ${this.fn.sourceName}`,
      unit: this.fn.unit,
      linkage: isZero ? 'internal' : 'external',
      type,
      addressSpace: 0,
      constant: false,
      threadLocal: false,
      ...(isZero ? { initializer: { kind: 'zero', type } as const } : {}),
      align: this.module.layout.pointerSize(0),
      debug: -1,
    };
  }
}

const pointerType: Type = { kind: 'pointer', addressSpace: 0 };
const bit: IntType = { kind: 'int', bits: 1 };

/** Exclusive stores fail that were begun before an exception, or in it: nobody else can see the monitor. */
function clearMonitor(): Instruction {
  return {
    op: 'store',
    id: unnumbered,
    debug: -1,
    address: { kind: 'global', type: pointerType, name: monitorName },
    value: { kind: 'int', type: { kind: 'int', bits: 8 }, value: 0n },
    volatile: true,
    align: 1,
  };
}

function nondetFor(type: Type): string | undefined {
  if (type.kind === 'pointer') return 'preempt_nondet_pointer';
  if (type.kind === 'float')
    return type.format === 'float' || type.format === 'double' ? `preempt_nondet_${type.format}` : undefined;
  if (type.kind !== 'int') return undefined;
  return [8, 16, 32, 64].includes(type.bits) ? `preempt_nondet_u${type.bits}` : undefined;
}

function declaration(name: string): IrFunction {
  return {
    name,
    sourceName: name,
    unit: 0,
    linkage: 'external',
    type: { kind: 'function', returns: { kind: 'void' }, parameters: [], variadic: false },
    addressSpace: 0,
    attributes: new Map(),
    parameters: [],
    registerCount: 0,
    blocks: [],
    debug: -1,
    problems: [],
  };
}

/** What a parameter points to, by its declaration in the source; undefined where nothing tells. */
export function pointedTo(module: IrModule, fn: IrFunction, parameter: number): SourceType | undefined {
  const { index } = fn.parameters[parameter]!;
  const debug = module.units[fn.unit]?.debug;
  const homes = new Set<number>();
  const variables: number[] = [];
  for (const { instructions } of fn.blocks) {
    for (const i of instructions) {
      if (i.op === 'store' && i.value.kind === 'register' && i.value.index === index && i.address.kind === 'register')
        homes.add(i.address.index);
      if (i.op === 'debug-value' && i.value.kind === 'register' && i.value.index === index) variables.push(i.variable);
    }
    for (const i of instructions)
      if (i.op === 'debug-declare' && i.address.kind === 'register' && homes.has(i.address.index))
        variables.push(i.variable);
  }
  const type = variables.length === 0 ? undefined : debug?.localVariable(variables[0]!)?.type;
  return type?.kind === 'pointer' ? type.target() : undefined;
}
