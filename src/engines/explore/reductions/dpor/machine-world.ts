// DPOR on the machine itself: each transition is driven on a copy of the state that it is made in. For every program.

import { drive, type Ending } from '../../../../execution/drive.js';
import { PatternObserver, type Sighting } from '../../../../findings/pattern-observer.js';
import { MAX_REENTRY } from '../../../../machine/interrupts.js';
import type { Machine } from '../../../../machine/machine.js';
import type { State, ThreadId } from '../../../../machine/state.js';
import { STEP, type Transition } from '../../../../machine/transition.js';
import type { ContextId } from '../../../../model/program.js';
import { contextsIn } from '../../returning-contexts.js';
import type { Trail } from '../../schedules.js';
import type { SearchOptions } from '../../search-options.js';
import { NodeKeys } from '../../visited/node-key.js';
import { CoEnabled } from './co-enabled.js';
import type { Notes } from './dpor-search.js';
import { IsrFootprints } from './isr-footprints.js';
import { ObjectRoles } from './object-roles.js';
import {
  attemptedBy,
  beginsUnseen,
  changesMasks,
  closesOut,
  isClosedToOthers,
  isIsr,
  isrOf,
  isrProcess,
  keepsOut,
  type Process,
  runningProcess,
  StepFootprint,
  type Touched,
} from './step.js';
import { Turn } from './turn.js';
import { Turns } from './turns.js';
import type { Made, ProcessOptions, TriedBefore, UndoneTransition, World } from './world.js';

/** Where the numbers of threads are given out. */
export const THREAD_TABLE = -1;

/** An execution, where it stands. */
export interface MachinePlace {
  readonly state: State;
  readonly patterns: PatternObserver;
  readonly trail: Trail | undefined;
  /** What the transition that led here has accessed, as far as it is made. */
  readonly touched: Touched[];
  /** How each process that may go on does so, once somebody has asked. */
  ways: Ways | undefined;
}

interface Ways extends ProcessOptions {
  readonly transitions: ReadonlyMap<Process, readonly Transition[]>;
}

export class MachineWorld implements World<MachinePlace> {
  readonly judgesRounds: boolean;
  readonly fixedObjects: number;
  private readonly machine: Machine;
  private readonly keys: NodeKeys;
  private readonly isrs: IsrFootprints;
  private readonly coEnabled: CoEnabled;
  private readonly turns: Turns;
  /** Of the execution that goes on: what is seen belongs to it. */
  private trailOf: () => Trail | undefined = () => undefined;

  constructor(
    private readonly given: SearchOptions,
    private readonly notes: Notes,
  ) {
    const { machine, objects, rules, waits } = given;
    this.machine = machine;
    this.fixedObjects = machine.initial().memory.staticCount;
    this.judgesRounds = waits !== undefined;
    this.keys = new NodeKeys(machine, objects, rules.unit);
    this.isrs = new IsrFootprints(machine, objects);
    this.coEnabled = new CoEnabled(machine);
    this.turns = new Turns(machine);
  }

  get areTurnsGiven(): boolean {
    return this.turns.areGiven;
  }

  begin(): Made<MachinePlace> {
    const report = (at: State, sighting: Sighting): void => this.notes.hit(at, sighting, this.trailOf());
    const patterns = PatternObserver.begin(this.given, report);
    return this.go(this.machine.initial(), patterns, [], undefined, []);
  }

  /** A new thread comes to its first visible step at once: nobody sees that, unless it keeps the others out then. */
  options(at: MachinePlace): ProcessOptions {
    return this.waysIn(at);
  }

