// Objects of bytes. Copies of a memory share pages until one writes. Every access is checked: an address outside of a
// living object is invalid, never something else's bytes.

import { InternalError } from '../../base/internal-error.js';
import { SharedMap } from '../../base/shared-map.js';
import type { Term, Terms } from '../../solve/term.js';
import { Unmodelled } from '../stepping/arithmetic.js';
import type { ObjectInfo } from './object-info.js';
import { CHUNK_PAGES, ObjectPages, UniformPages } from './object-pages.js';
import { type Cell, PAGE_BYTES, type Page, Shadow } from './page.js';
import { readInteger, writeInteger } from './page-integers.js';
import {
  fromBigInt,
  homeOf,
  type Integer,
  isConcrete,
  LARGEST_OBJECT,
  OFFSET_BITS,
  objectOf,
  offsetOf,
  type Pointer,
  PointerChoice,
  pointer,
  Symbolic,
  signedOffset,
  toUnsigned,
  type Value,
} from './value.js';

/** Gives concrete values for arbitrary data; undefined: let it be arbitrary. */
export type InputSource = (bits: number, what: string, offset?: number) => number | bigint | undefined;

export interface Input {
  readonly term: Term;
  readonly what: string;
  /** It is in memory now, and not asked for again. */
  readonly isFrozen: boolean;
  /** Where in its object, if it is in memory. */
  readonly offset?: number;
  /** No other input of the execution has it; ascending. */
  readonly number: number;
  readonly previous: Input | undefined;
}

/** Variables for arbitrary data that executions share, since none has to do with another: by number, size and name. */
export class SharedVariables {
  private readonly known = new Map<string, Term>();

  of(terms: Terms, number: number, bits: number, what: string): Term {
    const key = `${number} ${bits} ${what}`;
    let term = this.known.get(key);
    if (term === undefined) this.known.set(key, (term = terms.variable(bits, what)));
    return term;
  }
}

let owners = 0;

/** Pointers are doubles: 21 bits are left for the object. */
const MAX_OBJECT = 2 ** 21 - 2;

export class Memory {
  private owner = ++owners;
  /** Grows whenever a page gives way to a copy of its own: pages that were looked up before may be stale. */
  generation = 0;
  /** With a copy, until one of them writes. */
  private areStaticsShared = false;

  constructor(
    readonly terms: Terms,
    private readonly pointerBytes: number,
    private readonly source: InputSource | undefined = undefined,
    /** Functions and globals, which never go away. */
    private statics: ObjectPages[] = [],
    /** Locals and heap. */
    private readonly dynamics: SharedMap<number, ObjectPages> = new SharedMap(),
    private nextObject = 0,
    /** Addresses that the program has seen as numbers, by object. */
    private readonly exposed: SharedMap<number, number> = new SharedMap(),
    private nextAddress = firstAddress(pointerBytes),
    /** Arbitrary data so far, the last first. */
    public inputs: Input | undefined = undefined,
    private readonly uniform = new UniformPages(),
    /** Absent: every execution has variables of its own. */
    private readonly variables: SharedVariables | undefined = undefined,
  ) {}

  /** Both memories go on independently. */
  clone(source: InputSource | undefined = this.source, variables = this.variables): Memory {
    this.owner = ++owners;
    this.areStaticsShared = true;
    const copy = new Memory(
      this.terms,
      this.pointerBytes,
      source,
      this.statics,
      this.dynamics.clone(),
      this.nextObject,
      this.exposed.clone(),
      this.nextAddress,
      this.inputs,
      this.uniform,
      variables,
    );
    copy.areStaticsShared = true;
    return copy;
  }

  info(object: number): ObjectInfo | undefined {
    return this.entry(object)?.info;
  }

  get staticCount(): number {
    return this.statics.length;
  }

  /** Has the program seen its address as a number? */
  isExposed(object: number): boolean {
    return this.exposed.has(object);
  }

  /** Living locals and heap objects. */
  dynamicObjects(): Iterable<number> {
    return this.dynamics.keys();
  }

  exposedObjects(): Iterable<number> {
    return this.exposed.keys();
  }

