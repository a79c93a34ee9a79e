// Unrolls every instance by itself into symbolic events (TECS 2017 §5.1, §5.2): a read of shared memory is a variable of its own, and only the
// ordering encodings say which write it takes its value from. Masks, flags and "the execution has ended" are locations: an ISR's start reads
// that it is enabled, an operation on masks writes. What cannot be said this way is refused with its reason, never approximated.

import type { Event, Failure, Outcome } from '../../machine/event.js';
import type { Machine } from '../../machine/machine.js';
import { holdsPointer, Merger } from '../../machine/merge.js';
import { PAGE_BYTES } from '../../machine/page.js';
import type { Peeked } from '../../machine/peek.js';
import type { State } from '../../machine/state.js';
import type { Context } from '../../model/program.js';
import { type Term, type Terms, TRUE } from '../../solve/term.js';
import { ModelObjects } from '../explore/model-objects.js';
import type { Sites } from '../explore/sites.js';
import type { EventGraph, Instance, MemoryEvent, Step } from './event-graph.js';
import { Inexpressible, Locations, privateState } from './locations.js';
import { componentsOf, type MaskComponent, masksRead, masksWritten, setMask } from './mask-components.js';
import type { Trace } from './trace.js';
import { drainInputs, type Encoding, type Stepped, Strand, Unroller } from './unroll.js';

type Line = Strand<never, Noted | null>;
export type EventTrace = Trace<never>;

/** What the coming operation on masks reads, with the values, and the state before it. */
interface Noted {
  readonly reads: readonly (readonly [MaskComponent, Term])[];
  /** Absent: the coming step is an access. */
  readonly state?: State;
  /** The access that is being made in pieces. */
  readonly whole?: WholeAccess;
}

/** An access that is made in pieces. */
export interface WholeAccess {
  readonly offset: number;
  readonly size: number;
}

/** An access as findings need it. */
export interface AccessEvent {
  readonly step: number;
  readonly site: number;
  readonly operation: 'R' | 'W';
  readonly object: number;
  readonly offset: number;
  readonly size: number;
  readonly guard: Term;
  /** Events of the graph, one for each location. */
  readonly events: readonly number[];
  readonly variable: (offset: number, size: number) => string;
  /** Which unit of work of the instance. */
  readonly unit: number;
  /** The same for all pieces of one access. */
  readonly whole?: WholeAccess;
}

/** What goes wrong at a step; `guard` says when. */
export interface Mishap {
  readonly step: number;
  readonly guard: Term;
  readonly what:
    | { readonly kind: 'failure'; readonly failure: Failure; readonly site: number }
    | { readonly kind: 'uncovered'; readonly why: Extract<Outcome, { kind: 'unmodelled' | 'bounded' }> };
}

export interface UnrolledInstance extends Instance {
  readonly context: Context;
  /** How the instance may end, normally or not. */
  readonly ends: readonly { readonly guard: Term; readonly trace: EventTrace | undefined; readonly state: State }[];
  readonly accesses: readonly AccessEvent[];
}

export interface Unrolled {
  readonly graph: EventGraph;
  readonly instances: readonly UnrolledInstance[];
  readonly mishaps: readonly Mishap[];
  readonly assertions: readonly Term[];
  readonly started: ReadonlySet<number>;
}

export interface EventOptions {
  readonly arrivals: number;
  readonly sites: Sites;
  readonly feasible: (conditions: readonly Term[]) => boolean;
  readonly checkLimits: () => void;
}

/** Throws `Inexpressible`. */
export function unrollEvents(machine: Machine, options: EventOptions): Unrolled {
  return new Events(machine, options).unroll();
}

interface Growing {
  readonly id: number;
  readonly context: Context;
  readonly name: string;
  readonly level: number;
  readonly runs: Term;
  readonly after?: number;
  readonly steps: number[];
  readonly ends: { guard: Term; trace: EventTrace | undefined; state: State }[];
  readonly accesses: AccessEvent[];
}

class Events implements Encoding<never, Noted | null> {
  private readonly terms: Terms;
  private readonly merger: Merger;
  private readonly objects: ModelObjects;
  private readonly locations: Locations;
  private readonly steps: { id: number; instance: number; guard: Term; events: number[] }[] = [];
  private readonly events: MemoryEvent[] = [];
  private readonly mishaps: Mishap[] = [];
  private readonly assertions: Term[] = [];
  private readonly masks: readonly MaskComponent[];
  private readonly ended: number;
  private readonly initial: State;
  /** Pointers in shared memory, which must never change: pointers are no terms. */
  private readonly pointers = new Set<string>();
  private instance!: Growing;

