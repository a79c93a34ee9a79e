// Is it enough to look at two tasks and one interrupt at a time? VMCAI 2017, section 5, argues it for FreeRTOS by
// hand; here the four facts that the argument rests on are looked for in the given library. With these, an execution
// with a race has a shorter one in some M(F,G,I): whatever else ran can be left out, since it changed nothing that
// those that are left would notice. Without one of them the reduction is not justified: races that are found are
// races, but there may be more.

import type { TrackedVariable } from './description.js';
import type { Tests } from './position.js';
import type { LibraryModel, ReducedModel } from './reduced-model.js';
import { ModelStates, searchModel } from './search.js';

export interface Premise {
  /** Empty: the reduction is justified. */
  readonly violations: readonly PremiseViolation[];
  readonly states: number;
}

export interface PremiseViolation {
  readonly fact: 'rest' | 'switch' | 'keep' | 'reach';
  readonly function: string;
  readonly text: string;
}

// States are told apart by the tracked variables, and values of these by the tests that the skeletons make of them.
//   rest    a task function that has returned leaves the tracked variables as they were, as far as anybody tests them;
//   switch  so they are wherever another task may take over;
//   keep    functions for interrupts keep what functions for interrupts test, and what suspension tests;
//   reach   what a task function reaches, interrupted by any interrupts, it reaches as well without any, in a state
//           that interrupts cannot tell apart; where it is masked, with one interrupt at most.

/** More than one function with all interrupts has. */
const MOST_STATES = 5_000_000;

export function checkPremise(library: LibraryModel, tests: { readonly task: Tests; readonly isr: Tests }): Premise {
  const { skeletons, variables, suspension } = library;
  const byAnybody = classesOf(variables, [tests.task, tests.isr], suspension);
  const byInterrupts = classesOf(variables, [tests.isr], suspension);
  const isrs = [...skeletons.keys()].filter((n) => skeletons[n]!.role === 'isr');
  const violations = new Map<string, PremiseViolation>();
  const violated = (fact: PremiseViolation['fact'], fn: string, text: string): unknown =>
    violations.has(`${fact} ${fn}`) ? undefined : violations.set(`${fact} ${fn}`, { fact, function: fn, text });
  const resting = byAnybody(variables.map((v) => v.initially));
  let states = 0;
  for (const [f, { name, role }] of skeletons.entries()) {
    if (role !== 'task') continue;
    const interrupted = reached(library, { name, tasks: [[f]], isrs: isrs.length === 0 ? [] : [isrs] }, byInterrupts);
    const alone = reached(library, { name, tasks: [[f]], isrs: [] }, byInterrupts);
    states += interrupted.states + alone.states;
    const yieldsAt = (n: number): boolean => skeletons[f]!.locations[n]!.edges.some((e) => e.kind === 'yield');
    if (!interrupted.isComplete) violated('reach', name, 'it has too many states to be looked at whole');
    for (const { location, values, isMasked } of interrupted.taskStates) {
      const isAwake = suspension === -1 || values[suspension] === 0;
      if (location === 0 && byAnybody(values) !== resting)
        violated('rest', name, `it returns with ${difference(variables, values)}`);
      else if (isAwake && (!isMasked || yieldsAt(location)) && byAnybody(values) !== resting)
        violated('switch', name, `another task may take over while ${difference(variables, values)}`);
    }
    for (const { before, after, isr } of interrupted.calls) {
      if (byInterrupts(before) !== byInterrupts(after))
        violated('keep', isr, `it is called with ${values(variables, before)} and leaves ${values(variables, after)}`);
    }
    const missing = new Set([...interrupted.reached.keys()].filter((key) => !alone.reached.has(key)));
    for (const i of isrs) {
      const masked = [...missing].filter((key) => interrupted.reached.get(key) === true);
      if (masked.length === 0) break;
      const one = reached(library, { name, tasks: [[f]], isrs: [[i]] }, byInterrupts);
      states += one.states;
      for (const key of one.reached.keys()) if (interrupted.reached.get(key) === true) missing.delete(key);
    }
    for (const key of missing) {
      const place = skeletons[f]!.locations[Number(key.split(' ')[0])]!.place;
      const where = place === undefined ? 'a place' : `line ${place.line} of ${place.file}`;
      violated('reach', name, `${where} is reached only with the help of interrupts`);
    }
  }
  return { violations: [...violations.values()], states };
}

