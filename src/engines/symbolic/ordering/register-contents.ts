// Device registers that read back what was written to them, as far as interrupts depend on it: what they may hold is
// found by unrolling until nothing new appears.

import type { Machine } from '../../../machine/machine.js';
import type { State } from '../../../machine/state.js';
import { rememberedBits } from '../../../model/registers.js';
import { Inexpressible } from './locations.js';

/** More contents of one register than this are too many states. */
const MAX_CONTENTS = 32;

export class RegisterContents {
  private readonly known = new Map<number, Set<number>>();
  private hasChanged = false;

  constructor(private readonly machine: Machine) {}

  /** Was something learned since the last call? Then what was unrolled before did not know all. */
  takeChanged(): boolean {
    const { hasChanged } = this;
    this.hasChanged = false;
    return hasChanged;
  }

  /** The registers that were written, with all that they may hold. */
  get all(): Iterable<readonly [address: number, contents: ReadonlySet<number>]> {
    return this.known;
  }

  learn(state: State): void {
    for (const address of state.registers.keys()) {
      let contents = this.known.get(address);
      if (contents === undefined) this.known.set(address, (contents = new Set([this.initial(address)])));
      const content = this.of(state, address);
      if (contents.has(content)) continue;
      if (contents.size === MAX_CONTENTS)
        throw new Inexpressible(`the register ${this.name(address)}, which has too many values`);
      contents.add(content);
      this.hasChanged = true;
    }
  }

  /** The bits that are read back and are not kept elsewhere: the global mask is. */
  of(state: State, address: number): number {
    return this.machine.ownFlags.content(state, address, this.machine.registerAt(address)) & this.keptBits(address);
  }

  private initial(address: number): number {
    return this.of(this.machine.initial(), address);
  }

  keptBits(address: number): number {
    const register = this.machine.registerAt(address);
    return register?.kind === 'mask' ? ~(1 << register.bit) : rememberedBits(register);
  }

  name(address: number): string {
    return this.machine.registerAt(address)?.name ?? `0x${address.toString(16)}`;
  }
}