  constructor(
    private readonly machine: Machine,
    private readonly options: EventOptions,
  ) {
    this.terms = machine.terms;
    this.merger = new Merger(machine);
    this.objects = new ModelObjects(machine);
    this.locations = new Locations(machine);
    this.initial = machine.initial();
    this.masks = componentsOf(machine, this.initial);
    this.ended = this.locations.named('the end of the execution', 1);
  }

  unroll(): Unrolled {
    const { program, isrs } = this.machine;
    const levels = levelsOf(this.machine);
    if (this.options.arrivals > 1) {
      const kept = privateState(program);
      if (kept.length > 0)
        throw new Inexpressible(`${kept.join(', ')}, which an ISR keeps from one arrival to the next`);
    }
    const growing: Growing[] = [];
    const begin = (context: Context, runs: Term, after?: number): void => {
      const name =
        this.options.arrivals > 1 && context.kind === 'isr' ? `${context.name}#${growing.length}` : context.name;
      const level = context.kind === 'isr' ? levels(context) : 0;
      this.instance = {
        id: growing.length,
        context,
        name,
        level,
        runs,
        steps: [],
        ends: [],
        accesses: [],
        ...(after === undefined ? {} : { after }),
      };
      growing.push(this.instance);
    };
    begin(program.contexts[0]!, TRUE);
    const first = this.addStep(TRUE);
    this.run(this.initial.clone());
    this.addStep(TRUE);
    for (const isr of isrs) {
      for (let arrival = 0; arrival < this.options.arrivals; arrival++) {
        const runs = this.terms.variable(1, `${isr.name} runs`);
        begin(isr, runs, arrival === 0 ? undefined : growing.length - 1);
        this.runIsr(isr, runs);
      }
    }
    this.writeInitialValues(first);
    const graph: EventGraph = {
      instances: growing,
      steps: this.steps as readonly Step[],
      events: this.events,
      locations: this.locations.all,
    };
    const { mishaps, assertions } = this;
    const started = new Set(isrs.map((isr) => isr.id));
    return { graph, instances: growing, mishaps, assertions, started };
  }

  private run(state: State): void {
    const entry: Line = new Strand(state, [], undefined, null);
    entry.assume(this.instance.runs);
    drainInputs(entry);
    for (const end of new Unroller<never, Noted | null>(this.machine, this.merger, this).run(entry)) this.end(end);
  }

  private runIsr(isr: Context, runs: Term): void {
    const state = this.initial.clone();
    state.maskOpen = true;
    this.machine.start(state, isr.id);
    const start = this.addStep(runs);
    this.read(start, this.ended, runs, (value) => this.terms.not(value));
    for (const mask of this.masks) {
      const needed = mask.enables(isr);
      if (needed !== undefined)
        this.read(start, this.locations.named(mask.name, mask.width), runs, (value) => needed(this.terms, value));
      const entry = mask.atEntry(isr);
      if (entry !== undefined)
        this.write(start, this.locations.named(mask.name, mask.width), runs, this.constant(mask, entry));
    }
    this.run(state);
    const end = this.addStep(runs);
    for (const mask of this.masks) {
      const exit = mask.atExit(isr);
      if (exit !== undefined)
        this.write(end, this.locations.named(mask.name, mask.width), runs, this.constant(mask, exit));
    }
  }

  private constant(mask: MaskComponent, value: number): Term {
    return this.terms.constant(mask.width, value);
  }

  private addStep(guard: Term): number {
    const id = this.steps.length;
    this.steps.push({ id, instance: this.instance.id, guard, events: [] });
    this.instance.steps.push(id);
    return id;
  }

  private addEvent(step: number, operation: 'R' | 'W', location: number, guard: Term, value: Term): number {
    const id = this.events.length;
    this.events.push({ id, step, operation, location, guard, value });
    this.steps[step]!.events.push(id);
    return id;
  }

  private write(step: number, location: number, guard: Term, value: Term): void {
    this.addEvent(step, 'W', location, guard, value);
  }

