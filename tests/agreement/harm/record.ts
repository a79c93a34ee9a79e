// What a schedule does, as something that can be changed: who starts on top of whom after how many steps, which
// accesses go down, and what each activation was given by each source of arbitrary data.

import { type Schedule, scheduledName } from '../../../src/execution/schedule.js';
import type { Machine } from '../../../src/machine/machine.js';
import { type Label, type Start, Walk, type WalkedStep } from './walk.js';

export interface Recording {
  readonly steps: readonly WalkedStep[];
  /** `before`: steps of all that were made before it. */
  readonly starts: readonly (Start & { readonly before: number })[];
  /** `label.step`, with the steps of all that were made before it. */
  readonly descending: ReadonlyMap<string, number>;
  readonly inputs: Inputs;
}

/** The n-th value that an activation asks of one source is the same in all executions that are compared. */
export class Inputs {
  private readonly known = new Map<string, bigint[]>();

  add(label: Label, what: string, value: bigint): void {
    const key = keyOf(label, what);
    this.known.set(key, [...(this.known.get(key) ?? []), value]);
  }

  text(): string {
    return [...this.known].map(([key, values]) => `${key}: ${values.join()}`).join('; ');
  }

  /**
   * Beyond what is known: as before; in a long wait the opposite every other time. `unread`: what gives a source of
   * which nothing is known.
   */
  reader(unread: bigint): (label: Label, what: string) => bigint {
    const read = new Map<string, number>();
    return (label, what) => {
      const key = keyOf(label, what);
      const n = read.get(key) ?? 0;
      read.set(key, n + 1);
      const values = this.known.get(key) ?? [];
      const last = values.at(-1) ?? unread;
      const beyond = n - values.length;
      return values[n] ?? (beyond >= 3 && beyond % 2 === 1 ? ~last : last);
    };
  }
}

/** Memory had its content before anybody looked. */
function keyOf(label: Label, what: string): string {
  return what.startsWith('uninitialised ') ? what : `${label} ${what}`;
}

export function record(machine: Machine, { choices, inputs }: Schedule): Recording {
  const starts: (Start & { readonly before: number })[] = [];
  const descending = new Map<string, number>();
  const log = new Inputs();
  let next = 0;
  let given = 0;
  const stop = choices.at(-1);
  const walk = new Walk(machine, {
    input: (label, what, bits) => {
      const value = BigInt.asUintN(bits, inputs[given++] ?? 0n);
      // Behind the last step nothing is recorded any more: it is as arbitrary as what nobody has read.
      if (stop?.kind !== 'stop' || walk.state.steps !== stop.at) log.add(label, what, value);
      return value;
    },
    isDescending: (label, ownStep, state) => {
      const choice = choices[next];
      if (choice?.kind !== 'descending' || choice.at !== state.steps) return false;
      next++;
      descending.set(`${label}.${ownStep}`, walk.steps.length);
      return true;
    },
  });
  const all = { steps: walk.steps, starts, descending, inputs: log };
  for (;;) {
    const outcome = walk.run();
    if (outcome.kind === 'iteration') continue;
    if (outcome.kind !== 'visible' && outcome.kind !== 'blocked') return all;
    const choice = choices[next];
    const isDue = choice?.at === walk.state.steps || (choice?.at === 'end' && outcome.kind === 'blocked');
    if (isDue && choice.kind === 'stop') return all;
    if (isDue && choice.kind === 'start') {
      next++;
      const isr = machine.isrs.find(({ id }) => scheduledName(machine.program, id) === choice.isr)!.id;
      const label = starts.length + 1;
      const preempted = walk.running;
      starts.push({ label, isr, preempted, at: walk.stepsOf(preempted), before: walk.steps.length });
      walk.start(isr, label, false);
      continue;
    }
    if (outcome.kind === 'blocked' || !('calls' in walk.step())) return all;
  }
}
