// Bits of device registers that are the own flags of interrupts. A device may have several for one interrupt: it may
// start if one of them is set. A register that was not written yet holds what the interrupt began with.

import type { ContextId, Program } from '../model/program.js';
import { flagBits, type PlatformRegister, registerOfSymbol } from '../model/registers.js';
import { setFlags } from './interrupts.js';
import { pointer } from './memory/value.js';
import type { State } from './state.js';

interface FlagBit {
  readonly address: number;
  readonly bit: number;
}

export class OwnFlags {
  /** Registers that the linker places, by where they are in the machine's memory. */
  readonly placed = new Map<number, PlatformRegister>();
  private readonly byIrq = new Map<number, FlagBit[]>();

  constructor(
    private readonly program: Program,
    symbols: ReadonlyMap<string, number>,
  ) {
    for (const [symbol, object] of symbols) {
      const register = registerOfSymbol(program.platform, symbol);
      if (register === undefined) continue;
      this.placed.set(pointer(object, 0), register);
      this.add(pointer(object, 0), register);
    }
    for (const register of program.platform.registers)
      if (register.kind === 'flags') this.add(register.address, register);
  }

  private add(address: number, register: PlatformRegister): void {
    for (const [bit, irq] of flagBits(register)) {
      const bits = this.byIrq.get(irq);
      if (bits === undefined) this.byIrq.set(irq, [{ address, bit }]);
      else bits.push({ address, bit });
    }
  }

  /** Is there a handler that the number is, or may be? */
  isOfSomebody(irq: number): boolean {
    return this.program.contexts.some((c) => c.kind === 'isr' && (c.irq === irq || c.possibleIrqs?.includes(irq)));
  }

  /** Is the context the only one that changes own flags? Then they are what it has made of them. */
  areOnly(context: ContextId): boolean {
    return this.program.operations.every(
      (o) => o.context === context || (o.effect.kind !== 'enable' && o.effect.kind !== 'disable'),
    );
  }

  /** What is remembered of a register; before the first write, the bits of all that are on at first. */
  content(state: State, start: number, register: PlatformRegister | undefined): number {
    const written = state.registers.get(start);
    if (written !== undefined) return written;
    let initial = 0;
    for (const [bit, irq] of flagBits(register)) if (this.isOnAtFirst(irq)) initial |= 1 << bit;
    return initial;
  }

  /** After a write to the register. */
  update(state: State, register: PlatformRegister): void {
    for (const irq of new Set(flagBits(register).map(([, of]) => of)))
      setFlags(this.program, state, irq, this.of(state, irq));
  }

  private of(state: State, irq: number): boolean {
    const bits = this.byIrq.get(irq)!;
    if (bits.some(({ address, bit }) => (((state.registers.get(address) ?? 0) >>> bit) & 1) === 1)) return true;
    return bits.some(({ address }) => !state.registers.has(address)) && this.isOnAtFirst(irq);
  }

  private isOnAtFirst(irq: number): boolean {
    return this.program.contexts.some((c) => c.irq === irq && c.initially?.enabled === true);
  }
}
