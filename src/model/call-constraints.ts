// Calls in the points-to analysis: bodies are entered, known names have their effect on memory and contexts, unknown
// ones may call back what they are given and return anything.

import type { CallInstruction, CallSite, Instruction } from '../ir/instruction.js';
import type { IrFunction } from '../ir/module.js';
import { givenSymbol } from './entries.js';
import { directCallee, effectsOfFunction, externalSummary, functionName } from './known-calls.js';
import type { Effect, EffectValue } from './platform.js';
import type { Node } from './pointer-constraints.js';
import type { AnalysedInstance, PointsToState, Started } from './points-to-state.js';
import type { ObjectId } from './program.js';
import { type AbstractPointer, anywhere, exactPointer, regionAt } from './region.js';
import { cookieOf, givenAs } from './registration.js';

export class CallConstraints {
  /** What was started and given away, by call. */
  private readonly noted = new Set<string>();
  private readonly given = new Set<string>();

  constructor(private readonly analysis: PointsToState) {}

  call(instance: AnalysedInstance, site: CallInstruction): void {
    if (site.callee.kind === 'assembly') {
      if (site.result?.type.kind === 'pointer')
        this.analysis.graph.add(this.analysis.node(instance, site.result)!, this.analysis.constants.unknownPointer());
      return;
    }
    const direct = directCallee(this.analysis.module, site.callee);
    if (direct !== undefined) return this.callFunction(instance, site, direct);
    this.analysis.react(instance, site.callee, (p) => {
      const object = this.analysis.table.objects[p.object]!;
      if (object.kind === 'function' && this.mayBeMeant(site, object.symbol))
        this.callFunction(instance, site, object.symbol);
    });
  }

  /**
   * By whole objects, a table of functions holds all that is in any: those that need other arguments are not meant.
   * Ones that leave arguments unused are.
   */
  private mayBeMeant(site: CallInstruction, name: string): boolean {
    const fn = this.analysis.isCoarse ? this.analysis.module.functions.get(name) : undefined;
    if (fn === undefined) return true;
    const { parameters } = fn;
    const isAlike = (n: number): boolean => {
      const [given, wanted] = [site.arguments[n]!.type, parameters[n]!.type];
      return (
        given.kind === wanted.kind && (given.kind !== 'int' || wanted.kind !== 'int' || given.bits === wanted.bits)
      );
    };
    return parameters.length <= site.arguments.length && parameters.every((_, n) => isAlike(n));
  }

  private callFunction(instance: AnalysedInstance, site: CallInstruction, name: string): void {
    const known = instance.reached.get(site) ?? new Set();
    instance.reached.set(site, known);
    if (known.has(name)) return;
    known.add(name);
    const result = site.result === undefined ? undefined : this.analysis.node(instance, site.result);
    const argument = (n: number): Node | undefined => {
      const operand = site.arguments[n];
      return operand === undefined ? undefined : this.analysis.node(instance, operand);
    };
    if (this.libraryMemory(instance, site, name, argument, result)) return;
    const effects = effectsOfFunction(this.analysis.platform, name);
    if (effects !== undefined) {
      for (const effect of effects) this.applyEffect(instance, site, name, effect, argument, result);
      return;
    }
    const fn = this.analysis.module.functions.get(name);
    if (fn !== undefined && fn.blocks.length > 0) return this.enter(instance, site, fn, result);
    const summary = externalSummary(name);
    if (summary !== undefined) {
      const returned = summary.returns === undefined ? undefined : argument(summary.returns);
      // strchr and kin: somewhere in what they were given.
      if (returned !== undefined && result !== undefined)
        this.analysis.graph.react(returned, (p) =>
          this.analysis.graph.add(result, anywhere(p.object, this.analysis.table.size(p.object))),
        );
      return;
    }
    this.unknownExternal(instance, site, name, result);
  }

  private enter(instance: AnalysedInstance, site: CallInstruction, fn: IrFunction, result: Node | undefined): void {
    const callee = this.analysis.called(instance, fn, this.callsTo(instance, site));
    site.arguments.forEach((operand, n) => {
      const from = this.analysis.node(instance, operand);
      if (from === undefined) return;
      const parameter = fn.parameters[n];
      if (parameter !== undefined) this.analysis.graph.copy(from, this.analysis.node(callee, parameter)!);
      else if (fn.type.variadic) this.analysis.graph.copy(from, this.variadicCell(callee));
    });
    if (result !== undefined) this.analysis.graph.copy(callee.result, result);
  }

  /** Calls inside of models come on top: else their depth would make all locks of a program look like one. */
  private callsTo({ calls, function: caller }: AnalysedInstance, site: CallInstruction): readonly Instruction[] {
    const { depth, module } = this.analysis;
    if (depth === 0) return [];
    return module.units[caller.unit]?.isModel === true ? [...calls, site] : [...calls, site].slice(-depth);
  }

  private variadicCell(callee: AnalysedInstance): Node {
    const object = this.analysis.table.variadic(callee.function, callee.id);
    return this.analysis.graph.cell(
      object,
      regionAt(anywhere(object, undefined), this.analysis.pointerBytes, undefined),
    );
  }

