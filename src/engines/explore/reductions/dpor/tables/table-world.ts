// DPOR by tables: a state is a vector of small numbers, and a transition some look-ups, since what a thread does next
// depends on its own frames and memory and on what it reads. The machine fills the tables as they are needed, so that
// there is no second semantics; the search is the same as on the machine, and makes the same transitions. Everything
// that is shown is executed on the machine. For programs without arbitrary data, shared locals and heap objects,
// priorities of threads and a few more: others are `Unsuited`. See docs/decisions/0047-dpor-by-tables.md.

import { InternalError } from '../../../../../base/internal-error.js';
import type { Ending } from '../../../../../execution/drive.js';
import type { HeldLocks } from '../../../../../findings/lock-order/held-locks.js';
import type { Lock } from '../../../../../machine/attempt.js';
import type { Machine } from '../../../../../machine/machine.js';
import type { State, ThreadId } from '../../../../../machine/state.js';
import type { Transition } from '../../../../../machine/transition.js';
import type { ContextId } from '../../../../../model/program.js';
import { StateSet } from '../../../../kernel/state-set.js';
import type { SearchOptions } from '../../../search-options.js';
import { Unsuited } from '../../../tabulated/unsuited.js';
import { IsrFootprints } from '../isr-footprints.js';
import { ObjectRoles } from '../object-roles.js';
import { closesOut, isIsr, isrOf, keepsOut, type Process, type StepFootprint } from '../step.js';
import {
  ALWAYS,
  type Made,
  type ProcessOptions,
  type TriedBefore,
  UNSURE,
  type UndoneTransition,
  type World,
} from '../world.js';
import { LocksByTables } from './locks.js';
import { isrOwner, MOST_THREADS } from './owner-states.js';
import { SectionsByTables } from './sections.js';
import { ThreadTables, type Vector } from './thread-tables.js';

/** An execution, where it stands. */
export interface TablePlace {
  readonly vector: Vector;
  readonly threads: number;
  readonly locks: HeldLocks | undefined;
  /** What somebody has last said that it waits for. */
  readonly awaited: Lock | undefined;
  readonly history: ProcessHistory | undefined;
  /** What the transition that led here accessed: a number in the tree of footprints. */
  readonly accessed: number;
  options: ProcessOptions | undefined;
}

/** Transitions so far, the last first. */
export interface ProcessHistory {
  readonly process: Process;
  readonly before: ProcessHistory | undefined;
}

/** Who is told what a search by tables has seen. */
export interface TableNotes {
  seen(key: string, history: ProcessHistory | undefined): void;
  ended(ending: Ending, contexts: readonly ContextId[], history: ProcessHistory | undefined): void;
  stands(history: ProcessHistory | undefined): void;
  comesThrough(contexts: readonly ContextId[]): void;
  goesRound(history: ProcessHistory | undefined, thread: ThreadId | undefined): void;
  filled(localStates: number, localSteps: number): void;
}

const STOPPED: Ending = { kind: 'stopped' };
const NO_STARTS: readonly Process[] = [];
export class TableWorld implements World<TablePlace> {
  readonly areTurnsGiven = false;
  readonly judgesRounds: boolean;
  readonly fixedObjects: number;
  private readonly machine: Machine;
  private readonly tables: ThreadTables;
  private readonly sections: SectionsByTables;
  private readonly locks: LocksByTables;
  private readonly isrs: IsrFootprints;
  private readonly states: StateSet;
  private readonly packed: Int32Array;
  private readonly dependent = new Map<StepFootprint, Map<ContextId, boolean>>();
  private readonly initial: State;
  private readonly ownRoles: ObjectRoles;
  private readonly judged = new Set<string>();

  constructor(
    private readonly asked: SearchOptions,
    private readonly notes: TableNotes,
  ) {
    const { machine, objects, waits } = asked;
    this.machine = machine;
    this.judgesRounds = waits !== undefined;
    this.tables = new ThreadTables(asked, (...counts) => notes.filled(...counts));
    this.sections = new SectionsByTables(this.tables);
    this.locks = new LocksByTables(asked, this.tables);
    this.isrs = new IsrFootprints(machine, objects);
    const { length, stackAt, unitsAt } = this.tables;
    const bits = new Array<number>(length).fill(4);
    for (let n = stackAt; n < unitsAt; n++) bits[n] = 8;
    for (let n = unitsAt; n < length; n++) bits[n] = n < unitsAt + MOST_THREADS / 2 ? 16 : 8;
    this.states = new StateSet(length, bits);
    this.packed = new Int32Array(length);
    this.initial = machine.initial();
    const { staticCount } = this.initial.memory;
    this.fixedObjects = staticCount;
    this.ownRoles = new ObjectRoles({ staticCount, nextNumber: staticCount, exposedObjects: () => [] }, new Map());
  }