  /**
   * Takes over what another memory, a copy of the same beginning, knows besides contents; false where both know
   * different things.
   */
  absorb(other: Memory): boolean {
    for (const [object, entry] of other.dynamics) {
      const mine = this.dynamics.get(object);
      if (mine === undefined ? object < this.nextObject : !isSame(mine.info, entry.info)) return false;
    }
    // What one of them has freed, or used the number of, keeps them apart.
    for (const object of this.dynamics.keys())
      if (!other.dynamics.has(object) && object < other.nextObject) return false;
    for (const [object, address] of other.exposed) {
      const mine = this.exposed.get(object);
      if (mine !== undefined && mine !== address) return false;
    }
    if (this.nextAddress !== other.nextAddress && this.exposed.size !== other.exposed.size) {
      const mine = new Set(this.exposed.values());
      for (const [object, address] of other.exposed) if (!this.exposed.has(object) && mine.has(address)) return false;
    }
    for (const [object, entry] of other.dynamics) if (!this.dynamics.has(object)) this.dynamics.set(object, entry);
    for (const [object, address] of other.exposed) this.exposed.set(object, address);
    this.nextObject = Math.max(this.nextObject, other.nextObject);
    this.nextAddress = Math.max(this.nextAddress, other.nextAddress);
    return true;
  }

  /** All static objects are added before the first dynamic one, so their numbers are their positions. */
  addStatic(info: ObjectInfo, uninitialised = false): number {
    this.ownStatics().push(this.blank(info, uninitialised));
    this.nextObject = this.statics.length;
    return this.statics.length - 1;
  }

  /** Of the object that is allocated next. */
  get nextNumber(): number {
    return this.nextObject;
  }

  /** Is there no number left for another object? */
  get isFull(): boolean {
    return this.nextObject > MAX_OBJECT;
  }

  /** Numbers are not used twice, so that accesses through old pointers are noticed. */
  allocate(info: ObjectInfo, uninitialised: boolean): number {
    const object = this.nextObject++;
    if (object > MAX_OBJECT) throw new Unmodelled('more than two million objects');
    this.dynamics.set(object, this.blank(info, uninitialised));
    return object;
  }

  /** Another one with what a static object holds in `from`, a memory of the same beginning. */
  allocateInsteadOf(object: number, from: Memory): number {
    const entry = from.entry(object)!;
    const own = this.nextObject++;
    if (own > MAX_OBJECT) throw new Unmodelled('more than two million objects');
    this.dynamics.set(own, entry.copy(0, { ...entry.info, insteadOf: object }));
    return own;
  }

  free(object: number): void {
    this.dynamics.delete(object);
  }

  private blank(info: ObjectInfo, uninitialised: boolean): ObjectPages {
    if (info.size > LARGEST_OBJECT) throw new Unmodelled(`an object larger than 1 GiB (${info.name})`);
    return ObjectPages.blank(info, this.owner, uninitialised, this.uniform);
  }

  entry(object: number): ObjectPages | undefined {
    return object < this.statics.length ? this.statics[object] : this.dynamics.get(object);
  }

  /** Why an access would be invalid; undefined if it is valid. */
  invalid(p: number, size: number): string | undefined {
    if (p === 0) return 'null pointer';
    const object = objectOf(p);
    if (object === 0) return undefined;
    const info = this.info(object);
    if (info === undefined)
      return object < 0 || object >= this.nextObject ? 'pointer to nothing' : 'object no longer exists';
    if (info.kind === 'function') return `${info.name} is a function`;
    const offset = offsetOf(p);
    if (offset + size <= info.size) return undefined;
    const shown = offset >= 2 ** 31 ? offset - 2 ** 32 : offset;
    return `${size === 1 ? 'byte' : 'bytes'} ${shown}${size === 1 ? '' : `..${shown + size - 1}`} of ${info.name}, which has ${info.size}`;
  }

  /** An integer of `size` bytes at a valid address. */
  loadInteger(p: number, size: number, bits: number): Value {
    const object = this.entry(objectOf(p))!;
    const offset = offsetOf(p);
    const at = offset % PAGE_BYTES;
    const page = object.page((offset - at) / PAGE_BYTES)!;
    if (at + size <= page.bytes.length && page.isConcrete(at, size)) return readInteger(page, at, size, bits);
    const term = this.terms.truncate(this.loadTerm(objectOf(p), offset, size), bits);
    return this.integerValue(bits, term);
  }

