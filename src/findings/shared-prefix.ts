// The beginning that the replays of all findings have in common: main by itself. It is run once; what a replay that
// goes on from one of its checkpoints wants to know of it is looked up: accesses that were made, and the state right
// before one of them.

import { InternalError } from '../base/internal-error.js';
import { Checkpoints } from '../execution/checkpoint.js';
import { drive, type Observer, type Point, type Scheduler } from '../execution/drive.js';
import type { Event } from '../machine/event.js';
import type { Machine } from '../machine/machine.js';
import { objectOf, offsetOf, type Value } from '../machine/memory/value.js';
import type { State } from '../machine/state.js';
import { ORDERS, STEP, type Transition } from '../machine/transition.js';
import type { SiteId } from './history.js';
import type { PatternObserver } from './pattern-observer.js';
import type { Sites } from './sites.js';

/** An access that was made. */
export interface MadeAccess {
  readonly site: SiteId;
  readonly object: number;
  readonly offset: number;
  readonly size: number;
  readonly value: Value;
  /** Visible steps before it, as schedules count them. */
  readonly step: number;
  /** Steps, counted one by one, before its instruction began, and what was computed by then. */
  readonly begun: number;
  readonly computed: number;
  /** Who made it, and activations on its stack. */
  readonly thread: number;
  readonly depth: number;
}

/** How far an execution has come. */
interface Progress {
  /** Steps made so far, counted one by one. */
  readonly made: number;
  /** Steps made before the unit of work began. */
  readonly unitBegun: number;
  /** Steps that were compiled, or leapt over. */
  readonly computed: number;
}

export interface PrefixPoint extends Progress {
  readonly patterns: PatternObserver;
  /** Accesses made until then. */
  readonly accesses: number;
}

export class SharedPrefix {
  readonly checkpoints = new Checkpoints<PrefixPoint>();
  readonly accesses: MadeAccess[] = [];
  /** Steps that are recorded. */
  made = 0;

  constructor(private readonly machine: Machine) {}

  /** The last accesses of a site to a byte, in the unit of work of a point and before it; the last comes last. */
  lastOf(site: SiteId, byte: number, times: number, { accesses, unitBegun }: PrefixPoint): readonly MadeAccess[] {
    const [object, offset] = [objectOf(byte), offsetOf(byte)];
    const found: MadeAccess[] = [];
    for (let n = accesses - 1; n >= 0 && this.accesses[n]!.begun >= unitBegun && found.length < times; n--) {
      const a = this.accesses[n]!;
      if (a.site === site && a.object === object && a.offset <= offset && offset < a.offset + a.size) found.unshift(a);
    }
    return found;
  }

  /** All accesses to an object in the unit of work of a point and before it, in order. */
  accessesTo(object: number, { accesses, unitBegun }: PrefixPoint): readonly MadeAccess[] {
    return this.accesses.slice(0, accesses).filter((a) => a.object === object && a.begun >= unitBegun);
  }

  /** Right before a step, with the number of inputs given by then. */
  stateBefore(made: number): { readonly state: State; readonly given: number } {
    const checkpoint = this.checkpoints.findLast((p) => p.made <= made);
    let given = checkpoint?.given ?? 0;
    const source = (): bigint => this.checkpoints.given[given++]!.value;
    const state = checkpoint?.state.clone(source) ?? this.machine.initial(source);
    const ending = drive(this.machine, state, new OnlySteps(made - (checkpoint?.extra.made ?? 0)));
    if (ending.kind !== 'stopped') throw new InternalError(`the common prefix ends: ${ending.kind}`);
    return { state, given };
  }
}

/** Main by itself, for so many steps. */
class OnlySteps implements Scheduler {
  constructor(private left: number) {}

  choose(_state: State, { kind }: Point): Transition | undefined {
    if (kind === 'undecided') return ORDERS[0]!;
    return this.left-- === 0 ? undefined : STEP;
  }
}

/** Follows an execution, and records it as far as it is the common beginning. */
export class PrefixRecorder implements Observer {
  /** All accesses of the execution so far. */
  readonly accesses: MadeAccess[];
  private made: number;
  private begun: number;
  private unitBegun: number;
  private step = 0;
  private depth = 0;
  private thread = 0;
  private given: number;
  /** Compiled steps of the machine before this execution began. */
  private readonly origin: number;
  /** No choice was made, and no input given, that others do not have. */
  private isCommon = true;

  constructor(
    private readonly prefix: SharedPrefix,
    private readonly machine: Machine,
    private readonly sites: Sites,
    private readonly unit: 'task' | 'function',
    private readonly patterns: PatternObserver,
    from: { readonly given: number; readonly extra: PrefixPoint } | undefined,
  ) {
    this.made = this.begun = from?.extra.made ?? 0;
    this.unitBegun = from?.extra.unitBegun ?? 0;
    this.given = from?.given ?? 0;
    this.accesses = prefix.accesses.slice(0, from?.extra.accesses ?? 0);
    this.origin = machine.compiledSteps - (from?.extra.computed ?? 0);
  }

  /** The next input. */
  gave(bits: number, what: string, value: bigint): void {
    const n = this.given++;
    if (this.isCommon) this.isCommon = this.prefix.checkpoints.isCommon(n, { bits, what, value });
  }

  /** Inputs given so far. */
  get inputs(): number {
    return this.given;
  }

  running(state: State): void {
    const { prefix, made, unitBegun, computed } = this;
    if (!this.isCommon || made < prefix.made) return;
    prefix.checkpoints.offer(state, this.given, () => {
      return { made, unitBegun, computed, patterns: this.patterns.clone(), accesses: prefix.accesses.length };
    });
  }

  iteration(): void {
    if (this.unit === 'task') this.unitBegun = this.made;
  }

  taking(state: State, transition: Transition): void {
    if (transition.kind === 'start' || transition.kind === 'switch') this.isCommon = false;
    if (transition.kind === 'order' && transition.descending) this.isCommon = false;
    if (transition.kind !== 'step') return;
    this.step = state.steps;
    this.depth = state.activations.length;
    this.thread = state.current;
    if (state.top().pending === undefined) this.begun = this.made;
  }

  took(_state: State, { kind }: Transition, events: readonly Event[]): void {
    if (kind !== 'step') return;
    for (const event of events) this.note(event);
    this.made++;
    if (this.isCommon && this.made > this.prefix.made) this.prefix.made = this.made;
  }

  private note(event: Event): void {
    if (event.kind !== 'access') return;
    const { object, offset, size, value } = event;
    const site = this.sites.of(event.context, event.instruction, event.operation, event.function);
    const { step, begun, computed, thread, depth } = this;
    const access = { site, object, offset, size, value, step, begun, computed, thread, depth };
    this.accesses.push(access);
    if (this.isCommon && this.made === this.prefix.made) this.prefix.accesses.push(access);
  }

  private get computed(): number {
    return this.machine.compiledSteps - this.origin;
  }
}