  private waysIn(at: MachinePlace): Ways {
    if (at.ways !== undefined) return at.ways;
    const { state } = at;
    const transitions = new Map<Process, readonly Transition[]>();
    const starts: Process[] = [];
    const enabled = this.machine.enabled(state);
    const begins = this.turns.areKept
      ? undefined
      : enabled.find((t) => t.kind === 'switch' && beginsUnseen(state, t.thread));
    for (const transition of begins === undefined ? enabled : [begins]) {
      if (transition.kind === 'step') transitions.set(runningProcess(state), [STEP]);
      else if (transition.kind === 'switch')
        transitions.set(
          transition.thread,
          state.threads[transition.thread]!.isBegun ? [transition, STEP] : [transition],
        );
      else if (transition.kind === 'start') {
        const runs = state.activations.filter((a) => a.context === transition.isr).length;
        const process = this.machine.threads.ownThread(transition.isr) ?? isrProcess(transition.isr, runs);
        transitions.set(process, [transition]);
        starts.push(process);
      }
    }
    at.ways = { processes: [...transitions.keys()], starts, transitions };
    return at.ways;
  }

  make(at: MachinePlace, process: Process): Made<MachinePlace> {
    const begin = this.waysIn(at).transitions.get(process) ?? [STEP];
    return this.go(at.state.clone(), at.patterns.clone(), [...begin], at.trail, []);
  }

  answer(at: MachinePlace, answer: Transition): Made<MachinePlace> {
    const state = at.state.clone();
    const trail: Trail | undefined =
      answer.kind === 'order'
        ? { kind: 'order', step: state.steps, descending: answer.descending, before: at.trail }
        : at.trail;
    this.machine.take(state, answer);
    return this.go(state, at.patterns.clone(), [], trail, [...at.touched]);
  }

  /** Makes one transition, or the rest of it, and comes to the next choice. */
  private go(
    state: State,
    patterns: PatternObserver,
    begin: Transition[],
    trail: Trail | undefined,
    touched: Touched[],
  ): Made<MachinePlace> {
    const turn = new Turn(this.machine.program, begin, touched, trail);
    this.trailOf = () => turn.trail;
    const ending = drive(this.machine, state, turn, [patterns, turn]);
    const at = { state, patterns, trail: turn.trail, touched, ways: undefined };
    if (turn.question !== undefined) return { at, ending, answers: this.answersIn(state, turn.question) };
    if (ending.kind === 'failed') touched.push(...attemptedBy(this.machine, state));
    return { at, ending, answers: undefined };
  }

  /** Ways to answer a question that what is known of arbitrary data allows. */
  private answersIn(state: State, question: readonly Transition[]): readonly Transition[] {
    const said = state.answers.flatMap((a) => a.says ?? []);
    return question.filter((answer) => {
      const says = answer.kind === 'answer' ? this.machine.saysOf(state.question!, answer.value) : undefined;
      return says === undefined || this.given.feasible(state.path, [...said, says]);
    });
  }

  footprint({ state: before }: MachinePlace, process: Process, { at }: Made<MachinePlace>): StepFootprint {
    const { state, touched } = at;
    if (state.threads.length > before.threads.length)
      touched.push({ object: THREAD_TABLE, from: 0, to: 1, isWrite: true });
    const isGlobal =
      changesMasks(before, state) ||
      closesOut(isClosedToOthers(before), before.current, process) ||
      this.turns.changes(process, before, state, touched);
    return new StepFootprint(touched, isGlobal);
  }

  weight({ state }: MachinePlace): number {
    return 1 + state.path.length;
  }

  running({ state }: MachinePlace): Process {
    return runningProcess(state);
  }

  current({ state }: MachinePlace): ThreadId {
    return state.current;
  }

  threadCount({ state }: MachinePlace): number {
    return state.threads.length;
  }

  contextOf({ state }: MachinePlace, thread: ThreadId): ContextId {
    return state.threads[thread]!.context;
  }

  activeIsrs({ state }: MachinePlace): number {
    const { activations, thread } = state;
    return activations.filter((a) => a.context !== thread.context || a !== activations[0]).length;
  }

  beginsUnseen({ state }: MachinePlace, process: Process): boolean {
    return beginsUnseen(state, process);
  }

  keepsOut({ state }: MachinePlace, process: Process): boolean {
    return keepsOut(isClosedToOthers(state), state.current, process);
  }

  isMaskOpen({ state }: MachinePlace): boolean {
    return state.maskOpen;
  }