  /** A read whose value must satisfy something if it happens. */
  private read(step: number, location: number, guard: Term, needed: (value: Term) => Term): Term {
    const { name, width } = this.locations.all[location]!;
    const value = this.terms.variable(width, name);
    this.addEvent(step, 'R', location, guard, value);
    this.assertions.push(this.terms.implies(guard, needed(value)));
    return value;
  }

  /** What nothing but main's beginning wrote. */
  private writeInitialValues(step: number): void {
    const symbols = new Map(
      [...this.machine.image.symbols.values()].map((o) => [this.initial.memory.info(o)!.name, o]),
    );
    for (const [location, { name, width }] of this.locations.all.entries()) {
      const mask = this.masks.find((m) => m.name === name);
      if (location === this.ended) this.write(step, location, TRUE, this.terms.constant(1, 0));
      else if (mask !== undefined) this.write(step, location, TRUE, this.constant(mask, mask.initial));
      else {
        const plus = name.lastIndexOf('+');
        const isPart = !symbols.has(name);
        const object = symbols.get(isPart ? name.slice(0, plus) : name)!;
        const start = isPart ? Number(name.slice(plus + 1)) : 0;
        this.write(step, location, TRUE, this.initial.memory.loadTerm(object, start, width / 8));
      }
    }
  }

  checkLimits(): void {
    this.options.checkLimits();
  }

  feasible(conditions: readonly Term[]): boolean {
    return this.options.feasible(conditions);
  }

  joinGhosts(a: Noted | null, b: Noted | null): Noted | null | undefined {
    return a === b ? a : undefined;
  }

  iteration(): void {}

  /** What is read becomes arbitrary first; masks that the step depends on are told apart. */
  before(strand: Line, next: Peeked | undefined): readonly Line[] {
    if (next === undefined) return [strand];
    if (next.kind === 'mask' || (next.kind === 'device' && this.objects.isMaskRegister(next)))
      return this.splitByMasks(strand);
    if (next.kind !== 'access') return [strand];
    if (next.whole !== undefined && next.whole.done.length === 0) {
      const { offset, size } = next.whole.access;
      strand.ghost = { reads: [], whole: { offset, size } };
    }
    for (const access of next.accesses) if (access.operation !== 'W') this.forget(strand.state, access);
    return [strand];
  }

  private forget(state: State, { object, offset, size }: Peeked['accesses'][number]): void {
    const info = state.memory.info(object);
    if (info === undefined || info.constant) return;
    if (info.visible !== true) return;
    const end = Math.min(info.size, offset + size);
    for (const { start, size: length, location } of this.locations.of(object, info, offset, end - offset)) {
      if (info.visibleBytes !== undefined && !isVisible(info.visibleBytes, start, length)) continue;
      if (isPointer(state, object, start, length)) continue;
      const { name, width } = this.locations.all[location]!;
      state.memory.storeTerm(object, start, length, this.terms.variable(width, name));
    }
  }

  /** One state for each value of the masks that the step reads. */
  private splitByMasks(strand: Line): readonly Line[] {
    let strands: readonly Line[] = [strand];
    for (const mask of masksRead(this.machine, strand.state, this.masks)) {
      strands = strands.flatMap((s) => {
        const value = this.terms.variable(mask.width, mask.name);
        const known = mask.values.map((v) => this.terms.eq(value, this.constant(mask, v)));
        this.assertions.push(this.terms.implies(s.guard(this.terms), this.terms.any(known)));
        return mask.values.map((v) => {
          const copy = s.copy();
          copy.assume(this.terms.eq(value, this.constant(mask, v)));
          setMask(copy.state, mask, v);
          copy.ghost = { reads: [...(s.ghost?.reads ?? []), [mask, value]], state: copy.state };
          return copy;
        });
      });
    }
    for (const s of strands) s.ghost = { reads: s.ghost?.reads ?? [], state: s.state.clone() };
    return strands;
  }

  stepped(strand: Line, events: readonly Event[], { step: counted, answers }: Stepped<never>): void {
    const guard = strand.guard(this.terms);
    const { state, ghost: noted } = strand;
    const { frames } = strand;
    if (frames[frames.length - 1]?.pending === undefined) strand.ghost = null;
    const accesses = events.filter((e) => e.kind === 'access' && !this.objects.isDevice(state, e.object));
    if (accesses.length === 0 && noted?.state === undefined) return;
    const step = this.addStep(guard);
    if (counted !== undefined) counted.id = step;
    for (const [mask, value] of noted?.reads ?? [])
      this.addEvent(step, 'R', this.locations.named(mask.name, mask.width), guard, value);
    const written = noted?.state === undefined ? [] : masksWritten(this.machine, noted.state, this.masks, answers);
    for (const mask of written) {
      if (!mask.values.includes(mask.of(state)))
        throw new Inexpressible(`the ${mask.name}, which has unexpected values`);
      this.write(step, this.locations.named(mask.name, mask.width), guard, this.constant(mask, mask.of(state)));
    }
    for (const event of accesses) if (event.kind === 'access') this.access(strand, event, step, guard, noted?.whole);
  }

