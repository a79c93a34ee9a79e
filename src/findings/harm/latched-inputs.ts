// The inputs of an execution in which a register holds what is written to it: from some input on, who reads it gets
// that, and all else is as a schedule says. A replay with these inputs needs not know of latches.

import { inputOf } from '../../execution/checkpoint.js';
import type { Observer } from '../../execution/drive.js';
import type { Event } from '../../machine/event.js';
import type { Machine } from '../../machine/machine.js';
import { isConcrete, pointer, toUnsigned } from '../../machine/memory/value.js';
import type { State } from '../../machine/state.js';
import { deviceInput } from '../../machine/stepping/device.js';
import type { Transition } from '../../machine/transition.js';
import type { Witness } from './witness.js';

export class LatchedInputs implements Observer {
  /** What was given so far. */
  readonly given: bigint[] = [];
  private readonly held: Map<number, number>;
  /** By what is asked for. */
  private readonly addresses: ReadonlyMap<string, number>;
  /** Inputs and steps before the latch is one. */
  private readonly first: number;
  private readonly begin: number;

  constructor(
    machine: Machine,
    { state, inputsRead }: Witness,
    private readonly inputs: readonly bigint[],
  ) {
    this.held = new Map(state.latches);
    this.addresses = new Map([...this.held.keys()].map((at) => [deviceInput(machine, state, at), at]));
    this.begin = state.steps;
    this.first = [...inputsRead.values()].reduce((sum, n) => sum + n, 0);
  }

  next(bits: number, what: string): bigint {
    const n = this.given.length;
    const address = n < this.first ? undefined : this.addresses.get(what);
    const value = address === undefined ? inputOf(this.inputs, n, bits) : this.heldAt(address, bits);
    this.given.push(value);
    return value;
  }

  private heldAt(address: number, bits: number): bigint {
    let value = 0n;
    for (let n = Math.ceil(bits / 8) - 1; n >= 0; n--) value = (value << 8n) | BigInt(this.held.get(address + n) ?? 0);
    return BigInt.asUintN(bits, value);
  }

  took({ steps }: State, { kind }: Transition, events: readonly Event[]): void {
    // What is written after the last input before is not held yet either.
    if (kind !== 'step' || steps <= this.begin) return;
    for (const event of events) {
      if (event.kind !== 'access' || event.operation !== 'W' || !isConcrete(event.value)) continue;
      const value = toUnsigned(event.size * 8, event.value);
      for (let n = 0; n < event.size; n++) {
        const byte = pointer(event.object, event.offset + n);
        if (this.held.has(byte)) this.held.set(byte, Number((value >> BigInt(8 * n)) & 0xffn));
      }
    }
  }
}
