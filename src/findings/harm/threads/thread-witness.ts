// What can be moved in an execution of several threads that shows a triple: all that others did between o1 and o3, as
// turns; the states right before o1 at which it could have been done instead; and whether o3 depends on what o1 read.
// Learnt by running the schedule once more.

import { inputOf } from '../../../execution/checkpoint.js';
import { drive, type Observer, type Point, type Scheduler } from '../../../execution/drive.js';
import type { Schedule } from '../../../execution/schedule.js';
import { ScheduleReader } from '../../../execution/schedule-reader.js';
import type { Event } from '../../../machine/event.js';
import type { Machine } from '../../../machine/machine.js';
import type { Frame, State, ThreadId } from '../../../machine/state.js';
import type { Watcher } from '../../../machine/stepping/instruction-context.js';
import type { Transition } from '../../../machine/transition.js';
import type { ContextId } from '../../../model/program.js';
import type { MadeAccess } from '../../shared-prefix.js';
import { InputLog } from '../inputs.js';
import type { RerunTools } from '../rerun.js';
import { ValueDependence } from '../value-dependence.js';
import { isAccessOf, type Triple } from '../witness.js';

/** What others did between o1 and o3, in order. */
export type OthersTurn =
  | { readonly kind: 'run'; readonly thread: ThreadId; readonly steps: number }
  /** In the thread that runs then; to its end. */
  | { readonly kind: 'isr'; readonly isr: ContextId };

export interface Snapshot {
  readonly state: State;
  readonly inputsRead: ReadonlyMap<string, number>;
}

export interface ThreadWitness {
  readonly triple: Triple;
  /** The thread of o1 and o3. */
  readonly thread: ThreadId;
  readonly turns: readonly OthersTurn[];
  /** Before steps of the unit with none of others between them and o1: right before o1 first. */
  readonly points: readonly Snapshot[];
  /** Right behind o3. */
  readonly end: Snapshot;
  readonly inputs: InputLog;
  /** The address, the value or the execution of o3 depends on what o1 read. */
  readonly isDependent: boolean;
  readonly isUpdate: boolean;
  /** One call, itself and not what it calls, makes o1 and o3. */
  readonly isOneCall: boolean;
}

/** Steps of the unit before o1 at which the turns of others are tried. */
const MAX_POINTS = 64;

/** Who asks for arbitrary data. */
export function askerIn(state: State | undefined): number {
  return state === undefined ? 1 : state.current * 64 + state.activations.length;
}

/** Undefined: others did something in between that cannot be told as turns, such as ISRs that preempt each other. */
export function threadWitness(
  { machine, lookedAt }: Pick<RerunTools, 'machine' | 'lookedAt'>,
  schedule: Schedule,
  triple: Triple,
  made: readonly (MadeAccess | undefined)[],
): ThreadWitness | undefined {
  const [first, , third] = made;
  return first === undefined || third === undefined || first.depth !== third.depth
    ? undefined
    : new Recording(machine, schedule, triple, first, third, lookedAt).run();
}

class Recording implements Scheduler, Observer, Watcher {
  private readonly reader: ScheduleReader;
  private readonly follower: ValueDependence;
  private readonly log = new InputLog();
  private readonly turns: OthersTurn[] = [];
  private points: Snapshot[] = [];
  private frame: Frame | undefined;
  /** That made o1, and o3. */
  private readonly calls: [number | undefined, number | undefined] = [undefined, undefined];
  private isNested = false;
  private isOver = false;
  private given = 0;
  private state: State | undefined;

  constructor(
    private readonly machine: Machine,
    private readonly schedule: Schedule,
    private readonly triple: Triple,
    private readonly first: MadeAccess,
    private readonly third: MadeAccess,
    lookedAt: RerunTools['lookedAt'],
  ) {
    this.reader = new ScheduleReader(machine, schedule.choices);
    this.follower = new ValueDependence(machine, lookedAt);
  }

  run(): ThreadWitness | undefined {
    const { machine, schedule, triple, follower, log: inputs } = this;
    const state = machine.initial((bits, what) => {
      const value = inputOf(schedule.inputs, this.given++, bits);
      inputs.add(askerIn(this.state), what, value);
      return value;
    });
    this.state = state;
    drive(machine, state, this, [this], { watcher: this });
    if (!this.isOver || this.isNested || this.points.length === 0) return undefined;
    const thread = this.first.thread as ThreadId;
    const end = { state, inputsRead: inputs.counts() };
    const { isDependent = false, isUpdate } = follower;
    const { turns, points } = this;
    const isOneCall = this.calls[0] === this.calls[1];
    return { triple, thread, turns, points, end, inputs, isDependent, isUpdate, isOneCall };
  }

  early(): 'stop' | undefined {
    return this.isOver ? 'stop' : undefined;
  }

  choose(state: State, point: Point, enabled: () => readonly Transition[]): Transition | undefined {
    return this.reader.choose(state, point, enabled);
  }

  private isUnit(state: State): boolean {
    return state.current === this.first.thread && state.activations.length === this.first.depth;
  }

  private isBetween({ steps }: State): boolean {
    return steps > this.first.step;
  }

  taking(state: State, transition: Transition): void {
    if (transition.kind === 'start') this.starting(state, transition.isr);
    if (transition.kind !== 'step') return;
    this.frame = state.top();
    if (state.steps <= this.first.step) this.approach(state);
    else if (!this.isUnit(state)) this.stepping(state);
  }

  private starting(state: State, isr: ContextId): void {
    if (!this.isBetween(state)) return;
    // One that preempts another, or the unit while it is one: moved with what it preempts, if at all.
    if (state.activations.length > 1) this.isNested = true;
    this.turns.push({ kind: 'isr', isr });
  }

  private approach(state: State): void {
    if (!this.isUnit(state)) this.points = [];
    else if (state.atomicDepth === 0 || state.steps === this.first.step) {
      this.points.unshift({ state: state.clone(), inputsRead: this.log.counts() });
      if (this.points.length > MAX_POINTS) this.points.pop();
    }
  }

  private stepping(state: State): void {
    const thread = state.current;
    // Steps of an ISR come with it.
    if (state.activations.length > 1) return;
    const last = this.turns.at(-1);
    if (last?.kind === 'run' && last.thread === thread)
      this.turns[this.turns.length - 1] = { ...last, steps: last.steps + 1 };
    else this.turns.push({ kind: 'run', thread, steps: 1 });
  }

  took(state: State, { kind }: Transition, events: readonly Event[]): void {
    if (kind !== 'step') return;
    const { o1, o3, byte } = this.triple;
    const step = state.steps - 1;
    const seen = (site: typeof o1): Extract<Event, { kind: 'access' }> | undefined =>
      events.find((e): e is Extract<Event, { kind: 'access' }> => isAccessOf(e, site, byte));
    const access = step === this.first.step ? seen(o1) : undefined;
    if (access !== undefined) this.follower.began(this.frame!, access);
    if (step === this.first.step) this.calls[0] = this.frame?.serial;
    if (step !== this.third.step) return;
    this.calls[1] = this.frame?.serial;
    if (seen(o3) !== undefined) this.follower.arrived();
    this.isOver = true;
  }

  isWatching(state: State): boolean {
    return state.steps >= this.first.step && this.follower.isWatching(state);
  }

  executing(...given: Parameters<Watcher['executing']>): void {
    this.follower.executing(...given);
  }

  returned(): void {}
}
