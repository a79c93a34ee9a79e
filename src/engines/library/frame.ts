// One activation of a function inside of an API function: calls are inlined, so each is a call site in its caller's
// frame. Without recursion there are finitely many, and the same call in the same frame is the same frame.

import type { CallSite, Instruction } from '../../ir/instruction.js';
import type { IrFunction } from '../../ir/module.js';
import { resultOf } from '../../ir/operand.js';

export class InlinedFrame {
  private readonly called = new Map<CallSite, Map<string, InlinedFrame>>();
  private definitions: (Instruction | undefined)[] | undefined;

  constructor(
    readonly fn: IrFunction,
    readonly id: number,
    readonly caller?: { readonly frame: InlinedFrame; readonly site: CallSite },
  ) {}

  /** The frame of a callee; made by `create` the first time. */
  callee(site: CallSite, fn: IrFunction, create: () => number): InlinedFrame {
    const frames = this.called.get(site) ?? new Map<string, InlinedFrame>();
    this.called.set(site, frames);
    const known = frames.get(fn.name);
    if (known !== undefined) return known;
    const made = new InlinedFrame(fn, create(), { frame: this, site });
    frames.set(fn.name, made);
    return made;
  }

  /** Those that a call leads to and that somebody has walked into. */
  calleesAt(site: CallSite): Iterable<InlinedFrame> {
    return this.called.get(site)?.values() ?? [];
  }

  /** Is the function one of those that wait for this one? */
  isWithin(fn: IrFunction): boolean {
    return this.fn === fn || this.caller?.frame.isWithin(fn) === true;
  }

  /** What gives a register its value; undefined for parameters. */
  definition(register: number): Instruction | undefined {
    if (this.definitions === undefined) {
      this.definitions = [];
      for (const block of this.fn.blocks) {
        for (const i of block.instructions) {
          const result = resultOf(i);
          if (result !== undefined) this.definitions[result.index] = i;
        }
      }
    }
    return this.definitions[register];
  }
}
