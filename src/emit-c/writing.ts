// What all functions of one generated file share: names, types, the plan, and where the source text comes from.

import type { Instruction } from '../ir/instruction.js';
import type { Type } from '../ir/type.js';
import type { Constant } from '../ir/value.js';
import type { Machine } from '../machine/machine.js';
import { shownPath } from '../report/paths.js';
import type { Plan } from '../report/reproduce/plan.js';
import type { Recording } from '../report/reproduce/recorded.js';
import { aggregateDeclaration, aggregateName } from './aggregate.js';
import { isScalar, numberText, scalarType } from './expression.js';
import { Layout } from './layout.js';
import { Names, stringText } from './names.js';

export interface Sources {
  /** Files are shown relative to it. */
  readonly base: string;
  readonly readSource: (file: string) => string | undefined;
}

export class Writing {
  readonly names: Names;
  readonly layout: Layout;
  readonly pointerBits: number;
  private readonly functions = new Map<string, string>();
  /** In the order in which they were first called. */
  readonly called: string[] = [];
  private readonly results = new Map<Instruction, number>();
  private readonly failures: Instruction[] = [];
  private readonly aggregates = new Map<string, string>();
  private readonly handlers = new Map<string, string>();
  private readonly files = new Map<string, readonly string[] | undefined>();

  constructor(
    readonly machine: Machine,
    readonly recording: Recording,
    readonly plan: Plan,
    private readonly sources: Sources,
    runtimeNames: Iterable<string>,
  ) {
    this.names = new Names(undefined, runtimeNames);
    this.layout = new Layout(machine, this.names);
    this.pointerBits = machine.program.target.pointerBytes * 8;
  }

  functionName(symbol: string): string {
    const known = this.functions.get(symbol);
    if (known !== undefined) return known;
    const source = this.machine.program.module.functions.get(symbol)?.sourceName ?? symbol;
    const name = this.names.pick(source === 'main' ? 'program_main' : source);
    this.functions.set(symbol, name);
    this.called.push(symbol);
    return name;
  }

  typeText(type: Type): string {
    if (isScalar(type)) return scalarType(type, this.pointerBits);
    const key = aggregateName(type, this.pointerBits);
    if (!this.aggregates.has(key)) this.aggregates.set(key, aggregateDeclaration(type, this.pointerBits));
    return key;
  }

  get declarations(): readonly string[] {
    return [...this.aggregates.values()];
  }

  constantText(constant: Constant): string {
    return this.layout.constantText(constant, this.pointerBits);
  }

  numberText(value: bigint): string {
    return numberText(value);
  }

  /** The number of the list of values that an instruction gave. */
  resultsOf(i: Instruction): number {
    let n = this.results.get(i);
    if (n === undefined) this.results.set(i, (n = this.results.size));
    return n;
  }

  /** The number of an assertion. */
  failure(i: Instruction): number {
    const known = this.failures.indexOf(i);
    return known === -1 ? this.failures.push(i) - 1 : known;
  }

  interruptText(point: number): string {
    const { isr, orders, at } = this.plan.points[point]!;
    const count = at === undefined || at.count === 1 ? '' : `, time ${at.count}`;
    const why = orders === 'BEFORE' || orders === 'AFTER' ? 'only to compare' : `<<< the interrupt comes here${count}`;
    return `interrupt(${this.handler(isr.function)}, ${stringText(isr.name)}, ${isr.id}); /* ${why} */`;
  }

  /** A function without arguments that runs the handler. */
  private handler(symbol: string): string {
    const fn = this.machine.program.module.functions.get(symbol)!;
    const name = this.functionName(symbol);
    if (fn.parameters.length === 0 && fn.type.returns.kind === 'void') return name;
    const known = this.handlers.get(symbol);
    if (known !== undefined) return known;
    const wrapper = this.names.pick(`run_${name}`);
    this.handlers.set(symbol, wrapper);
    return wrapper;
  }

  get wrappers(): readonly string[] {
    return [...this.handlers].map(([symbol, wrapper]) => {
      const fn = this.machine.program.module.functions.get(symbol)!;
      const values = fn.parameters.map((p, n) =>
        p.type.kind === 'pointer'
          ? '0'
          : numberText(this.recording.handlerArguments.get(`${n} ${fn.sourceName}`) ?? 0n),
      );
      return `static void ${wrapper}(void)\n{\n    ${this.functionName(symbol)}(${values.join(', ')});\n}`;
    });
  }

  resultTables(): string {
    const lists = [...this.results].map(([i, n]) => {
      const values = this.recording.results.get(i) ?? [];
      return `static const uint64_t values_${n}[] = { ${[...values, 0n].map(numberText).join(', ')} };`;
    });
    const entries = [...this.results].map(
      ([i, n]) => `    { values_${n}, ${this.recording.results.get(i)?.length ?? 0}, 0 },`,
    );
    return [
      '/* What device registers, functions without a body and everything arbitrary gave, in order; 0 behind the last. */',
      ...lists,
      'static struct inputs { const uint64_t *values; uint32_t count, used; } inputs[] = {',
      ...entries,
      '    { 0, 0, 0 },',
      '};',
      `enum { INPUTS = ${entries.length} };`,
    ].join('\n');
  }

  sourceLine(file: string, line: number): string | undefined {
    let lines = this.files.get(file);
    if (!this.files.has(file)) this.files.set(file, (lines = this.sources.readSource(file)?.split('\n')));
    return lines?.[line - 1]?.trim();
  }

  shownFile(file: string): string {
    return shownPath(file, this.sources.base);
  }
}
