// What `run` does at function entries and loop headers: notices loops without an end, leaps over rounds, hands over to
// compiled code, and asks now and then whether it should go on at all.

import type { CheckLimits } from '../../base/limits.js';
import type { Outcome } from '../outcome.js';
import type { Frame, State } from '../state.js';
import type { StopsAt } from '../stepping/code.js';
import type { InstructionContext } from '../stepping/instruction-context.js';
import { Compiler } from './compiler.js';
import { FIRST_LEAP, type FunctionInfo } from './function-info.js';
import { isStuck } from './idle.js';
import { leap } from './leap.js';
import { Watch } from './watch.js';

/** Visits of an entry point before it is compiled: programs that run for a moment never pay for it. */
const DEFAULT_HEAT = 100;
/** Steps of compiled code between two looks at the clock, and between two watches at first. */
const SLICE = 2 ** 24;
const FIRST_WATCH = 2 ** 20;
/** Loop headers that are visited without compiled code while watching, at first and at most. */
const FIRST_VISITS = 64;
const MAX_VISITS = 2 ** 16;
/** Compiled steps for each visit that is watched: watching costs little of the time. */
const STEPS_PER_VISIT = 2 ** 17;
/** Visits by interpretation between two looks at the clock. */
const PATIENCE = 2 ** 12;

/** Visits of a loop header between two tries to leap, at most. */
const MAX_REST = 2 ** 14;
/**
 * Steps of a leap for each instruction that is looked at, for it to be worth it; then compiled code takes over, unless
 * leaps are long.
 */
const WORTHWHILE = 16;
const MAX_SHORT_LEAPS = 1000;
const LONG_LEAP = 2 ** 16;

const ENDLESS: Outcome = { kind: 'blocked', reason: 'endless-loop' };

export interface AccelerationOptions {
  readonly execution?: 'compiled' | 'interpreted';
  /** Visits of a function or loop before it is compiled. */
  readonly heat?: number;
  readonly steps?: 'visible' | StopsAt;
}

/** Shared by all runs of a machine. */
export class Acceleration {
  readonly compiler: Compiler | undefined;
  /** What is known about functions, where nothing is compiled as well. */
  private readonly analysis: Compiler;

  constructor(
    private readonly machine: InstructionContext,
    { execution, heat, steps }: AccelerationOptions,
  ) {
    const isInterpreted = execution === 'interpreted' || (steps ?? 'visible') !== 'visible';
    this.compiler = isInterpreted ? undefined : new Compiler(machine, heat ?? DEFAULT_HEAT);
    this.analysis = this.compiler ?? new Compiler(machine, Number.POSITIVE_INFINITY);
  }

  /** Is the frame at the header of a loop that is never left, see ./idle.ts? */
  isIdle(state: State, frame: Frame): boolean {
    const info = this.analysis.info(frame.code);
    const loop = this.analysis.idle.at(info, frame.block);
    return loop !== undefined && isStuck(info, loop, state, frame);
  }

  /** `interrupt` is asked now and then whether it should go on. */
  begin(interrupt: (() => boolean) | undefined, checkLimits: CheckLimits | undefined): Run {
    return new Run(this.machine, this.compiler, this.analysis, interrupt, checkLimits);
  }
}

/** One call of `run`. */
export class Run {
  private readonly watch = new Watch();
  private visits = 0;
  /** Visits that are still to be interpreted. */
  private watching = 0;
  private nextVisits = FIRST_VISITS;
  private untilWatch = FIRST_WATCH;

  constructor(
    private readonly machine: InstructionContext,
    private readonly compiler: Compiler | undefined,
    private readonly analysis: Compiler,
    private readonly interrupt: (() => boolean) | undefined,
    private readonly checkLimits: CheckLimits | undefined,
  ) {}

  /** Leaps over rounds of a counting loop, unless that was in vain lately. Did it? */
  private leap(compiler: Compiler, info: FunctionInfo, state: State, frame: Frame): boolean {
    if (!info.shape.loops.has(frame.block)) return false;
    const entry = info.entry(frame.block);
    if (--entry.untilLeap > 0) return false;
    const { made, lookedAt } = leap(info, state, frame);
    compiler.steps += made;
    if (made >= LONG_LEAP || (made > 0 && made >= WORTHWHILE * lookedAt && ++entry.shortLeaps <= MAX_SHORT_LEAPS))
      entry.nextLeap = FIRST_LEAP;
    else {
      entry.untilLeap = entry.nextLeap;
      entry.nextLeap = Math.min(MAX_REST, 2 * entry.nextLeap);
    }
    return made > 0;
  }

  /**
   * The frame has arrived at a function entry or a loop header. 'moved': it is elsewhere now. Undefined: interpretation
   * goes on here.
   */
  arrive(state: State, frame: Frame): Outcome | 'moved' | undefined {
    const info = this.analysis.info(frame.code);
    const idle = this.analysis.idle.at(info, frame.block);
    if (idle !== undefined && isStuck(info, idle, state, frame)) return ENDLESS;
    if (this.watch.visit(state)) return ENDLESS;
    if (++this.visits % PATIENCE === 0 && this.isInterrupted()) return { kind: 'interrupted' };
    if (this.compiler === undefined || this.watch.isSettling) return undefined;
    if (this.machine.watcher?.isWatching(state) === true) return undefined;
    if (this.watching > 0) {
      this.watching--;
      return undefined;
    }
    if (this.leap(this.compiler, info, state, frame)) return this.isInterrupted() ? { kind: 'interrupted' } : undefined;
    const before = this.compiler.steps;
    const outcome = this.compiler.enter(state, frame, Math.min(SLICE, this.untilWatch));
    this.untilWatch -= this.compiler.steps - before;
    if (this.untilWatch <= 0) {
      this.watching = this.nextVisits;
      this.nextVisits = Math.min(MAX_VISITS, this.nextVisits * 2);
      this.untilWatch = this.nextVisits * STEPS_PER_VISIT;
    }
    if (outcome !== 'out of fuel') return outcome;
    return this.isInterrupted() ? { kind: 'interrupted' } : 'moved';
  }

  private isInterrupted(): boolean {
    this.checkLimits?.();
    return this.interrupt?.() === true;
  }
}
