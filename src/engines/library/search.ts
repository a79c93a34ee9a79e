// All racing pairs of one model in one pass: breadth-first over its exact states, so that the first state with a pair
// ends a shortest execution with it. A race is a state in which two processes are each inside a critical access to one
// structure, at least one of which writes (VMCAI 2017, section 4). One task runs at a time, with a mask of its own;
// interrupts run to their end unless they nest; then, and where a task yields or returns, any task may go on, but for
// suspension. Complete for the model: states are never hashed away, and a limit that ended it is in the answer.

import { StateSet } from '../kernel/state-set.js';
import { type Automaton, automatonOf, type OpenAccess, YIELD } from './automaton.js';
import type { LibraryModel, ReducedModel } from './reduced-model.js';

/** A pair, and the states that lead to it. */
export interface RacingPair {
  readonly first: OpenAccess & { readonly process: number };
  readonly second: OpenAccess & { readonly process: number };
  /** From the beginning to the race. */
  readonly states: readonly Int32Array[];
}

export interface SearchResult {
  readonly pairs: readonly RacingPair[];
  readonly states: number;
  readonly transitions: number;
  readonly isComplete: boolean;
}

export interface SearchLimits {
  readonly states: number;
  /** Called with every state, as a vector: see `ModelStates`. */
  readonly visit?: (state: Int32Array) => void;
}

/** Where a vector keeps what. */
export class ModelStates {
  readonly processes: readonly Automaton[];
  readonly taskCount: number;
  /** Interrupts that are active, the innermost last; by number. Every sequence without repetition that may occur. */
  readonly stacks: readonly (readonly number[])[];
  readonly components: number;
  readonly firstVariable: number;
  static readonly CURRENT = 0;
  static readonly STACK = 1;
  static readonly LOCATIONS = 2;

  constructor(
    readonly library: LibraryModel,
    model: ReducedModel,
  ) {
    this.taskCount = model.tasks.length;
    this.processes = [
      ...model.tasks.map((functions) => automatonOf(library, functions, true)),
      ...model.isrs.map((functions) => automatonOf(library, functions, false)),
    ];
    const isrs = model.isrs.map((_, n) => this.taskCount + n);
    this.stacks = [[], ...isrs.map((i) => [i]), ...(library.nesting ? longer(isrs) : [])];
    this.firstVariable = ModelStates.LOCATIONS + this.processes.length;
    this.components = this.firstVariable + library.variables.length;
  }

  initial(): Int32Array {
    const vector = new Int32Array(this.components);
    for (const [n, { initially, least }] of this.library.variables.entries())
      vector[this.firstVariable + n] = initially - least;
    return vector;
  }

  /** The process that makes the next step. */
  running(vector: Int32Array): number {
    return this.stacks[vector[ModelStates.STACK]!]!.at(-1) ?? vector[ModelStates.CURRENT]!;
  }

  /** By stack: the one without its innermost; and by stack and process, the one with it on top, −1: not possible. */
  pops(): Int32Array {
    return Int32Array.from(this.stacks, (stack) => this.numberOf(stack.slice(0, -1)));
  }

  pushes(): readonly Int32Array[] {
    return this.stacks.map((stack) =>
      Int32Array.from(this.processes, (_, p) => (stack.includes(p) ? -1 : this.numberOf([...stack, p]))),
    );
  }

  private numberOf(stack: readonly number[]): number {
    return this.stacks.findIndex((s) => s.length === stack.length && s.every((each, n) => each === stack[n]));
  }
}

function longer(isrs: readonly number[]): readonly (readonly number[])[] {
  let last: readonly (readonly number[])[] = isrs.map((i) => [i]);
  const all: (readonly number[])[] = [];
  while (last.length > 0) {
    last = last.flatMap((stack) => isrs.filter((i) => !stack.includes(i)).map((i) => [...stack, i]));
    all.push(...last);
  }
  return all;
}

