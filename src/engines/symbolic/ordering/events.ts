// Unrolls every instance by itself into symbolic events (TECS 2017 §5.1, §5.2): a read of shared memory is a variable
// of its own, and only the ordering encodings say which write it takes its value from. Masks, flags and "the execution
// has ended" are locations: an ISR's start reads that it is enabled, an operation on masks writes. What cannot be said
// this way is refused with its reason, never approximated.

import { ModelObjects } from '../../../execution/model-objects.js';
import { failureAtCall, isOfModel } from '../../../execution/own-frame.js';
import type { SiteId } from '../../../findings/history.js';
import type { Sites } from '../../../findings/sites.js';
import type { Event } from '../../../machine/event.js';
import type { Machine } from '../../../machine/machine.js';
import type { Input, Memory } from '../../../machine/memory/memory.js';
import { pointer } from '../../../machine/memory/value.js';
import { Merger } from '../../../machine/merge.js';
import type { Failure, Outcome } from '../../../machine/outcome.js';
import type { Peeked } from '../../../machine/peek.js';
import type { Pieces, State } from '../../../machine/state.js';
import type { Effect } from '../../../model/platform.js';
import type { Context, Program } from '../../../model/program.js';
import { FALSE, type Term, type Terms, TRUE } from '../../../solve/term.js';
import { type ActivationEncoder, drainInputs, GuardedState, type StepTaken, Unroller } from '../unroll/unroll.js';
import { AtomicSections, joinedProgress, WaitingSections } from './atomic-sections.js';
import type { EventGraph } from './event-graph.js';
import { EventRecorder } from './event-recorder.js';
import type { EventState, ObjectExtent, PreparedStep } from './event-state.js';
import { type KeptState, type Range, showKept } from './kept-state.js';
import { levelsOf } from './levels.js';
import { CutAgain, Cuts, Inexpressible, Locations } from './locations.js';
import { MaskEvents } from './mask-events.js';
import { RegisterContents } from './register-contents.js';
import { SharedPointers } from './shared-pointers.js';
import { SharedReads } from './shared-reads.js';
import { type SpawnedThread, ThreadStarts } from './thread-starts.js';
import type {
  Abort,
  FinalStep,
  InstanceEnd,
  Misuse,
  OrderedAccess,
  Unrolled,
  UnrolledInstance,
  WholeAccess,
} from './unrolled.js';

type Access = Extract<Event, { kind: 'access' }>;

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
  refuseMasks(machine.program);
  const kept = showKept(machine, options.arrivals);
  const pointers = new SharedPointers();
  const registers = new RegisterContents(kept.machine);
  const waiting = new WaitingSections();
  const cuts = new Cuts();
  for (;;) {
    const unrolled = unrollWith(() => new EventEncoder(kept, options, pointers, registers, waiting, cuts).unroll());
    const hasChanged = [pointers, registers, waiting].map((learned) => learned.takeChanged());
    if (unrolled !== undefined && !hasChanged.includes(true)) return unrolled;
  }
}

