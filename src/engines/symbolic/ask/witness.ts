// Runs a counterexample on the machine with concrete data and watches it as the explore engine does: everything seen is
// a hit with a schedule of its own.

import { drive } from '../../../execution/drive.js';
import type { Schedule } from '../../../execution/schedule.js';
import { ScheduleReader } from '../../../execution/schedule-reader.js';
import { ScheduleWriter } from '../../../execution/schedule-writer.js';
import type { Confirmer } from '../../../findings/confirm.js';
import { endingWith, type Hit, hitIn } from '../../../findings/hit.js';
import { PatternObserver } from '../../../findings/pattern-observer.js';
import type { Counterexample } from '../counterexample.js';

export interface Witnessed {
  readonly hits: readonly (readonly [Hit, Schedule])[];
  /** Did everything happen as the counterexample says? */
  readonly isTrue: boolean;
}

/** Visible steps after the last choice: the counterexample says nothing about what follows. */
const MAX_STEPS = 10_000;

export function witness(confirmer: Confirmer, counterexample: Counterexample): Witnessed {
  const { machine, objects } = confirmer;
  const reader = new ScheduleReader(machine, counterexample.choices, { limit: MAX_STEPS });
  const writer = new ScheduleWriter(machine.program);
  const hits = new Map<string, readonly [Hit, Schedule]>();
  const patterns = PatternObserver.begin(confirmer, (seenIn, sighting) => {
    if (hits.has(sighting.key)) return;
    const hit = hitIn(seenIn, sighting, objects);
    hits.set(sighting.key, [hit, { choices: endingWith(hit, [...writer.choices]), inputs: [...given] }]);
  });
  let asked = 0;
  const given: bigint[] = [];
  const state = machine.initial((bits, what, offset) => {
    const value =
      offset === undefined ? (counterexample.inputs[asked++] ?? 0n) : frozen(counterexample, what, offset, bits);
    given.push(BigInt.asUintN(bits, value));
    return BigInt.asUintN(bits, value);
  });
  const ending = drive(machine, state, reader, [writer, patterns]);
  if (ending.kind === 'failed') patterns.failed(state, ending.failure);
  return { hits: [...hits.values()], isTrue: reader.choice === undefined };
}

function frozen(counterexample: Counterexample, what: string, offset: number, bits: number): bigint {
  const bytes = counterexample.frozen.get(what);
  let value = 0n;
  for (let n = 0; n * 8 < bits; n++) value |= BigInt(bytes?.get(offset + n) ?? 0) << BigInt(n * 8);
  return value;
}
