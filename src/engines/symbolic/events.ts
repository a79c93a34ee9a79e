// Unrolls every instance by itself into symbolic events (TECS 2017 §5.1, §5.2): a read of shared memory is a variable of its own, and only the
// ordering encodings say which write it takes its value from. Masks, flags and "the execution has ended" are locations: an ISR's start reads
// that it is enabled, an operation on masks writes. What cannot be said this way is refused with its reason, never approximated.

import type { Event, Failure, Outcome } from '../../machine/event.js';
import type { Machine } from '../../machine/machine.js';
import type { Input } from '../../machine/memory.js';
import { Merger } from '../../machine/merge.js';
import type { Peeked, PeekedAccess } from '../../machine/peek.js';
import type { Pieces, State } from '../../machine/state.js';
import { pointer } from '../../machine/value.js';
import type { Context } from '../../model/program.js';
import { type Term, type Terms, TRUE } from '../../solve/term.js';
import { ModelObjects } from '../explore/model-objects.js';
import type { Sites } from '../explore/sites.js';
import type { EventGraph, MemoryEvent, Step } from './event-graph.js';
import { Inexpressible, Locations, type Place, privateState } from './locations.js';
import { componentsOf, type MaskComponent, masksRead, masksWritten, setMask } from './mask-components.js';
import { addressTerm, SharedPointers } from './shared-pointers.js';
import { drainInputs, type Encoding, type Stepped, Strand, Unroller } from './unroll.js';
import type { AccessEvent, InstanceEnd, Mishap, Unrolled, UnrolledInstance, WholeAccess } from './unrolled.js';

type Line = Strand<never, Noted | null>;
type Access = Extract<Event, { kind: 'access' }>;

/** What is known of the coming step, or of the access that it goes on with. */
interface Noted {
  /** An operation on masks: what it reads, with the values, and the state before it. */
  readonly masks?: { readonly reads: readonly (readonly [MaskComponent, Term])[]; readonly before: State };
  /** Places that got values of their own for the step. */
  readonly forgotten?: readonly (Place & { readonly object: number })[];
  /** Of a step that reads and writes the same place: the state before it. */
  readonly before?: State;
  /** The access that is made in pieces. */
  readonly whole?: WholeAccess;
}

export interface EventOptions {
  readonly arrivals: number;
  readonly sites: Sites;
  readonly feasible: (conditions: readonly Term[]) => boolean;
  readonly checkLimits: () => void;
}

/** States for the values of pointers that one step may read. */
const MAX_STRANDS = 64;

/** Throws `Inexpressible`. */
export function unrollEvents(machine: Machine, options: EventOptions): Unrolled {
  const pointers = new SharedPointers();
  for (;;) {
    const unrolled = new Events(machine, options, pointers).unroll();
    if (!pointers.takeNews()) return unrolled;
  }
}

interface Growing extends Omit<UnrolledInstance, 'steps' | 'ends' | 'accesses'> {
  readonly steps: number[];
  readonly ends: InstanceEnd[];
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
  private readonly stops: Stop[] = [];
  private readonly assertions: Term[] = [];
  private readonly inputs: Input[] = [];
  /** With their locations. */
  private readonly masks: ReadonlyMap<MaskComponent, number>;
  private readonly ended: number;
  /** What the memory of every instance begins as. */
  private readonly initial: State;
  private instance!: Growing;

  constructor(
    private readonly machine: Machine,
    private readonly options: EventOptions,
    private readonly pointers: SharedPointers,
  ) {
    this.terms = machine.terms;
    this.merger = new Merger(machine);
    this.objects = new ModelObjects(machine);
    this.locations = new Locations(machine);
    this.initial = machine.initial();
    this.ended = this.locations.add('the end of the execution', 1);
    this.masks = new Map(
      componentsOf(machine, this.initial).map((mask) => [mask, this.locations.add(mask.name, mask.width)]),
    );
  }