  begin(): Made<TablePlace> {
    const { machine } = this.asked;
    const vector: Vector = new Array<number>(this.tables.length).fill(0);
    for (const slot of this.tables.slots.all.keys()) vector[slot] = this.tables.slots.number(slot, this.initial.memory);
    vector[this.tables.stackAt] = this.tables.control.first();
    this.tables.setUnit(vector, 0, this.tables.units.begin(this.tables.locals.main()));
    for (const { id, kind } of machine.program.contexts)
      if (kind === 'isr')
        this.tables.setUnit(vector, isrOwner(id), this.tables.units.begin(this.tables.locals.isr(id)));
    const locks = LocksByTables.none(this.asked);
    return this.stopped({
      vector,
      threads: 1,
      locks,
      awaited: undefined,
      history: undefined,
      accessed: 0,
      options: undefined,
    });
  }

  private stopped(at: TablePlace, ending = STOPPED): Made<TablePlace> {
    return { at, ending, answers: undefined };
  }

  private stackIn({ vector }: TablePlace) {
    return this.tables.control.stack(vector[this.tables.stackAt]!);
  }

  options(at: TablePlace): ProcessOptions {
    return (at.options ??= this.optionsIn(at));
  }

  private optionsIn({ vector, threads }: TablePlace): ProcessOptions {
    const { control } = this.tables;
    const masks = vector[this.tables.masksAt]!;
    const { current, isrs, running } = control.stack(vector[this.tables.stackAt]!);
    const isOpen = control.isMaskOpen(masks);
    const canStep = this.sections.canStep(vector, this.tables.ownerOf(running));
    const isAlone = isrs.length > 0 || !isOpen;
    const others: Process[] = [];
    if (!isAlone || (!canStep && isrs.length === 0))
      for (let thread = 0; thread < threads; thread++) {
        if (thread === current) continue;
        // A new thread comes to its first visible step at once: nobody sees that, unless it keeps the others out then.
        if (isOpen && this.tables.locals.get(this.tables.localIn(vector, thread)).kind === 'new')
          return { processes: [thread], starts: NO_STARTS };
        if (this.sections.canStep(vector, thread)) others.push(thread);
      }
    const found = control.startsIn(masks, vector[this.tables.stackAt]!);
    const starts = found.length === 0 ? NO_STARTS : found.map((s) => s.process);
    const processes: Process[] = canStep ? [running] : [];
    for (const start of starts) processes.push(start);
    for (const other of others) processes.push(other);
    return { processes, starts };
  }

  make(at: TablePlace, process: Process): Made<TablePlace> {
    this.tables.made++;
    const vector = at.vector.slice();
    const history = { process, before: at.history };
    const stack = vector[this.tables.stackAt]!;
    const { running, current } = this.tables.control.stack(stack);
    if (process !== running) {
      if (isIsr(process)) return this.start(at, vector, history, process);
      vector[this.tables.stackAt] = this.tables.control.switchTo(stack, process as ThreadId);
      const local = this.tables.localIn(vector, process);
      if (this.tables.locals.get(local).kind === 'new') {
        const { to } = this.tables.steps.begin(local);
        if (to === -1) throw new InternalError('a thread that ends the execution before its first step');
        this.tables.setUnit(vector, process, this.tables.units.begin(to));
        return this.stopped({ ...at, vector, history, accessed: 0, options: undefined });
      }
    } else if (!isIsr(process) && process !== current) throw new InternalError('a thread that does not run');
    return this.goOn(at, vector, history, this.tables.ownerOf(process));
  }

  private start(at: TablePlace, vector: Vector, history: ProcessHistory, process: Process): Made<TablePlace> {
    const start = this.tables.control
      .startsIn(vector[this.tables.masksAt]!, vector[this.tables.stackAt]!)
      .find((s) => s.process === process);
    if (start === undefined) throw new InternalError('an ISR that may not start');
    vector[this.tables.masksAt] = start.masks;
    vector[this.tables.stackAt] = start.stack;
    const owner = isrOwner(start.isr);
    const { to, leaves } = this.tables.steps.begin(this.tables.localIn(vector, owner));
    this.tables.setUnit(vector, owner, this.tables.units.begin(to));
    if (leaves) this.leave(vector);
    return this.stopped({ ...at, vector, history, accessed: 0, options: undefined });
  }

  private leave(vector: Vector): void {
    const [masks, stack] = this.tables.control.leave(vector[this.tables.masksAt]!, vector[this.tables.stackAt]!);
    vector[this.tables.masksAt] = masks;
    vector[this.tables.stackAt] = stack;
  }

