// Who preempts whom, and what ISRs do to masks and flags, is known to the model before anything runs: it finds the
// writes to registers that decide this. Where it could not tell the address, the machine sees what is written, and
// stops where the model should have known.

import type { InstructionId } from '../ir/instruction.js';
import type { Context, ContextId, Program } from '../model/program.js';
import type { PlatformRegister } from '../model/registers.js';
import { objectOf, offsetOf } from './memory/value.js';
import type { State } from './state.js';
import { Unmodelled } from './stepping/arithmetic.js';

/** A write by an instruction of a context. */
interface DeviceWrite {
  readonly state: State;
  readonly by: InstructionId;
  readonly address: number;
  readonly register: PlatformRegister;
}

/** What an ISR may have changed by a write. */
type Masks = Pick<State, 'maskOpen' | 'flags' | 'pended'>;

export class AttributedWrites {
  private readonly operating = new Set<string>();
  private readonly known = new Map<string, boolean>();
  private readonly isrs: readonly Context[];
  /** With one handler and no ceiling, every priority is above main's and means the same. */
  private readonly areCompared: boolean;

  constructor(private readonly program: Program) {
    const { contexts, operations } = program;
    this.isrs = contexts.filter((c) => c.kind === 'isr');
    for (const o of operations) this.operating.add(`${o.context} ${o.instruction.id}`);
    const hasCeiling = operations.some(({ effect: { kind } }) => kind === 'set-ceiling' || kind === 'raise-ceiling');
    this.areCompared = this.isrs.length > 1 || hasCeiling;
  }

  /** After a write. Of what main does to masks and flags, the model makes nothing that the machine does not see. */
  checkMasks(write: DeviceWrite, before: Masks): void {
    const { state } = write;
    if (this.program.contexts[state.running!.context]!.kind !== 'isr') return;
    const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean => a.every((v, n) => v === b[n]);
    if (state.maskOpen === before.maskOpen && isSame(state.flags, before.flags) && isSame(state.pended, before.pended))
      return;
    if (!this.isKnown(write)) throw unseen(write.register);
  }

  /** `written`: the byte; undefined where it is arbitrary. */
  checkPriority(write: DeviceWrite, irq: number, written: number | undefined): void {
    if (!this.areCompared || this.isKnown(write)) return;
    const { bits } = this.program.platform.priorities;
    const level = written === undefined ? undefined : written >> (8 - bits);
    const meant = this.isrs.filter(({ irq: own = irq, hardwarePriority: set }) => own === irq && set !== undefined);
    if (meant.some((c) => c.hardwarePriority !== level)) throw unseen(write.register);
  }

  /** The same value is set each time, or there are no groups. */
  setGroup(state: State, group: number): void {
    const { grouping } = this.program;
    if (grouping === undefined) return;
    if (group !== grouping.group) throw new Unmodelled(`a second grouping of priorities (${group})`);
    state.registers.set(grouping.address, group);
  }

  /** Has the model seen what the instruction writes there, or that it does not? */
  private isKnown({ state, by, address }: DeviceWrite): boolean {
    const { context } = state.running!;
    const who = `${context} ${by}`;
    if (this.operating.has(who)) return true;
    const key = `${who} ${address}`;
    let known = this.known.get(key);
    if (known === undefined) this.known.set(key, (known = this.isExact(context, by, address)));
    return known;
  }

  private isExact(context: ContextId, by: InstructionId, address: number): boolean {
    return this.program.accesses.some(
      (a) =>
        a.context === context &&
        a.instruction.id === by &&
        a.regions.some(
          (r) =>
            r.stride === 0 &&
            Number.isFinite(r.size) &&
            r.offset === offsetOf(address) &&
            (objectOf(address) !== 0 || this.program.objects[r.object]!.kind === 'device'),
        ),
    );
  }
}

function unseen({ name }: PlatformRegister): Unmodelled {
  return new Unmodelled(`a write to ${name} through an address that is only known when it runs`);
}
