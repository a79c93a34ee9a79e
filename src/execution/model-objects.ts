// The model's objects behind the machine's: globals by name, locals and heap by the place that allocates them.

import { accessPath } from '../ir/debug/access-path.js';
import type { Instruction } from '../ir/instruction.js';
import type { Machine } from '../machine/machine.js';
import { objectOf, offsetOf, pointer } from '../machine/memory/value.js';
import type { Peeked } from '../machine/peek.js';
import type { State } from '../machine/state.js';
import { isDevice } from '../machine/stepping/accessed.js';
import { monitorName } from '../model/assembly/exclusive.js';
import { latchesOf } from '../model/latches.js';
import type { ObjectId } from '../model/program.js';
import { registerName } from '../model/registers.js';

interface AccessedBytes {
  readonly object: number;
  readonly offset: number;
  readonly size: number;
}

export class ModelObjects {
  private readonly bySymbol = new Map<string, ObjectId[]>();
  private readonly bySite = new Map<Instruction, readonly ObjectId[]>();
  private readonly byMachine = new Map<number, readonly ObjectId[]>();
  private readonly dynamic: readonly ObjectId[];
  private readonly monitor: number | undefined;
  /** Of bytes of globals, by their number. */
  private readonly names = new Map<number, Map<number, string>>();

  constructor(readonly machine: Machine) {
    for (const object of machine.program.objects) {
      if (object.site !== undefined || object.symbol === '') continue;
      const list = this.bySymbol.get(object.symbol) ?? [];
      this.bySymbol.set(object.symbol, [...list, object.id]);
    }
    for (const [symbol, object] of machine.image.symbols) this.byMachine.set(object, this.bySymbol.get(symbol) ?? []);
    this.monitor = machine.image.symbols.get(monitorName);
    const absolute = machine.program.objects.filter((o) => o.kind === 'device' && o.symbol === '');
    this.byMachine.set(
      0,
      absolute.map((o) => o.id),
    );
    this.dynamic = machine.program.objects.filter((o) => o.site !== undefined).map((o) => o.id);
  }

  of(state: State, object: number): readonly ObjectId[] {
    const fixed = this.byMachine.get(object);
    if (fixed !== undefined) return fixed;
    const info = state.memory.info(object);
    if (info?.insteadOf !== undefined) return this.byMachine.get(info.insteadOf) ?? [];
    const site = info?.site;
    if (site === undefined) return this.dynamic;
    let found = this.bySite.get(site);
    if (found === undefined) {
      found = this.machine.program.objects.filter((o) => o.site === site).map((o) => o.id);
      this.bySite.set(site, found);
    }
    return found;
  }

  isDevice(state: State, object: number): boolean {
    return isDevice(state, pointer(object, 0));
  }

  /** Is it memory, or a register that several contexts use? Findings are about these. */
  isWatched(state: State, { object, offset, size }: AccessedBytes): boolean {
    return !this.isDevice(state, object) || this.machine.sharedRegisters.has(object, offset, size);
  }

  /** The monitor of exclusive accesses is hardware: what happens to it is no finding. */
  isMonitor(object: number): boolean {
    return object === this.monitor;
  }

  isMaskRegister(next: Peeked): boolean {
    return next.accesses.some((a) =>
      this.machine.registersMet(pointer(a.object, a.offset), a.size).some(({ register }) => register.kind !== 'plain'),
    );
  }

  /** Registers are latches where several contexts use them and they hold what was written: `latchesOf`. */
  isLatch(state: State, { object, offset, size }: AccessedBytes): boolean {
    if (!this.isDevice(state, object) || !this.machine.sharedRegisters.has(object, offset, size)) return false;
    const region = { offset, stride: 0, low: offset, high: offset + 1, size };
    const { isLatch } = latchesOf(this.machine.program);
    return this.of(state, object).some((id) => isLatch({ ...region, object: id }));
  }

  /** `ring[3].head`: the bytes as one execution had them. */
  exampleName(state: State, byte: number, size = 1): string {
    return this.nameOf(state, byte, size, false).replace(/\[bytes? [^\]]*\]$/, '');
  }

  /** `ring[].head`: the same for all elements. */
  genericName(state: State, byte: number, size: number): string {
    // Numbers of locals and heap objects mean different objects in different executions.
    if (!this.byMachine.has(objectOf(byte))) return this.nameOf(state, byte, size, true);
    let ofSize = this.names.get(byte);
    if (ofSize === undefined) this.names.set(byte, (ofSize = new Map()));
    let name = ofSize.get(size);
    if (name === undefined) ofSize.set(size, (name = this.nameOf(state, byte, size, true)));
    return name;
  }

  private nameOf(state: State, byte: number, size: number, generic: boolean): string {
    const object = objectOf(byte);
    const type = this.of(state, object)
      .map((id) => this.machine.program.objects[id]!.type)
      .find((t) => t !== undefined);
    if (object === 0) return this.registerNameOf(offsetOf(byte), size);
    const name = state.memory.info(object)?.name ?? '?';
    return type === undefined ? name : name + accessPath(type, offsetOf(byte), size, { generic });
  }

  /** Of the whole register, where several contexts use it: a piece of an access has the name of all of it. */
  private registerNameOf(address: number, size: number): string {
    const { shared, platform } = this.machine.program;
    const ids = this.byMachine.get(0)!;
    const whole = shared.find(
      ({ region: r }) =>
        ids.includes(r.object) && r.stride === 0 && r.offset <= address && address + size <= r.offset + r.size,
    );
    return whole?.name ?? registerName(platform, address, size);
  }
}