  /** A visible step, with all of a section that it begins. */
  private goOn(at: TablePlace, vector: Vector, history: ProcessHistory, owner: number): Made<TablePlace> {
    let { threads, locks, awaited } = at;
    let accessed = 0;
    const seen: string[] = [];
    for (;;) {
      const { step, to, sightings } = this.tables.moves[this.tables.moveOf(vector, owner)]!;
      accessed = this.tables.sequence(accessed, step);
      if (step.isAccess) this.tables.meetOthers(vector, threads, owner, step, seen);
      for (const key of sightings) seen.push(key);
      for (const [slot, contents] of step.writes) vector[slot] = contents;
      if (step.masks !== -1) vector[this.tables.masksAt] = step.masks;
      if (step.saysAwaited) awaited = step.after.awaited;
      if (step.spawns !== -1) {
        if (this.tables.locals.get(step.spawns).owner !== threads)
          throw new InternalError('a thread of another number');
        this.tables.setUnit(vector, threads++, this.tables.units.begin(step.spawns));
      }
      if (locks !== undefined) locks = this.locks.behind(locks, vector, threads, step, owner, awaited);
      const isOver = to === -1;
      if (!isOver) {
        this.tables.setUnit(vector, owner, to);
        if (step.leaves) this.leave(vector);
      }
      if (!isOver && step.isInSection && this.tables.locals.get(step.to).kind === 'visible') continue;
      for (const key of seen) this.notes.seen(key, history);
      const next = { vector, threads, locks, awaited, history, accessed, options: undefined };
      return this.stopped(next, isOver ? step.ending : STOPPED);
    }
  }

  answer(_at: TablePlace, _answer: Transition): Made<TablePlace> {
    throw new InternalError('an answer to no question');
  }

  footprint(before: TablePlace, process: Process, { at }: Made<TablePlace>): StepFootprint {
    const masks = before.vector[this.tables.masksAt]!;
    const { current } = this.stackIn(before);
    const isGlobal =
      this.tables.control.changesMasks(masks, at.vector[this.tables.masksAt]!) ||
      closesOut(!this.tables.control.isMaskOpen(masks), current, process);
    return this.tables.footprint(at.accessed, isGlobal);
  }

  weight(): number {
    return 1;
  }

  running(at: TablePlace): Process {
    return this.stackIn(at).running;
  }

  current(at: TablePlace): ThreadId {
    return this.stackIn(at).current;
  }

  threadCount({ threads }: TablePlace): number {
    return threads;
  }

  contextOf({ vector }: TablePlace, thread: ThreadId): ContextId {
    return this.tables.locals.get(this.tables.localIn(vector, thread)).context;
  }

  activeIsrs(at: TablePlace): number {
    return this.stackIn(at).isrs.length;
  }

  beginsUnseen({ vector, threads }: TablePlace, process: Process): boolean {
    if (process >= threads || !this.tables.control.isMaskOpen(vector[this.tables.masksAt]!)) return false;
    return this.tables.locals.get(this.tables.localIn(vector, process)).kind === 'new';
  }

  keepsOut(at: TablePlace, process: Process): boolean {
    return keepsOut(!this.isMaskOpen(at), this.stackIn(at).current, process);
  }

  isMaskOpen({ vector }: TablePlace): boolean {
    return this.tables.control.isMaskOpen(vector[this.tables.masksAt]!);
  }

  startOf(process: Process): { readonly isr: ContextId; readonly isInside: boolean } {
    return { isr: isrOf(process), isInside: true };
  }

  isLastArrival(at: TablePlace, isr: ContextId): boolean {
    return this.stackIn(at).state.arrivals[isr]! >= this.machine.options.arrivals;
  }

  /** Nobody is entered again in tables. */
  isReentryCut(): boolean {
    return false;
  }

  isClosedTo({ vector }: TablePlace, isr: ContextId): boolean {
    const state = this.tables.control.pair(vector[this.tables.masksAt]!, vector[this.tables.stackAt]!);
    const obstacle = this.machine.obstacle(state, this.machine.program.contexts[isr]!);
    return ['flag', 'mask', 'ceiling'].includes(obstacle?.kind ?? '');
  }

  mayDepend(isr: ContextId, _at: TablePlace, footprint: StepFootprint): boolean {
    let known = this.dependent.get(footprint);
    if (known === undefined) this.dependent.set(footprint, (known = new Map()));
    let depends = known.get(isr);
    if (depends === undefined) known.set(isr, (depends = this.isrs.dependsOn(isr, this.initial, footprint)));
    return depends;
  }

  /** Who would make the thread's next step: the innermost ISR, where some have preempted it. */
  private standingIn(at: TablePlace, thread: ThreadId): number {
    const { current, running } = this.stackIn(at);
    return thread === current ? this.tables.ownerOf(running) : thread;
  }

  sectionPlace(at: TablePlace, process: Process): number | undefined {
    if (isIsr(process)) return undefined;
    const local = this.tables.localIn(at.vector, this.standingIn(at, process as ThreadId));
    return this.tables.locals.get(local).mayWait ? local : undefined;
  }

