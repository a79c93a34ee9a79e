// The `gap` encoding: an instance of an ISR starts in exactly one gap between two steps of what it preempts. It is
// unrolled once for each shape of the state it starts in (masks, pointers, what is active below), on variables for the
// data; where it starts in a gap, its inputs equal the memory of that gap, and its outputs flow on from there. So
// memory is a term at every step, and there are no clocks and no read-from choices. Precise by construction, linear in
// gaps × instances. Several instances in one gap: see `slots`.

import { ModelObjects } from '../../../execution/model-objects.js';
import { RelevantStarts } from '../../../execution/relevant-starts.js';
import { Histories } from '../../../findings/history.js';
import type { Event } from '../../../machine/event.js';
import type { Machine } from '../../../machine/machine.js';
import { pointer } from '../../../machine/memory/value.js';
import { Merger } from '../../../machine/merge.js';
import type { Failure } from '../../../machine/outcome.js';
import type { Peeked, PeekedAccess } from '../../../machine/peek.js';
import type { State } from '../../../machine/state.js';
import { type Context, type ContextId, MAIN } from '../../../model/program.js';
import { Substitution } from '../../../solve/substitute.js';
import type { Term, Terms } from '../../../solve/term.js';
import { finish } from '../../limits.js';
import { type ActivationEncoder, drainInputs, GuardedState, joinGuardedStates, Unroller } from '../unroll/unroll.js';
import { Constraints } from './constraints.js';
import { type FootprintCell, FootprintCells } from './footprint-cells.js';
import type { ExecutionEnd, GapOptions, GapSystem, UncoveredPath } from './gap-system.js';
import { Goals } from './goals.js';
import { InstanceAccesses } from './instance-accesses.js';
import { LatestStart } from './latest-start.js';
import { overlaps } from './overlap.js';
import { isFixed, PointerInputs } from './pointer-inputs.js';
import { Shapes } from './shapes.js';
import { type Slots, slotsOf } from './slots.js';
import { constrainStarts, returnsOf } from './start-constraints.js';
import { AccessWords, type GuardedAccess, SymbolicTables, type TableContext } from './symbolic-tables.js';
import {
  cellKey,
  copyOutputs,
  type ExecutionPoint,
  type Fire,
  type GapState,
  type GapTrace,
  type InstanceVariant,
  isConcreteCell,
  isPointerCell,
  masksOf,
  type OccurrencePoint,
  occursAt,
  placeKey,
  type VariantInput,
} from './variant.js';
import { changesOf, isSmall } from './variant-exits.js';

/**
 * Unrolls the whole program. What was taken for constant and is not is a variable the next time; there are only so many
 * cells.
 */
export function encodeGaps(machine: Machine, options: GapOptions): GapSystem {
  return finish(gapEncoding(machine, options));
}

/** The same, piece by piece. */
export function* gapEncoding(machine: Machine, options: GapOptions): Generator<void, GapSystem> {
  const varying = new Set<string>();
  const pointers = new PointerInputs(machine.terms);
  for (;;) {
    const known = varying.size + pointers.size;
    const system = yield* new GapEncoder(machine, options, varying, pointers).encode();
    if (varying.size + pointers.size === known) return system;
    pointers.restart();
  }
}

class GapEncoder implements ActivationEncoder<Fire, SymbolicTables> {
  private readonly terms: Terms;
  private readonly merger: Merger;
  private readonly cells: FootprintCells;
  private readonly shapes: Shapes;
  private readonly relevantStarts: RelevantStarts;
  private readonly slots: Slots;
  private readonly latestStart: LatestStart;
  private readonly variants = new Map<string, InstanceVariant>();
  private readonly constraints: Constraints;
  private readonly goals = new Goals();
  private readonly executionEnds: ExecutionEnd[] = [];
  private readonly tableContext: TableContext;
  private readonly objects: ModelObjects;
  private readonly notCovered: UncoveredPath[] = [];
  private readonly started = new Set<ContextId>();
  private gaps = 0;
  /** The instance that is being unrolled; undefined for main. */
  private within: InstanceVariant | undefined;

  constructor(
    private readonly machine: Machine,
    private readonly options: GapOptions,
    private readonly varying: Set<string>,
    private readonly pointers: PointerInputs,
  ) {
    this.terms = machine.terms;
    this.constraints = new Constraints(machine.terms);
    this.merger = new Merger(machine);
    this.cells = new FootprintCells(machine, this.merger.leaves);
    this.shapes = new Shapes(machine, this.cells, pointers);
    this.objects = new ModelObjects(machine);
    this.relevantStarts = new RelevantStarts(machine, this.objects, options.arrivals);
    const { terms } = machine;
    this.tableContext = { terms, histories: new Histories(options.effect), words: new AccessWords(options.effect) };
    const isrs = options.isrs ?? machine.isrs;
    this.slots = slotsOf(machine.program, isrs, options.arrivals, this.relevantStarts.dependence);
    const ids = isrs.map((isr) => isr.id);
    this.latestStart = new LatestStart(machine.terms, this.relevantStarts, this.constraints, ids);
  }

