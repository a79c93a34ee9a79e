// Watches one execution: the access tables of all units on the stacks, what suspended contexts are about to do, and the
// findings that follow. What preempts a context and what other threads do while it does not run are alike. The same
// observer serves exploration, counterexamples and the replay that confirms findings.

import { Describer } from '../execution/describe.js';
import type { Observer, Point } from '../execution/drive.js';
import type { ModelObjects } from '../execution/model-objects.js';
import { failureAtCall, isOfModel } from '../execution/own-frame.js';
import type { Event } from '../machine/event.js';
import type { Machine } from '../machine/machine.js';
import { pointer } from '../machine/memory/value.js';
import type { Failure } from '../machine/outcome.js';
import { type Peeked, type PeekedAccess, peek } from '../machine/peek.js';
import type { State } from '../machine/state.js';
import type { Transition } from '../machine/transition.js';
import { type ContextId, MAIN } from '../model/program.js';
import type { Term } from '../solve/term.js';
import { AccessTable, type Match } from './access-table.js';
import { AtomicBlocks, type BlockMatch } from './atomic-block.js';
import { Histories, type SiteId, type WriteEffect } from './history.js';
import { HeldLocks } from './lock-order/held-locks.js';
import type { LockOrder } from './lock-order/lock-order.js';
import type { Sites } from './sites.js';
import type { BlockedThread } from './waiting/blocked-thread.js';
import type { Wait } from './waiting/waits.js';

export interface Rules {
  readonly unit: 'task' | 'function';
  readonly effect: WriteEffect;
}

/** Something seen; `key` is equal for what is one finding. */
export type Sighting =
  | {
      readonly kind: 'atomicity';
      readonly key: string;
      readonly match: Match;
      /** What o3 accesses. Which of its bytes complete the pattern differs from one execution to the next. */
      readonly byte: number;
      readonly size: number;
    }
  /** A block that is meant to be atomic is not. */
  | {
      readonly kind: 'block';
      readonly key: string;
      readonly match: BlockMatch;
      /** What its last access accesses. */
      readonly byte: number;
      readonly size: number;
    }
  | {
      readonly kind: 'race' | 'torn-access';
      readonly key: string;
      readonly first: SiteId;
      readonly second: SiteId;
      /** Address of the first common byte, and how many there are. */
      readonly byte: number;
      readonly size: number;
      /** The suspended access is at an arbitrary offset: it must be one of these. */
      readonly meets?: { readonly offset: Term; readonly oneOf: readonly number[] };
    }
  | {
      readonly kind: 'failure';
      readonly key: string;
      readonly failure: Failure;
      readonly site: SiteId;
      /** The execution does not end with it. */
      readonly goesOn?: true;
    }
  /** Not seen by the observer, which sees no loops: whoever drives the execution looks for it. */
  | { readonly kind: 'deadlock'; readonly key: string; readonly wait: Wait }
  | { readonly kind: 'blocked'; readonly key: string; readonly threads: readonly BlockedThread[] };

/** What is known of one activation besides its frames. */
export interface Unit {
  readonly table: AccessTable;
  readonly blocks: AtomicBlocks;
  /** The step that a preempted context will make next. */
  readonly pending: Peeked | undefined;
  /** A torn access in progress: conflicting accesses to bytes already done, and to the rest. */
  readonly torn: { readonly done: boolean; readonly rest: boolean };
  /** The calls on the stack at the last access, where units are functions. */
  readonly calls: readonly number[];
}

/** Is told what is seen; `state` is right behind it. */
type Report = (state: State, sighting: Sighting) => void;

const UNTORN = { done: false, rest: false } as const;

/** What observers of several executions share. */
export interface Watched {
  readonly machine: Machine;
  readonly rules: Rules;
  readonly sites: Sites;
  readonly objects: ModelObjects;
  /** The order of locks is asked for. */
  readonly lockOrder?: LockOrder | undefined;
  /** Of all of them, where they are many. */
  readonly histories?: Histories | undefined;
}

export class PatternObserver implements Observer {
  private constructor(
    private readonly watched: Watched,
    private readonly histories: Histories,
    /** By thread. */
    private readonly stacks: Unit[][],
    private thread: number,
    private readonly locks: HeldLocks | undefined,
    private readonly report: Report,
  ) {}

