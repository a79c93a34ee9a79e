// All nested executions of a small program, by trying: at every moment the instance on top goes on, or one of a higher
// level starts. Shares nothing with the encodings but the programs. `replay` runs one given order of steps and says
// what is wrong with it.

import { type Condition, type Program, type ProgramStep, width } from './program.js';

interface State {
  readonly memory: number[];
  /** By instance: the next step, undefined before it starts. */
  readonly next: (number | undefined)[];
  readonly registers: number[][];
  readonly stack: number[];
}

const mask = 2 ** width - 1;

/** Who ran, the registers by instance, the final memory. */
function outcomeOf(program: Program, state: State): string {
  const parts: number[] = [];
  program.instances.forEach(({ steps }, id) => {
    parts.push(state.next[id] === undefined ? 0 : 1);
    const reads = steps.flatMap(({ operations }) => operations).filter(({ kind }) => kind === 'read').length;
    for (let i = 0; i < reads; i++) parts.push(state.registers[id]![i] ?? 0);
  });
  return [...parts, ...state.memory].join(' ');
}

function initialState(program: Program): State {
  return {
    memory: [...program.initial],
    next: program.instances.map((_, id) => (id === 0 ? 0 : undefined)),
    registers: program.instances.map(() => []),
    stack: [0],
  };
}

function copy(state: State): State {
  return {
    memory: [...state.memory],
    next: [...state.next],
    registers: state.registers.map((values) => [...values]),
    stack: [...state.stack],
  };
}

function perform(state: State, id: number, { when, operations }: ProgramStep): boolean {
  const registers = state.registers[id]!;
  const holds = (condition: Condition | undefined) =>
    condition === undefined || registers[condition.register] === condition.equals;
  const executed = holds(when);
  for (const operation of operations) {
    const happens = executed && holds(operation.when);
    if (operation.kind === 'read') registers.push(happens ? state.memory[operation.location]! : 0);
    else if (happens) {
      const value = operation.kind === 'write' ? operation.value : registers[operation.register]! + 1;
      state.memory[operation.location] = value & mask;
    }
  }
  return executed;
}

/** May it start now? `level` is that of the instance on top, -1 if there is none. */
function mayStart(program: Program, state: State, id: number, level: number): boolean {
  const instance = program.instances[id]!;
  if (state.next[id] !== undefined || instance.level <= level) return false;
  if (instance.after !== undefined && state.next[instance.after] === undefined) return false;
  const first = instance.steps[0]!.operations[0];
  return !instance.masked || (first !== undefined && state.memory[first.location] === 1);
}

/** The step that an instance is at; its last one ends it. */
function advance(program: Program, state: State, id: number): boolean {
  const { steps } = program.instances[id]!;
  const position = state.next[id]!;
  const executed = perform(state, id, steps[position]!);
  state.next[id] = position + 1;
  if (position + 1 === steps.length) state.stack.pop();
  return executed;
}

export function nestedOutcomes(program: Program): ReadonlySet<string> {
  const outcomes = new Set<string>();
  const seen = new Set<string>();
  const visit = (state: State) => {
    const key = JSON.stringify(state);
    if (seen.has(key)) return;
    seen.add(key);
    const top = state.stack.at(-1);
    const level = top === undefined ? -1 : program.instances[top]!.level;
    program.instances.forEach((_, id) => {
      if (!mayStart(program, state, id, level)) return;
      const started = copy(state);
      started.next[id] = 0;
      started.stack.push(id);
      advance(program, started, id);
      visit(started);
    });
    if (top !== undefined) {
      const moved = copy(state);
      advance(program, moved, top);
      visit(moved);
    } else if (program.instances.every(({ certain }, id) => !certain || state.next[id] !== undefined)) {
      outcomes.add(outcomeOf(program, state));
    }
  };
  visit(initialState(program));
  return outcomes;
}

/**
 * Runs the program in the given order of executed steps, positions counted with main's initial step. Its outcome, or
 * what is wrong.
 */
export function replay(
  program: Program,
  order: readonly { readonly instance: number; readonly position: number }[],
): string {
  const state = initialState(program);
  const skip = (id: number, until: number) => {
    while (state.next[id]! < until) {
      if (advance(program, state, id)) throw new Error(`step ${state.next[id]! - 1} of ${id} is left out`);
    }
  };
  if (order[0]?.instance !== 0 || order[0].position !== 0) return 'does not begin with the initial values';
  for (const { instance, position } of order.slice(1)) {
    const index = instance === 0 ? position - 1 : position;
    const top = state.stack.at(-1);
    const level = top === undefined ? -1 : program.instances[top]!.level;
    if (index === 0 && instance !== 0) {
      if (!mayStart(program, state, instance, level)) return `${instance} starts on top of ${top}`;
      state.next[instance] = 0;
      state.stack.push(instance);
    } else if (top !== instance) return `${instance} goes on while ${top} runs`;
    if (state.next[instance]! > index) return `step ${index} of ${instance} again`;
    skip(instance, index);
    if (!advance(program, state, instance)) return `step ${index} of ${instance} is not executed`;
  }
  if (state.stack.length > 0) return `${state.stack.at(-1)} does not end`;
  return outcomeOf(program, state);
}
