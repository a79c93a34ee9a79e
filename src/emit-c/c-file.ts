// What all functions of one generated file share: names, types, numbers of assertions, and where the source text comes
// from.

import type { Instruction } from '../ir/instruction.js';
import type { IrFunction } from '../ir/module.js';
import type { Type } from '../ir/type.js';
import type { Constant } from '../ir/value.js';
import type { Machine } from '../machine/machine.js';
import { aggregateDeclaration, aggregateName } from './aggregate.js';
import { isScalar, scalarType } from './expression.js';
import { Layout } from './layout.js';
import { Names } from './names.js';
import { NoCForm } from './no-c-form.js';

interface Sources {
  readonly readSource: (file: string) => string | undefined;
  /** How comments name a file. */
  readonly shownFile: (file: string) => string;
}

export class CFile {
  readonly names: Names;
  readonly layout: Layout;
  readonly pointerBits: number;
  private readonly functions = new Map<string, string>();
  /** In the order in which they were first called. */
  readonly called: string[] = [];
  private readonly failures: Instruction[] = [];
  private readonly aggregates = new Map<string, string>();
  private readonly files = new Map<string, readonly string[] | undefined>();

  /** `reserved`: names that nothing of the program may have. */
  constructor(
    readonly machine: Machine,
    private readonly sources: Sources,
    reserved: Iterable<string>,
  ) {
    this.names = new Names(undefined, reserved);
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

  /** Without the storage class: `uint8_t next(uint8_t value)`. */
  signature(fn: IrFunction, names: readonly string[] = []): string {
    refuseVariadic(fn);
    const parameters = fn.parameters.map((p, n) => `${this.typeText(p.type)} ${names[n] ?? `p${n}`}`);
    const returns = fn.type.returns.kind === 'void' ? 'void' : this.typeText(fn.type.returns);
    return `${returns} ${this.functionName(fn.name)}(${parameters.length === 0 ? 'void' : parameters.join(', ')})`;
  }

  typeText(type: Type): string {
    if (isScalar(type)) return scalarType(type, this.pointerBits);
    const key = aggregateName(type, this.pointerBits);
    if (!this.aggregates.has(key)) this.aggregates.set(key, aggregateDeclaration(type, this.pointerBits));
    return key;
  }

  /** Of the types and functions that were mentioned. */
  declarations(): readonly string[] {
    const prototypes = this.called.map(
      (symbol) => `static ${this.signature(this.machine.image.codes.get(symbol)!.fn)};`,
    );
    return [...this.aggregates.values(), ...prototypes];
  }

  constantText(constant: Constant): string {
    return this.layout.constantText(constant, this.pointerBits);
  }

  /** The number of an assertion. */
  failure(i: Instruction): number {
    const known = this.failures.indexOf(i);
    return known === -1 ? this.failures.push(i) - 1 : known;
  }

  sourceLine(file: string, line: number): string | undefined {
    let lines = this.files.get(file);
    if (!this.files.has(file)) this.files.set(file, (lines = this.sources.readSource(file)?.split('\n')));
    return lines?.[line - 1]?.trim();
  }

  shownFile(file: string): string {
    return this.sources.shownFile(file);
  }
}

export function refuseVariadic({ type, sourceName }: IrFunction): void {
  if (type.variadic) throw new NoCForm(`${sourceName}() takes a variable number of arguments`);
}
