// DPOR by tables: a state is a vector of small numbers, and a transition some look-ups, since what a thread does next
// depends on its own frames and memory and on what it reads. The machine fills the tables as they are needed, so that
// there is no second semantics; the search is the same as on the machine, and makes the same transitions. Everything
// that is shown is executed on the machine. For programs without arbitrary data, shared locals and heap objects,
// priorities of threads and a few more: others are `Unsuited`. See docs/decisions/0047-dpor-by-tables.md.

import { InternalError } from '../../../../../base/internal-error.js';
import { Describer } from '../../../../../execution/describe.js';
import type { Ending } from '../../../../../execution/drive.js';
import { HeldLocks } from '../../../../../findings/lock-order/held-locks.js';
import type { Lock } from '../../../../../machine/attempt.js';
import type { Machine } from '../../../../../machine/machine.js';
import { objectOf } from '../../../../../machine/memory/value.js';
import type { State, ThreadId } from '../../../../../machine/state.js';
import type { Transition } from '../../../../../machine/transition.js';
import { unreadIn } from '../../../../../machine/unread-parts.js';
import type { ContextId } from '../../../../../model/program.js';
import { ABSENT, PairTable } from '../../../../kernel/pair-table.js';
import { StateSet } from '../../../../kernel/state-set.js';
import type { SearchOptions } from '../../../search-options.js';
import { Numbered } from '../../../tabulated/control.js';
import { SharedSlots } from '../../../tabulated/shared-slots.js';
import { Unsuited } from '../../../tabulated/unsuited.js';
import { IsrFootprints } from '../isr-footprints.js';
import { ObjectRoles } from '../object-roles.js';
import { isIsr, isrOf, type Process, StepFootprint, type Touched } from '../step.js';
import type { Made, Options, Undone, World } from '../world.js';
import { Control } from './control.js';
import { isrOwner, MOST_THREADS, OwnerStates } from './owner-states.js';
import { type OwnerStep, OwnerSteps } from './owner-steps.js';
import { OwnerUnits } from './owner-units.js';

/** Plain, since copies of small typed arrays cost more. */
type Vector = number[];

/** An execution, where it stands. */
export interface TablePlace {
  readonly vector: Vector;
  readonly threads: number;
  readonly locks: HeldLocks | undefined;
  /** What somebody has last said that it waits for. */
  readonly awaited: Lock | undefined;
  readonly history: History | undefined;
  /** What the transition that led here accessed: a number in the tree of footprints. */
  readonly accessed: number;
  options: Options | undefined;
}

/** Transitions so far, the last first. */
export interface History {
  readonly process: Process;
  readonly before: History | undefined;
}

/** Who is told what a search by tables has seen. */
export interface TableNotes {
  seen(key: string, history: History | undefined): void;
  ended(ending: Ending, contexts: readonly ContextId[], history: History | undefined): void;
  stands(history: History | undefined): void;
  comesThrough(contexts: readonly ContextId[]): void;
  goesRound(history: History | undefined, thread: ThreadId | undefined): void;
  filled(localStates: number, localSteps: number): void;
}

/** A section that was tried, by what it has read. */
interface TriedSection {
  readonly slots: readonly number[];
  readonly contents: readonly number[];
  readonly waits: boolean;
  readonly footprint: StepFootprint;
  /** It depends on nothing else. */
  readonly isLasting: boolean;
}

const STOPPED: Ending = { kind: 'stopped' };
/** Steps of one section. */
const MAX_STEPS = 1000;
const NO_STARTS: readonly Process[] = [];
/** Steps in tables, from which on there have to be so many times as many transitions; each keeps a state. */
const MANY_ENTRIES = 5000;
const ENTRIES_WORTH = 4;
const MOST_ENTRIES = 50_000;