  unroll(): Unrolled {
    const { program, isrs } = this.machine;
    const { arrivals } = this.options;
    const levels = levelsOf(this.machine);
    const kept = arrivals > 1 ? privateState(program) : [];
    if (kept.length > 0) throw new Inexpressible(`${kept.join(', ')}, which an ISR keeps from one arrival to the next`);
    const growing: Growing[] = [];
    const begin = (context: Context, level: number, runs: Term, after?: number): void => {
      const id = growing.length;
      const name = arrivals > 1 && context.kind === 'isr' ? `${context.name}#${id}` : context.name;
      const own = { id, context, name, level, runs, steps: [], ends: [], accesses: [] };
      this.instance = after === undefined ? own : { ...own, after };
      growing.push(this.instance);
    };
    begin(program.contexts[0]!, 0, TRUE);
    const first = this.addStep(TRUE);
    this.run(this.prepare());
    this.addStep(TRUE);
    for (const isr of isrs) {
      for (let arrival = 0; arrival < arrivals; arrival++) {
        const runs = this.terms.variable(1, `${isr.name} runs`);
        begin(isr, levels(isr), runs, arrival === 0 ? undefined : growing.length - 1);
        this.runIsr(isr, runs);
      }
    }
    this.writeInitialValues(first);
    const { mishaps, stops, assertions, inputs, events } = this;
    const steps: readonly Step[] = this.steps;
    const graph: EventGraph = { instances: growing, steps, events, locations: this.locations.all };
    const started = new Set(isrs.map((isr) => isr.id));
    return { graph, instances: growing, mishaps, stops, assertions, inputs, started };
  }