  /** The value of a term as a register holds it: concrete if it is a constant. */
  integerValue(bits: number, term: Term): Value {
    return this.terms.isConstant(term) ? fromBigInt(bits, this.terms.wideValue(term)) : new Symbolic(term);
  }

  storeInteger(p: number, size: number, value: Integer | Symbolic): void {
    const object = objectOf(p);
    const offset = offsetOf(p);
    if (value instanceof Symbolic) return this.storeTerm(object, offset, size, this.terms.zext(value.term, size * 8));
    const at = offset % PAGE_BYTES;
    const page = this.writable(object, (offset - at) / PAGE_BYTES);
    if (at + size > page.bytes.length)
      return this.storeTerm(object, offset, size, this.terms.constant(size * 8, toUnsigned(size * 8, value)));
    this.claim(page, at, size);
    writeInteger(page, at, size, value);
  }

  loadPointer(p: number): Pointer | Symbolic {
    const object = this.entry(objectOf(p))!;
    const offset = offsetOf(p);
    const at = offset % PAGE_BYTES;
    const page = object.page((offset - at) / PAGE_BYTES)!;
    const cell = page.cells?.get(at);
    if (cell?.isPointer && cell.size === this.pointerBytes) return cell.value as Pointer;
    const value = this.loadInteger(p, this.pointerBytes, this.pointerBytes * 8);
    return isConcrete(value) ? this.resolve(toUnsigned(this.pointerBytes * 8, value)) : (value as Symbolic);
  }

  storePointer(p: number, value: Pointer | Symbolic): void {
    if (value instanceof Symbolic) return this.storeInteger(p, this.pointerBytes, value);
    const isAbsolute = typeof value === 'number' && objectOf(value) === 0;
    const offset = offsetOf(p);
    const at = offset % PAGE_BYTES;
    const object = objectOf(p);
    const page = this.writable(object, (offset - at) / PAGE_BYTES);
    if (isAbsolute) return this.storeInteger(p, this.pointerBytes, fromBigInt(this.pointerBytes * 8, BigInt(value)));
    if (at + this.pointerBytes > page.bytes.length)
      return this.storeInteger(p, this.pointerBytes, this.toInteger(value));
    this.claim(page, at, this.pointerBytes);
    page.putCell(at, { size: this.pointerBytes, value, isPointer: true });
  }

  /** `ptrtoint`: the object gets an address, and keeps it. */
  toInteger(value: Pointer): Integer | Symbolic {
    const bits = this.pointerBytes * 8;
    if (value instanceof PointerChoice) {
      const [a, b] = [value.whenTrue, value.whenFalse].map((p) => this.numberTerm(this.toInteger(p), bits));
      return this.integerValue(bits, this.terms.ite(value.condition, a!, b!)) as Integer | Symbolic;
    }
    const base = this.addressOf(typeof value === 'number' ? homeOf(value) : value.object);
    if (typeof value === 'number') return fromBigInt(bits, BigInt(base) + BigInt(signedOffset(value)));
    const offset = bits >= OFFSET_BITS ? value.offset : this.terms.truncate(value.offset, bits);
    return this.integerValue(bits, this.terms.add(this.terms.constant(bits, BigInt(base)), offset)) as
      | Integer
      | Symbolic;
  }

  /** `inttoptr`: the object that has the address, or its end; else an absolute address. */
  resolve(address: bigint): number {
    const number = Number(address);
    for (const [object, base] of this.exposed) {
      const size = this.info(object)?.size ?? 0;
      if (number >= base && number <= base + size) return pointer(object, number - base);
    }
    return number;
  }

  addressOf(object: number): number {
    if (object === 0) return 0;
    const known = this.exposed.get(object);
    if (known !== undefined) return known;
    const address = this.nextAddress;
    const size = this.info(object)?.size ?? 0;
    // A gap keeps one object's end apart from the next one's start.
    this.nextAddress += Math.ceil((size + 1) / 16) * 16;
    this.exposed.set(object, address);
    return address;
  }