  startOf(process: Process): { readonly isr: ContextId; readonly isInside: boolean } {
    if (isIsr(process)) return { isr: isrOf(process), isInside: true };
    const { machine } = this;
    return { isr: machine.isrs.find(({ id }) => machine.threads.ownThread(id) === process)!.id, isInside: false };
  }

  isLastArrival({ state }: MachinePlace, isr: ContextId): boolean {
    return state.arrivals[isr]! >= this.machine.options.arrivals;
  }

  isReentryCut({ state }: MachinePlace): boolean {
    if (state.activations.length <= MAX_REENTRY) return false;
    return this.machine.isrs.some((other) => this.machine.obstacle(state, other)?.kind === 'reentry');
  }

  isClosedTo({ state }: MachinePlace, isr: ContextId): boolean {
    const obstacle = this.machine.obstacle(state, this.machine.program.contexts[isr]!);
    return ['flag', 'mask', 'ceiling'].includes(obstacle?.kind ?? '');
  }

  mayDepend(isr: ContextId, { state }: MachinePlace, footprint: StepFootprint): boolean {
    return this.isrs.dependsOn(isr, state, footprint);
  }

  /** By all that it is called from and what it reads first, which nobody else decides: a call may be about any lock. */
  sectionPlace({ state }: MachinePlace, process: Process): number | undefined {
    const attempt = isIsr(process) ? undefined : this.machine.threads.attemptOf(state, process as ThreadId);
    // What has read nothing before it was open waits for nobody.
    if (attempt === undefined || (attempt.isOpen && attempt.reads.length === 0)) return undefined;
    const { object, offset } = attempt.reads[0] ?? { object: -1, offset: 0 };
    let place = mixed(mixed(process, object), offset);
    for (const { frames } of state.threads[process]!.activations)
      for (const { instruction } of frames) place = mixed(place, instruction.id);
    return place;
  }

  waiting({ state }: MachinePlace): readonly { readonly thread: ThreadId; readonly footprint: StepFootprint }[] {
    return state.threads.flatMap((_, n) => {
      const thread = n as ThreadId;
      const attempt = this.machine.threads.attemptOf(state, thread);
      if (attempt === undefined || attempt.isOpen) return [];
      const touched = attempt.reads.map((r) => ({
        object: r.object,
        from: r.offset,
        to: r.offset + r.size,
        isWrite: false,
      }));
      return [{ thread, footprint: new StepFootprint(touched, false) }];
    });
  }

  tryBefore({ state }: MachinePlace, thread: ThreadId, undone: readonly UndoneTransition<MachinePlace>[]): TriedBefore {
    const taken = undone.map(({ footprint, before }) => ({ touched: footprint.touched, before: before.state }));
    return this.coEnabled.tryBefore(state, thread, taken);
  }

  key({ state, patterns }: MachinePlace): string {
    return this.keys.key(state, patterns, '');
  }

  roles({ state }: MachinePlace): ObjectRoles {
    return new ObjectRoles(state.memory, this.keys.places);
  }

  ended({ state, patterns, trail }: MachinePlace, ending: Ending): void {
    // Executions that were made to see races are over: what is seen at the end belongs to this one.
    this.trailOf = () => trail;
    this.notes.ended(ending, state, patterns);
  }

  stands({ state, trail }: MachinePlace): void {
    this.notes.stands(state, trail);
  }

  comesThrough({ state }: MachinePlace): void {
    this.notes.comesThrough(contextsIn(state));
  }

  goesIdle({ state }: MachinePlace): boolean {
    return state.blocked === 'endless-loop';
  }

  goesRound({ state, trail }: MachinePlace, thread?: ThreadId): void {
    if (thread === undefined) return this.notes.goesRound(state, trail);
    const copy = state.clone();
    this.machine.take(copy, { kind: 'switch', thread });
    this.notes.goesRound(copy, { kind: 'switch', step: state.steps, thread, before: trail });
  }

  goesRoundFor(states: readonly MachinePlace[]): void {
    this.notes.goesRoundFor(states.map(({ state }) => state));
  }
}

function mixed(hash: number, value: number): number {
  return (Math.imul(hash, 0x9e3779b1) + value) | 0;
}
