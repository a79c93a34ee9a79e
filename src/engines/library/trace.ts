// A shortest execution that ends in a race, told in terms of the C source: which task or interrupt runs, where masks,
// tracked variables and critical accesses change, and where.

import type { Place } from '../../base/diagnostic.js';
import { YIELD } from './automaton.js';
import { ModelStates } from './search.js';
import type { SkeletonLocation } from './skeleton.js';

/** Plain data. */
export interface TraceStep {
  /** `task 1`, `task 2`, `interrupt`, `tick`: who does it. */
  readonly process: string;
  /** The API function that it runs. */
  readonly function: string;
  /** Interrupts that are active. */
  readonly depth: number;
  readonly kind: 'call' | 'start' | 'return' | 'step';
  readonly text: string;
  readonly place?: Place;
}

export function traceOf(states: ModelStates, vectors: readonly Int32Array[], tick: string | undefined): TraceStep[] {
  const steps: TraceStep[] = [];
  for (let n = 1; n < vectors.length; n++) steps.push(...stepOf(states, vectors[n - 1]!, vectors[n]!, tick));
  return steps;
}

function stepOf(states: ModelStates, before: Int32Array, after: Int32Array, tick: string | undefined): TraceStep[] {
  const { STACK, LOCATIONS } = ModelStates;
  const stack = states.stacks[before[STACK]!]!;
  const grown = states.stacks[after[STACK]!]!;
  if (grown.length > stack.length) return [];
  const p = states.running(before);
  const automaton = states.processes[p]!;
  const [from, to] = [before[LOCATIONS + p]!, after[LOCATIONS + p]!];
  const { firstEdge, targets, variables, values, kinds } = automaton;
  let edge = firstEdge[from]!;
  const isTaken = (e: number): boolean => {
    const variable = variables[e]!;
    if (targets[e] !== to) return false;
    if (variable === -1) return true;
    const slot = states.firstVariable + variable;
    return after[slot] === values[e] && (kinds[e] !== 1 || before[slot] === values[e]);
  };
  while (!isTaken(edge)) edge++;
  const origin = automaton.origins[from === 0 ? to : from]!;
  const skeleton = states.library.skeletons[origin.skeleton]!;
  const who = {
    process: automaton.isTask ? `task ${p + 1}` : skeleton.name === tick ? 'tick' : 'interrupt',
    function: skeleton.name,
    depth: stack.length,
  };
  const { place } = automaton.edges[edge]!;
  const at = place === undefined ? {} : { place };
  const now = skeleton.locations[automaton.origins[to]!.location]!;
  if (from === 0) {
    const kind = automaton.isTask ? 'call' : 'start';
    const begins = changes(skeleton.locations[0]!, now, skeleton.accesses).join('; ');
    return [{ ...who, kind, text: begins, ...at }];
  }
  if (to === 0) return [{ ...who, kind: 'return', text: '', ...at }];
  const was = skeleton.locations[origin.location]!;
  const texts = changes(was, now, skeleton.accesses);
  const { kind, variable, value } = automaton.edges[edge]!;
  const tracked = states.library.variables[variable];
  const shown = tracked === undefined ? '' : `${tracked.name} ${valueText(value, tracked.most)}`;
  if (kind === 'guard') texts.unshift(`reads ${shown}`);
  if (kind === 'set') texts.unshift(`sets ${shown}`);
  if (kinds[edge] === YIELD) texts.unshift('yields');
  return [{ ...who, kind: 'step', text: texts.join('; '), ...at }];
}

function valueText(value: number, most: number): string {
  return value === most ? `= ${value} or more` : `= ${value}`;
}

function changes(
  was: SkeletonLocation,
  now: SkeletonLocation,
  accesses: readonly { readonly structure: string; readonly isWrite: boolean }[],
): string[] {
  const named = (numbers: readonly number[]): string =>
    [...new Set(numbers.map((n) => `${accesses[n]!.isWrite ? 'write' : 'read'} of ${accesses[n]!.structure}`))].join(
      ', ',
    );
  const ended = was.open.filter((n) => !now.open.includes(n));
  const begun = now.open.filter((n) => !was.open.includes(n));
  return [
    ...(ended.length === 0 ? [] : [`ends ${named(ended)}`]),
    ...(was.isMasked === now.isMasked ? [] : [now.isMasked ? 'masks interrupts' : 'lets interrupts in']),
    ...(begun.length === 0 ? [] : [`begins ${named(begun)}`]),
  ];
}
