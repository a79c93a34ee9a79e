// Bytes and values in the words of the source: `uart.rx.buf[3]`, `UCSR0B`, −1, `&ring[2]`, null.

import { accessPath } from '../ir/debug/access-path.js';
import type { SourceType } from '../ir/debug/debug-info.js';
import type { Instruction } from '../ir/instruction.js';
import { accessedType, isAccess } from '../ir/instruction-class.js';
import type { Type } from '../ir/type.js';
import type { Event } from '../machine/event.js';
import type { Machine } from '../machine/machine.js';
import type { Memory } from '../machine/memory/memory.js';
import { PAGE_BYTES, Shadow } from '../machine/memory/page.js';
import {
  type Integer,
  isConcrete,
  objectOf,
  offsetOf,
  pointer,
  toSigned,
  toUnsigned,
  type Value,
} from '../machine/memory/value.js';
import type { MemoryObject } from '../model/program.js';
import { registerName } from '../model/registers.js';

type AccessEvent = Extract<Event, { kind: 'access' }>;

/** How a number is written; a pointer knows how many bytes it points to. */
type Notation = { readonly kind: 'signed' | 'unsigned' | 'bits' } | { readonly kind: 'pointer'; readonly size: number };
/** Of arguments of models: pointers are to locks and the like. */
type ForModels = { readonly kind: 'lock' };

export interface Extent {
  readonly what: string;
  readonly offset: number;
  readonly size: number;
  readonly notation: Notation['kind'] | 'float';
}

export class Describer {
  private readonly bySymbol = new Map<number, MemoryObject>();
  private readonly bySite = new Map<Instruction, MemoryObject>();

  constructor(private readonly machine: Machine) {
    const { program, image } = machine;
    for (const object of program.objects) {
      if (object.site !== undefined) this.bySite.set(object.site, object);
      else if (image.symbols.has(object.symbol)) this.bySymbol.set(image.symbols.get(object.symbol)!, object);
    }
  }

  /** While the object lives. */
  bytes(memory: Memory, object: number, offset: number, size: number): string {
    if (object === 0) return registerName(this.machine.program.platform, offset, size);
    const info = memory.info(object);
    if (info === undefined) return 'an object that no longer exists';
    const type = this.known(memory, object)?.type;
    if (type !== undefined && type.size > 0) return info.name + accessPath(type, offset, size);
    return offset === 0 && size === info.size
      ? info.name
      : `${info.name}${size === 1 ? `[byte ${offset}]` : `[bytes ${offset}..${offset + size - 1}]`}`;
  }

  /**
   * What begins at an address, `forks[2]`, `queue.lock`: of such a size, else the innermost record. One byte is what a
   * pointer to void points to.
   */
  lock(memory: Memory, address: number, size?: number): string {
    const object = objectOf(address);
    const type = this.known(memory, object)?.type;
    if (object === 0 || type === undefined) return this.bytes(memory, object, offsetOf(address), size ?? 1);
    // What begins with two underscores is inside of a lock of the C library.
    const path = partAt(type, offsetOf(address), size === 1 ? undefined : size).replace(/\.__.*$/, '');
    return `${memory.info(object)?.name ?? '?'}${path}`;
  }

  /** What an access read or wrote. */
  accessed(memory: Memory, event: AccessEvent): string {
    const type = this.typeOf(event);
    if (event.object === 0 || memory.info(event.object)?.kind === 'device')
      return this.value(memory, type, event.value, { kind: 'bits' });
    const known = this.known(memory, event.object)?.type;
    return this.value(
      memory,
      type,
      event.value,
      known === undefined ? undefined : notationAt(known, event.offset, event.size),
    );
  }

