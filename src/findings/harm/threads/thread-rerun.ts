// Runs an execution of several threads on in an order that it is told, and then to its end: the thread of the unit as
// far as it comes, then the others, each as far as it comes. No ISR starts by itself. What the outside sees of it is
// recorded, by thread.

import { drive, type Ending, type Observer, type Point, type Scheduler } from '../../../execution/drive.js';
import type { Event } from '../../../machine/event.js';
import type { State, ThreadId } from '../../../machine/state.js';
import { ORDERS, STEP, switchesIn, type Transition } from '../../../machine/transition.js';
import type { ContextId } from '../../../model/program.js';
import { InputReader } from '../inputs.js';
import { type Observed, OutcomeRecorder, type UnitEnd } from '../record.js';
import type { RerunTools } from '../rerun.js';
import { isAccessOf } from '../witness.js';
import { askerIn, type OthersTurn, type Snapshot, type ThreadWitness } from './thread-witness.js';

/** Why a thread goes no further. `long`: nobody knows. */
type Reached = 'there' | 'waits' | 'ended' | 'long' | 'over';

/** Visible steps of one thread in a row. */
const MAX_STEPS = 2000;
/** Visible steps behind o3 at which the turns of others are tried. */
const MAX_TRIES = 64;

export class ThreadRerun implements Scheduler, Observer {
  private readonly inputs: InputReader;
  private readonly state: State;
  private readonly recorder: OutcomeRecorder;
  private ending: Ending | undefined;
  /** Who is to run, to what, and how it went. */
  private thread: ThreadId;
  private isThere: () => boolean = () => false;
  private reached: Reached = 'there';
  private begun = 0;
  private made = 0;
  private starting: ContextId | undefined;
  private hasFirst = false;
  private hasThird = false;

  constructor(
    private readonly witness: ThreadWitness,
    from: Snapshot,
    private readonly tools: RerunTools,
  ) {
    this.inputs = new InputReader(witness.inputs, from.inputsRead);
    this.state = from.state.clone((bits, what) => BigInt.asUintN(bits, this.inputs.next(askerIn(this.state), what)));
    this.thread = witness.thread;
    this.recorder = new OutcomeRecorder(tools.machine, tools.describer, this.state, 0, [], tools.lookedAt);
  }

  /** All turns of the others, here. `isExtended`: whoever has one goes on as far as it comes. */
  take(turns: readonly OthersTurn[], isExtended: boolean): boolean {
    for (const turn of turns) {
      if (turn.kind === 'isr') {
        if (!this.startIsr(turn.isr)) return false;
        continue;
      }
      const reached = this.run(turn.thread, (made) => made >= turn.steps);
      if (reached !== 'there' && reached !== 'ended') return false;
    }
    const threads = isExtended ? new Set(turns.flatMap((t) => (t.kind === 'run' ? [t.thread] : []))) : [];
    for (const thread of threads) if (this.run(thread, () => false) === 'long') return false;
    return true;
  }

  /** The unit by itself to o3. */
  toThird(): boolean {
    return this.run(this.witness.thread, () => this.hasThird) === 'there';
  }