  static begin(watched: Watched, report: Report): PatternObserver {
    const { lockOrder: order, histories = new Histories(watched.rules.effect) } = watched;
    const { machine, sites } = watched;
    const locks = order && new HeldLocks({ machine, sites, order, describer: new Describer(machine) });
    const observer = new PatternObserver(watched, histories, [[]], 0, locks, report);
    observer.push();
    return observer;
  }

  /** Takes up what is known of the activations of threads, the outermost first; one of them runs. */
  static resume(
    watched: Watched,
    histories: Histories,
    units: readonly (readonly Unit[])[],
    thread: number,
    report: Report,
  ): PatternObserver {
    const stacks = units.map((stack) => stack.map(copyOf));
    return new PatternObserver(watched, histories, stacks, thread, undefined, report);
  }

  /** Both go on independently; the copy may report to somebody else. */
  clone(report: Report = this.report): PatternObserver {
    const stacks = this.stacks.map((stack) => stack.map(copyOf));
    return new PatternObserver(this.watched, this.histories, stacks, this.thread, this.locks?.clone(), report);
  }

  /** Of the thread that runs. */
  private get stack(): Unit[] {
    return this.stacks[this.thread]!;
  }

  ran(state: State): void {
    this.settle(state);
  }

  taking(state: State, transition: Transition, point: Point | undefined): void {
    if (transition.kind !== 'start' && transition.kind !== 'switch') return;
    const next = point?.kind === 'visible' ? peek(this.watched.machine, state) : undefined;
    if (transition.kind === 'start') this.started(transition.isr, next);
    else this.switched(transition.thread, next);
  }

  took(state: State, { kind }: Transition, events: readonly Event[]): void {
    if (kind !== 'step') return;
    this.locks?.took(state, events);
    const seen: Sighting[] = [];
    for (let n = 0; n < events.length; n++) this.observe(state, events[n]!, seen);
    for (let n = 0; n < seen.length; n++) this.report(state, seen[n]!);
  }

  failed(state: State, given: Failure): void {
    const failure = failureAtCall(this.watched.machine.program, state, given);
    const site = this.watched.sites.of(state.running?.context ?? MAIN, failure.instruction, 'R', failure.function);
    this.report(state, { kind: 'failure', key: `failure ${failure.kind} ${site}`, failure, site });
  }

  /** By thread, one for each activation. */
  get units(): readonly (readonly Unit[])[] {
    return this.stacks;
  }

  /** What is known of locks, of states that are told apart by it. */
  get lockKey(): string {
    return this.locks?.key ?? '';
  }

  /**
   * Nothing but a failure is to be seen any more if nobody preempts the only activation that is left, unless by what
   * `mayComplete` says of its unit.
   */
  isDone(mayComplete: (unit: Unit) => boolean): boolean {
    const [only] = this.stack;
    if (only === undefined) return true;
    if (this.stack.length > 1 || only.blocks.isInterrupted) return false;
    return !only.table.isInterrupted || !mayComplete(only);
  }

  private push(): void {
    this.stack.push(newUnit(this.histories));
  }

  /** An ISR starts before the step `next` of what it preempts, or runs beside of. */
  started(isr: ContextId, next: Peeked | undefined): void {
    const own = this.watched.machine.threads.ownThread(isr);
    if (own !== undefined) return this.switched(own, next);
    this.suspend(next);
    this.push();
  }

  /** Another thread goes on, or begins, before the step `next` of the one that runs. */
  switched(thread: number, next: Peeked | undefined): void {
    this.suspend(next);
    this.thread = thread;
    for (let n = this.stacks.length; n <= thread; n++) this.stacks[n] = [];
    // It begins: nobody goes on that has ended.
    if (this.stack.length === 0) this.push();
    const last = this.stack.length - 1;
    if (last >= 0) this.stack[last] = { ...this.stack[last]!, pending: undefined };
  }

  private suspend(next: Peeked | undefined): void {
    const last = this.stack.length - 1;
    const below = this.stack[last];
    if (below !== undefined)
      this.stack[last] = { ...below, pending: next, torn: isHalfDone(next) ? below.torn : UNTORN };
  }

