// Depth-first exploration of real executions. A node is a machine state with the access tables of all units on the stack; at each visible
// step the ISRs that the reduction names are started on copies, and the step itself goes on. States seen before are not expanded again.
// Complete within the bounds for atomicity, races and assertions, with `exhaustive` and with `reduced` alike (same findings).

import type { ContextId, Program } from '../../model/program.js';
import type { Event, Outcome } from '../../machine/event.js';
import { StateKeys } from '../../machine/key.js';
import { Machine } from '../../machine/machine.js';
import { type Peeked, type PeekedAccess, peek } from '../../machine/peek.js';
import type { State } from '../../machine/state.js';
import { pointer } from '../../machine/value.js';
import type { Term } from '../../solve/term.js';
import { type Effect, AccessTable, type Match } from './access-table.js';
import { Dependence, type NextStep } from './dependence.js';
import { ModelObjects } from './model-objects.js';
import { Sites } from './sites.js';

export interface ExploreOptions {
  readonly reduction: 'exhaustive' | 'reduced';
  readonly arrivals: number;
  readonly unwind: number;
  readonly unit: 'task' | 'function';
  readonly effect: Effect;
  /** Called now and then; true ends the exploration. */
  readonly isOver: () => boolean;
  /** Whether conditions can hold together; 'unknown' counts as yes and is remembered. */
  readonly isFeasible: (path: readonly Term[]) => boolean;
}

/** Choices that led to a node, the last first: what a schedule is made of. */
export type Trail =
  | { readonly kind: 'start'; readonly step: number; readonly context: ContextId; readonly before: Trail | undefined }
  | { readonly kind: 'order'; readonly step: number; readonly descending: boolean; readonly before: Trail | undefined };

/** Something found on the way, with the node that shows it. */
export type Hit =
  | { readonly kind: 'atomicity'; readonly match: Match; readonly state: State; readonly trail: Trail | undefined }
  | { readonly kind: 'race' | 'torn-access'; readonly first: number; readonly second: number; readonly byte: number; readonly state: State; readonly trail: Trail | undefined }
  | { readonly kind: 'failure'; readonly outcome: Extract<Outcome, { kind: 'failed' }>; readonly state: State; readonly trail: Trail | undefined };

export interface ExploreCounts {
  states: number;
  transitions: number;
  paths: number;
  triggerings: number;
  undefinedBehaviour: number;
}

export interface Exploration {
  readonly hits: readonly Hit[];
  readonly sites: Sites;
  readonly machine: Machine;
  readonly counts: ExploreCounts;
  /** Why not everything was explored; empty if it was. */
  readonly gaps: readonly Gap[];
}

export type Gap =
  | { readonly kind: 'unmodelled'; readonly outcome: Extract<Outcome, { kind: 'unmodelled' }> }
  | { readonly kind: 'bounded' }
  | { readonly kind: 'interrupted' };

/** What is known of one activation besides its frames. */
interface Unit {
  readonly table: AccessTable;
  /** The step that a preempted context will make next. */
  readonly pending: Peeked | undefined;
  /** A torn access in progress: conflicting accesses to bytes already done, and to the rest. */
  readonly torn: { readonly done: boolean; readonly rest: boolean };
}

interface Node {
  readonly state: State;
  readonly units: Unit[];
  trail: Trail | undefined;
  answers: readonly boolean[];
  /** The visible step is decided already: no ISR starts before it. */
  committed: boolean;
}

const UNTORN = { done: false, rest: false } as const;

export function explore(program: Program, options: ExploreOptions): Exploration {
  return new Explorer(program, options).run();
}

class Explorer {
  private readonly machine: Machine;
  private readonly keys = new StateKeys();
  private readonly visited = new Set<string>();
  private readonly sites = new Sites();
  private readonly dependence: Dependence;
  private readonly objects: ModelObjects;
  private readonly hits = new Map<string, Hit>();
  private readonly gaps = new Map<string, Gap>();
  private readonly stack: Node[] = [];
  private readonly counts: ExploreCounts = { states: 0, transitions: 0, paths: 0, triggerings: 0, undefinedBehaviour: 0 };

  constructor(
    program: Program,
    private readonly options: ExploreOptions,
  ) {
    this.machine = new Machine(program, { arrivals: options.arrivals, unwind: options.unwind });
    this.dependence = new Dependence(program, this.machine.isrs);
    this.objects = new ModelObjects(this.machine);
  }

