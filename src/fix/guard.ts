// Looks on while a changed program is explored: no execution may wait in the window for an ISR that is kept out, and
// each must find open what the lines after the window will open. All states at the window are seen, since operations on
// interrupts are visible steps.

import type { PathObserver } from '../engines/explore/path-observer.js';
import type { Instruction } from '../ir/instruction.js';
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

interface WindowQuestion {
  readonly program: Program;
  readonly change: Change;
  /** What is opened afterwards: the global mask, or the own flags of these. */
  readonly mustBeOpen: 'mask' | readonly ContextId[] | undefined;
  readonly report: WindowReport;
  readonly origins: Map<Instruction, Origin>;
}

/** What is found out about a window in all executions. */
export class WindowReport {
  /** Why the change is no good. */
  problem: string | undefined;
  steps = 0;
  wasEntered = false;
}

export class WindowGuard implements PathObserver {
  private constructor(
    private readonly window: WindowQuestion,
    private readonly open: Open | undefined,
  ) {}

  static begin(window: Omit<WindowQuestion, 'origins'>): WindowGuard {
    return new WindowGuard({ ...window, origins: new Map() }, undefined);
  }

  stepping(state: State): WindowGuard {
    this.window.report.steps++;
    const { open } = this;
    const { context, frames } = state.running!;
    const top = frames.at(-1)!;
    const origin = this.originOf(top.instruction);
    const depth = frames.length;
    const isHere = open?.context === context && open.depth === depth;
    if (origin === 'before') return isHere ? this : this.with(this.enter(state, context, depth));
    if (origin === 'after') return isHere ? this.with(open!.around) : this;
    return open?.isEntering === true && open.context === context ? this.with({ ...open, isEntering: false }) : this;
  }

  compared(key: string, wasSeen: boolean): WindowGuard {
    const { open } = this;
    if (open === undefined || open.isEntering) return this;
    if (!wasSeen) return this.with({ ...open, keys: { key, earlier: open.keys } });
    for (let known = open.keys; known !== undefined; known = known.earlier) if (known.key === key) this.waits();
    return this;
  }

  /** What comes again only because ISRs came does not wait. */
  started(): WindowGuard {
    return this.open === undefined ? this : this.with({ ...this.open, keys: undefined });
  }

  blocked({ thread }: State): void {
    if (this.open !== undefined && thread.status !== 'ended') this.waits();
  }

  private with(open: Open | undefined): WindowGuard {
    return new WindowGuard(this.window, open);
  }

  private waits(): void {
    this.window.report.problem ??= 'the window may wait for ever';
  }

  private enter(state: State, context: ContextId, depth: number): Open {
    const { mustBeOpen, report } = this.window;
    report.wasEntered = true;
    const isOpen =
      mustBeOpen === undefined ||
      (mustBeOpen === 'mask' ? state.maskOpen : mustBeOpen.every((isr) => state.flags[isr] === true));
    if (!isOpen) report.problem ??= 'interrupts may be closed there already';
    return { context, depth, isEntering: true, around: this.open, keys: undefined };
  }

  private originOf(instruction: Instruction): Origin {
    const { origins, program, change } = this.window;
    if (!origins.has(instruction)) origins.set(instruction, originOf(program, change, instruction));
    return origins.get(instruction);
  }
}