  /** Activations and calls may have ended: their units are gone, and what they preempted goes on. */
  private settle(state: State): void {
    const { length } = state.activations;
    const last = length - 1;
    if (this.stack.length > length) {
      for (let n = length; n < this.stack.length; n++)
        for (const stack of this.stacks) for (const { blocks } of stack) blocks.ended(actorName(this.thread, n));
      this.stack.length = length;
      if (last >= 0) this.stack[last] = { ...this.stack[last]!, pending: undefined };
    }
    if (last >= 0) this.settleCalls(state, last);
  }

  /** Calls that have returned since are forgotten. */
  private settleCalls(state: State, top: number): number {
    if (this.watched.rules.unit === 'task') return 0;
    const { frames } = state.activations[top]!;
    const { table, calls } = this.stack[top]!;
    let same = 0;
    while (same < calls.length && calls[same] === frames[same]?.serial) same++;
    if (same < calls.length) table.dropCalls(same);
    if (same < calls.length || same < frames.length)
      this.stack[top] = { ...this.stack[top]!, calls: frames.map((f) => f.serial) };
    return frames.length - 1;
  }

  /** The running context begins a new unit of work. */
  iteration(): void {
    if (this.watched.rules.unit === 'task') this.stack[this.stack.length - 1]!.table.clear();
  }

  private observe(state: State, event: Event, seen: Sighting[]): void {
    const { sites, objects } = this.watched;
    if (event.kind === 'misuse') {
      const { instruction, function: fn, text: message } = event;
      const given: Failure = { kind: 'assertion', message, instruction, function: fn, isMisuse: true };
      const failure = failureAtCall(this.watched.machine.program, state, given);
      const site = sites.of(event.context, failure.instruction, 'R', failure.function);
      // Named as by engines that end there.
      seen.push({ kind: 'failure', key: `failure assertion ${site}`, failure, site, goesOn: true });
    }
    if (event.kind === 'mask' && event.atomicBlock !== undefined) {
      const { blocks } = this.stack[this.stack.length - 1]!;
      if (event.atomicBlock === null) blocks.end();
      else blocks.begin(event.atomicBlock);
    }
    if (event.kind !== 'access' || !objects.isWatched(state, event) || this.isOfModel(event)) return;
    if (objects.isMonitor(event.object)) return;
    const isWrite = event.operation === 'W';
    const site = sites.of(event.context, event.instruction, event.operation, event.function);
    const top = this.stack.length - 1;
    const matches: Match[] = [];
    const depth = this.settleCalls(state, top);
    const first = pointer(event.object, event.offset);
    this.stack[top]!.table.own(first, event.size, site, isWrite, depth, matches);
    const access = { site, step: state.steps - 1, isWrite };
    const broken: BlockMatch[] = [];
    this.stack[top]!.blocks.accessed(first, event.size, access, broken);
    const own = this.stack[top];
    for (let thread = 0; thread < this.stacks.length; thread++) {
      const stack = this.stacks[thread]!;
      for (let n = 0; n < stack.length; n++) {
        const unit = stack[n]!;
        if (unit === own) continue;
        unit.table.foreign(first, event.size, site, isWrite);
        if (unit.blocks.areOpen) unit.blocks.accessedBy(actorName(this.thread, top), first, event.size, access);
      }
    }
    this.settleTorn(state, top);
    for (const match of matches) {
      const variable = objects.genericName(state, first, event.size);
      const key = `atomicity ${match.pattern} ${match.o1} ${match.o2} ${match.o3} ${variable}`;
      if (!seen.some((s) => s.key === key)) seen.push({ kind: 'atomicity', key, match, byte: first, size: event.size });
    }
    for (const match of broken) {
      const variable = objects.genericName(state, first, event.size);
      const sites = [match.first, match.entry, match.second, match.third].map((a) => a.site);
      const key = `block ${match.mistake} ${sites.join(' ')} ${variable} ${match.name}`;
      if (!seen.some((s) => s.key === key)) seen.push({ kind: 'block', key, match, byte: first, size: event.size });
    }
    for (let thread = 0; thread < this.stacks.length; thread++)
      for (let n = 0; n < this.stacks[thread]!.length; n++)
        if (thread !== this.thread || n < top) this.meet(state, thread, n, event, site, seen);
  }

  /** How a model of the environment does what it does is its own business. */
  private isOfModel({ function: name }: { readonly function: string }): boolean {
    const { module } = this.watched.machine.program;
    const fn = module.functions.get(name);
    return fn !== undefined && isOfModel(module, fn);
  }