  *encode(): Generator<void, GapSystem> {
    const main: GapState = new GuardedState(this.machine.initial(), [], undefined, SymbolicTables.empty);
    drainInputs(main);
    const ends = yield* new Unroller(this.machine, this.merger, this).turns(main);
    for (const end of ends) this.exited(end, 'exit');
    const runs = constrainStarts(this.terms, this.variants.values(), this.constraints);
    const within = <T extends { readonly guard: Term }>(item: T, variant: InstanceVariant | undefined): T =>
      variant === undefined ? item : { ...item, guard: this.terms.and(item.guard, runs.get(variant)!) };
    const goals = this.goals.all.map((goal) => ({
      ...goal,
      occurrences: goal.occurrences.map((o) => within(o, o.where.within)),
    }));
    const uncovered = this.notCovered.map((u) => within(u, u.within));
    const executionEnds = this.executionEnds.map((e) => within(e, e.within));
    const { constraints, started } = this;
    const instances = new Set([...this.variants.values()].map((v) => `${v.isr.id} ${v.arrival}`)).size;
    const starts = [...this.variants.values()].reduce((sum, v) => sum + v.fires.length, 0);
    return {
      executionEnds,
      constraints,
      goals,
      uncovered,
      started,
      returns: returnsOf(this.terms, runs),
      someStart: this.terms.any([...this.variants.values()].flatMap((v) => v.fires.map((f) => f.chosen))),
      counts: { gaps: this.gaps, instances, variants: this.variants.size, starts },
    };
  }

  checkLimits(): void {
    this.options.checkLimits();
  }

  feasible(conditions: readonly Term[]): boolean {
    return this.options.feasible(conditions);
  }

  joinGhosts(a: SymbolicTables, b: SymbolicTables, condition: Term): SymbolicTables {
    return SymbolicTables.join(this.tableContext, a, b, condition);
  }

  iteration(guarded: GapState): void {
    guarded.ghost = guarded.ghost.cleared();
  }

  stepped(guarded: GapState, events: readonly Event[]): void {
    if (!this.options.watches) return;
    const { state } = guarded;
    const guard = guarded.guard(this.terms);
    const point: ExecutionPoint = { within: this.within, trace: guarded.trace };
    for (const event of events) {
      if (event.kind !== 'access' || !this.objects.isWatched(state, event)) continue;
      if (this.objects.isMonitor(event.object)) continue;
      const site = this.options.sites.of(event.context, event.instruction, event.operation, event.function);
      const { operation, object, offset, size } = event;
      const access = { site, operation, object, offset, size, guard };
      this.within?.accesses.own(access, point);
      const { tables, matches } = guarded.ghost.own(this.tableContext, access);
      guarded.ghost = tables;
      for (const { pattern, o1, o2, condition } of matches) {
        const variable = this.objects.genericName(state, pointer(object, offset), size);
        const key = `atomicity ${pattern} ${o1} ${o2} ${site} ${variable}`;
        this.goals.add(key, 'atomicity', this.terms.and(guard, condition), occursAt(point));
      }
    }
    const { frames } = guarded;
    if (frames[frames.length - 1]?.pending === undefined) guarded.ghost = guarded.ghost.untorn();
  }

  failed(guarded: GapState, failure: Failure): void {
    const context = guarded.state.running?.context ?? MAIN;
    const site = this.options.sites.of(context, failure.instruction, 'R', failure.function);
    const property = failure.kind === 'assertion' ? 'assertion' : 'undefined-behaviour';
    const where = occursAt({ within: this.within, trace: guarded.trace });
    const key = `failure ${failure.kind} ${site}`;
    this.goals.add(key, property, guarded.guard(this.terms), where, { failure, context });
  }

  exited(guarded: GapState, because: 'exit' | 'assumption' | 'waits'): void {
    if (because !== 'exit') return;
    this.executionEnds.push({ guard: guarded.guard(this.terms), state: guarded.state, within: this.within });
  }

  uncovered(guarded: GapState, why: UncoveredPath['why']): void {
    this.notCovered.push({ why, guard: guarded.guard(this.terms), within: this.within });
  }