  /** All objects get new addresses, multiples of something: numbers made of the old ones mean nothing then. */
  relocate(step: number): void {
    const objects = [...this.exposed.keys()];
    this.exposed.clear();
    for (const object of objects) {
      this.nextAddress = Math.ceil(this.nextAddress / step) * step;
      this.addressOf(object);
    }
  }

  /** Bytes as one term, first byte lowest. Uninitialised bytes get a value, once. */
  loadTerm(object: number, offset: number, size: number): Term {
    const page = this.entry(object)!.page(Math.floor(offset / PAGE_BYTES))!;
    const at = offset % PAGE_BYTES;
    const exact = page.cells?.get(at);
    if (exact !== undefined && exact.size === size && !exact.isPointer) return (exact.value as Symbolic).term;
    if (at + size <= page.bytes.length && isUninitialised(page, at, size)) return this.freeze(object, offset, size);
    let term = this.byteTerm(object, offset);
    for (let i = 1; i < size; i++) term = this.terms.concat(this.byteTerm(object, offset + i), term);
    return term;
  }

  storeTerm(object: number, offset: number, size: number, term: Term): void {
    if (this.terms.isConstant(term) && size <= 8 && (offset % PAGE_BYTES) + size <= PAGE_BYTES) {
      return this.storeInteger(pointer(object, offset), size, fromBigInt(size * 8, this.terms.wideValue(term)));
    }
    const at = offset % PAGE_BYTES;
    const page = this.writable(object, (offset - at) / PAGE_BYTES);
    if (at + size <= page.bytes.length) {
      this.claim(page, at, size);
      page.putCell(at, { size, value: new Symbolic(term), isPointer: false });
      return;
    }
    for (let i = 0; i < size; i++) this.storeByte(object, offset + i, this.terms.extract(term, i * 8, 8));
  }

  /** Whatever the object held may have been overwritten: its bytes are arbitrary from here on. */
  scramble(object: number): void {
    this.generation++;
    this.replace(object, this.blank(this.info(object)!, true));
  }

  /** Objects that can be reached through pointers in memory, from the given ones on. */
  reachable(from: Iterable<number>): ReadonlySet<number> {
    const found = new Set(from);
    for (const object of found) {
      for (const { page } of this.entry(object)?.runs() ?? []) {
        for (const cell of page.cells?.values() ?? []) {
          if (cell.isPointer) for (const object of objectsOf(cell.value as Pointer)) found.add(object);
        }
      }
    }
    return found;
  }

  /** Arbitrary data: what the source gives, else a variable of its own. Each is noted, in order. */
  fresh(bits: number, what: string, offset?: number): Term {
    const number = (this.inputs?.number ?? -1) + 1;
    const given = this.source?.(bits, what, offset);
    const term = given === undefined ? this.variable(bits, what, number) : this.terms.constant(bits, given);
    const place = offset === undefined ? { isFrozen: false } : { isFrozen: true, offset };
    this.inputs = { term, what, ...place, number, previous: this.inputs };
    return term;
  }

  private variable(bits: number, what: string, number: number): Term {
    return this.variables?.of(this.terms, number, bits, what) ?? this.terms.variable(bits, what);
  }

  /** An instruction will be run again: what it drew since then is drawn anew, but for what memory holds already. */
  forgetInputs(since: Input | undefined): void {
    const kept: Input[] = [];
    for (let input = this.inputs; input !== since; input = input!.previous) if (input!.isFrozen) kept.push(input!);
    this.inputs = kept.reduceRight((previous: Input | undefined, input) => ({ ...input, previous }), since);
  }

  /** May it write in place what belongs to this owner? */
  isOwner(owner: number): boolean {
    return owner === this.owner;
  }

  /** The page of an object, not shared with any other memory. */
  writable(object: number, index: number): Page {
    const entry = this.own(object);
    const page = entry.page(index)!;
    if (page.owner === this.owner) return page;
    this.generation++;
    const copy = page.clone(this.owner);
    entry.put(index, copy);
    return copy;
  }

