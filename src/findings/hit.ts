// Something seen in an execution, with its name there: what engines look for, and prove by schedules that show it.

import { Describer } from '../execution/describe.js';
import type { ModelObjects } from '../execution/model-objects.js';
import type { Choice } from '../execution/schedule.js';
import type { State } from '../machine/state.js';
import type { Sighting } from './pattern-observer.js';
import type { BlockedThread } from './waiting/blocked-thread.js';

export interface Hit {
  readonly sighting: Sighting;
  /** Visible steps of the execution, up to and including it. */
  readonly steps: number;
  /** The common bytes: `ring[]`, and as the execution had them: `ring[3]`. */
  readonly variable: string;
  readonly example: string;
}

/** `state` is right behind what was seen. */
export function hitIn(state: State, sighting: Sighting, objects: ModelObjects): Hit {
  const { steps } = state;
  if (sighting.kind === 'failure') return { sighting, steps, variable: '', example: '' };
  if (sighting.kind === 'blocked') {
    const example = lockOf(state, sighting.threads, objects);
    return { sighting, steps, variable: example.replace(/\[\d+\]/g, '[]'), example };
  }
  const bytes = sighting.kind === 'deadlock' ? sighting.wait.awaited : sighting;
  if (bytes === undefined) return { sighting, steps, variable: '', example: '' };
  const { byte, size } = bytes;
  const variable = objects.genericName(state, byte, size);
  return { sighting, steps, variable, example: objects.exampleName(state, byte, size) };
}

/** What the first of them waits for, if that is a lock. */
function lockOf({ memory }: State, threads: readonly BlockedThread[], { machine }: ModelObjects): string {
  const lock = threads.find((t) => t.wait.lock !== undefined)?.wait.lock;
  return lock === undefined ? '' : new Describer(machine).lock(memory, lock.address, lock.size);
}

/** The choices of an execution that shows it, with its end: behind a round of a wait, none behind a failure. */
export function endingWith({ sighting, steps }: Hit, choices: readonly Choice[]): readonly Choice[] {
  if (sighting.kind === 'failure' && sighting.goesOn !== true) return choices;
  const round = sighting.kind === 'deadlock' ? sighting.wait.steps : 0;
  return [...choices, { kind: 'stop', at: steps + round }];
}
