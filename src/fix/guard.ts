// Looks on while a changed program is explored: no execution may wait in the window for an ISR that is kept out, and each must find open what
// the lines after the window will open. All states at the window are seen, since operations on interrupts are visible steps.

import type { Companion } from '../engines/explore/search.js';
import type { Instruction } from '../ir/instruction.js';
import type { IrFunction } from '../ir/module.js';
import type { State } from '../machine/state.js';
import type { ContextId, Program } from '../model/program.js';
import type { Change } from './change.js';
import { type Origin, originOf } from './closed.js';

/** A window that an execution is in, the innermost first. */
interface Open {
  readonly context: ContextId;
  /** Frames of the context when it was entered. */
  readonly depth: number;
  /** The lines before it are not over yet. */
  readonly isEntering: boolean;
  readonly around: Open | undefined;
  /** States that were compared since, or since an ISR started. */
  readonly keys: Keys | undefined;
}

interface Keys {
  readonly key: string;
  readonly earlier: Keys | undefined;
}

export class Guard implements Companion {
  readonly nothing = undefined;
  /** Why the change is no good. */
  problem: string | undefined;
  steps = 0;
  wasEntered = false;
  private readonly origins = new Map<Instruction, Origin>();

  /** `mustBeOpen`: what is opened afterwards: the global mask, or the own flags of these. */
  constructor(
    private readonly program: Program,
    private readonly change: Change,
    private readonly mustBeOpen: 'mask' | readonly ContextId[] | undefined,
  ) {}

  stepping(memory: unknown, state: State): Open | undefined {
    this.steps++;
    const open = memory as Open | undefined;
    const { context, frames } = state.running!;
    const top = frames.at(-1)!;
    const origin = this.originOf(top.code.fn, top.code.blocks[top.block]![top.index]!);
    const depth = frames.length;
    const isHere = open?.context === context && open.depth === depth;
    if (origin === 'before') {
      return isHere ? open : this.enter(state, context, depth, open);
    }
    if (origin === 'after') return isHere ? open!.around : open;
    return open?.isEntering === true && open.context === context ? { ...open, isEntering: false } : open;
  }

  compared(memory: unknown, key: string, wasSeen: boolean): Open | undefined {
    const open = memory as Open | undefined;
    if (open === undefined) return undefined;
    if (open.isEntering) return open;
    if (!wasSeen) return { ...open, keys: { key, earlier: open.keys } };
    for (let known = open.keys; known !== undefined; known = known.earlier)
      if (known.key === key) this.problem ??= 'the window may wait for ever';
    return open;
  }

  /** What comes again only because ISRs came does not wait. */
  started(memory: unknown): Open | undefined {
    const open = memory as Open | undefined;
    return open === undefined ? undefined : { ...open, keys: undefined };
  }

  idle(memory: unknown, state: State): void {
    if (memory !== undefined && !state.ended) this.problem ??= 'the window may wait for ever';
  }

  private enter(state: State, context: ContextId, depth: number, around: Open | undefined): Open {
    this.wasEntered = true;
    const { mustBeOpen } = this;
    const isOpen =
      mustBeOpen === undefined ||
      (mustBeOpen === 'mask' ? state.maskOpen : mustBeOpen.every((isr) => state.flags[isr] === true));
    if (!isOpen) this.problem ??= 'interrupts may be closed there already';
    return { context, depth, isEntering: true, around, keys: undefined };
  }

  private originOf(fn: IrFunction, instruction: Instruction): Origin {
    if (!this.origins.has(instruction))
      this.origins.set(instruction, originOf(this.program, this.change, fn, instruction));
    return this.origins.get(instruction);
  }
}