  /** Intrinsics and libc functions that move memory; true when `name` is one. */
  private libraryMemory(
    instance: AnalysedInstance,
    site: CallSite,
    name: string,
    argument: (n: number) => Node | undefined,
    result: Node | undefined,
  ): boolean {
    const intrinsic = name.startsWith('llvm.');
    if (/^(?:llvm\.)?(?:mem(?:cpy|move)\b|va_copy)/.test(name)) {
      const [to, from] = [argument(0), argument(1)];
      if (to !== undefined && from !== undefined) this.analysis.graph.copyMemory(to, from, constantLength(site, 2));
      if (to !== undefined && result !== undefined) this.analysis.graph.copy(to, result);
      return true;
    }
    if (/^llvm\.va_start\b/.test(name)) {
      const object = this.analysis.table.variadic(instance.function, instance.id);
      const holder = this.analysis.graph.addNode();
      this.analysis.graph.add(holder, anywhere(object, undefined));
      this.analysis.react(instance, site.arguments[0]!, (p) => {
        const size = this.analysis.table.size(p.object);
        this.analysis.graph.copy(
          holder,
          this.analysis.graph.cell(p.object, regionAt(anywhere(p.object, size), this.analysis.pointerBytes, size)),
        );
      });
      return true;
    }
    if (!intrinsic && name !== 'memset') return false;
    const first = argument(0);
    if (result !== undefined && first !== undefined) this.analysis.graph.copy(first, result);
    return true;
  }

  private applyEffect(
    instance: AnalysedInstance,
    site: CallInstruction,
    name: string,
    effect: Effect,
    argument: (n: number) => Node | undefined,
    result: Node | undefined,
  ): void {
    const value = (v: EffectValue | undefined): Node | undefined =>
      typeof v === 'object' ? argument(v.argument) : undefined;
    switch (effect.kind) {
      case 'allocate': {
        const length =
          typeof effect.size === 'object' ? constantLength(site, effect.size.argument) : Number.POSITIVE_INFINITY;
        const size = Number.isFinite(length) ? length : undefined;
        const object = this.analysis.table.heap(
          instance.function,
          instance.id,
          site,
          name,
          size,
          this.analysis.module.units[instance.function.unit]?.debug.location(site.debug)?.place,
        );
        if (result !== undefined) this.analysis.graph.add(result, exactPointer(object, 0, size));
        const old = name === 'realloc' ? argument(0) : undefined;
        if (old !== undefined && result !== undefined)
          this.analysis.graph.copyMemory(result, old, Number.POSITIVE_INFINITY);
        return;
      }
      case 'spawn':
        return this.spawn(instance, site, name, effect, value);
      case 'register-isr':
      case 'arrive':
        return this.start('isr', instance, site, name, effect, value(effect.handler));
      case 'nondet':
        if (result !== undefined && site.result?.type.kind === 'pointer')
          this.analysis.graph.add(result, this.analysis.constants.unknownPointer());
        return;
      default:
        return;
    }
  }

  /** A thread begins with its entry, which gets the argument, or with a runner that gets both. */
  private spawn(
    caller: AnalysedInstance,
    site: CallInstruction,
    name: string,
    effect: Extract<Effect, { kind: 'spawn' }>,
    value: (v: EffectValue | undefined) => Node | undefined,
  ): void {
    const { graph } = this.analysis;
    const [runner, entry, argument] = [value(effect.runner), value(effect.entry), value(effect.parameter)];
    const started = { kind: 'thread', site, caller, by: this.calledByProgram(caller, name), effect } as const;
    const connect = (given: AbstractPointer, fn: string, begins: string): void => {
      this.note({ ...started, function: fn, begins });
      this.analysis.whenThreadRoot(fn, begins, (root) => {
        const parameters = root.function.parameters.map((p) => this.analysis.node(root, p)!);
        const mine = runner === undefined ? parameters[0] : parameters[1];
        if (runner !== undefined && parameters[0] !== undefined) graph.add(parameters[0], given);
        if (mine !== undefined && argument !== undefined) graph.copy(argument, mine);
      });
    };
    this.reactToFunctions(entry, (given, fn) => {
      if (runner === undefined) connect(given, fn, fn);
      else this.reactToFunctions(runner, (_, begins) => connect(given, fn, begins));
    });
  }

  /** Inside of a model, the name by which the program calls it. */
  private calledByProgram({ function: fn }: AnalysedInstance, name: string): string {
    return this.analysis.module.units[fn.unit]?.isModel === true ? fn.sourceName : name;
  }

  private start(
    kind: Started['kind'],
    caller: AnalysedInstance,
    site: CallSite,
    by: string,
    effect: Effect,
    entry: Node | undefined,
  ): void {
    this.reactToFunctions(entry, (_, fn) => this.note({ kind, function: fn, site, caller, by, effect }));
  }