  /** The variable, or the part of one, that holds a byte: how it is called and what is in it now. */
  scalar(memory: Memory, object: number, byte: number): { readonly what: string; readonly value: string } {
    const type = this.known(memory, object)?.type;
    const { offset, size } = (type === undefined ? undefined : scalarAt(type, byte)) ?? { offset: byte, size: 1 };
    const what = this.bytes(memory, object, offset, size);
    const leaf = type === undefined ? undefined : leafAt(type, offset);
    const p = pointer(object, offset);
    const { littleEndian, pointerBytes } = this.machine.program.target;
    if (!littleEndian || memory.invalid(p, size) !== undefined || isUninitialised(memory, object, offset, size))
      return { what, value: 'unknown' };
    if (leaf?.kind === 'pointer' && size === pointerBytes) {
      const address: Type = { kind: 'pointer', addressSpace: 0 };
      return { what, value: this.value(memory, address, memory.loadPointer(p), notationAt(type!, offset, size)) };
    }
    if (leaf?.kind === 'scalar' && leaf.encoding === 'float' && (size === 4 || size === 8)) {
      const float: Type = { kind: 'float', format: size === 4 ? 'float' : 'double' };
      return { what, value: this.value(memory, float, this.machine.image.load(memory, p, float)) };
    }
    const bits = size * 8;
    const notation = type === undefined ? undefined : notationAt(type, offset, size);
    return { what, value: this.value(memory, { kind: 'int', bits }, memory.loadInteger(p, size, bits), notation) };
  }

  /** The bytes that `scalar` looks at, and how what is in them is written. */
  extent(memory: Memory, object: number, byte: number): Extent {
    const type = this.known(memory, object)?.type;
    const { offset, size } = (type === undefined ? undefined : scalarAt(type, byte)) ?? { offset: byte, size: 1 };
    const leaf = type === undefined ? undefined : leafAt(type, offset);
    const isFloat = leaf?.kind === 'scalar' && leaf.encoding === 'float';
    const notation = type === undefined ? 'signed' : (notationAt(type, offset, size)?.kind ?? 'signed');
    const what = this.bytes(memory, object, offset, size);
    return { what, offset, size, notation: isFloat ? 'float' : leaf?.kind === 'pointer' ? 'pointer' : notation };
  }

  value(memory: Memory, type: Type, value: Value, notation: Notation | ForModels = { kind: 'signed' }): string {
    switch (type.kind) {
      case 'int':
        return isConcrete(value) ? integer(type.bits, value, notation) : '?';
      case 'float':
        return isConcrete(value) ? String(value) : '?';
      case 'pointer':
        return typeof value === 'number' ? this.pointer(memory, value, notation) : '?';
      case 'array':
      case 'vector':
        return Array.isArray(value)
          ? `{${value.map((v: Value) => this.value(memory, type.element, v, notation)).join(', ')}}`
          : '?';
      case 'struct':
        return Array.isArray(value)
          ? `{${value.map((v: Value, n) => this.value(memory, type.fields![n]!, v, notation)).join(', ')}}`
          : '?';
      default:
        return '?';
    }
  }

  private pointer(memory: Memory, p: number, notation: Notation | ForModels): string {
    if (p === 0) return 'null';
    const [object, offset] = [objectOf(p), offsetOf(p)];
    if (object === 0) return `0x${p.toString(16)}`;
    const info = memory.info(object);
    if (info?.kind === 'function') return info.name;
    const text = this.machine.image.text(p);
    if (text !== undefined) return JSON.stringify(text);
    if (offset === 0) return `&${info?.name ?? this.bytes(memory, object, 0, 1)}`;
    if (notation.kind === 'lock') return `&${this.lock(memory, p)}`;
    const size = notation.kind === 'pointer' && notation.size > 0 ? notation.size : 1;
    const type = this.known(memory, object)?.type;
    // Of a record it is the whole, not its first field.
    return size > 1 && type !== undefined && offset < type.size
      ? `&${info?.name ?? '?'}${partAt(type, offset, size)}`
      : `&${this.bytes(memory, object, offset, size)}`;
  }

  /** A piece of a wider access is a number of its own. */
  private typeOf(event: AccessEvent): Type {
    const i = this.machine.program.module.instructions[event.instruction]!;
    const whole = isAccess(i) ? accessedType(i) : undefined;
    if (whole !== undefined && this.machine.program.module.layout.storeSize(whole) === event.size) return whole;
    return { kind: 'int', bits: event.size * 8 };
  }

