// The reductions of "Detecting Atomicity Violations in Interrupt-Driven Programs via Interruption Points Selecting and
// Delayed ISR-Triggering" (ESEC/FSE 2023), for comparison: which ISRs start at which locations. They lose findings, so
// they never prove anything. Where its text leaves a choice, docs/reductions.md says how it is read here.

import type { Event } from '../../../../machine/event.js';
import type { Machine } from '../../../../machine/machine.js';
import type { Peeked } from '../../../../machine/peek.js';
import type { State } from '../../../../machine/state.js';
import { type ContextId, MAIN } from '../../../../model/program.js';
import { Reduction } from '../reduction.js';
import { type AccessKind, type PaperOperation, PaperOperations } from './operations.js';
import type { PaperStrategy } from './strategy.js';

/** An ISR that is relevant at an interruption point behind, and waits for its triggering state. */
interface Delayed {
  /** Rule 1-D or Rule 2-D. */
  readonly since: AccessKind;
  /** By Rule 3-D: the operation that it waits for may be one of the task that this one preempted. */
  readonly byEnabling: boolean;
}

/** What is remembered of one task on the stack. */
interface Task {
  readonly context: ContextId;
  /** It has left its initial location. */
  readonly hasBegun: boolean;
  /** The operation in progress has accessed shared memory or a mask: the next access is an operation of its own. */
  readonly hasActed: boolean;
  /** M of the location that it stands at, or is on the way to. */
  readonly reached: readonly ContextId[];
  readonly delayed: ReadonlyMap<ContextId, Delayed>;
  /** In M of some interruption point so far. */
  readonly relevant: readonly ContextId[];
}

/** Accesses to variables of an ISR since it was disabled last, for Rule 3-D. */
type Accessed = ReadonlyMap<ContextId, AccessKind>;

/** What does not change along a path. */
class PaperRules {
  readonly operations: PaperOperations;
  readonly highest: number;

  constructor(
    readonly machine: Machine,
    readonly strategy: PaperStrategy,
  ) {
    this.operations = new PaperOperations(machine.program, machine.isrs);
    this.highest = Math.max(...machine.isrs.map((isr) => isr.priority));
  }
}

export class PaperReduction extends Reduction {
  override readonly comparesAll = true;
  private written: string | undefined;

  private constructor(
    private readonly rules: PaperRules,
    /** One for each activation. */
    private readonly tasks: readonly Task[],
    private readonly accessed: Accessed,
  ) {
    super();
  }

  static begin(machine: Machine, strategy: PaperStrategy): PaperReduction {
    return new PaperReduction(new PaperRules(machine, strategy), [begin(MAIN)], new Map());
  }

  /** Locations are where statements begin, and in between if one accesses shared memory more than once. */
  override stopsAt(next: Peeked): boolean {
    if (next.place !== 'within') return next.place === 'statement';
    return next.kind !== 'statement' && this.tasks[this.tasks.length - 1]?.hasActed === true;
  }

  choose(state: State, next: Peeked | undefined, startable: readonly ContextId[]): readonly ContextId[] {
    const task = this.tasks[this.tasks.length - 1];
    // The base task is over.
    if (task === undefined || state.running === undefined) return [];
    const { points, delayed, initial, final } = this.rules.strategy;
    const due = delayed ? this.due(task, state) : undefined;
    const isTriggered = (isr: ContextId): boolean => {
      if (due !== undefined) return due.has(isr);
      return points === 'naive' ? task.hasBegun : task.reached.includes(isr);
    };
    const following = next === undefined ? undefined : this.following(state);
    return startable.filter(
      (isr) =>
        // The paper has no arrival points: where there is one, the ISR starts there or not at all.
        this.rules.machine.program.contexts[isr]!.startsAt !== undefined ||
        isTriggered(isr) ||
        (initial && following !== undefined && isInitial(following, isr, state)) ||
        (final && isExit(state) && isFinal(task, isr, state)),
    );
  }

  override started(state: State, isr: ContextId): PaperReduction {
    const tasks = this.tasks.slice();
    const task = tasks.pop();
    if (task !== undefined) {
      const due = this.rules.strategy.delayed ? this.due(task, state) : undefined;
      tasks.push(due === undefined ? task : { ...task, delayed: without(task.delayed, due) });
    }
    tasks.push(begin(isr));
    return new PaperReduction(this.rules, tasks, this.accessed);
  }

  override stepped(state: State, done: Peeked, events: readonly Event[]): PaperReduction {
    const task = this.tasks[this.tasks.length - 1];
    if (task === undefined) return this;
    const { operations, strategy } = this.rules;
    const operation = operations.of(task.context, done.instruction);
    const left = this.stopsAt(done) ? this.leave(task, done) : task;
    const after = this.perform(left, operation, events);
    const accessed = strategy.delayed ? noted(this.accessed, operation) : this.accessed;
    const isOver = this.tasks.length > state.activations.length;
    if (after === task && accessed === this.accessed && !isOver) return this;
    const tasks = [...this.tasks.slice(0, -1), after];
    if (isOver) this.end(tasks, state);
    return new PaperReduction(this.rules, tasks, accessed);
  }

  override get key(): string {
    this.written ??= this.write();
    return this.written;
  }

  private write(): string {
    const task = ({ hasBegun, hasActed, reached, delayed, relevant }: Task): string => {
      const waiting = [...delayed].map(([isr, d]) => `${isr}${d.since}${d.byEnabling ? 'e' : ''}`).sort();
      return `${hasBegun ? 1 : 0}${hasActed ? 1 : 0} ${reached.join()} ${waiting.join()} ${relevant.join()}`;
    };
    return `${this.tasks.map(task).join(';')};${[...this.accessed].map(([isr, kind]) => `${isr}${kind}`).sort()}`;
  }