  run(): Exploration {
    const unit = { table: new AccessTable(), pending: undefined, torn: UNTORN };
    this.stack.push({ state: this.machine.initial(), units: [unit], trail: undefined, answers: [], committed: false });
    let turns = 0;
    for (let node = this.stack.pop(); node !== undefined; node = this.stack.pop()) {
      if ((++turns & 63) === 0 && this.options.isOver()) {
        this.gaps.set('interrupted', { kind: 'interrupted' });
        break;
      }
      this.follow(node);
    }
    return { hits: [...this.hits.values()], sites: this.sites, machine: this.machine, counts: this.counts, gaps: [...this.gaps.values()] };
  }

  /** Goes on with one execution until it ends or was seen before; alternatives wait on the stack. */
  private follow(node: Node): void {
    for (;;) {
      const depth = node.state.activations.length;
      // Answers of a committed node belong to its visible step.
      const outcome = this.machine.run(node.state, node.committed ? [] : node.answers);
      if (outcome.kind !== 'undecided' && !node.committed) node.answers = [];
      // ISRs that returned during the run take their tables with them.
      if (node.state.activations.length < depth) this.shrink(node);
      switch (outcome.kind) {
        case 'undecided':
          return this.fork(node, outcome);
        case 'iteration':
          node.units[node.units.length - 1]!.table.clear();
          if (this.isKnown(node)) return;
          continue;
        case 'visible': {
          if (!node.committed) {
            if (this.isKnown(node)) return;
            this.startIsrs(node, peek(this.machine, node.state));
          }
          if (!this.step(node)) return;
          continue;
        }
        case 'idle':
          if (this.isKnown(node)) return;
          this.startIsrs(node, undefined);
          this.counts.paths++;
          return;
        default:
          return this.end(node, outcome);
      }
    }
  }

  /** Makes the visible step; false when the execution does not go on. */
  private step(node: Node): boolean {
    const outcome = this.machine.step(node.state, node.answers);
    if (outcome.kind === 'undecided') {
      node.committed = true;
      this.fork(node, outcome);
      return false;
    }
    node.answers = [];
    node.committed = false;
    if (outcome.kind !== 'stepped') {
      this.end(node, outcome);
      return false;
    }
    this.counts.transitions++;
    for (const event of outcome.events) this.observe(node, event);
    return true;
  }

  private fork(node: Node, outcome: Extract<Outcome, { kind: 'undecided' }>): void {
    const { decision } = outcome;
    for (const answer of [false, true]) {
      if (decision.kind === 'condition') {
        const condition = answer ? decision.condition : this.machine.terms.not(decision.condition);
        if (!this.options.isFeasible([...node.state.path, condition])) continue;
      }
      const copy = this.copy(node);
      copy.answers = [...node.answers, answer];
      if (decision.kind === 'descending') copy.trail = { kind: 'order', step: node.state.steps, descending: answer, before: node.trail };
      this.stack.push(copy);
    }
  }

  private startIsrs(node: Node, next: Peeked | undefined): void {
    const startable = this.machine.startable(node.state);
    if (startable.length === 0) return;
    const chosen = this.options.reduction === 'exhaustive' || next === undefined ? startable : this.dependence.relevant(this.nextStep(node.state, next), startable);
    for (const isr of chosen) {
      const copy = this.copy(node);
      const last = copy.units.length - 1;
      if (last >= 0) copy.units[last] = { ...copy.units[last]!, pending: next, torn: next?.whole?.started ? copy.units[last]!.torn : UNTORN };
      this.machine.start(copy.state, isr);
      copy.units.push({ table: new AccessTable(), pending: undefined, torn: UNTORN });
      copy.trail = { kind: 'start', step: node.state.steps, context: isr, before: node.trail };
      this.counts.triggerings++;
      this.stack.push(copy);
    }
  }

  private nextStep(state: State, next: Peeked): NextStep {
    if (next.kind === 'mask') return { kind: 'mask', instruction: next.instruction };
    if (next.kind === 'device') return this.objects.isMaskRegister(next) ? { kind: 'mask', instruction: next.instruction } : { kind: 'independent' };
    if (next.kind === 'call') return { kind: 'independent' };
    return { kind: 'accesses', accesses: next.accesses.map((a) => ({ operation: a.operation, objects: this.objects.of(state, a.object), offset: a.offset, size: a.size })) };
  }

