// Unrolls every instance by itself into symbolic events (TECS 2017 §5.1, §5.2): a read of shared memory is a variable of its own, and only the
// ordering encodings say which write it takes its value from. Masks, flags and "the execution has ended" are locations: an ISR's start reads
// that it is enabled, an operation on masks writes. What cannot be said this way is refused with its reason, never approximated.

import { ModelObjects } from '../../../execution/model-objects.js';
import type { SiteId } from '../../../findings/history.js';
import type { Sites } from '../../../findings/sites.js';
import type { Event, Failure, Outcome } from '../../../machine/event.js';
import type { Machine } from '../../../machine/machine.js';
import type { Input } from '../../../machine/memory/memory.js';
import { placeAt } from '../../../machine/memory/pointer-choice.js';
import { pointer } from '../../../machine/memory/value.js';
import { Merger } from '../../../machine/merge.js';
import { type Peeked, type PeekedAccess, peek } from '../../../machine/peek.js';
import type { Pieces, State } from '../../../machine/state.js';
import { isVisibleAddress } from '../../../machine/stepping/access.js';
import type { Context } from '../../../model/program.js';
import { possibleValues } from '../../../solve/possible-values.js';
import { FALSE, type Term, type Terms, TRUE } from '../../../solve/term.js';
import { drainInputs, type Encoding, type Stepped, Strand, Unroller } from '../unroll/unroll.js';
import type { EventGraph, MemoryEvent } from './event-graph.js';
import { EventRecorder } from './event-recorder.js';
import { type KeptState, type Range, showKept } from './kept-state.js';
import { levelsOf } from './levels.js';
import { CutAgain, Cuts, Inexpressible, Locations, type Place } from './locations.js';
import { componentsOf, type MaskComponent, masksRead, masksWritten, setMask } from './mask-components.js';
import { RegisterContents } from './register-contents.js';
import { SharedPointers } from './shared-pointers.js';
import { SharedReads } from './shared-reads.js';
import type { AccessEvent, InstanceEnd, Mishap, Stop, Unrolled, UnrolledInstance, WholeAccess } from './unrolled.js';

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
  /** Of a memory copy, which is made in pieces: all that it reads and writes. */
  readonly blocks?: readonly PeekedAccess[];
  /** The access that is made in pieces. */
  readonly whole?: WholeAccess;
}

export interface EventOptions {
  readonly arrivals: number;
  readonly sites: Sites;
  readonly feasible: (conditions: readonly Term[]) => boolean;
  readonly checkLimits: () => void;
}

/** Throws `Inexpressible`. */
export function unrollEvents(machine: Machine, options: EventOptions): Unrolled {
  const bound = machine.isrs.find((isr) => isr.startsAt !== undefined);
  if (bound !== undefined) throw new Inexpressible(`${bound.name}, which starts only at certain calls`);
  const kept = showKept(machine, options.arrivals);
  const pointers = new SharedPointers();
  const registers = new RegisterContents(kept.machine);
  const cuts = new Cuts();
  for (;;) {
    const unrolled = unrollWith(() => new Events(kept, options, pointers, registers, cuts).unroll());
    const hasNews = [pointers.takeNews(), registers.takeNews()];
    if (unrolled !== undefined && !hasNews.includes(true)) return unrolled;
  }
}

/** Undefined if an object had to be cut once more. */
function unrollWith(unroll: () => Unrolled): Unrolled | undefined {
  try {
    return unroll();
  } catch (thrown) {
    if (thrown instanceof CutAgain) return undefined;
    throw thrown;
  }
}

interface Growing extends Omit<UnrolledInstance, 'steps' | 'ends' | 'accesses'> {
  readonly steps: number[];
  readonly ends: InstanceEnd[];
  readonly accesses: AccessEvent[];
}

class Events implements Encoding<never, Noted | null> {
  private readonly machine: Machine;
  private readonly terms: Terms;
  private readonly merger: Merger;
  private readonly objects: ModelObjects;
  private readonly locations: Locations;
  private readonly recorder: EventRecorder;
  private readonly reads: SharedReads;
  private readonly mishaps: Mishap[] = [];
  private readonly stops: Stop[] = [];
  private readonly hidden = new Set<number>();
  private readonly inputs: Input[] = [];
  /** With their locations. */
  private readonly masks: ReadonlyMap<MaskComponent, number>;
  private readonly ended: number;
  /** What the memory of every instance begins as. */
  private readonly initial: State;
  private instance!: Growing;