  /** The turns of the others as soon as they can be taken; the unit goes on until then. */
  takeSoon(turns: readonly OthersTurn[], isExtended: boolean): boolean {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const copy = new ThreadRerun(this.witness, this.snapshot(), this.tools);
      if (copy.take(turns, isExtended)) return this.take(turns, isExtended);
      if (this.run(this.witness.thread, (made) => made >= 1) !== 'there') return false;
    }
    return false;
  }

  private snapshot(): Snapshot {
    return { state: this.state, inputsRead: this.inputs.given };
  }

  /** To the end. */
  finish(): Observed {
    const { state, witness, recorder, tools } = this;
    const others = (): ThreadId[] => state.threads.map((_, n) => n as ThreadId).filter((n) => n !== witness.thread);
    let isLong = false;
    for (let isMoving = true; isMoving && this.ending === undefined && !isLong; ) {
      isMoving = false;
      for (const thread of [witness.thread, ...others()]) {
        const before = state.steps;
        const reached = this.run(thread, () => false);
        isLong ||= reached === 'long';
        isMoving ||= state.steps > before;
        if (this.ending !== undefined || isLong) break;
      }
    }
    const { name } = tools.machine.program.contexts[state.threads[witness.thread]!.context]!;
    return recorder.observed(this.endOf(isLong), name);
  }

  private endOf(isLong: boolean): UnitEnd {
    const { ending, state } = this;
    if (ending?.kind === 'failed')
      return { kind: 'failed', failure: ending.failure, place: this.recorder.placeOf(ending.failure.instruction) };
    if (ending?.kind === 'ended' && ending.because === 'exit') return { kind: 'exit' };
    if (ending !== undefined || isLong) return { kind: 'open' };
    const { threads } = this.tools.machine;
    return state.threads.some((_, n) => threads.waits(state, n as ThreadId))
      ? { kind: 'stuck', isStable: true }
      : { kind: 'over' };
  }

  private startIsr(isr: ContextId): boolean {
    const { machine } = this.tools;
    const context = machine.program.contexts[isr]!;
    const depth = this.state.activations.length;
    if (machine.obstacle(this.state, context) !== undefined) return false;
    this.starting = isr;
    return this.run(this.state.current, () => this.state.activations.length <= depth) === 'there';
  }

  private run(thread: ThreadId, isThere: (made: number) => boolean): Reached {
    const { machine, isOver } = this.tools;
    if (this.ending !== undefined) return 'over';
    this.thread = thread;
    this.made = 0;
    this.begun = this.state.steps;
    this.isThere = () => this.starting === undefined && isThere(this.made);
    this.reached = 'there';
    const ending = drive(machine, this.state, this, [this], { interrupt: isOver });
    if (ending.kind === 'stopped') return this.reached;
    if (ending.kind === 'interrupted') return 'long';
    this.ending = ending;
    return 'over';
  }

  choose(state: State, point: Point, enabled: () => readonly Transition[]): Transition | undefined {
    if (point.kind === 'undecided') return ORDERS[0]!;
    if (state.isStepBegun || state.atomicDepth > 0) return STEP;
    if (this.starting !== undefined) {
      const isr = this.starting;
      this.starting = undefined;
      return { kind: 'start', isr };
    }
    if (this.isThere()) return this.stop('there');
    if (state.steps - this.begun > MAX_STEPS) return this.stop('long');
    if (state.current !== this.thread) {
      const isEnabled = switchesIn(enabled()).includes(this.thread);
      if (isEnabled) return { kind: 'switch', thread: this.thread };
      // Where turns are taken earlier, a thread may not have been created yet.
      return this.stop(state.threads[this.thread]?.status === 'ended' ? 'ended' : 'waits');
    }
    if (point.kind === 'blocked') return this.stop(state.thread.status === 'ended' ? 'ended' : 'waits');
    return this.tools.machine.threads.waits(state, state.current) ? this.stop('waits') : STEP;
  }

  private stop(reached: Reached): undefined {
    this.reached = reached;
  }

  took(state: State, { kind }: Transition, events: readonly Event[]): void {
    if (kind !== 'step') return;
    const { triple, thread, points } = this.witness;
    const isThread = state.activations.length <= 1;
    if (isThread) this.made++;
    for (const event of events) this.recorder.event(askerIn(state), event);
    if (state.current !== thread) return;
    const { byte, o1, o3 } = triple;
    if (this.hasFirst && events.some((e) => isAccessOf(e, o3, byte))) this.hasThird = true;
    else if (state.steps > points[0]!.state.steps && events.some((e) => isAccessOf(e, o1, byte))) this.hasFirst = true;
  }
}