  *before(guarded: GapState, next: Peeked | undefined): Generator<void, readonly GapState[]> {
    const { machine } = this;
    if (machine.isrs.length === 0) return [guarded];
    // What an endless loop does not depend on starts where a round begins.
    const postpones = next !== undefined && !next.mayEnd && !guarded.beginsRound;
    const relevant = (state: State): ReadonlySet<ContextId> =>
      new Set(this.relevantStarts.before(state, postpones ? next : undefined, machine.startable(state)));
    let states: readonly GapState[] = [guarded];
    const starts: Fire[] = [];
    if (relevant(guarded.state).size > 0) this.gaps++;
    const masks = masksOf(guarded.state);
    for (let turns = this.slots.turns, n = 0; n < turns.length; n++) {
      const isr = turns[n]!;
      for (let arrival = 0; arrival < this.options.arrivals; arrival++) {
        const after: GapState[] = [];
        for (const s of states) {
          if (s.isImpossible) continue;
          if (this.options.tracePartitioning && s.state.arrivals[isr.id] !== arrival) after.push(s);
          else if (relevant(s.state).has(isr.id)) after.push(...(yield* this.fire(s, isr, arrival, next, starts)));
          else after.push(s);
        }
        states = after;
      }
      if (turns !== this.slots.turns || states.every((s) => masksOf(s.state) === masks)) continue;
      turns = [...turns.slice(0, n + 1), ...(this.slots.after(isr) ?? turns.slice(n + 1))];
    }
    if (postpones) this.latestStart.constrain(starts, guarded.state, next);
    return states;
  }

  /** The instance starts here, or not: one state for both where they differ in data only. */
  private *fire(
    guarded: GapState,
    isr: Context,
    arrival: number,
    next: Peeked | undefined,
    starts: Fire[],
  ): Generator<void, readonly GapState[]> {
    this.checkLimits();
    yield;
    const variant = yield* this.variantFor(guarded, isr, arrival);
    this.started.add(isr.id);
    const chosen = this.terms.variable(1, `${isr.name} starts`);
    this.constraints.add(chosen, this.terms.implies(chosen, guarded.guard(this.terms)));
    for (const cell of variant.pointers) {
      const value = this.shapes.pointerIn(guarded.state, cell);
      if (value !== undefined) this.pointers.note(placeKey(cell), value);
    }
    const contents = variant.inputs.flatMap((input) => this.shapes.contentsOf(guarded.state, input));
    const inputs = variant.inputs
      .flatMap(({ variables }) => variables)
      .map((variable, n) => [variable, contents[n]!] as const);
    for (const [variable, content] of inputs)
      this.constraints.add(variable, this.terms.implies(chosen, this.terms.eq(variable, content)));
    for (const { object, start, size, value } of variant.constants)
      if (guarded.state.memory.loadTerm(object, start, size) !== value)
        this.varying.add(cellKey(variant, { object, start, size }));
    drainInputs(guarded);
    const fire: Fire = { variant, chosen, contents, gap: { within: this.within, trace: guarded.trace } };
    variant.fires.push(fire);
    this.within?.nested.push(fire);
    starts.push(fire);
    const trace: GapTrace = { kind: 'start', start: fire, before: guarded.trace };
    if (this.options.watches) this.watch(guarded, variant, chosen, next);
    const rest = guarded.copy();
    rest.assume(this.terms.not(chosen));
    const states: GapState[] = [rest];
    const here = new Substitution(this.terms, variant.isSmall ? inputs : []);
    for (const exit of variant.exits) {
      const after = guarded.copy();
      after.trace = trace;
      this.machine.noteArrival(after.state, isr.id);
      after.assume(this.terms.and(chosen, here.apply(exit.guard)));
      copyOutputs(exit, after.state, here);
      if (this.options.watches)
        after.ghost = guarded.ghost.foreign(this.tableContext, exit.summary, (condition) => here.apply(condition));
      const place = states.findIndex((other) => {
        const joined = joinGuardedStates(after, other, this.terms, this.merger, this);
        if (joined === undefined) return false;
        states[states.indexOf(other)] = joined;
        return true;
      });
      if (place < 0) states.push(after);
    }
    return states;
  }