export class TableWorld implements World<TablePlace> {
  readonly areTurnsGiven = false;
  readonly judgesRounds: boolean;
  private readonly machine: Machine;
  private readonly slots: SharedSlots;
  private readonly control: Control;
  private readonly locals: OwnerStates;
  private readonly steps: OwnerSteps;
  private readonly units: OwnerUnits;
  private readonly isrs: IsrFootprints;
  /** Places in a vector; slots come before. */
  private readonly masksAt: number;
  private readonly stackAt: number;
  private readonly locksAt: number;
  private readonly unitsAt: number;
  private readonly length: number;
  private readonly states: StateSet;
  private readonly packed: Int32Array;
  private readonly lockKeys = new Numbered<string>();
  private readonly given = new Numbered<readonly number[]>();
  /** A unit and what it is given → what it does, and what becomes of the unit. */
  private readonly stepOf = new PairTable();
  private readonly moves: { readonly step: OwnerStep; readonly to: number; readonly sightings: readonly string[] }[] =
    [];
  /** A unit and the step of another one → what becomes of it, times 2; odd where something is seen. */
  private readonly preempted = new PairTable();
  private readonly beside = new PairTable();
  private readonly foreignSeen = new Map<string, readonly string[]>();
  private readonly tried = new Map<number, TriedSection[]>();
  /** Footprints of sequences of steps: nodes of a tree, with their bytes, by the number of the one before and a step. */
  private readonly sequences = new PairTable();
  private readonly touched: (readonly Touched[])[] = [[]];
  private readonly footprints: (StepFootprint | undefined)[][] = [[], []];
  private readonly dependent = new Map<StepFootprint, Map<ContextId, boolean>>();
  private readonly initial: State;
  private readonly ownRoles: ObjectRoles;
  private readonly judged = new Set<string>();
  private readonly threadTable: number | undefined;
  /** Transitions so far. */
  private made = 0;

  constructor(
    private readonly asked: SearchOptions,
    private readonly notes: TableNotes,
  ) {
    const { machine, objects, waits } = asked;
    this.machine = machine;
    this.judgesRounds = waits !== undefined;
    const unread = unreadIn(machine, 'matter');
    this.slots = new SharedSlots(machine, objects, unread.bytes);
    this.control = new Control(machine);
    const masks = {
      of: (state: State): number => this.control.masksOf(state),
      set: (state: State, number: number): void => this.control.setMasks(state, number),
    };
    this.locals = new OwnerStates(machine, this.slots, masks, unread);
    this.steps = new OwnerSteps(machine, this.slots, masks, this.locals);
    this.units = new OwnerUnits(asked, this.locals);
    this.isrs = new IsrFootprints(machine, objects);
    this.masksAt = this.slots.all.length;
    this.stackAt = this.masksAt + 1;
    this.locksAt = this.masksAt + 2;
    this.unitsAt = this.masksAt + 3;
    this.length = this.unitsAt + MOST_THREADS + machine.program.contexts.length;
    const bits = new Array<number>(this.length).fill(4);
    for (let n = this.stackAt; n < this.unitsAt; n++) bits[n] = 8;
    for (let n = this.unitsAt; n < this.length; n++) bits[n] = n < this.unitsAt + MOST_THREADS / 2 ? 16 : 8;
    this.states = new StateSet(this.length, bits);
    this.packed = new Int32Array(this.length);
    this.lockKeys.of('', () => '');
    this.initial = machine.initial();
    const { staticCount } = this.initial.memory;
    this.ownRoles = new ObjectRoles({ staticCount, nextNumber: staticCount, exposedObjects: () => [] }, new Map());
    this.threadTable = machine.image.symbols.get('preempt_threads');
  }