  constructor(
    private readonly kept: KeptState,
    private readonly options: EventOptions,
    private readonly pointers: SharedPointers,
    private readonly registers: RegisterContents,
    cuts: Cuts,
  ) {
    const { machine } = kept;
    this.machine = machine;
    this.terms = machine.terms;
    this.merger = new Merger(machine);
    this.objects = new ModelObjects(machine);
    this.locations = new Locations(machine, cuts);
    this.initial = machine.initial();
    this.recorder = new EventRecorder(this.terms, this.locations);
    this.reads = new SharedReads(this.terms, this.initial.memory, this.locations, pointers, this.recorder);
    this.ended = this.locations.add('the end of the execution', 1);
    this.masks = new Map(
      componentsOf(machine, this.initial, registers).map((mask) => [mask, this.locations.add(mask.name, mask.width)]),
    );
  }

  unroll(): Unrolled {
    const { program, isrs } = this.machine;
    const { arrivals } = this.options;
    const levels = levelsOf(this.machine);
    const growing: Growing[] = [];
    const begin = (context: Context, level: number, runs: Term, after?: number): void => {
      const id = growing.length;
      const name = arrivals > 1 && context.kind === 'isr' ? `${context.name}#${id}` : context.name;
      const own = { id, context, name, level, runs, steps: [], ends: [], accesses: [] };
      this.instance = after === undefined ? own : { ...own, after };
      growing.push(this.instance);
    };
    begin(program.contexts[0]!, 0, TRUE);
    const first = this.recorder.step(this.instance, TRUE);
    this.run(this.prepare());
    this.recorder.step(this.instance, TRUE);
    for (const isr of isrs) {
      for (let arrival = 0; arrival < arrivals; arrival++) {
        const runs = this.terms.variable(1, `${isr.name} runs`);
        begin(isr, levels(isr), runs, arrival === 0 ? undefined : growing.length - 1);
        this.runIsr(isr, runs);
      }
    }
    this.writeInitialValues(first);
    const { mishaps, stops, hidden, inputs } = this;
    const { steps, events, assertions } = this.recorder;
    const graph: EventGraph = { instances: growing, steps, events, locations: this.locations.all };
    const started = new Set(isrs.filter((isr) => this.mayStart(isr)).map((isr) => isr.id));
    return { graph, instances: growing, mishaps, stops, hidden, assertions, inputs, started };
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
    this.forgetMasks(state);
    const start = this.recorder.step(this.instance, runs);
    this.recorder.needs(start, this.ended, runs, (value) => this.terms.not(value));
    for (const [mask, location] of this.masks) {
      const needed = mask.enables(isr);
      if (needed !== undefined) this.recorder.needs(start, location, runs, (value) => needed(this.terms, value));
      const entry = mask.atEntry(isr);
      if (entry !== undefined) this.recorder.add('W', start, location, runs, this.constant(mask, entry));
    }
    this.run(state);
    const end = this.recorder.step(this.instance, runs);
    for (const [mask, location] of this.masks) {
      const exit = mask.atExit(isr);
      if (exit !== undefined) this.recorder.add('W', end, location, runs, this.constant(mask, exit));
    }
  }

  /** Does anything that is ever written let it start? Masks that are never open together are not noticed. */
  private mayStart(isr: Context): boolean {
    return [...this.masks].every(([mask, location]) => {
      const needed = mask.enables(isr);
      const isWritten = ({ operation, location: at, value }: MemoryEvent): boolean =>
        operation === 'W' && at === location && needed!(this.terms, value) !== FALSE;
      return needed === undefined || this.recorder.events.some(isWritten);
    });
  }

  private constant(mask: MaskComponent, value: number): Term {
    return this.terms.constant(mask.width, value);
  }