  /** Gives addresses and arbitrary contents to what instances have in common, before they go their own ways. Gives the state of main. */
  private prepare(): State {
    const { memory } = this.initial;
    // Those of main's arguments.
    const { inputs } = memory;
    memory.inputs = undefined;
    this.pointers.expose(memory);
    for (const object of this.machine.image.symbols.values()) {
      if (memory.pages(object).every((page) => page.shadow === null)) continue;
      for (const { start, size } of this.locations.extents(object, memory.info(object)!) ?? [])
        memory.loadTerm(object, start, size);
    }
    for (let input = memory.inputs as Input | undefined; input !== undefined; input = input.previous)
      this.inputs.push(input);
    memory.inputs = undefined;
    const main = this.initial.clone();
    main.memory.inputs = inputs;
    return main;
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
    this.needs(start, this.ended, runs, (value) => this.terms.not(value));
    for (const [mask, location] of this.masks) {
      const needed = mask.enables(isr);
      if (needed !== undefined) this.needs(start, location, runs, (value) => needed(this.terms, value));
      const entry = mask.atEntry(isr);
      if (entry !== undefined) this.write(start, location, runs, this.constant(mask, entry));
    }
    this.run(state);
    const end = this.addStep(runs);
    for (const [mask, location] of this.masks) {
      const exit = mask.atExit(isr);
      if (exit !== undefined) this.write(end, location, runs, this.constant(mask, exit));
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

  private addEvent(step: number, operation: 'R' | 'W', location: number, guard: Term, value: Term): void {
    const id = this.events.length;
    this.events.push({ id, step, operation, location, guard, value });
    this.steps[step]!.events.push(id);
  }

  private write(step: number, location: number, guard: Term, value: Term): void {
    this.addEvent(step, 'W', location, guard, value);
  }

  /** A read whose value must satisfy something if it happens. */
  private needs(step: number, location: number, guard: Term, needed: (value: Term) => Term): void {
    const { name, width } = this.locations.all[location]!;
    const value = this.terms.variable(width, name);
    this.addEvent(step, 'R', location, guard, value);
    this.assertions.push(this.terms.implies(guard, needed(value)));
  }

  private writeInitialValues(step: number): void {
    const { memory } = this.initial;
    this.write(step, this.ended, TRUE, this.terms.constant(1, 0));
    for (const [mask, location] of this.masks) this.write(step, location, TRUE, this.constant(mask, mask.initial));
    for (const [location, { bytes }] of this.locations.all.entries()) {
      if (bytes === undefined) continue;
      const { object, start, size } = bytes;
      this.pointers.learn(memory, object, start, size);
      this.write(step, location, TRUE, memory.loadTerm(object, start, size));
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

  /** What is read becomes arbitrary first; masks and pointers that the step depends on are told apart. */
  before(strand: Line, next: Peeked | undefined): readonly Line[] {
    if (next === undefined) return [strand];
    if (next.kind === 'mask' || (next.kind === 'device' && this.objects.isMaskRegister(next)))
      return this.splitByMasks(strand);
    if (next.kind !== 'access') return [strand];
    const { whole } = strand.ghost ?? {};
    strand.ghost = whole === undefined ? null : { whole };
    let strands: readonly Line[] = [strand];
    for (const access of next.accesses)
      if (access.operation !== 'W') strands = this.forget(strands, access, isPointerLoad(next));
    if (next.accesses.some((a) => a.operation === 'RW'))
      for (const s of strands) s.ghost = { ...s.ghost, before: s.state.clone() };
    return strands;
  }

  /** One state for each value of the pointers among what may be read, the rest as variables. */
  private forget(
    strands: readonly Line[],
    { object, offset, size, arbitrary }: PeekedAccess,
    isPointer: boolean,
  ): readonly Line[] {
    const info = this.initial.memory.info(object);
    if (info?.visible !== true || info.constant || offset >= info.size) return strands;
    let all = strands;
    for (const place of this.locations.of(object, info, offset, Math.min(info.size - offset, size))) {
      const { start, size: length } = place;
      const { name, width } = this.locations.all[place.location]!;
      if (isPointer && length === (arbitrary?.size ?? size)) {
        this.pointers.isPointer(object, start);
        this.pointers.learn(this.initial.memory, object, start, length);
      }
      const values = this.pointers.valuesAt(object, start);
      all = all.flatMap((strand) => {
        const value = this.terms.variable(width, name);
        const held = values === undefined ? [strand] : this.splitByPointers(strand, value, values);
        held.forEach((s, n) => {
          const pointed = [...(values ?? [])][n];
          if (pointed === undefined) s.state.memory.storeTerm(object, start, length, value);
          else s.state.memory.storePointer(pointer(object, start), pointed);
          s.ghost = { ...s.ghost, forgotten: [...(s.ghost?.forgotten ?? []), { ...place, object }] };
        });
        return held;
      });
      if (all.length > MAX_STRANDS) throw new Inexpressible(`reads of ${info.name}, which has too many pointers`);
    }
    return all;
  }

  private splitByPointers(strand: Line, value: Term, values: ReadonlySet<number>): readonly Line[] {
    const { memory } = this.initial;
    const is = [...values].map((v) => this.terms.eq(value, addressTerm(memory, v, this.terms.width(value))));
    this.assertions.push(this.terms.implies(strand.guard(this.terms), this.terms.any(is)));
    return is.map((condition) => {
      const copy = strand.copy();
      copy.assume(condition);
      return copy;
    });
  }

  /** One state for each value of the masks that the step reads. */
  private splitByMasks(strand: Line): readonly Line[] {
    let split: readonly { readonly strand: Line; readonly reads: readonly (readonly [MaskComponent, Term])[] }[] = [
      { strand, reads: [] },
    ];
    for (const mask of masksRead(this.machine, strand.state, [...this.masks.keys()])) {
      split = split.flatMap(({ strand: s, reads }) => {
        const value = this.terms.variable(mask.width, mask.name);
        const is = mask.values.map((v) => this.terms.eq(value, this.constant(mask, v)));
        this.assertions.push(this.terms.implies(s.guard(this.terms), this.terms.any(is)));
        return mask.values.map((v, n) => {
          const copy = s.copy();
          copy.assume(is[n]!);
          setMask(copy.state, mask, v);
          return { strand: copy, reads: [...reads, [mask, value] as const] };
        });
      });
    }
    return split.map(({ strand: s, reads }) => {
      s.ghost = { masks: { reads, before: s.state.clone() } };
      return s;
    });
  }

  stepped(strand: Line, events: readonly Event[], { step: counted, answers }: Stepped<never>): void {
    const guard = strand.guard(this.terms);
    const { state, ghost: noted, frames } = strand;
    const pending = frames[frames.length - 1]?.pending;
    const accesses = events.filter((e): e is Access => e.kind === 'access' && !this.objects.isDevice(state, e.object));
    const whole = noted?.whole ?? wholeOf(accesses[0], pending);
    strand.ghost = pending === undefined || whole === undefined ? null : { whole };
    if (accesses.length === 0 && noted?.masks === undefined) return;
    const step = this.addStep(guard);
    if (counted !== undefined) counted.id = step;
    if (noted?.masks !== undefined) this.maskEvents(step, guard, state, noted.masks, answers);
    const touched = accesses.flatMap((access) => this.access(strand, access, step, guard, noted?.before, whole));
    // Whoever reads them next asks again: states that differ in nothing else can be joined.
    for (const { object, start, size } of [...touched, ...(noted?.forgotten ?? [])])
      state.memory.storeTerm(object, start, size, this.terms.zero(size * 8));
  }

  private maskEvents(
    step: number,
    guard: Term,
    state: State,
    { reads, before }: NonNullable<Noted['masks']>,
    answers: readonly boolean[],
  ): void {
    for (const [mask, value] of reads) this.addEvent(step, 'R', this.masks.get(mask)!, guard, value);
    for (const mask of masksWritten(this.machine, before, [...this.masks.keys()], answers)) {
      if (!mask.values.includes(mask.of(state)))
        throw new Inexpressible(`the ${mask.name}, which has unexpected values`);
      this.write(step, this.masks.get(mask)!, guard, this.constant(mask, mask.of(state)));
    }
  }

  /** Gives the places that it covers. */
  private access(
    { state, iterations }: Line,
    { object, offset, size, operation, context, instruction, function: fn }: Access,
    step: number,
    guard: Term,
    before: State | undefined,
    whole: WholeAccess | undefined,
  ): NonNullable<Noted['forgotten']> {
    const info = state.memory.info(object)!;
    if (info.kind !== 'global') throw new Inexpressible(`${info.name}, which is shared and no global variable`);
    const places = this.locations.of(object, info, offset, size).map((place) => ({ ...place, object }));
    const { memory } = operation === 'R' && before !== undefined ? before : state;
    for (const { location, start, size: length } of places) {
      if (operation === 'W') this.pointers.learn(memory, object, start, length);
      this.addEvent(step, operation, location, guard, memory.loadTerm(object, start, length));
    }
    const siteOf = (as: 'R' | 'W'): number => this.options.sites.of(context, instruction, as, fn);
    const isAtomic = instruction.op === 'atomicrmw' || instruction.op === 'cmpxchg';
    const site = siteOf(operation);
    const access: AccessEvent = {
      step,
      site,
      operation,
      object,
      offset,
      size,
      guard,
      coming: isAtomic ? { operation: 'W', site: siteOf('W') } : { operation, site },
      variable: (at, bytes) => this.objects.genericName(state, pointer(object, at), bytes),
      unit: iterations,
    };
    this.instance.accesses.push(whole === undefined ? access : { ...access, whole });
    return places;
  }

  failed(strand: Line, failure: Failure): void {
    const { context } = this.instance;
    const site = this.options.sites.of(context.id, failure.instruction, 'R', failure.function);
    this.mishap(strand, { kind: 'failure', failure, site });
  }

  uncovered(strand: Line, why: Extract<Outcome, { kind: 'unmodelled' | 'bounded' }>): void {
    this.mishap(strand, { kind: 'uncovered', why });
  }

  exited(strand: Line, because: 'exit' | 'assumption'): void {
    this.stop(strand, because);
    this.end(strand);
  }

  private mishap(strand: Line, what: Mishap['what']): void {
    const guard = strand.guard(this.terms);
    const isOver = this.terms.variable(1, 'ended');
    const step = this.stop(strand, 'mishap', isOver);
    this.mishaps.push({ step, guard: this.terms.and(guard, this.terms.not(isOver)), what });
    strand.trace = { kind: 'step', id: step, before: strand.trace };
    this.end(strand);
  }

  /** The execution ends here, if it has not ended before. */
  private stop(strand: Line, because: Stop['because'], isOver?: Term): number {
    const guard = strand.guard(this.terms);
    const step = this.addStep(guard);
    if (isOver !== undefined) this.addEvent(step, 'R', this.ended, guard, isOver);
    this.write(step, this.ended, guard, TRUE);
    this.stops.push({ step, guard, because });
    return step;
  }

  private end(strand: Line): void {
    const { state, trace } = strand;
    this.pointers.learnExposed(state.memory);
    this.instance.ends.push({ guard: strand.guard(this.terms), trace, state });
  }
}

/** After the first piece of a wide load or store: all its bytes. */
function wholeOf(first: Access | undefined, pending: Pieces | undefined): WholeAccess | undefined {
  const op = first?.instruction.op;
  if (first === undefined || pending === undefined || (op !== 'load' && op !== 'store')) return undefined;
  return { offset: first.offset - pending.order[0]!, size: pending.size * pending.order.length };
}

function isPointerLoad({ instruction: i }: Peeked): boolean {
  return i.op === 'load' && i.result.type.kind === 'pointer';
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
      const free = isrs.find((isr) => isr.nonMaskable);
      if (free !== undefined) throw new Inexpressible(`${free.name}, which no mask keeps out`);
      return (isr) => (opens.has(isr.id) ? 1 : 2);
    }
  }
}