  /** Races of the instance with the next step of what it preempts. */
  private watch(guarded: GapState, variant: InstanceVariant, chosen: Term, next: Peeked | undefined): void {
    const { terms } = this;
    this.within?.accesses.nested(chosen, variant.accesses);
    if (next === undefined || next.kind !== 'access') return;
    const context = guarded.state.running!.context;
    const report = (
      kind: 'race' | 'torn-access',
      mine: PeekedAccess,
      other: GuardedAccess,
      guard: Term,
      where: OccurrencePoint,
    ): void => {
      const operation = mine.operation === 'R' ? 'R' : 'W';
      const { id } = next.store ?? next.instruction;
      const first = this.options.sites.of(context, id, operation, next.function);
      for (const { from, to, condition } of overlaps(terms, mine, other)) {
        const variable = this.objects.genericName(guarded.state, pointer(mine.object, from), to - from);
        this.goals.add(`${kind} ${first} ${other.site} ${variable}`, 'race', terms.and(guard, condition), where);
      }
    };
    for (const { access: other, point } of variant.accesses.all())
      for (const mine of next.accesses)
        if (mine.object === other.object && (mine.operation !== 'R' || other.operation === 'W'))
          report('race', mine, other, terms.and(chosen, other.guard), { within: undefined, point });
    if (next.whole === undefined || next.whole.done.length === 0) {
      guarded.ghost = guarded.ghost.untorn();
      return;
    }
    const { tables, hits } = guarded.ghost.tear(terms, next.whole, this.limited(variant.accesses.inOrder(chosen)));
    for (const { access, condition } of hits)
      report('torn-access', next.whole.access, access, condition, { within: undefined, point: () => access.point });
    guarded.ghost = tables;
  }

  private *limited<T>(items: Iterable<T>): Generator<T> {
    for (const item of items) {
      this.checkLimits();
      yield item;
    }
  }

  private *variantFor(guarded: GapState, isr: Context, arrival: number): Generator<void, InstanceVariant> {
    const cells = this.cells.of(guarded.state, isr.id);
    const key = `${isr.id} ${arrival} ${this.shapes.of(guarded.state, isr, cells)}`;
    const known = this.variants.get(key);
    if (known !== undefined) return known;
    const state = guarded.state.clone();
    const { memory } = state;
    const inputs: VariantInput[] = [];
    const pointers: FootprintCell[] = [];
    const constants: (FootprintCell & { readonly value: Term })[] = [];
    const varies = (cell: FootprintCell): boolean => this.varying.has(`${key} ${cell.object} ${cell.start}`);
    for (const cell of cells) {
      const { object, start, size } = cell;
      const value = this.shapes.pointerIn(state, cell);
      const form = value === undefined ? undefined : this.pointers.note(placeKey(cell), value);
      const name = (): string => `${memory.info(object)!.name}+${start} at ${isr.name}`;
      if (value !== undefined) {
        pointers.push(cell);
        if (form === undefined || isFixed(form)) continue;
        const { variables, pointer: opened } = this.pointers.open(form, name());
        memory.storePointer(pointer(object, start), opened);
        inputs.push({ ...cell, variables, form });
        continue;
      }
      if (isPointerCell(state, cell)) continue;
      const isKnown = isConcreteCell(state, cell) && !varies(cell);
      if (isKnown) constants.push({ ...cell, value: memory.loadTerm(object, start, size) });
      else {
        const variable = this.terms.variable(size * 8, name());
        memory.storeTerm(object, start, size, variable);
        inputs.push({ ...cell, variables: [variable] });
      }
    }
    const variant: InstanceVariant = {
      key,
      isr,
      arrival,
      initial: state.clone(),
      inputs,
      pointers,
      constants,
      exits: [],
      isSmall: false,
      fires: [],
      nested: [],
      accesses: new InstanceAccesses(this.terms),
    };
    this.variants.set(key, variant);
    this.machine.take(state, { kind: 'start', isr: isr.id });
    if (this.options.tracePartitioning) state.arrivals[isr.id]!++;
    const entry: GapState = new GuardedState(state, [], undefined, SymbolicTables.empty);
    drainInputs(entry);
    const outer = this.within;
    this.within = variant;
    const ends = yield* new Unroller(this.machine, this.merger, this).turns(entry);
    this.within = outer;
    variant.exits = ends.map((end) => ({
      guard: end.guard(this.terms),
      trace: end.trace,
      state: end.state,
      summary: end.ghost.summary,
      ...changesOf(this.merger, variant, end.state),
    }));
    variant.isSmall = isSmall(this.terms, variant.exits);
    for (const end of ends) this.refuseAllocations(variant, end);
    return variant;
  }

  /** Objects have numbers, which would mean others in another gap. */
  private refuseAllocations(variant: InstanceVariant, end: GapState): void {
    const { program } = this.machine;
    for (const object of end.state.memory.dynamicObjects()) {
      const { site: instruction } = end.state.memory.info(object)!;
      if (variant.initial.memory.entry(object) !== undefined || instruction === undefined) continue;
      const place = program.objects.find((o) => o.site === instruction)?.symbol ?? variant.isr.function;
      const { id } = instruction;
      const why = {
        kind: 'unmodelled',
        what: 'memory that an ISR allocates',
        instruction: id,
        function: place,
      } as const;
      this.notCovered.push({ why, guard: end.guard(this.terms), within: variant });
    }
  }
}
