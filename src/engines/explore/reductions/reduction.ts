// A reduction is a policy: which ISRs start right before a step. `exhaustive` and `reduced` find the same; others may remember something of
// the path so far, and that is part of the state.

import { Dependence, type NextStep } from '../../../execution/dependence.js';
import type { ModelObjects } from '../../../execution/model-objects.js';
import type { Event } from '../../../machine/event.js';
import type { Machine } from '../../../machine/machine.js';
import type { Peeked } from '../../../machine/peek.js';
import type { State } from '../../../machine/state.js';
import type { ContextId } from '../../../model/program.js';
import type { PaperName } from './paper/strategy.js';

export type ReductionName = 'exhaustive' | 'reduced' | PaperName;

export interface Reduction<Memory = unknown> {
  /** What it remembers before the first step. */
  readonly nothing: Memory;
  /** Every state is compared with those seen before, not only those where an ISR may start: states are counted as the papers do. */
  readonly comparesAll: boolean;
  /** What it does not start before a step it starts before a later one or at the end. */
  readonly postpones: boolean;
  /** Is the machine at a state that counts, where ISRs may start? Absent: always. */
  stopsAt?(memory: Memory, next: Peeked): boolean;
  /** The ISRs to start right before `next`, or when nothing is left to do. */
  choose(memory: Memory, state: State, next: Peeked | undefined, startable: readonly ContextId[]): readonly ContextId[];
  started(memory: Memory, state: State, isr: ContextId): Memory;
  stepped(memory: Memory, state: State, done: Peeked, events: readonly Event[]): Memory;
  key(memory: Memory): string;
}

/** A reduction that remembers nothing. */
abstract class Forgetful implements Reduction<undefined> {
  readonly nothing = undefined;
  readonly comparesAll = false;
  readonly postpones: boolean = false;

  abstract choose(
    memory: undefined,
    state: State,
    next: Peeked | undefined,
    startable: readonly ContextId[],
  ): readonly ContextId[];

  started(): undefined {
    return undefined;
  }

  stepped(): undefined {
    return undefined;
  }

  key(): string {
    return '';
  }
}

/** Every ISR before every visible step. */
export class Exhaustive extends Forgetful {
  choose(_memory: undefined, _state: State, _next: Peeked | undefined, startable: readonly ContextId[]) {
    return startable;
  }
}

/** Only before steps that depend on them, see `Dependence`. */
export class Reduced extends Forgetful {
  override readonly postpones = true;
  readonly dependence: Dependence;

  constructor(
    private readonly machine: Machine,
    private readonly objects: ModelObjects,
    private readonly arrivals = machine.options.arrivals,
  ) {
    super();
    this.dependence = new Dependence(machine.program, machine.isrs);
  }

  choose(_memory: undefined, state: State, next: Peeked | undefined, startable: readonly ContextId[]) {
    if (next === undefined || next.mayEnd) return startable;
    const left = this.machine.isrs.filter((isr) => state.arrivals[isr.id]! < this.arrivals).map((isr) => isr.id);
    return this.dependence.relevant(this.nextStep(state, next), startable, left);
  }

  nextStep(state: State, next: Peeked): NextStep {
    const isMask = next.kind === 'mask' || (next.kind === 'device' && this.objects.isMaskRegister(next));
    if (isMask) return { kind: 'mask', instruction: next.instruction };
    if (next.kind !== 'access') return { kind: 'independent' };
    const accesses = next.accesses.map((a) => ({
      operation: a.operation,
      objects: this.objects.of(state, a.object),
      offset: a.offset,
      size: a.size,
    }));
    return { kind: 'accesses', accesses };
  }
}