/** While one thread keeps interrupts out, no other runs: that is no matter of ISRs alone. */
function refuseMasks({ contexts, operations, platform }: Program): void {
  const kinds: readonly Effect['kind'][] = ['close-mask', 'open-mask', 'write-mask', 'read-and-close-mask'];
  const isMasked = platform.globalMask === 'closed' || operations.some((o) => kinds.includes(o.effect.kind));
  if (isMasked && contexts.some((c) => c.kind === 'thread'))
    throw new Inexpressible('the global mask, which keeps other threads out as well');
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

interface GrowingInstance extends Omit<UnrolledInstance, 'steps' | 'ends' | 'accesses'> {
  readonly steps: number[];
  readonly ends: InstanceEnd[];
  readonly accesses: OrderedAccess[];
  /** Conditions under which it stops before an atomic section. */
  readonly stops: Term[];
}

class EventEncoder implements ActivationEncoder<never, PreparedStep | null> {
  private readonly machine: Machine;
  private readonly terms: Terms;
  private readonly merger: Merger;
  private readonly objects: ModelObjects;
  private readonly locations: Locations;
  private readonly recorder: EventRecorder;
  private readonly reads: SharedReads;
  private readonly aborts: Abort[] = [];
  private readonly finalSteps: FinalStep[] = [];
  private readonly misuses: Misuse[] = [];
  private readonly sections: AtomicSections;
  private readonly threads: ThreadStarts;
  private readonly inputs: Input[] = [];
  private readonly masks: MaskEvents;
  private readonly ended: number;
  /** What the memory of every instance begins as. */
  private readonly initial: State;
  private instance!: GrowingInstance;

  constructor(
    private readonly kept: KeptState,
    private readonly options: EventOptions,
    private readonly pointers: SharedPointers,
    registers: RegisterContents,
    waiting: WaitingSections,
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
    this.sections = new AtomicSections(this.terms, this.recorder, waiting);
    this.reads = new SharedReads(machine, this.initial.memory, this.locations, pointers, this.recorder, this.sections);
    this.threads = new ThreadStarts(machine);
    this.ended = this.locations.add('the end of the execution', 1);
    this.masks = new MaskEvents(machine, this.recorder, registers, this.locations, this.initial);
  }

  unroll(): Unrolled {
    const { program, isrs } = this.machine;
    const { arrivals } = this.options;
    const levels = levelsOf(this.machine);
    const growing: GrowingInstance[] = [];
    const begin = (
      context: Context,
      level: number,
      runs: Term,
      more: Pick<GrowingInstance, 'after' | 'spawned'> = {},
    ): void => {
      const id = growing.length;
      const name = (context.kind === 'isr' ? arrivals > 1 : id > 0) ? `${context.name}#${id}` : context.name;
      this.instance = { id, context, name, level, runs, steps: [], ends: [], accesses: [], stops: [], ...more };
      growing.push(this.instance);
    };
    begin(program.contexts[0]!, 0, TRUE);
    const first = this.recorder.step(this.instance, TRUE);
    this.run(this.prepare());
    this.recorder.step(this.instance, TRUE);
    for (const spawned of this.threads.all) {
      begin(spawned.context, 0, spawned.guard, { spawned });
      this.runThread(spawned);
    }
    for (const isr of isrs) {
      for (let arrival = 0; arrival < arrivals; arrival++) {
        const runs = this.terms.variable(1, `${isr.name} runs`);
        begin(isr, levels(isr), runs, arrival === 0 ? {} : { after: growing.length - 1 });
        this.runIsr(isr, runs);
      }
    }
    this.writeInitialValues(first);
    const { aborts, misuses, finalSteps, inputs } = this;
    const { steps, events, assertions } = this.recorder;
    const graph: EventGraph = { instances: growing, steps, events, locations: this.locations.all };
    const started = new Set(
      [...isrs.filter((isr) => this.masks.mayStart(isr)), ...this.threads.all.map((t) => t.context)].map((c) => c.id),
    );
    const waits = this.sections.waitingSteps;
    return { graph, instances: growing, aborts, misuses, waits, finalSteps, assertions, inputs, started };
  }

  /**
   * Gives addresses and arbitrary contents to what instances have in common, before they go their own ways. Gives the
   * state of main.
   */
  private prepare(): State {
    const { memory } = this.initial;
    // Those of main's arguments.
    const { inputs } = memory;
    memory.inputs = undefined;
    this.pointers.expose(memory);
    for (const object of this.machine.image.symbols.values()) {
      if (isClear(memory, object)) continue;
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
    const entry: EventState = new GuardedState(state, [], undefined, null);
    entry.assume(this.instance.runs);
    drainInputs(entry);
    for (const end of new Unroller<never, PreparedStep | null>(this.machine, this.merger, this).run(entry))
      this.end(end);
  }

  private runIsr(isr: Context, runs: Term): void {
    const state = this.initial.clone();
    state.maskOpen = true;
    this.machine.take(state, { kind: 'start', isr: isr.id });
    this.masks.reset(state);
    const start = this.recorder.step(this.instance, runs);
    this.recorder.needs(start, this.ended, runs, (value) => this.terms.not(value));
    this.masks.start(start, isr, runs);
    this.run(state);
    const end = this.recorder.step(this.instance, runs);
    this.masks.end(end, isr, runs);
    // One that stops never ends: what would come after it does not happen.
    const stops = this.terms.any(this.instance.stops);
    if (stops !== FALSE) this.addEnd(end, stops, 'stops');
  }

  private runThread({ state, guard }: SpawnedThread): void {
    this.masks.reset(state);
    this.recorder.step(this.instance, guard);
    this.run(state);
    this.recorder.step(this.instance, guard);
  }

  private writeInitialValues(step: number): void {
    const { memory } = this.initial;
    this.recorder.add('W', step, this.ended, TRUE, this.terms.constant(1, 0));
    this.masks.initialValues(step);
    for (const [location, { bytes, isRegister }] of this.locations.all.entries()) {
      if (isRegister === true) this.recorder.add('W', step, location, TRUE, this.terms.constant(1, 0));
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

  joinGhosts(a: PreparedStep | null, b: PreparedStep | null): PreparedStep | null | undefined {
    return joinedProgress(a, b);
  }

  meet(a: EventState, b: EventState): void {
    this.sections.meet(a, b);
  }

  iteration(): void {}

  /** What is read becomes arbitrary first; masks and pointers that the step depends on are told apart. */
  before(guarded: EventState, next: Peeked | undefined): readonly EventState[] {
    if (next === undefined) return [guarded];
    if (next.kind === 'mask' || this.objects.isMaskRegister(next)) return this.masks.split(guarded);
    return this.reads.havoc(guarded, next);
  }

  stepped(guarded: EventState, events: readonly Event[], how: StepTaken<never>): void {
    const { step: counted, answers } = how;
    const { state, ghost: prepared, frames } = guarded;
    const section = this.sections.of(guarded, this.instance, events, how);
    if (section !== undefined && counted !== undefined) counted.id = section.section.step;
    const guard = guarded.guard(this.terms);
    const pending = frames[frames.length - 1]?.pending;
    const accesses = events.filter((e): e is Access => e.kind === 'access' && this.objects.isWatched(state, e));
    const whole = prepared?.whole ?? wholeOf(this.machine, accesses[0], pending);
    guarded.ghost = {
      ...(pending === undefined || whole === undefined ? {} : { whole }),
      ...(section === undefined ? {} : { section }),
    };
    // Whoever reads them next asks again: states that differ in nothing else can be joined.
    const drop = (extents: readonly ObjectExtent[]): void => {
      for (const { object, start, size } of extents)
        state.memory.storeTerm(object, start, size, this.terms.zero(size * 8));
    };
    if (accesses.length === 0 && prepared?.masks === undefined) return drop(prepared?.havocked ?? []);
    const step = section?.section.step ?? this.recorder.step(this.instance, guard);
    if (counted !== undefined) counted.id = step;
    if (prepared?.masks !== undefined)
      this.masks.record(
        step,
        guard,
        state,
        prepared.masks,
        answers.map((a) => a.value),
      );
    else if (counted !== undefined) counted.isHidden = accesses.every((a) => this.isHidden(a, whole, prepared?.blocks));
    const accessed = accesses.flatMap((access) => this.access(guarded, access, step, guard, prepared?.before, whole));
    for (const event of events) if (event.kind === 'misuse') this.misuse(state, event, step, guard);
    this.threads.take(state, this.instance.context, step, guard);
    drop([...accessed, ...(prepared?.havocked ?? []), ...this.leave(guarded, guard)]);
  }

  /** Behind the last step of a section. */
  private leave(guarded: EventState, guard: Term): readonly ObjectExtent[] {
    const { state, ghost } = guarded;
    if (ghost?.section === undefined || state.atomicDepth > 0) return [];
    const { section, ...rest } = ghost;
    guarded.ghost = rest;
    return this.sections.leave(section, state, guard);
  }

  private isHidden(access: Access, whole: WholeAccess | undefined, blocks: PreparedStep['blocks']): boolean {
    const { object, operation } = access;
    const block: Range | undefined = blocks?.find((b) => b.object === object && b.operation === operation);
    return this.kept.isHidden(block ?? { object, ...(whole ?? access) });
  }

  /** Gives the locations that it covers, and that nobody needs any more. */
  private access(
    guarded: EventState,
    { object, offset, size, operation, context, instruction, function: fn }: Access,
    step: number,
    guard: Term,
    before: State | undefined,
    whole: WholeAccess | undefined,
  ): readonly ObjectExtent[] {
    const { state, iterations } = guarded;
    const info = state.memory.info(object)!;
    if (info.kind !== 'global' && info.kind !== 'device')
      throw new Inexpressible(`${info.name}, which is shared and no global variable`);
    const extents =
      info.kind === 'device'
        ? this.registerBytes(object, offset, size, (location) =>
            this.recorder.add(operation, step, location, guard, this.terms.constant(1, 0)),
          )
        : this.locations.of(object, info, offset, size).map((extent) => ({ ...extent, object }));
    const { memory } = operation === 'R' && before !== undefined ? before : state;
    const covered: ObjectExtent[] = [];
    for (const extent of extents) {
      const { location, start, size: length } = extent;
      if (operation === 'W') this.pointers.learn(memory, object, start, length);
      const { section } = guarded.ghost ?? {};
      if (section === undefined || this.pointers.valuesAt(object, start) !== undefined) {
        this.recorder.add(operation, step, location, guard, memory.loadTerm(object, start, length));
        covered.push(extent);
      } else if (operation === 'W') guarded.ghost = { ...guarded.ghost, section: this.sections.wrote(section, extent) };
    }
    const { program } = this.machine;
    // How a model of the environment does what it does is its own business; so is the monitor.
    if (this.objects.isMonitor(object) || isOfModel(program.module, program.module.functions.get(fn)!)) return covered;
    const made = program.module.instructions[instruction]!;
    // What is done at once is to come as a write, at the instruction that it ends with.
    const store = program.inPlace.get(made);
    const isAtomic = made.op === 'atomicrmw' || made.op === 'cmpxchg' || store !== undefined;
    const siteOf = (as: 'R' | 'W', i = instruction): SiteId => this.options.sites.of(context, i, as, fn);
    const site = siteOf(operation);
    const access: OrderedAccess = {
      step,
      site,
      operation,
      object,
      offset,
      size,
      guard,
      coming: isAtomic ? { operation: 'W', site: siteOf('W', store?.id) } : { operation, site },
      variable: (at, bytes) => this.objects.genericName(state, pointer(object, at), bytes),
      unit: iterations,
      isInSection: this.sections.isSection(step),
    };
    this.instance.accesses.push(whole === undefined ? access : { ...access, whole });
    return covered;
  }

  /** Registers hold nothing that a read depends on: only the order of accesses is told. Gives no memory. */
  private registerBytes(object: number, offset: number, size: number, add: (location: number) => void): [] {
    for (let at = offset; at < offset + size; at++) {
      const byte = pointer(object, at);
      add(this.locations.register(byte, this.objects.genericName(this.initial, byte, 1)));
    }
    return [];
  }

  private misuse(state: State, event: Extract<Event, { kind: 'misuse' }>, step: number, guard: Term): void {
    const { instruction, function: fn, text: message } = event;
    const given: Failure = { kind: 'assertion', message, instruction, function: fn, isMisuse: true };
    const failure = failureAtCall(this.machine.program, state, given);
    const site = this.options.sites.of(event.context, failure.instruction, 'R', failure.function);
    this.misuses.push({ step, guard, failure, site });
  }

  failed(guarded: EventState, failure: Failure): void {
    const { context } = this.instance;
    const site = this.options.sites.of(context.id, failure.instruction, 'R', failure.function);
    this.abort(guarded, { kind: 'failure', failure, site, context: context.id });
  }

  uncovered(guarded: EventState, why: Extract<Outcome, { kind: 'unmodelled' | 'bounded' }>): void {
    this.abort(guarded, { kind: 'uncovered', why });
  }

  exited(guarded: EventState, because: 'exit' | 'assumption' | 'waits'): void {
    if (because === 'waits') return this.sections.waits(guarded);
    this.finalStep(guarded, because);
    this.end(guarded);
  }

  private abort(guarded: EventState, what: Abort['what']): void {
    const guard = guarded.guard(this.terms);
    const isOver = this.terms.variable(1, 'ended');
    const step = this.finalStep(guarded, 'abort', isOver);
    this.aborts.push({ step, guard: this.terms.and(guard, this.terms.not(isOver)), what });
    guarded.trace = { kind: 'step', id: step, before: guarded.trace };
    this.end(guarded);
  }

  /** The execution ends here, if it has not ended before. */
  private finalStep(guarded: EventState, because: FinalStep['because'], isOver?: Term): number {
    const guard = guarded.guard(this.terms);
    const step = guarded.ghost?.section?.section.step ?? this.recorder.step(this.instance, guard);
    if (isOver !== undefined) this.recorder.add('R', step, this.ended, guard, isOver);
    this.addEnd(step, guard, because);
    return step;
  }

  private addEnd(step: number, guard: Term, because: FinalStep['because']): void {
    this.recorder.add('W', step, this.ended, guard, TRUE);
    this.finalSteps.push({ step, guard, because });
  }

  private end(guarded: EventState): void {
    const { state, trace } = guarded;
    this.pointers.learnExposed(state.memory);
    if (this.instance.level === 0) ThreadStarts.checkObjects(state, this.instance.id);
    this.instance.ends.push({ guard: guarded.guard(this.terms), trace, state });
  }
}

/** After the first piece of a wide load or store: all its bytes. */
function wholeOf(machine: Machine, first: Access | undefined, pending: Pieces | undefined): WholeAccess | undefined {
  if (first === undefined || pending === undefined) return undefined;
  const { op } = machine.program.module.instructions[first.instruction]!;
  if (op !== 'load' && op !== 'store') return undefined;
  return { offset: first.offset - pending.order[0]!, size: pending.size * pending.order.length };
}

/** Is there nothing but numbers in it? */
function isClear(memory: Memory, object: number): boolean {
  for (const { page } of memory.entry(object)!.runs()) if (page.shadow !== null) return false;
  return true;
}