/** A valuation to the text of its class: values with the same outcomes of all tests are one. */
function classesOf(
  variables: readonly TrackedVariable[],
  tests: readonly Tests[],
  suspension: number,
): (values: readonly number[]) => string {
  const known = variables.map((variable, n) => {
    const byValue = new Map<number, string>();
    for (let value = variable.least; value <= variable.most; value++) {
      const outcomes = tests.flatMap((t) => [...(t.get(n)?.get(value) ?? [])]);
      const isSuspended = n === suspension ? [`suspended ${value !== 0}`] : [];
      byValue.set(value, [...outcomes, ...isSuspended].sort().join(';'));
    }
    return byValue;
  });
  return (values) => values.map((value, n) => known[n]!.get(value)!).join('|');
}

interface Reached {
  /** Locations with the class of the state, for interrupts; true: always masked there. */
  readonly reached: ReadonlyMap<string, boolean>;
  /** States in which the task runs, each valuation of each location once. */
  readonly taskStates: readonly { location: number; values: readonly number[]; isMasked: boolean }[];
  /** Complete calls of functions for interrupts. */
  readonly calls: readonly { before: readonly number[]; after: readonly number[]; isr: string }[];
  readonly states: number;
  readonly isComplete: boolean;
}

function reached(library: LibraryModel, model: ReducedModel, classOf: (values: readonly number[]) => string): Reached {
  const layout = new ModelStates(library, model);
  const { firstVariable, processes } = layout;
  const valuations = new Map<string, { location: number; values: readonly number[]; isMasked: boolean }>();
  const found = new Map<string, boolean>();
  const valuesIn = (vector: Int32Array): readonly number[] =>
    library.variables.map((variable, n) => vector[firstVariable + n]! + variable.least);
  const { states, isComplete } = searchModel(library, model, {
    states: MOST_STATES,
    visit(vector) {
      if (vector[ModelStates.STACK] !== 0) return;
      const location = vector[ModelStates.LOCATIONS]!;
      const values = valuesIn(vector);
      const isMasked = processes[0]!.isMasked[location] === 1;
      valuations.set(`${location} ${values.join(' ')}`, { location, values, isMasked });
      found.set(`${location} ${classOf(values)}`, isMasked);
    },
  });
  const taskStates = [...valuations.values()];
  const starts = new Map(taskStates.filter((s) => !s.isMasked).map((s) => [s.values.join(' '), s.values]));
  const calls = model.isrs.flat().flatMap((i) => [...starts.values()].flatMap((v) => callsFrom(library, i, v)));
  return { reached: found, taskStates, calls, states, isComplete };
}

/** The valuations that a function for interrupts may leave. */
function callsFrom(library: LibraryModel, isr: number, values: readonly number[]): Reached['calls'] {
  const { name, locations } = library.skeletons[isr]!;
  const seen = new Set<string>();
  const left = new Map<string, readonly number[]>();
  const waiting = [{ location: 1, values }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const { kind, variable, value, to } of locations[at.location]!.edges) {
      if (kind === 'guard' && at.values[variable] !== value) continue;
      const after = kind === 'set' ? at.values.map((v, n) => (n === variable ? value : v)) : at.values;
      if (to === 0) left.set(after.join(' '), after);
      else if (!seen.has(`${to} ${after.join(' ')}`)) {
        seen.add(`${to} ${after.join(' ')}`);
        waiting.push({ location: to, values: after });
      }
    }
  }
  return [...left.values()].map((after) => ({ before: values, after, isr: name }));
}

function values(variables: readonly TrackedVariable[], valuation: readonly number[]): string {
  return variables.map(({ name }, n) => `${name} = ${valuation[n]}`).join(', ');
}

/** Those that are not as between two calls. */
function difference(variables: readonly TrackedVariable[], valuation: readonly number[]): string {
  return variables
    .flatMap(({ name, initially }, n) => (valuation[n] === initially ? [] : [`${name} = ${valuation[n]}`]))
    .join(', ');
}
