// Small programs as data, random ones too, and their event graphs: what the property tests of the ordering encodings
// run on. A register is the result of one read of its instance; it is 0 if the read is not executed.

import type {
  EventGraph,
  EventInstance,
  MemoryEvent,
  Step,
} from '../../../../src/engines/symbolic/ordering/event-graph.js';
import { type Term, type Terms, TRUE } from '../../../../src/solve/term.js';
import type { Random } from '../../../solve/random.js';

export interface Condition {
  readonly register: number;
  readonly equals: number;
}

export type Operation =
  | { readonly kind: 'read'; readonly location: number; readonly when?: Condition }
  | { readonly kind: 'write'; readonly location: number; readonly value: number; readonly when?: Condition }
  | { readonly kind: 'increment'; readonly location: number; readonly register: number; readonly when?: Condition };

export interface ProgramStep {
  readonly when?: Condition;
  readonly operations: readonly Operation[];
}

export interface ProgramInstance {
  readonly name: string;
  readonly level: number;
  /** It arrives for certain, or perhaps. */
  readonly certain: boolean;
  /** It starts only if its first read, which its first step then has, gives 1. */
  readonly masked: boolean;
  readonly after?: number;
  /** The first and the last are unconditional. The first of main is made by itself: the initial values. */
  readonly steps: readonly ProgramStep[];
}

export interface Program {
  readonly initial: readonly number[];
  /** Of the locations. */
  readonly names?: readonly string[];
  readonly instances: readonly ProgramInstance[];
}

export const width = 2;

export const read = (location: number): Operation => ({ kind: 'read', location });
export const write = (location: number, value: number): Operation => ({ kind: 'write', location, value });
export const increment = (location: number, register: number): Operation => ({ kind: 'increment', location, register });

/** One step per operation; arrays are steps of several. */
export function instance(
  name: string,
  level: number,
  steps: readonly (Operation | readonly Operation[])[],
  more: Partial<ProgramInstance> = {},
): ProgramInstance {
  const operations = steps.map((step) => ({ operations: 'kind' in step ? [step] : step }));
  return { name, level, certain: true, masked: false, steps: operations, ...more };
}

export interface BuiltProgram {
  readonly graph: EventGraph;
  /** What the program itself demands: masks, and that the observer comes last. */
  assertions(before: (first: number, second: number) => Term): readonly Term[];
  /** Who runs, the registers, the final memory: in the order of `outcomeOf` in brute-force.ts. */
  readonly observed: readonly Term[];
  /** By step id: its instance and position there. The observer, which reads the final memory, has instance -1. */
  readonly places: readonly { readonly instance: number; readonly position: number }[];
}

export function build(t: Terms, program: Program): BuiltProgram {
  const steps: Step[] = [];
  const events: MemoryEvent[] = [];
  const instances: EventInstance[] = [];
  const observed: Term[] = [];
  const demands: Term[] = [];
  const places: { instance: number; position: number }[] = [];
  const addStep = (instance: number, guard: Term, place: { instance: number; position: number }) => {
    const step = { id: steps.length, instance, guard, events: [] as number[] };
    steps.push(step);
    places.push(place);
    return step;
  };
  const addEvent = (
    step: { id: number; events: number[] },
    operation: 'R' | 'W',
    location: number,
    guard: Term,
    value: Term,
  ) => {
    step.events.push(events.length);
    events.push({ id: events.length, step: step.id, operation, location, guard, value });
  };
  program.instances.forEach((instance, id) => {
    const runs = instance.certain ? TRUE : t.variable(1, `runs${id}`);
    observed.push(runs);
    const registers: Term[] = [];
    const own: number[] = [];
    const holds = (when: Condition | undefined) =>
      when === undefined ? TRUE : t.eq(registers[when.register]!, t.constant(width, when.equals));
    if (id === 0) {
      const step = addStep(0, TRUE, { instance: 0, position: 0 });
      own.push(step.id);
      program.initial.forEach((value, location) => addEvent(step, 'W', location, TRUE, t.constant(width, value)));
    }
    for (const { when, operations } of instance.steps) {
      const guard = t.and(runs, holds(when));
      const step = addStep(id, guard, { instance: id, position: own.length });
      own.push(step.id);
      for (const operation of operations) {
        const eventGuard = t.and(guard, holds(operation.when));
        if (operation.kind === 'read') {
          const value = t.variable(width);
          addEvent(step, 'R', operation.location, eventGuard, value);
          registers.push(t.ite(eventGuard, value, t.zero(width)));
        } else {
          const value =
            operation.kind === 'write'
              ? t.constant(width, operation.value)
              : t.add(registers[operation.register]!, t.constant(width, 1));
          addEvent(step, 'W', operation.location, eventGuard, value);
        }
      }
    }
    if (instance.masked) demands.push(t.implies(runs, t.eq(registers[0]!, t.constant(width, 1))));
    observed.push(...registers);
    const after = instance.after === undefined ? {} : { after: instance.after };
    instances.push({ id, name: instance.name, level: instance.level, runs, steps: own, ...after });
  });
  const id = instances.length;
  const observer = addStep(id, TRUE, { instance: -1, position: 0 });
  program.initial.forEach((_, location) => {
    const value = t.variable(width);
    addEvent(observer, 'R', location, TRUE, value);
    observed.push(value);
  });
  const top = Math.max(...program.instances.map(({ level }) => level)) + 1;
  instances.push({ id, name: 'observer', level: top, runs: TRUE, steps: [observer.id] });
  const locations = program.initial.map((_, location) => ({
    name: program.names?.[location] ?? `x${location}`,
    width,
  }));
  return {
    graph: { instances, steps, events, locations },
    assertions: (before) => [
      ...demands,
      ...instances.slice(0, -1).map(({ runs, steps: own }) => t.implies(runs, before(own.at(-1)!, observer.id))),
    ],
    observed,
    places,
  };
}