  private known(memory: Memory, object: number): MemoryObject | undefined {
    const fixed = this.bySymbol.get(object);
    if (fixed !== undefined) return fixed;
    const site = memory.info(object)?.site;
    return site === undefined ? undefined : this.bySite.get(site);
  }
}

function integer(bits: number, value: Integer, { kind }: Notation | ForModels): string {
  if (kind === 'bits')
    return `0x${toUnsigned(bits, value)
      .toString(16)
      .padStart(Math.ceil(bits / 4), '0')}`;
  return String(kind === 'unsigned' || bits === 1 ? toUnsigned(bits, value) : toSigned(bits, value));
}

/** A whole scalar as the source declares it; a part of one as its bits. */
function notationAt(type: SourceType, offset: number, size: number): Notation {
  const leaf = leafAt(type, offset);
  if (leaf === undefined || leaf.size !== size) return { kind: 'bits' };
  if (leaf.kind === 'pointer') return { kind: 'pointer', size: leaf.target().size };
  if (leaf.kind !== 'scalar') return { kind: 'signed' };
  const isUnsigned = leaf.encoding === 'unsigned' || leaf.encoding === 'boolean' || leaf.name.startsWith('unsigned');
  return { kind: isUnsigned ? 'unsigned' : leaf.encoding === 'other' ? 'bits' : 'signed' };
}

function isUninitialised(memory: Memory, object: number, offset: number, size: number): boolean {
  const pages = memory.entry(object);
  for (let at = offset; at < offset + size; at++)
    if (pages?.page(Math.floor(at / PAGE_BYTES))?.shadow?.[at % PAGE_BYTES] === Shadow.uninitialised) return true;
  return false;
}

/** Where the scalar lies that holds a byte; undefined in padding, in bit-fields and beyond the type. */
function scalarAt(type: SourceType, byte: number): { readonly offset: number; readonly size: number } | undefined {
  switch (type.kind) {
    case 'array': {
      const { size } = type.element;
      const start = size === 0 ? 0 : Math.floor(byte / size) * size;
      const found = size === 0 ? undefined : scalarAt(type.element, byte - start);
      return found && { offset: start + found.offset, size: found.size };
    }
    case 'record': {
      const member = type
        .members()
        .find((m) => m.bits === undefined && byte >= m.offset && byte < m.offset + m.type.size);
      const found = member === undefined ? undefined : scalarAt(member.type, byte - member.offset);
      return found && { offset: member!.offset + found.offset, size: found.size };
    }
    default:
      return byte < type.size && type.size <= 8 ? { offset: 0, size: type.size } : undefined;
  }
}

/** The outermost part that begins at the offset and is no larger than that; without a size, the innermost record. */
function partAt(type: SourceType, offset: number, size: number | undefined): string {
  switch (type.kind) {
    case 'array': {
      const { element } = type;
      const index = element.size === 0 ? 0 : Math.floor(offset / element.size);
      return `[${index}]${partAt(element, offset - index * element.size, size)}`;
    }
    case 'record': {
      const inner = type
        .members()
        .find((m) => m.bits === undefined && offset >= m.offset && offset < m.offset + m.type.size);
      const fits =
        size === undefined ? inner === undefined || elementOf(inner.type).kind !== 'record' : type.size <= size;
      if (inner === undefined || (offset === 0 && fits)) return '';
      return `${inner.name === '' ? '' : `.${inner.name}`}${partAt(inner.type, offset - inner.offset, size)}`;
    }
    default:
      return '';
  }
}

function elementOf(type: SourceType): SourceType {
  return type.kind === 'array' ? elementOf(type.element) : type;
}

/** The innermost part that begins at the offset. */
function leafAt(type: SourceType, offset: number): SourceType | undefined {
  switch (type.kind) {
    case 'array':
      return type.element.size === 0 ? undefined : leafAt(type.element, offset % type.element.size);
    case 'record': {
      const member = type
        .members()
        .find((m) => m.bits === undefined && offset >= m.offset && offset < m.offset + m.type.size);
      return member === undefined ? undefined : leafAt(member.type, offset - member.offset);
    }
    default:
      return offset === 0 ? type : undefined;
  }
}