  waiting(at: TablePlace): readonly { readonly thread: ThreadId; readonly footprint: StepFootprint }[] {
    const { vector, threads } = at;
    const found: { readonly thread: ThreadId; readonly footprint: StepFootprint }[] = [];
    for (let n = 0; n < threads; n++) {
      const thread = n as ThreadId;
      const owner = this.standingIn(at, thread);
      const local = this.tables.localIn(vector, owner);
      if (!this.tables.locals.get(local).mayWait) continue;
      const { waits, footprint } = this.sections.sectionOf(vector, owner, local);
      if (waits) found.push({ thread, footprint });
    }
    return found;
  }

  tryBefore(at: TablePlace, thread: ThreadId, undone: readonly UndoneTransition<TablePlace>[]): TriedBefore {
    const owner = this.standingIn(at, thread);
    const local = this.tables.localIn(at.vector, owner);
    if (!this.tables.locals.get(local).mayWait) return ALWAYS;
    const vector = at.vector.slice();
    for (const { footprint, before } of undone)
      for (const { isWrite, object, from, to } of footprint.touched) {
        if (!isWrite) continue;
        if (object <= 0 || !Number.isFinite(to)) return UNSURE;
        for (const slot of this.tables.slots.at(object, from, to - from)) {
          if (this.tables.slots.hasPointers(slot, before.vector[slot]!)) return UNSURE;
          if (!this.tables.slots.isCovered(slot, object, from, to - from))
            throw new Unsuited('a part of a word that is shared');
          vector[slot] = before.vector[slot]!;
        }
      }
    const { waits, footprint } = this.sections.sectionOf(vector, owner, local);
    return { could: waits ? 'no' : 'yes', reads: footprint.touched };
  }

  key(at: TablePlace): number {
    const { vector } = at;
    const stack = vector[this.tables.stackAt]!;
    const { isrs } = this.tables.control.stack(stack);
    // Whoever ran last has nothing ahead of the others.
    const isAnybodysTurn = at.threads > 1 && isrs.length === 0 && this.isMaskOpen(at);
    const { packed } = this;
    for (let n = 0; n < vector.length; n++) packed[n] = vector[n]!;
    if (isAnybodysTurn) packed[this.tables.stackAt] = this.tables.control.switchTo(stack, 0 as ThreadId);
    const known = this.states.find(packed);
    if (known !== -1) return known;
    this.states.add(packed, -1);
    this.states.flush();
    return this.states.count - 1;
  }

  roles(): ObjectRoles {
    return this.ownRoles;
  }

  private contextsIn(at: TablePlace): readonly ContextId[] {
    const threads = Array.from({ length: at.threads }, (_, n) => this.contextOf(at, n as ThreadId));
    return [...threads, ...this.stackIn(at).isrs];
  }

  ended(at: TablePlace, ending: Ending): void {
    this.notes.ended(ending, this.contextsIn(at), at.history);
  }

  /** What is said of it depends on where everybody stands, on what sections that wait have read, and on masks. */
  stands(at: TablePlace): void {
    const { vector, threads } = at;
    const parts: (number | string)[] = [vector[this.tables.masksAt]!, this.stackIn(at).isrs.join(), threads];
    for (let n = 0; n < threads; n++) parts.push(this.tables.localIn(vector, n));
    for (const isr of this.stackIn(at).isrs) parts.push(this.tables.localIn(vector, isrOwner(isr)));
    for (let n = 0; n < threads; n++) {
      const owner = this.standingIn(at, n as ThreadId);
      const local = this.tables.localIn(vector, owner);
      if (this.tables.locals.get(local).mayWait)
        parts.push(this.sections.sectionOf(vector, owner, local).contents.join());
    }
    if (this.isFirst(`stands ${parts.join(' ')}`)) this.notes.stands(at.history);
  }

  private isFirst(key: string): boolean {
    if (this.judged.has(key)) return false;
    this.judged.add(key);
    return true;
  }

  comesThrough(at: TablePlace): void {
    this.notes.comesThrough(this.contextsIn(at));
  }

  goesIdle(at: TablePlace): boolean {
    const { kind } = this.tables.locals.get(this.tables.localIn(at.vector, this.tables.ownerOf(this.running(at))));
    return kind === 'idle';
  }

  goesRound(at: TablePlace, thread?: ThreadId): void {
    if (!this.judgesRounds || !this.isFirst(`round ${thread} ${this.key(at)}`)) return;
    if (!this.sections.comesToAnEnd(at.vector, this.tables.ownerOf(thread ?? this.running(at))))
      this.notes.goesRound(at.history, thread);
  }

  /** By priority alone. */
  goesRoundFor(): void {}
}