export interface Shape {
  readonly isrs: number;
  readonly maxSteps: number;
}

export function randomProgram(random: Random, { isrs, maxSteps }: Shape): Program {
  const locations = 1 + random.below(3);
  const initial = Array.from({ length: locations }, () => (random.chance(3) ? 1 : 0));
  const equalLevels = random.chance(3);
  const instances: ProgramInstance[] = [];
  for (let id = 0; id <= isrs; id++) {
    const twin = id > 1 && random.chance(6) ? instances[id - 1]! : undefined;
    if (twin !== undefined && !twin.certain) {
      instances.push({ ...twin, name: `isr${id}`, after: id - 1 });
      continue;
    }
    const masked = id > 0 && random.chance(5);
    instances.push({
      name: id === 0 ? 'main' : `isr${id}`,
      level: id === 0 ? 0 : equalLevels ? 1 + random.below(2) : id,
      certain: id === 0 || random.chance(3),
      masked,
      steps: randomSteps(random, locations, maxSteps, masked),
    });
  }
  return { initial, instances };
}

function randomSteps(random: Random, locations: number, maxSteps: number, masked: boolean): ProgramStep[] {
  const count = random.chance(5) ? 1 : 2 + random.below(maxSteps - 1);
  let registers = 0;
  const condition = (): { when?: Condition } =>
    registers > 0 && random.chance(4) ? { when: { register: random.below(registers), equals: random.below(3) } } : {};
  const operations = (location: number): Operation[] => {
    const read: Operation = { kind: 'read', location, ...condition() };
    switch (random.below(7)) {
      case 0:
      case 1:
        registers++;
        return [read];
      case 2:
        return registers === 0
          ? [{ kind: 'write', location, value: 1 }]
          : [{ kind: 'increment', location, register: random.below(registers), ...condition() }];
      case 3:
        registers++;
        return [read, { kind: 'increment', location, register: registers - 1, ...condition() }];
      case 4: {
        if (registers === 0 || random.chance(2)) return [];
        // An element of an array at an arbitrary index.
        const register = random.below(registers);
        return Array.from({ length: locations }, (_, element) => ({
          kind: 'write' as const,
          location: element,
          value: 2,
          when: { register, equals: element },
        }));
      }
      default:
        return [{ kind: 'write', location, value: random.below(4), ...condition() }];
    }
  };
  const steps: ProgramStep[] = [];
  if (masked) {
    registers++;
    steps.push({ operations: [{ kind: 'read', location: random.below(locations) }] });
  }
  for (let i = 0; i < count; i++) {
    const isFirst = steps.length === 0;
    const isLast = i === count - 1;
    steps.push({ ...(isFirst || isLast ? {} : condition()), operations: operations(random.below(locations)) });
  }
  return steps;
}