export function searchModel(library: LibraryModel, model: ReducedModel, limits: SearchLimits): SearchResult {
  const states = new ModelStates(library, model);
  const { processes, taskCount, components, firstVariable } = states;
  const [pops, pushes] = [states.pops(), states.pushes()];
  const { STACK, CURRENT, LOCATIONS } = ModelStates;
  const suspension = library.suspension === -1 ? -1 : firstVariable + library.suspension;
  const awake = library.suspension === -1 ? 0 : 0 - library.variables[library.suspension]!.least;
  const set = new StateSet(components);
  const races = new Races(library, processes);
  const v = new Int32Array(components);
  let transitions = 0;
  let n = 0;
  const add = (): void => {
    transitions++;
    set.add(v, n);
  };
  /** Any task may go on, unless they are suspended. */
  const schedule = (current: number): void => {
    if (suspension !== -1 && v[suspension] !== awake) return add();
    for (let task = 0; task < taskCount; task++) {
      v[CURRENT] = task;
      add();
    }
    v[CURRENT] = current;
  };
  v.set(states.initial());
  for (let task = 0; task < taskCount; task++) {
    v[CURRENT] = task;
    set.add(v, -1);
  }
  for (;;) {
    if (n === set.count) {
      set.flush();
      if (n === set.count) break;
    }
    if (n >= limits.states) break;
    // Nobody asks for cycles here.
    set.closing.length = 0;
    set.get(n, v);
    limits.visit?.(v);
    races.look(v, n);
    const current = v[CURRENT]!;
    const stack = v[STACK]!;
    const p = states.stacks[stack]!.at(-1) ?? current;
    const automaton = processes[p]!;
    const at = LOCATIONS + p;
    const location = v[at]!;
    if (automaton.isMasked[location] === 0 && (stack === 0 || library.nesting)) {
      for (let i = taskCount; i < processes.length; i++) {
        const pushed = pushes[stack]![i]!;
        if (pushed === -1) continue;
        v[STACK] = pushed;
        add();
      }
      v[STACK] = stack;
    }
    const { firstEdge, kinds, targets, variables, values } = automaton;
    for (let e = firstEdge[location]!, end = firstEdge[location + 1]!; e < end; e++) {
      const variable = variables[e]!;
      const target = targets[e]!;
      if (variable !== -1) {
        const slot = firstVariable + variable;
        const before = v[slot]!;
        // The kinds with a variable: a guard needs the value, a set gives it.
        if (kinds[e] === 1 && before !== values[e]) continue;
        v[slot] = values[e]!;
        v[at] = target;
        add();
        v[slot] = before;
        continue;
      }
      v[at] = target;
      if (target === 0 && stack !== 0) {
        const popped = pops[stack]!;
        v[STACK] = popped;
        if (popped === 0) schedule(current);
        else add();
        v[STACK] = stack;
      } else if (stack === 0 && (target === 0 || kinds[e] === YIELD)) schedule(current);
      else add();
    }
    n++;
  }
  const path = (state: number): readonly Int32Array[] => {
    const vectors: Int32Array[] = [];
    for (let at = state; at !== -1; at = set.parents[at]!) {
      const each = new Int32Array(components);
      set.get(at, each);
      vectors.push(each);
    }
    return vectors.reverse();
  };
  return {
    pairs: races.found.map(({ first, second, state }) => ({ first, second, states: path(state) })),
    states: set.count,
    transitions,
    isComplete: n === set.count,
  };
}

/** Pairs of accesses that some state has under way at the same time. */
class Races {
  readonly found: { first: RacingPair['first']; second: RacingPair['second']; state: number }[] = [];
  private readonly seen = new Set<string>();
  /** By pair of processes, then of sets of open accesses: has it been looked at? */
  private readonly known: Uint8Array[] = [];

  constructor(
    private readonly library: LibraryModel,
    private readonly processes: readonly Automaton[],
  ) {
    for (const p of processes)
      for (const q of processes) this.known.push(new Uint8Array(p.open.length * q.open.length));
  }

  look(vector: Int32Array, state: number): void {
    const { processes } = this;
    for (let p = 0; p < processes.length; p++) {
      const open = processes[p]!.openSets[vector[ModelStates.LOCATIONS + p]!]!;
      if (open === 0) continue;
      for (let q = p + 1; q < processes.length; q++) {
        const other = processes[q]!.openSets[vector[ModelStates.LOCATIONS + q]!]!;
        if (other === 0) continue;
        const known = this.known[p * processes.length + q]!;
        const at = open * processes[q]!.open.length + other;
        if (known[at] !== 0) continue;
        known[at] = 1;
        this.compare(p, open, q, other, state);
      }
    }
  }

  private compare(p: number, open: number, q: number, other: number, state: number): void {
    for (const a of this.processes[p]!.open[open]!) {
      for (const b of this.processes[q]!.open[other]!) {
        const [first, second] = [this.accessOf(a), this.accessOf(b)];
        if (first.structure !== second.structure || !(first.isWrite || second.isWrite)) continue;
        if (this.library.benign.includes(first.structure)) continue;
        const key = `${a.skeleton}.${a.access} ${b.skeleton}.${b.access}`;
        if (this.seen.has(key)) continue;
        this.seen.add(key);
        this.found.push({ first: { ...a, process: p }, second: { ...b, process: q }, state });
      }
    }
  }

  private accessOf({ skeleton, access }: OpenAccess) {
    return this.library.skeletons[skeleton]!.accesses[access]!;
  }
}
