// The text of a harness, whichever one: what it is about, what it declares, and an entry that calls functions of the
// program with the arguments that their types ask for.

import type { IrFunction, IrModule } from '../../ir/module.js';
import { callText, declarationOf } from './harness-names.js';
import { HarnessObjects, needsStructure } from './harness-objects.js';

/** Can a call be written in C? It takes and gives numbers and pointers. */
export function canCall(fn: IrFunction): boolean {
  return !needsStructure(fn) && !fn.type.variadic;
}

export interface HarnessParts {
  /** The comment at its head. */
  readonly opening: readonly string[];
  readonly entry: string;
  /** Of the entry. */
  readonly body: readonly string[];
  /** Besides the functions that are called, and the objects that they are given. */
  readonly declarations?: readonly string[];
  /** Functions in front of the entry. */
  readonly functions?: readonly string[];
}

export class HarnessWriter {
  private readonly objects: HarnessObjects;
  private readonly calls = new Map<IrFunction, string>();

  constructor(
    module: IrModule,
    /** What all pointer parameters are given; absent: objects of their types. */
    private readonly argument?: string,
  ) {
    this.objects = new HarnessObjects(module);
  }

  /** A statement. The function is declared, once, in the order of first calls. */
  call(fn: IrFunction): string {
    const known = this.calls.get(fn);
    if (known !== undefined) return known;
    const text = `${callText(fn, this.objects.argumentsOf(fn, this.argument))};`;
    this.calls.set(fn, text);
    return text;
  }

  /** Of the objects; before any call. */
  initialisation(): readonly string[] {
    return this.objects.initialisation();
  }

  assumptions(): readonly string[] {
    return this.objects.assumptions();
  }

  /** When all calls are made. */
  text({ opening, entry, body, declarations = [], functions = [] }: HarnessParts): string {
    return [
      ...opening,
      '#include <preempt.h>',
      '',
      ...[...this.calls.keys()].map(declarationOf),
      ...(this.argument === undefined ? [] : [`extern void *${this.argument};`]),
      ...this.objects.declarations(),
      ...declarations,
      '',
      ...functions,
      `int ${entry}(void) {`,
      ...body,
      '}',
      '',
    ].join('\n');
  }
}