  /** What happened in the middle of an access is forgotten when the access is done. */
  private settleTorn(state: State, top: number): void {
    const frames = state.running?.frames;
    const unit = this.stack[top]!;
    if (unit.torn !== UNTORN && frames?.[frames.length - 1]?.pending === undefined)
      this.stack[top] = { ...unit, torn: UNTORN };
  }

  /** Does an access conflict with what a suspended context is about to do, or does in part already? */
  private meet(
    state: State,
    thread: number,
    below: number,
    event: Extract<Event, { kind: 'access' }>,
    second: SiteId,
    seen: Sighting[],
  ): void {
    const { sites, objects } = this.watched;
    const stack = this.stacks[thread]!;
    const unit = stack[below]!;
    const { pending } = unit;
    if (pending === undefined || pending.kind !== 'access' || this.isOfModel(pending)) return;
    const conflicts = (a: PeekedAccess): boolean =>
      a.object === event.object &&
      a.offset < event.offset + event.size &&
      event.offset < a.offset + a.size &&
      (event.operation === 'W' || a.operation !== 'R');
    const report = (kind: 'race' | 'torn-access', a: PeekedAccess): void => {
      const { context } = state.threads[thread]!.activations[below]!;
      const operation = a.operation === 'R' ? 'R' : 'W';
      const { id } = pending.store ?? pending.instruction;
      const first = sites.of(context, id, operation, pending.function);
      for (const { from, to, meets } of overlaps(a, event)) {
        const byte = pointer(a.object, from);
        const variable = objects.genericName(state, byte, to - from);
        // Of two threads, either may be the one that is about to: that is one race.
        const pair =
          thread === this.thread || kind === 'torn-access' ? [first, second] : [first, second].sort(ascending);
        const key = `${kind} ${pair.join(' ')} ${variable}`;
        seen.push({ kind, key, first, second, byte, size: to - from, ...(meets === undefined ? {} : { meets }) });
      }
    };
    const met = pending.accesses.filter(conflicts);
    for (const access of met) report('race', access);
    const { whole } = pending;
    if (whole === undefined || !isHalfDone(pending) || !conflicts(whole.access)) return;
    const meets = (at: number): boolean => at < event.offset + event.size && event.offset < at + whole.bytes;
    const torn = {
      done: unit.torn.done || whole.done.some(meets),
      rest: unit.torn.rest || whole.coming.some(meets),
    };
    if (torn.done !== unit.torn.done || torn.rest !== unit.torn.rest) stack[below] = { ...unit, torn };
    if (torn.done && torn.rest) report('torn-access', whole.access);
  }
}

/** Of an activation that begins. */
export function newUnit(histories: Histories): Unit {
  const [table, blocks] = [new AccessTable(histories), new AtomicBlocks()];
  return { table, blocks, pending: undefined, torn: UNTORN, calls: [] };
}

function copyOf(unit: Unit): Unit {
  return { ...unit, table: unit.table.clone(), blocks: unit.blocks.clone() };
}

/** Of an activation, while it lasts. */
function actorName(thread: number, depth: number): string {
  return `${thread}.${depth}`;
}

function ascending(a: number, b: number): number {
  return a - b;
}

function isHalfDone(next: Peeked | undefined): boolean {
  return next?.whole !== undefined && next.whole.done.length > 0;
}

interface Overlap {
  readonly from: number;
  readonly to: number;
  readonly meets?: { readonly offset: Term; readonly oneOf: readonly number[] };
}

/** The common bytes of two accesses to one object. At an arbitrary offset, each way in which they may overlap. */
function overlaps(a: PeekedAccess, b: { readonly offset: number; readonly size: number }): readonly Overlap[] {
  const common = (offset: number, size: number) => ({
    from: Math.max(offset, b.offset),
    to: Math.min(offset + size, b.offset + b.size),
  });
  if (a.arbitrary === undefined) return [common(a.offset, a.size)];
  const { offset, size } = a.arbitrary;
  const found = new Map<string, Overlap & { readonly meets: { oneOf: number[] } }>();
  for (let at = Math.max(0, b.offset - size + 1); at < b.offset + b.size; at++) {
    const { from, to } = common(at, size);
    const known = found.get(`${from} ${to}`);
    if (known === undefined) found.set(`${from} ${to}`, { from, to, meets: { offset, oneOf: [at] } });
    else known.meets.oneOf.push(at);
  }
  return [...found.values()];
}