  /** Fills whole pages with a byte, without taking more room. */
  fillPages(object: number, from: number, to: number, byte: number): void {
    const entry = this.own(object);
    this.generation++;
    for (let index = from; index < to; ) {
      const isChunk = entry.chunks !== undefined && index % CHUNK_PAGES === 0 && index + CHUNK_PAGES <= to;
      if (isChunk) entry.putChunk(index / CHUNK_PAGES, this.uniform.chunk(byte));
      else entry.put(index, this.uniform.page(PAGE_BYTES, byte));
      index += isChunk ? CHUNK_PAGES : 1;
    }
  }

  private ownStatics(): ObjectPages[] {
    if (this.areStaticsShared) {
      this.areStaticsShared = false;
      this.statics = this.statics.slice();
    }
    return this.statics;
  }

  private own(object: number): ObjectPages {
    const entry = this.entry(object)!;
    return entry.owner === this.owner ? entry : this.replace(object, entry.copy(this.owner));
  }

  private replace(object: number, entry: ObjectPages): ObjectPages {
    if (object < this.statics.length) {
      this.ownStatics()[object] = entry;
      return entry;
    }
    this.dynamics.set(object, entry);
    return entry;
  }

  /** Makes room for a store: cells that it covers in part are broken up into bytes. */
  claim(page: Page, at: number, size: number): void {
    if (page.cells !== null && page.cells.size > 0) {
      for (const edge of [at, at + size]) {
        const covering = edge > 0 && edge < page.bytes.length ? page.cellAt(edge) : undefined;
        if (covering !== undefined && covering.start < edge) this.breakUp(page, covering.start, covering.cell);
      }
    }
    page.claim(at, size);
  }

  private breakUp(page: Page, start: number, cell: Cell): void {
    page.claim(start, cell.size);
    const whole = this.cellTerm(cell);
    for (let i = 0; i < cell.size; i++) {
      const byte = this.terms.extract(whole, i * 8, 8);
      if (this.terms.isConstant(byte)) page.bytes[start + i] = this.terms.narrowValue(byte);
      else page.putCell(start + i, { size: 1, value: new Symbolic(byte), isPointer: false });
    }
  }

  private cellTerm(cell: Cell): Term {
    if (!cell.isPointer) return (cell.value as Symbolic).term;
    return this.numberTerm(this.toInteger(cell.value as Pointer), cell.size * 8);
  }

  private numberTerm(number: Integer | Symbolic, bits: number): Term {
    return number instanceof Symbolic ? number.term : this.terms.constant(bits, toUnsigned(bits, number));
  }

  byteTerm(object: number, offset: number): Term {
    const page = this.entry(object)!.page(Math.floor(offset / PAGE_BYTES))!;
    const at = offset % PAGE_BYTES;
    const kind = page.shadow === null ? Shadow.concrete : page.shadow[at]!;
    if (kind === Shadow.concrete) return this.terms.constant(8, page.bytes[at]!);
    if (kind === Shadow.uninitialised) return this.freeze(object, offset, 1);
    const found = page.cellAt(at);
    if (found === undefined) throw new InternalError('a cell without its start');
    return this.terms.extract(this.cellTerm(found.cell), (at - found.start) * 8, 8);
  }

  private storeByte(object: number, offset: number, byte: Term): void {
    this.storeTerm(object, offset, 1, byte);
  }

  /** Uninitialised memory has an arbitrary value, always the same one: docs/assumptions.md. */
  freeze(object: number, offset: number, size: number): Term {
    const term = this.fresh(size * 8, `uninitialised ${this.info(object)!.name}`, offset);
    this.storeTerm(object, offset, size, term);
    return term;
  }
}

/** Where a pointer may point. */
function objectsOf(p: Pointer): readonly number[] {
  if (p instanceof PointerChoice) return [...objectsOf(p.whenTrue), ...objectsOf(p.whenFalse)];
  return [typeof p === 'number' ? homeOf(p) : p.object];
}

function isSame(a: ObjectInfo, b: ObjectInfo): boolean {
  return a === b || (a.kind === b.kind && a.site === b.site && a.size === b.size && a.name === b.name);
}

function firstAddress(pointerBytes: number): number {
  return pointerBytes === 2 ? 0x8000 : 0x7f00_0000;
}

function isUninitialised(page: Page, at: number, size: number): boolean {
  for (let i = at; i < at + size; i++) if (page.shadow?.[i] !== Shadow.uninitialised) return false;
  return true;
}