  private observe(node: Node, event: Event): void {
    if (event.kind !== 'access' || this.objects.isDevice(node.state, event.object)) return;
    const isWrite = event.operation === 'W';
    const site = this.sites.of(event.context, event.instruction, event.operation, event.function);
    const { effect, unit } = this.options;
    const top = node.units.length - 1;
    const frames = node.state.activations[top]?.frames;
    const activation = unit === 'task' ? -1 : (frames?.[frames.length - 1]?.serial ?? -1);
    const matches: Match[] = [];
    for (let n = 0; n < event.size; n++) {
      const byte = pointer(event.object, event.offset + n);
      node.units[top]!.table.own(byte, site, isWrite, activation, effect, matches);
      for (let below = 0; below < top; below++) node.units[below]!.table.foreign(byte, site, isWrite, effect);
    }
    for (const match of matches) this.hit(`a ${match.pattern} ${match.o1} ${match.o2} ${match.o3} ${this.objects.nameKey(node.state, match.byte)}`, () => ({ kind: 'atomicity', match, state: node.state.clone(), trail: node.trail }));
    for (let below = 0; below < top; below++) this.meet(node, below, event, site);
  }

  /** Does an access conflict with what a suspended context is about to do, or does in part already? */
  private meet(node: Node, below: number, event: Extract<Event, { kind: 'access' }>, second: number): void {
    const unit = node.units[below]!;
    const { pending } = unit;
    if (pending === undefined || pending.kind !== 'access') return;
    const context = node.state.activations[below]!.context;
    const conflicts = (a: PeekedAccess): boolean =>
      a.object === event.object && a.offset < event.offset + event.size && event.offset < a.offset + a.size && (event.operation === 'W' || a.operation !== 'R');
    const first = this.sites.of(context, pending.instruction, pending.accesses[0]?.operation === 'R' ? 'R' : 'W', pending.function);
    const met = pending.accesses.find(conflicts);
    const byte = (a: PeekedAccess): number => pointer(a.object, Math.max(a.offset, event.offset));
    if (met !== undefined) this.hit(`r ${first} ${second} ${this.objects.nameKey(node.state, byte(met))}`, () => ({ kind: 'race', first, second, byte: byte(met), state: node.state.clone(), trail: node.trail }));
    if (pending.whole?.started !== true || !conflicts(pending.whole.access)) return;
    const torn = { done: unit.torn.done || met === undefined, rest: unit.torn.rest || met !== undefined };
    if (torn.done === unit.torn.done && torn.rest === unit.torn.rest) return;
    node.units[below] = { ...unit, torn };
    const whole = pending.whole.access;
    if (torn.done && torn.rest) this.hit(`t ${first} ${second} ${this.objects.nameKey(node.state, byte(whole))}`, () => ({ kind: 'torn-access', first, second, byte: byte(whole), state: node.state.clone(), trail: node.trail }));
  }

  private hit(key: string, make: () => Hit): void {
    if (!this.hits.has(key)) this.hits.set(key, make());
  }

  private end(node: Node, outcome: Outcome): void {
    if (outcome.kind === 'ended') {
      if (outcome.because === 'exit') this.counts.paths++;
    } else if (outcome.kind === 'failed') {
      const { failure } = outcome;
      if (failure.kind !== 'assertion') this.counts.undefinedBehaviour++;
      const site = this.sites.of(node.state.running?.context ?? 0, failure.instruction, 'R', failure.function);
      this.hit(`f ${failure.kind} ${site}`, () => ({ kind: 'failure', outcome, state: node.state.clone(), trail: node.trail }));
    } else if (outcome.kind === 'unmodelled') {
      this.gaps.set(`unmodelled ${outcome.what} ${outcome.instruction.debug}`, { kind: 'unmodelled', outcome });
    } else if (outcome.kind === 'bounded') this.gaps.set('bounded', { kind: 'bounded' });
  }

  private isKnown(node: Node): boolean {
    const parts = [this.keys.key(node.state)];
    node.units.forEach((unit, n) => {
      const frames = node.state.activations[n]?.frames ?? [];
      parts.push(unit.table.key(() => true), this.options.unit === 'function' ? frames.map((f) => f.serial).join(',') : '', unit.torn.done ? 'd' : '', unit.torn.rest ? 'r' : '');
    });
    const key = parts.join('\n');
    if (this.visited.has(key)) return true;
    this.visited.add(key);
    this.counts.states++;
    return false;
  }

  private copy(node: Node): Node {
    return {
      state: node.state.clone(),
      units: node.units.map((u) => ({ table: u.table.clone(), pending: u.pending, torn: u.torn })),
      trail: node.trail,
      answers: node.answers,
      committed: node.committed,
    };
  }

  private shrink(node: Node): void {
    node.units.length = Math.max(node.state.activations.length, node.state.ended ? 0 : 1);
    const last = node.units.length - 1;
    if (last >= 0) node.units[last] = { ...node.units[last]!, pending: undefined };
  }
}