  private access(
    strand: Line,
    event: Extract<Event, { kind: 'access' }>,
    step: number,
    guard: Term,
    whole: WholeAccess | undefined,
  ): void {
    const { object, offset, size, operation } = event;
    const { state } = strand;
    const info = state.memory.info(object)!;
    if (info.kind !== 'global') throw new Inexpressible(`${info.name}, which is shared and no global variable`);
    const own: number[] = [];
    for (const { location, start, size: length } of this.locations.of(object, info, offset, size)) {
      if (isPointer(state, object, start, length)) {
        if (operation === 'W') throw new Inexpressible(`the pointer ${info.name}, which changes`);
        this.pointers.add(info.name);
        continue;
      }
      own.push(this.addEvent(step, operation, location, guard, state.memory.loadTerm(object, start, length)));
    }
    const site = this.options.sites.of(event.context, event.instruction, operation, event.function);
    const variable = (at: number, bytes: number): string =>
      this.objects.genericName(state, object * 2 ** 32 + at, bytes);
    this.instance.accesses.push({
      step,
      site,
      operation,
      object,
      offset,
      size,
      guard,
      events: own,
      variable,
      unit: strand.iterations,
      ...(whole === undefined ? {} : { whole }),
    });
  }

  failed(strand: Line, failure: Failure): void {
    const { context } = this.instance;
    const site = this.options.sites.of(context.id, failure.instruction, 'R', failure.function);
    this.mishap(strand, { kind: 'failure', failure, site });
  }

  uncovered(strand: Line, why: Extract<Outcome, { kind: 'unmodelled' | 'bounded' }>): void {
    this.mishap(strand, { kind: 'uncovered', why });
  }

  exited(strand: Line): void {
    this.stop(strand);
    this.end(strand);
  }

  private mishap(strand: Line, what: Mishap['what']): void {
    const guard = strand.guard(this.terms);
    const step = this.addStep(guard);
    const value = this.terms.variable(1, 'ended');
    this.addEvent(step, 'R', this.ended, guard, value);
    this.write(step, this.ended, guard, TRUE);
    this.mishaps.push({ step, guard: this.terms.and(guard, this.terms.not(value)), what });
    strand.trace = { kind: 'step', id: step, before: strand.trace };
    this.end(strand);
  }

  private stop(strand: Line): void {
    const step = this.addStep(strand.guard(this.terms));
    this.write(step, this.ended, strand.guard(this.terms), TRUE);
  }

  private end(strand: Line): void {
    this.instance.ends.push({ guard: strand.guard(this.terms), trace: strand.trace, state: strand.state });
  }
}

/** Depth or priority: who preempts whom, as far as masks do not say so. */
function levelsOf({ program, isrs }: Machine): (isr: Context) => number {
  switch (program.platform.nesting.kind) {
    case 'priority':
      return (isr) => isr.priority;
    case 'none':
      return () => 1;
    case 'masked': {
      const opens = new Set(
        program.operations
          .filter((o) => o.effect.kind === 'open-mask' || o.effect.kind === 'write-mask')
          .map((o) => o.context),
      );
      const openers = isrs.filter((isr) => opens.has(isr.id));
      if (openers.length > 1)
        throw new Inexpressible(`${openers.map((isr) => isr.name).join(' and ')}, which may preempt each other`);
      return (isr) => (opens.has(isr.id) ? 1 : 2);
    }
  }
}

function isVisible(bytes: Uint8Array, start: number, size: number): boolean {
  for (let n = start; n < start + size; n++) if (bytes[n] !== 0) return true;
  return false;
}

function isPointer(state: State, object: number, start: number, size: number): boolean {
  const at = start % PAGE_BYTES;
  const page = state.memory.pages(object)[(start - at) / PAGE_BYTES]!;
  return holdsPointer(page, at, Math.min(size, page.bytes.length - at));
}