  private reactToFunctions(node: Node | undefined, reaction: (p: AbstractPointer, fn: string) => void): void {
    if (node === undefined) return;
    this.analysis.graph.react(node, (p) => {
      const object = this.analysis.table.objects[p.object]!;
      if (object.kind === 'function') reaction(p, object.symbol);
    });
  }

  private note(started: Started): void {
    const { site, caller, begins = '' } = started;
    const key = `${this.analysis.siteKey(caller, site)} ${started.function} ${begins}`;
    if (this.noted.has(key)) return;
    this.noted.add(key);
    this.analysis.start(started);
  }

  /** A function without a body that nobody knows: it may call back what it is given, and returns anything. */
  private unknownExternal(
    instance: AnalysedInstance,
    site: CallInstruction,
    name: string,
    result: Node | undefined,
  ): void {
    if (result !== undefined && site.result?.type.kind === 'pointer')
      this.analysis.graph.add(result, this.analysis.constants.unknownPointer());
    site.arguments.forEach((operand, n) => {
      const node = this.analysis.node(instance, operand);
      if (node === undefined) return;
      // By whole objects, nearly every function would be in nearly everything.
      if (this.analysis.isCoarse) {
        const named = functionName(this.analysis.module, operand);
        if (named !== undefined) this.give(instance, site, name, named, n);
        return;
      }
      // Several pointers into one object say the same of it.
      const seen = new Set<number>();
      this.analysis.graph.react(node, ({ object: id }) => {
        if (seen.has(id)) return;
        seen.add(id);
        const object = this.analysis.table.objects[id]!;
        if (object.kind === 'function') return this.give(instance, site, name, object.symbol, n);
        const holder = object.type?.kind === 'record' ? object.type.name : '';
        this.reactToFunctionsIn(id, (fn) => this.give(instance, site, name, fn, undefined, holder));
      });
    });
  }

  /** Functions whose addresses are in an object itself. */
  private reactToFunctionsIn(id: ObjectId, reaction: (fn: string) => void): void {
    const { graph, table, pointerBytes } = this.analysis;
    const { kind, size } = table.objects[id]!;
    if ((kind !== 'global' && kind !== 'local' && kind !== 'heap') || (size !== undefined && size < pointerBytes))
      return;
    graph.react(graph.reader(id, regionAt(anywhere(id, size), pointerBytes, size)), (p) => {
      const held = table.objects[p.object]!;
      if (held.kind === 'function') reaction(held.symbol);
    });
  }

  /** `argument`: which argument the function is; undefined where it is in an object. */
  private give(
    instance: AnalysedInstance,
    site: CallInstruction,
    by: string,
    symbol: string,
    argument: number | undefined,
    holder = '',
  ): void {
    const { module } = this.analysis;
    const fn = module.functions.get(symbol);
    if (fn === undefined || fn.blocks.length === 0) return;
    const key = `${this.analysis.siteKey(instance, site)} ${by} ${symbol} ${argument} ${holder}`;
    if (this.given.has(key)) return;
    this.given.add(key);
    const given = givenAs(by, fn.sourceName, holder);
    // Objects are handed around with all that they hold: nobody calls it at once for that.
    if (given === 'at-once' && argument === undefined) return;
    const cookie = argument === undefined ? undefined : cookieOf(module, site, by, argument);
    const started = { function: symbol, site, caller: instance, by, given };
    if (given === 'at-once') {
      this.note({ ...started, kind: 'callback' });
      this.callAtOnce(instance, site, fn);
    } else if (given === 'thread') this.note({ ...started, kind: 'thread' });
    else {
      this.note({ ...started, kind: 'isr', ...(cookie === undefined ? {} : { cookie }) });
      if (cookie !== undefined) this.giveBack(instance, site, symbol, cookie);
    }
  }

  /** What a handler is registered with is what it is called with. */
  private giveBack(instance: AnalysedInstance, site: CallInstruction, symbol: string, cookie: number): void {
    const { module, table, graph, pointerBytes } = this.analysis;
    const home = module.globals.get(givenSymbol(symbol));
    const from = this.analysis.node(instance, site.arguments[cookie]!);
    if (home === undefined || from === undefined) return;
    const object = table.global(home);
    const size = table.size(object);
    graph.copy(from, graph.cell(object, regionAt(anywhere(object, size), pointerBytes, size)));
  }

  private callAtOnce(instance: AnalysedInstance, site: CallInstruction, fn: IrFunction): void {
    const callee = this.analysis.called(instance, fn, this.callsTo(instance, site));
    for (const parameter of fn.parameters) {
      if (parameter.type.kind === 'pointer')
        this.analysis.graph.add(this.analysis.node(callee, parameter)!, this.analysis.constants.unknownPointer());
    }
    instance.reached.get(site)!.add(fn.name);
  }
}

/** A constant length argument in bytes, else Infinity. */
export function constantLength(site: CallSite, argument: number): number {
  const operand = site.arguments[argument];
  return operand?.kind === 'int' ? Number(operand.value) : Number.POSITIVE_INFINITY;
}
