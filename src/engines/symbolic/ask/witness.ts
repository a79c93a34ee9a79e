// Runs a counterexample on the machine with concrete data and watches it as the explore engine does: everything seen is a hit with a schedule
// of its own.

import type { Choice, Schedule } from '../../../execution/schedule.js';
import { scheduledName } from '../../../execution/schedule.js';
import type { Stage } from '../../../findings/confirm.js';
import { Observer, type Sighting } from '../../../findings/pattern-observer.js';
import { peek } from '../../../machine/peek.js';
import type { Hit } from '../../explore/search.js';
import type { Counterexample } from '../formula/counterexample.js';

export interface Witnessed {
  readonly hits: readonly (readonly [Hit, Schedule])[];
  /** Did everything happen as the counterexample says? */
  readonly isTrue: boolean;
}

/** Visible steps after the last choice: the counterexample says nothing about what follows. */
const MAX_STEPS = 10_000;

export function witness({ bench, rules, sites, objects }: Stage, counterexample: Counterexample): Witnessed {
  const { machine } = bench;
  const observer = Observer.begin(rules, sites, objects);
  const waiting = [...counterexample.inputs];
  const given: bigint[] = [];
  bench.isSpent = () => false;
  bench.input = (bits, what, offset) => {
    const value = offset === undefined ? (waiting.shift() ?? 0n) : frozen(counterexample, what, offset, bits);
    given.push(BigInt.asUintN(bits, value));
    return BigInt.asUintN(bits, value);
  };
  const choices = [...counterexample.choices];
  const made: Choice[] = [];
  const hits: [Hit, Schedule][] = [];
  const state = machine.initial();
  const see = (seen: readonly Sighting[]): void => {
    for (const sighting of seen) {
      if (hits.some(([hit]) => hit.sighting.key === sighting.key)) continue;
      const bytes = sighting.kind === 'failure' ? undefined : sighting;
      const variable = bytes === undefined ? '' : objects.genericName(state, bytes.byte, bytes.size);
      const example = bytes === undefined ? '' : objects.exampleName(state, bytes.byte, bytes.size);
      const stop: Choice[] = sighting.kind === 'failure' ? [] : [{ kind: 'stop', at: state.steps }];
      const hit: Hit = {
        sighting,
        trail: undefined,
        steps: state.steps,
        path: [],
        inputs: undefined,
        variable,
        example,
      };
      hits.push([hit, { choices: [...made, ...stop], inputs: [...given] }]);
    }
  };
  let last = 0;
  for (;;) {
    const outcome = machine.run(state);
    observer.settle(state);
    const seen: Sighting[] = [];
    if (outcome.kind === 'iteration') {
      observer.iteration();
      continue;
    }
    if (outcome.kind === 'failed') observer.failure(state, outcome.failure, seen);
    see(seen);
    if (outcome.kind !== 'visible' && outcome.kind !== 'idle') return { hits, isTrue: choices.length === 0 };
    const choice = choices[0];
    if (choice?.kind === 'start' && choice.at === state.steps) {
      const isr = machine.isrs.find((c) => scheduledName(machine.program, c.id) === choice.isr);
      if (isr === undefined || machine.obstacle(state, isr) !== undefined) return { hits, isTrue: false };
      made.push(choices.shift()!);
      last = state.steps;
      observer.started(outcome.kind === 'visible' ? peek(machine, state) : undefined);
      machine.start(state, isr.id);
      continue;
    }
    if (outcome.kind === 'idle' || state.steps > last + MAX_STEPS) return { hits, isTrue: choices.length === 0 };
    let stepped = machine.step(state);
    if (stepped.kind === 'undecided') {
      const isDescending = choices[0]?.kind === 'descending' && choices[0].at === state.steps;
      if (isDescending) made.push(choices.shift()!);
      stepped = machine.step(state, [isDescending]);
    }
    if (stepped.kind === 'failed') observer.failure(state, stepped.failure, seen);
    if (stepped.kind === 'stepped') for (const event of stepped.events) observer.observe(state, event, seen);
    see(seen);
    if (stepped.kind !== 'stepped' && stepped.kind !== 'iteration') return { hits, isTrue: choices.length === 0 };
    if (stepped.kind === 'iteration') observer.iteration();
  }
}

function frozen(counterexample: Counterexample, what: string, offset: number, bits: number): bigint {
  const bytes = counterexample.frozen.get(what);
  let value = 0n;
  for (let n = 0; n * 8 < bits; n++) value |= BigInt(bytes?.get(offset + n) ?? 0) << BigInt(n * 8);
  return value;
}
