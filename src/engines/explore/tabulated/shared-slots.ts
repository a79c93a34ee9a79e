// The memory that contexts share, cut into slots: bytes that accesses use alike. What a slot holds is a small number,
// so that it can be a component of a state and an index into a table. Exact: contents have the same number only if they
// are equal. Memory that only one context uses is no slot; it belongs to that context's local state.

import type { ModelObjects } from '../../../execution/model-objects.js';
import type { Machine } from '../../../machine/machine.js';
import type { Memory } from '../../../machine/memory/memory.js';
import { type Cell, PAGE_BYTES, Shadow } from '../../../machine/memory/page.js';
import { objectOf, type Pointer, pointer } from '../../../machine/memory/value.js';
import { runsOf } from '../../../machine/memory/visible-bytes.js';
import type { UnreadParts } from '../../../machine/state-key.js';
import { Unsuited } from './unsuited.js';

export interface SharedSlot {
  readonly object: number;
  readonly from: number;
  readonly to: number;
}

interface SlotContents {
  readonly bytes: readonly number[];
  /** Pointers, by offset in the slot. */
  readonly cells: readonly (readonly [number, Cell])[];
}

/** More slots than this make states that are too long. */
const MAX_SLOTS = 512;

export class SharedSlots {
  readonly all: readonly SharedSlot[];
  private readonly byObject = new Map<number, number[]>();
  private readonly contents: { readonly numbers: Map<string, number>; readonly list: SlotContents[] }[];

  /** Bytes that nothing depends on are left out: what is read there does not matter. */
  constructor(machine: Machine, objects: ModelObjects, unread: UnreadParts['bytes']) {
    const isUnread = ({ object, from, to }: SharedSlot): boolean =>
      unread.get(object)?.some((range) => range.from <= from && to <= range.to) === true;
    this.all = slotsOf(machine, objects).filter((slot) => !isUnread(slot));
    if (this.all.length > MAX_SLOTS) throw new Unsuited('much shared memory');
    this.all.forEach(({ object }, n) => this.byObject.set(object, [...(this.byObject.get(object) ?? []), n]));
    this.contents = this.all.map(() => ({ numbers: new Map(), list: [] }));
  }

  /** What is left to the contexts, by object. */
  ranges(): ReadonlyMap<number, readonly { readonly from: number; readonly to: number }[]> {
    return new Map([...this.byObject].map(([object, slots]) => [object, slots.map((n) => this.all[n]!)]));
  }

  /** Those with a byte in common with an access. */
  at(object: number, offset: number, size: number): readonly number[] {
    const slots = this.byObject.get(object) ?? [];
    return slots.filter((n) => this.all[n]!.from < offset + size && offset < this.all[n]!.to);
  }

  /** Does the access write all of the slot? */
  isCovered(slot: number, object: number, offset: number, size: number): boolean {
    const { object: own, from, to } = this.all[slot]!;
    return own === object && offset <= from && to <= offset + size;
  }

  /** The number of what the slot holds. */
  number(slot: number, memory: Memory): number {
    const found = read(memory, this.all[slot]!);
    const { numbers, list } = this.contents[slot]!;
    const key = textOf(found);
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = list.length));
      list.push(found);
    }
    return number;
  }

  /** Are there pointers in these contents? */
  hasPointers(slot: number, number: number): boolean {
    return this.contents[slot]!.list[number]!.cells.length > 0;
  }

  write(slot: number, number: number, memory: Memory): void {
    const { object, from } = this.all[slot]!;
    const { bytes, cells } = this.contents[slot]!.list[number]!;
    for (let n = 0; n < bytes.length; n++) memory.storeInteger(pointer(object, from + n), 1, bytes[n]!);
    for (const [at, cell] of cells) memory.storePointer(pointer(object, from + at), cell.value as Pointer);
  }
}

/** The bytes that others may see, cut where some access begins or ends. */
function slotsOf(machine: Machine, objects: ModelObjects): readonly SharedSlot[] {
  const { memory } = machine.image;
  const slots: SharedSlot[] = [];
  const state = machine.initial();
  for (let object = 1; object < memory.staticCount; object++) {
    const info = memory.info(object)!;
    if (!info.visible || info.constant || info.kind === 'function') continue;
    if (info.kind === 'device') throw new Unsuited('a device register');
    const ids = new Set(objects.of(state, object));
    const cuts = new Set([0, info.size]);
    for (const { regions } of machine.program.accesses)
      for (const region of regions)
        if (ids.has(region.object)) for (const run of runsOf(region, info.size)) for (const cut of run) cuts.add(cut);
    const edges = [...cuts].sort((a, b) => a - b);
    if (edges.length > MAX_SLOTS) throw new Unsuited('much shared memory');
    for (let n = 1; n < edges.length; n++) {
      const [from, to] = [edges[n - 1]!, edges[n]!];
      if (info.visibleBytes?.some(from, to) !== false) slots.push({ object, from, to });
    }
  }
  return slots;
}

function read(memory: Memory, { object, from, to }: SharedSlot): SlotContents {
  const entry = memory.entry(object)!;
  const bytes: number[] = [];
  const cells: (readonly [number, Cell])[] = [];
  for (let at = from; at < to; at++) {
    const offset = at % PAGE_BYTES;
    const page = entry.page((at - offset) / PAGE_BYTES)!;
    bytes.push(page.bytes[offset]!);
    const kind = page.shadow === null ? Shadow.concrete : page.shadow[offset]!;
    if (kind === Shadow.concrete) continue;
    const cell = page.cells?.get(offset);
    if (kind === Shadow.uninitialised || cell?.isPointer === false)
      throw new Unsuited('arbitrary data in shared memory');
    const covering = page.cellAt(offset);
    if (
      covering === undefined ||
      at - (offset - covering.start) < from ||
      at - (offset - covering.start) + covering.cell.size > to
    )
      throw new Unsuited('a shared pointer that is accessed in parts');
    if (cell === undefined) continue;
    const { value } = cell;
    if (typeof value !== 'number' || objectOf(value) >= memory.staticCount)
      throw new Unsuited('a shared pointer to what is not static');
    cells.push([at - from, cell]);
  }
  return { bytes, cells };
}

function textOf({ bytes, cells }: SlotContents): string {
  return `${bytes.join()}${cells.map(([at, { value }]) => `;${at}:${String(value)}`).join('')}`;
}