  /** The operation τ that follows the location of the running task, or of the one below it. */
  private following(state: State, below = 0): PaperOperation | undefined {
    const activation = state.activations[state.activations.length - 1 - below];
    if (activation === undefined) return undefined;
    const { code, block, index } = activation.frames[activation.frames.length - 1]!;
    return this.rules.operations.after(activation.context, code, code.blocks[block]![index]!);
  }

  /** The delayed ISRs whose triggering state this is. */
  private due(task: Task, state: State): ReadonlySet<ContextId> {
    const here = matched(task.delayed, this.following(state));
    return isExit(state) ? new Set([...here, ...matched(byEnabling(task), this.following(state, 1))]) : here;
  }

  /** ISRs whose triggering state the location was wait no more. */
  private leave(task: Task, done: Peeked): Task {
    const { hasBegun, hasActed, reached, delayed } = task;
    if (hasBegun && !hasActed && reached.length === 0 && delayed.size === 0) return task;
    const left = { ...task, hasBegun: true, hasActed: false, reached: [] };
    if (delayed.size === 0) return left;
    const code = this.rules.machine.image.codes.get(done.function)!;
    const due = matched(task.delayed, this.rules.operations.after(task.context, code, done.instruction));
    return { ...left, delayed: without(task.delayed, due) };
  }

  private perform(task: Task, operation: PaperOperation, events: readonly Event[]): Task {
    const { points, delayed, final } = this.rules.strategy;
    const hasActed = task.hasActed || events.some((e) => e.kind === 'access' || e.kind === 'mask');
    if (operation.relevant.length === 0) return hasActed === task.hasActed ? task : { ...task, hasActed };
    const lower = operation.relevant.filter(
      (isr) => this.rules.machine.program.contexts[isr]!.priority < this.rules.highest,
    );
    return {
      ...task,
      hasActed,
      reached: points === 'ips' && !delayed ? union(task.reached, operation.relevant) : task.reached,
      relevant: final ? union(task.relevant, lower) : task.relevant,
      delayed: delayed ? this.delay(task.delayed, operation) : task.delayed,
    };
  }

  /** The relevant ISRs of an interruption point begin to wait. */
  private delay(waiting: Task['delayed'], operation: PaperOperation): Task['delayed'] {
    const result = new Map(waiting);
    for (const isr of operation.relevant) {
      const isEnabled = operation.enabled.includes(isr);
      const since = isEnabled ? this.accessed.get(isr) : operation.access;
      if (since !== undefined) merge(result, isr, { since, byEnabling: isEnabled });
    }
    return result;
  }

  /** A task returns: what it enabled waits for an operation of the task below. */
  private end(tasks: Task[], state: State): void {
    const ended = tasks.pop()!;
    const below = tasks.pop();
    if (below === undefined) return;
    const waiting = byEnabling(ended);
    const delayed = new Map(below.delayed);
    for (const [isr, d] of without(waiting, matched(waiting, this.following(state)))) merge(delayed, isr, d);
    tasks.push({ ...below, delayed });
  }
}

function begin(context: ContextId): Task {
  return { context, hasBegun: false, hasActed: false, reached: [], delayed: new Map(), relevant: [] };
}

/** Rules 1-I and 2-I. */
function isInitial(following: PaperOperation, isr: ContextId, state: State): boolean {
  return state.arrivals[isr] === 0 && (following.containing.includes(isr) || following.disabled.includes(isr));
}

/** §5.2; ISRs of the highest priority are never in `relevant` there. */
function isFinal(task: Task, isr: ContextId, state: State): boolean {
  return state.arrivals[isr] === 0 && task.relevant.includes(isr);
}

/** The running task has only its return left to do. */
function isExit(state: State): boolean {
  const { frames } = state.running!;
  const frame = frames[0]!;
  return frames.length === 1 && frame.code.blocks[frame.block]![frame.index]?.op === 'ret';
}

/** Rules 1-D and 2-D: the ISRs that must be triggered before the operation. */
function matched(delayed: Task['delayed'], following: PaperOperation | undefined): Set<ContextId> {
  const found = new Set<ContextId>();
  if (following === undefined) return found;
  for (const [isr, { since }] of delayed) {
    const conflicting = since === 'R' ? following.writing : following.containing;
    if (conflicting.includes(isr) || following.disabled.includes(isr)) found.add(isr);
  }
  return found;
}

function byEnabling(task: Task): Task['delayed'] {
  return new Map([...task.delayed].filter(([, d]) => d.byEnabling));
}

function without(delayed: Task['delayed'], isrs: ReadonlySet<ContextId>): Task['delayed'] {
  return isrs.size === 0 ? delayed : new Map([...delayed].filter(([isr]) => !isrs.has(isr)));
}

/** Whatever makes either wait no longer ends the waiting of both: Rule 2-D triggers wherever Rule 1-D does. */
function merge(into: Map<ContextId, Delayed>, isr: ContextId, added: Delayed): void {
  const known = into.get(isr);
  into.set(isr, {
    since: known?.since === 'W' ? 'W' : added.since,
    byEnabling: known?.byEnabling === true || added.byEnabling,
  });
}

/** Accesses since the ISR was disabled last. */
function noted(accessed: Accessed, { access, containing, disabled }: PaperOperation) {
  if (disabled.length === 0 && (access === undefined || containing.length === 0)) return accessed;
  const result = new Map(accessed);
  if (access !== undefined) for (const isr of containing) result.set(isr, result.get(isr) === 'W' ? 'W' : access);
  for (const isr of disabled) result.delete(isr);
  return result;
}

function union(a: readonly ContextId[], b: readonly ContextId[]): readonly ContextId[] {
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}