  begin(): Made<TablePlace> {
    const { machine, sites, lockOrder: order } = this.asked;
    const vector: Vector = new Array<number>(this.length).fill(0);
    for (const slot of this.slots.all.keys()) vector[slot] = this.slots.number(slot, this.initial.memory);
    vector[this.stackAt] = this.control.first();
    this.setUnit(vector, 0, this.units.begin(this.locals.main()));
    for (const { id, kind } of machine.program.contexts)
      if (kind === 'isr') this.setUnit(vector, isrOwner(id), this.units.begin(this.locals.isr(id)));
    const locks = order && new HeldLocks({ machine, sites, order, describer: new Describer(machine) });
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

  /** 0: nobody. */
  private setUnit(vector: Vector, owner: number, unit: number): void {
    vector[this.unitsAt + owner] = unit + 1;
  }

  private unitIn(vector: Vector, owner: number): number {
    return vector[this.unitsAt + owner]! - 1;
  }

  private localIn(vector: Vector, owner: number): number {
    return this.units.get(this.unitIn(vector, owner)).local;
  }

  private ownerOf(process: Process): number {
    return isIsr(process) ? isrOwner(isrOf(process)) : process;
  }

  private stackIn({ vector }: TablePlace) {
    return this.control.stack(vector[this.stackAt]!);
  }

  options(at: TablePlace): Options {
    return (at.options ??= this.optionsIn(at));
  }

  private optionsIn({ vector, threads }: TablePlace): Options {
    const { control } = this;
    const masks = vector[this.masksAt]!;
    const { current, isrs, running } = control.stack(vector[this.stackAt]!);
    const isOpen = control.isMaskOpen(masks);
    const canStep = this.canStep(vector, this.ownerOf(running));
    const isAlone = isrs.length > 0 || !isOpen;
    const others: Process[] = [];
    if (!isAlone || (!canStep && isrs.length === 0))
      for (let thread = 0; thread < threads; thread++) {
        if (thread === current) continue;
        // A new thread comes to its first visible step at once: nobody sees that, unless it keeps the others out then.
        if (isOpen && this.locals.get(this.localIn(vector, thread)).kind === 'new')
          return { processes: [thread], starts: NO_STARTS };
        if (this.canStep(vector, thread)) others.push(thread);
      }
    const found = control.startsIn(masks, vector[this.stackAt]!);
    const starts = found.length === 0 ? NO_STARTS : found.map((s) => s.process);
    return { processes: [...(canStep ? [running] : []), ...starts, ...others], starts };
  }

  /** Could it make a step, if it were let? */
  private canStep(vector: Vector, owner: number): boolean {
    const local = this.localIn(vector, owner);
    const { kind, mayWait } = this.locals.get(local);
    if (kind === 'new') return true;
    return kind === 'visible' && !(mayWait && this.sectionOf(vector, owner, local).waits);
  }

  /** What is known, or now found out, about the section that somebody stands before. */
  private sectionOf(vector: Vector, owner: number, local: number): TriedSection {
    let tried = this.tried.get(local);
    if (tried === undefined) this.tried.set(local, (tried = []));
    for (let n = 0; n < tried.length; n++) {
      const { slots, contents } = tried[n]!;
      let isSame = true;
      for (let k = 0; k < slots.length && isSame; k++) isSame = vector[slots[k]!] === contents[k];
      if (isSame) return tried[n]!;
    }
    const found = this.trySection(vector, owner, local);
    if (found.isLasting) tried.push(found);
    return found;
  }

  private trySection(vector: Vector, owner: number, first: number): TriedSection {
    const now = vector.slice();
    const read = new Map<number, number>();
    const reads: Touched[] = [];
    let [local, waits, isLasting] = [first, false, true];
    for (let n = 0; n < MAX_STEPS; n++) {
      const { usesMasks, reads: slots } = this.locals.get(local);
      if (usesMasks) read.set(this.masksAt, vector[this.masksAt]!);
      else for (const slot of slots) if (!read.has(slot)) read.set(slot, vector[slot]!);
      const step = this.steps.make(local, this.givenIn(now, local, owner));
      if (step.ending.kind === 'ended' && step.ending.because === 'waits') {
        waits = true;
        break;
      }
      if (step.to === -1 || !step.isInSection) break;
      for (const t of step.touched) if (!t.isWrite) reads.push({ ...t });
      for (const [slot, contents] of step.writes) {
        // What it has written itself is not read of others.
        if (!read.has(slot)) read.set(slot, vector[slot]!);
        now[slot] = contents;
      }
      if (step.masks !== -1) now[this.masksAt] = step.masks;
      if (step.spawns !== -1) {
        this.setUnit(now, this.threadsIn(now), this.units.begin(step.spawns));
        isLasting = false;
      }
      local = step.to;
      if (this.locals.get(local).kind !== 'visible') break;
    }
    const touched = reads.map(({ object, from, to }) => ({ object, from, to, isWrite: false }));
    const footprint = new StepFootprint(touched, false);
    return { slots: [...read.keys()], contents: [...read.values()], waits, footprint, isLasting };
  }

  private threadsIn(vector: Vector): number {
    let count = 1;
    while (count < MOST_THREADS && vector[this.unitsAt + count] !== 0) count++;
    return count;
  }

  /** What the next step of a local state depends on. */
  private givenIn(vector: Vector, local: number, owner: number): readonly number[] {
    const { usesMasks, reads } = this.locals.get(local);
    if (!usesMasks) return reads.map((slot) => vector[slot]!);
    return owner >= MOST_THREADS ? [vector[this.masksAt]!] : [vector[this.masksAt]!, this.threadsIn(vector)];
  }

  /** What a unit does next: a number of a move. */
  private moveOf(vector: Vector, owner: number): number {
    const unit = this.unitIn(vector, owner);
    const { local } = this.units.get(unit);
    const { usesMasks, reads } = this.locals.get(local);
    let given: number;
    if (!usesMasks && reads.length <= 1) given = reads.length === 0 ? 0 : vector[reads[0]!]!;
    else {
      const contents = this.givenIn(vector, local, owner);
      given = this.given.of(contents.join(), () => contents);
    }
    const known = this.stepOf.get(unit, given);
    if (known !== ABSENT) return known;
    const step = this.steps.make(local, this.givenIn(vector, local, owner));
    const number = this.moves.length;
    this.moves.push({ step, ...this.units.own(unit, step) });
    this.stepOf.add(unit, given, number);
    this.checkWorth();
    return number;
  }

  /** Where nearly every step is a new one, tables only cost. */
  private checkWorth(): void {
    const entries = Math.max(this.moves.length, this.steps.all.length);
    this.notes.filled(this.locals.count, this.steps.all.length);
    if (entries > MOST_ENTRIES || (entries > MANY_ENTRIES && ENTRIES_WORTH * entries > this.made))
      throw new Unsuited('few steps that come again');
  }

  make(at: TablePlace, process: Process): Made<TablePlace> {
    this.made++;
    const vector = at.vector.slice();
    const history = { process, before: at.history };
    const stack = vector[this.stackAt]!;
    const { running, current } = this.control.stack(stack);
    if (process !== running) {
      if (isIsr(process)) return this.start(at, vector, history, process);
      vector[this.stackAt] = this.control.switchTo(stack, process as ThreadId);
      const local = this.localIn(vector, process);
      if (this.locals.get(local).kind === 'new') {
        const { to } = this.steps.begin(local);
        if (to === -1) throw new InternalError('a thread that ends the execution before its first step');
        this.setUnit(vector, process, this.units.begin(to));
        return this.stopped({ ...at, vector, history, accessed: 0, options: undefined });
      }
    } else if (!isIsr(process) && process !== current) throw new InternalError('a thread that does not run');
    return this.goOn(at, vector, history, this.ownerOf(process));
  }

  private start(at: TablePlace, vector: Vector, history: History, process: Process): Made<TablePlace> {
    const start = this.control
      .startsIn(vector[this.masksAt]!, vector[this.stackAt]!)
      .find((s) => s.process === process);
    if (start === undefined) throw new InternalError('an ISR that may not start');
    vector[this.masksAt] = start.masks;
    vector[this.stackAt] = start.stack;
    const owner = isrOwner(start.isr);
    const { to, leaves } = this.steps.begin(this.localIn(vector, owner));
    this.setUnit(vector, owner, this.units.begin(to));
    if (leaves) this.leave(vector);
    return this.stopped({ ...at, vector, history, accessed: 0, options: undefined });
  }

  private leave(vector: Vector): void {
    const [masks, stack] = this.control.leave(vector[this.masksAt]!, vector[this.stackAt]!);
    vector[this.masksAt] = masks;
    vector[this.stackAt] = stack;
  }

  /** A visible step, with all of a section that it begins. */
  private goOn(at: TablePlace, vector: Vector, history: History, owner: number): Made<TablePlace> {
    let { threads, locks, awaited } = at;
    let accessed = 0;
    const seen: string[] = [];
    for (;;) {
      const { step, to, sightings } = this.moves[this.moveOf(vector, owner)]!;
      accessed = this.sequence(accessed, step);
      if (step.isAccess) this.meetOthers(vector, threads, owner, step, seen);
      for (const key of sightings) seen.push(key);
      for (const [slot, contents] of step.writes) vector[slot] = contents;
      if (step.masks !== -1) vector[this.masksAt] = step.masks;
      if (step.saysAwaited) awaited = step.after.awaited;
      if (step.spawns !== -1) {
        if (this.locals.get(step.spawns).owner !== threads) throw new InternalError('a thread of another number');
        this.setUnit(vector, threads++, this.units.begin(step.spawns));
      }
      const isJoining = awaited !== undefined && objectOf(awaited.address) === this.threadTable;
      if (locks !== undefined && (step.changesHeld || step.spawns !== -1 || isJoining)) {
        locks = locks.clone();
        locks.took(this.lockState(vector, threads, step, owner, awaited), step.events);
        const { key } = locks;
        vector[this.locksAt] = this.lockKeys.of(key, () => key);
      }
      const isOver = to === -1;
      if (!isOver) {
        this.setUnit(vector, owner, to);
        if (step.leaves) this.leave(vector);
      }
      if (!isOver && step.isInSection && this.locals.get(step.to).kind === 'visible') continue;
      for (const key of seen) this.notes.seen(key, history);
      const next = { vector, threads, locks, awaited, history, accessed, options: undefined };
      return this.stopped(next, isOver ? step.ending : STOPPED);
    }
  }

  /** The state right behind a step, with what locks are judged by. */
  private lockState(vector: Vector, threads: number, step: OwnerStep, owner: number, awaited: Lock | undefined): State {
    const state = step.after.clone();
    const { current } = this.control.stack(vector[this.stackAt]!);
    const own = state.threads[owner >= MOST_THREADS ? 0 : owner]!;
    const preempted = this.locals.get(this.localIn(vector, current)).state.threads[current]!;
    const mine = owner >= MOST_THREADS ? { ...own, held: preempted.held } : own;
    this.locals.leaveAlone(state, threads);
    for (let n = 0; n < threads; n++) {
      const unit = this.unitIn(vector, n);
      const isOver = unit >= 0 && this.locals.get(this.units.get(unit).local).kind === 'over';
      if (n !== current) state.threads[n] = { ...state.threads[n]!, status: isOver ? 'ended' : 'runnable' };
    }
    state.threads[current] = mine;
    state.current = current;
    state.awaited = awaited;
    return state;
  }

  /** What an access makes of the access tables of all others. */
  private meetOthers(vector: Vector, threads: number, owner: number, step: OwnerStep, seen: string[]): void {
    const { current, isrs } = this.control.stack(vector[this.stackAt]!);
    for (let thread = 0; thread < threads; thread++)
      if (thread !== owner) this.meet(vector, thread, step, thread === current, seen);
    for (const isr of isrs) if (isrOwner(isr) !== owner) this.meet(vector, isrOwner(isr), step, true, seen);
  }

  private meet(vector: Vector, owner: number, step: OwnerStep, isPreempted: boolean, seen: string[]): void {
    const unit = this.unitIn(vector, owner);
    const table = isPreempted ? this.preempted : this.beside;
    let known = table.get(unit, step.number);
    if (known === ABSENT) {
      const { to, sightings } = this.units.foreign(unit, step, isPreempted);
      if (sightings.length > 0) this.foreignSeen.set(`${unit} ${step.number} ${isPreempted}`, sightings);
      known = 2 * to + (sightings.length > 0 ? 1 : 0);
      table.add(unit, step.number, known);
    }
    if ((known & 1) !== 0) seen.push(...this.foreignSeen.get(`${unit} ${step.number} ${isPreempted}`)!);
    this.setUnit(vector, owner, known >> 1);
  }

  answer(_at: TablePlace, _answer: Transition): Made<TablePlace> {
    throw new InternalError('an answer to no question');
  }

  private sequence(before: number, { number, touched }: OwnerStep): number {
    const known = this.sequences.get(before, number);
    if (known !== ABSENT) return known;
    const next = this.touched.length;
    this.touched.push(touched.length === 0 ? this.touched[before]! : [...this.touched[before]!, ...touched]);
    this.sequences.add(before, number, next);
    return next;
  }

  footprint(before: TablePlace, process: Process, { at }: Made<TablePlace>): StepFootprint {
    const masks = before.vector[this.masksAt]!;
    const { current } = this.stackIn(before);
    const isGlobal =
      this.control.changesMasks(masks, at.vector[this.masksAt]!) ||
      (!this.control.isMaskOpen(masks) && !isIsr(process) && process !== current);
    const list = this.footprints[isGlobal ? 1 : 0]!;
    return (list[at.accessed] ??= new StepFootprint(this.touched[at.accessed]!, isGlobal));
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
    return this.locals.get(this.localIn(vector, thread)).context;
  }

  activeIsrs(at: TablePlace): number {
    return this.stackIn(at).isrs.length;
  }

  beginsUnseen({ vector, threads }: TablePlace, process: Process): boolean {
    if (process >= threads || !this.control.isMaskOpen(vector[this.masksAt]!)) return false;
    return this.locals.get(this.localIn(vector, process)).kind === 'new';
  }

  keepsOut(at: TablePlace, process: Process): boolean {
    return !this.isMaskOpen(at) && process === this.stackIn(at).current;
  }

  isMaskOpen({ vector }: TablePlace): boolean {
    return this.control.isMaskOpen(vector[this.masksAt]!);
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
    const state = this.control.pair(vector[this.masksAt]!, vector[this.stackAt]!);
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
    return thread === current ? this.ownerOf(running) : thread;
  }

  mayWait(at: TablePlace, process: Process): boolean {
    if (isIsr(process)) return false;
    return this.locals.get(this.localIn(at.vector, this.standingIn(at, process as ThreadId))).mayWait;
  }

  waiting(at: TablePlace): readonly { readonly thread: ThreadId; readonly footprint: StepFootprint }[] {
    const { vector, threads } = at;
    const found: { readonly thread: ThreadId; readonly footprint: StepFootprint }[] = [];
    for (let n = 0; n < threads; n++) {
      const thread = n as ThreadId;
      const owner = this.standingIn(at, thread);
      const local = this.localIn(vector, owner);
      if (!this.locals.get(local).mayWait) continue;
      const { waits, footprint } = this.sectionOf(vector, owner, local);
      if (waits) found.push({ thread, footprint });
    }
    return found;
  }

  couldGoBefore(at: TablePlace, thread: ThreadId, undone: readonly Undone<TablePlace>[]): boolean {
    const owner = this.standingIn(at, thread);
    const local = this.localIn(at.vector, owner);
    if (!this.locals.get(local).mayWait) return true;
    const vector = at.vector.slice();
    for (const { footprint, before } of undone)
      for (const { isWrite, object, from, to } of footprint.touched) {
        if (!isWrite) continue;
        if (object <= 0 || !Number.isFinite(to)) return true;
        for (const slot of this.slots.at(object, from, to - from)) {
          if (this.slots.hasPointers(slot, before.vector[slot]!)) return true;
          if (!this.slots.isCovered(slot, object, from, to - from))
            throw new Unsuited('a part of a word that is shared');
          vector[slot] = before.vector[slot]!;
        }
      }
    return !this.sectionOf(vector, owner, local).waits;
  }

  key(at: TablePlace): number {
    const { vector } = at;
    const stack = vector[this.stackAt]!;
    const { isrs } = this.control.stack(stack);
    // Whoever ran last has nothing ahead of the others.
    const isAnybodysTurn = at.threads > 1 && isrs.length === 0 && this.isMaskOpen(at);
    const { packed } = this;
    for (let n = 0; n < vector.length; n++) packed[n] = vector[n]!;
    if (isAnybodysTurn) packed[this.stackAt] = this.control.switchTo(stack, 0 as ThreadId);
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
    const parts: (number | string)[] = [vector[this.masksAt]!, this.stackIn(at).isrs.join(), threads];
    for (let n = 0; n < threads; n++) parts.push(this.localIn(vector, n));
    for (const isr of this.stackIn(at).isrs) parts.push(this.localIn(vector, isrOwner(isr)));
    for (let n = 0; n < threads; n++) {
      const owner = this.standingIn(at, n as ThreadId);
      const local = this.localIn(vector, owner);
      if (this.locals.get(local).mayWait) parts.push(this.sectionOf(vector, owner, local).contents.join());
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
    const { kind } = this.locals.get(this.localIn(at.vector, this.ownerOf(this.running(at))));
    return kind === 'idle';
  }

  goesRound(at: TablePlace, thread?: ThreadId): void {
    if (!this.judgesRounds || !this.isFirst(`round ${thread} ${this.key(at)}`)) return;
    if (!this.comesToAnEnd(at.vector, this.ownerOf(thread ?? this.running(at))))
      this.notes.goesRound(at.history, thread);
  }

  /** Does it go on by itself up to where it waits or ends, and so does not go round? False: it does, or for long. */
  private comesToAnEnd(vector: Vector, owner: number): boolean {
    const now = vector.slice();
    let local = this.localIn(vector, owner);
    if (this.locals.get(local).kind === 'idle') return false;
    for (let n = 0; n < MAX_STEPS; n++) {
      const { kind, mayWait } = this.locals.get(local);
      if (kind !== 'visible' || (mayWait && this.sectionOf(now, owner, local).waits)) return kind !== 'idle';
      const step = this.steps.make(local, this.givenIn(now, local, owner));
      if (step.to === -1) return true;
      if (step.leaves || step.spawns !== -1) return false;
      for (const [slot, contents] of step.writes) now[slot] = contents;
      if (step.masks !== -1) now[this.masksAt] = step.masks;
      local = step.to;
    }
    return false;
  }

  /** By priority alone. */
  goesRoundFor(): void {}
}