  private writeInitialValues(step: number): void {
    const { memory } = this.initial;
    this.recorder.add('W', step, this.ended, TRUE, this.terms.constant(1, 0));
    for (const [mask, location] of this.masks)
      this.recorder.add('W', step, location, TRUE, this.constant(mask, mask.initial));
    for (const [location, { bytes }] of this.locations.all.entries()) {
      if (bytes === undefined) continue;
      const { object, start, size } = bytes;
      this.pointers.learn(memory, object, start, size);
      this.recorder.add('W', step, location, TRUE, memory.loadTerm(object, start, size));
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
    const split = this.splitByOffset(strand, next);
    return split === undefined
      ? this.forget(strand, next)
      : split.flatMap((s) => this.forget(s, peek(this.machine, s.state)));
  }

  /** One state for each offset that a read may be at, where these are few: what it does not read is left alone. */
  private splitByOffset(strand: Line, { instruction: i, accesses: [access] }: Peeked): readonly Line[] | undefined {
    if (i.op !== 'load' || i.address.kind !== 'register' || access?.arbitrary === undefined) return undefined;
    const { index } = i.address;
    const { terms } = this;
    const { offset, size } = access.arbitrary;
    const places = possibleValues(terms, offset)?.map(
      (value) => [value, placeAt(terms, access.object, value)] as const,
    );
    // What nobody sees at a known offset would be no step any more.
    if (places?.every(([, place]) => isVisibleAddress(strand.state, place, size)) !== true) return undefined;
    return places.flatMap(([value, place]) => {
      const copy = strand.copy();
      copy.assume(terms.eq(offset, value));
      copy.state.top().registers[index] = place;
      return copy.isImpossible ? [] : [copy];
    });
  }

  /** What the step reads becomes arbitrary. */
  private forget(strand: Line, next: Peeked): readonly Line[] {
    if (next.kind !== 'access') return [strand];
    let strands: readonly Line[] = [strand];
    const forgotten: (Place & { readonly object: number })[] = [];
    for (const access of next.accesses) {
      if (access.operation === 'W') continue;
      strands = strands.flatMap((s) => {
        const read = this.reads.forget(s, access, isPointerLoad(next));
        for (const place of read.places) forgotten.push({ ...place, object: access.object });
        return read.strands;
      });
    }
    const { whole } = strand.ghost ?? {};
    for (const s of strands)
      s.ghost = {
        forgotten,
        ...(whole === undefined ? {} : { whole }),
        ...(next.accesses.some((a) => a.operation === 'RW') ? { before: s.state.clone() } : {}),
        ...(next.instruction.op === 'call' ? { blocks: next.accesses } : {}),
      };
    return strands;
  }

  /** One state for each value of the masks that the step reads. */
  private splitByMasks(strand: Line): readonly Line[] {
    let split: readonly { readonly strand: Line; readonly reads: readonly (readonly [MaskComponent, Term])[] }[] = [
      { strand, reads: [] },
    ];
    for (const mask of masksRead(this.machine, strand.state, [...this.masks.keys()])) {
      split = split.flatMap(({ strand: s, reads }) => {
        const value = this.recorder.variable(this.masks.get(mask)!);
        const constants = mask.values.map((v) => this.constant(mask, v));
        const is = this.recorder.oneOf(s.guard(this.terms), value, constants);
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
    // Whoever reads them next asks again: states that differ in nothing else can be joined.
    const drop = (places: NonNullable<Noted['forgotten']>): void => {
      for (const { object, start, size } of places)
        state.memory.storeTerm(object, start, size, this.terms.zero(size * 8));
    };
    if (accesses.length === 0 && noted?.masks === undefined) return drop(noted?.forgotten ?? []);
    const step = this.recorder.step(this.instance, guard);
    if (counted !== undefined) counted.id = step;
    if (noted?.masks !== undefined) this.maskEvents(step, guard, state, noted.masks, answers);
    else if (accesses.every((a) => this.isHidden(a, whole, noted?.blocks))) this.hidden.add(step);
    const touched = accesses.flatMap((access) => this.access(strand, access, step, guard, noted?.before, whole));
    drop([...touched, ...(noted?.forgotten ?? [])]);
  }

  private isHidden(access: Access, whole: WholeAccess | undefined, blocks: Noted['blocks']): boolean {
    const { object, operation } = access;
    const block: Range | undefined = blocks?.find((b) => b.object === object && b.operation === operation);
    return this.kept.isHidden(block ?? { object, ...(whole ?? access) });
  }

  /** Whoever depends on them asks: states that differ in nothing else can be joined. */
  private forgetMasks(state: State): void {
    for (const mask of this.masks.keys()) if (mask.kind !== 'atomic') setMask(state, mask, mask.initial);
  }

  private maskEvents(
    step: number,
    guard: Term,
    state: State,
    { reads, before }: NonNullable<Noted['masks']>,
    answers: readonly boolean[],
  ): void {
    this.registers.learn(state);
    for (const [mask, value] of reads) this.recorder.add('R', step, this.masks.get(mask)!, guard, value);
    for (const mask of masksWritten(this.machine, before, [...this.masks.keys()], answers)) {
      if (mask.kind !== 'register' && !mask.values.includes(mask.of(state)))
        throw new Inexpressible(`the ${mask.name}, which has unexpected values`);
      this.recorder.add('W', step, this.masks.get(mask)!, guard, this.constant(mask, mask.of(state)));
    }
    this.forgetMasks(state);
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
      this.recorder.add(operation, step, location, guard, memory.loadTerm(object, start, length));
    }
    const siteOf = (as: 'R' | 'W'): SiteId => this.options.sites.of(context, instruction, as, fn);
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
    const step = this.recorder.step(this.instance, guard);
    if (isOver !== undefined) this.recorder.add('R', step, this.ended, guard, isOver);
    this.recorder.add('W', step, this.ended, guard, TRUE);
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
