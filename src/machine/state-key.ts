// States as text that is equal only when the states behave alike: living objects numbered in the order in which they
// are reached, dead registers and unreachable objects left out, pages named by their contents. Sound: nothing that a
// later step reads is missing. Terms are compared up to renaming of variables; equal behaviour under different terms is
// not noticed.

import { latin1Text } from '../base/bytes.js';
import { InternalError } from '../base/internal-error.js';
import type { Type } from '../ir/type.js';
import type { UnreadData } from '../model/unread-data.js';
import { Elimination } from '../solve/eliminate.js';
import type { Terms } from '../solve/term.js';
import { livingIn } from './liveness.js';
import type { Memory } from './memory/memory.js';
import type { Chunk } from './memory/object-pages.js';
import { type Cell, PAGE_BYTES, type Page } from './memory/page.js';
import { objectOf, offsetOf, Symbolic, SymbolicPointer, type Value } from './memory/value.js';
import { registerTypes } from './register-types.js';
import type { Frame, Masks, State, Thread } from './state.js';
import type { Code } from './stepping/code.js';
import { Supports, TermNames } from './term-names.js';

/** Pages remember their number, whoever gave it: it is one for all that name states of a machine. */
const numbered = new WeakMap<Terms, Map<string, number>>();

export class StateKeys {
  private readonly supports: Supports;
  private readonly elimination: Elimination;
  private readonly codes = new Map<Code, number>();
  private readonly contents: Map<string, number>;
  private readonly names: TermNames;
  private readonly numbering: Numbering;

  /** `unread` is left out, where there is some. */
  constructor(
    terms: Terms,
    private readonly unread: UnreadParts = NOTHING_UNREAD,
  ) {
    this.supports = new Supports(terms);
    let contents = numbered.get(terms);
    if (contents === undefined) numbered.set(terms, (contents = new Map()));
    this.contents = contents;
    this.names = new TermNames(terms, this.supports);
    this.numbering = new Numbering(
      this.names,
      (page, write) => this.page(page, write),
      (chunk, memory, write) => this.chunk(chunk, memory, write),
      unread.bytes,
      (contents) => this.intern(contents),
    );
    this.elimination = new Elimination(terms, (term) => this.supports.of(term));
  }

  /** Pages with different contents so far. */
  get pages(): number {
    return this.contents.size;
  }

  /**
   * Conditions on arbitrary data that nothing depends on any more are settled on the way.
   * `also` adds what else tells states apart; it gets names of living objects, undefined for those that nothing leads
   * to.
   */
  key(state: State, also?: (name: (object: number) => string | undefined) => string): string {
    const { names, numbering } = this;
    names.clear();
    numbering.begin(state);
    let text = '';
    const hasOwnMasks = state.thread.masks !== undefined;
    for (const [n, thread] of state.threads.entries()) {
      const { activations, status, isBegun, own } = thread;
      text += status === 'ended' ? '|e' : status === 'idle' ? '|i' : isBegun ? '|' : '|n';
      for (const object of own) text += numbering.number(object);
      text += scheduled(thread);
      if (hasOwnMasks) text += masked(n === state.current ? state : thread.masks!);
      for (const { context, maskWasOpen, ignoredMask, frames } of activations) {
        text += `|@${context}${maskWasOpen ? '' : '-'}${ignoredMask ? '!' : ''}`;
        for (let n = 0; n < frames.length; n++)
          text += `|${this.frame(frames[n]!, n === frames.length - 1, state, numbering)}`;
      }
    }
    text += '|';
    for (let n = 0; n < state.flags.length; n++)
      text += `${state.flags[n] ? '+' : '-'}${state.pended[n] ? 'p' : ''}${state.arrivals[n]}`;
    text += `|${hasOwnMasks ? '' : masked(state)}|${state.atomicDepth}|${isAnybodysTurn(state) ? '' : state.current}`;
    if (state.registers.size > 0)
      for (const [address, value] of [...state.registers].sort(([a], [b]) => a - b)) text += `|${address}=${value}`;
    text += `|${numbering.objects()}`;
    if (state.path.length > 0) state.settle(this.elimination.run(state.path, (v) => names.isNamed(v)));
    const conditions = names.conditions(state.path);
    state.settle(conditions.left);
    text += `|${conditions.text}`;
    if (also !== undefined) text += `|${also((object) => numbering.known(object))}`;
    return text;
  }

  /** Of the state whose key was made last: dynamic objects that it leads to, with their places in the order. */
  places(): ReadonlyMap<number, number> {
    return this.numbering.places();
  }

  /** Frames that nobody changes any more are written once; their pointers are named anew each time. */
  private frame(frame: Frame, isTop: boolean, state: State, numbering: Numbering): string {
    if (frame.owner === state.owner) return this.frameText(frame, isTop, numbering);
    const { written } = frame;
    if (written?.by === this && written.isTop === isTop) return written.text(numbering);
    const template = this.template(frame, isTop);
    if (template === undefined) return this.frameText(frame, isTop, numbering);
    frame.written = template;
    return template.text(numbering);
  }

  /** Undefined: there is more in the frame than numbers and pointers. */
  private template(frame: Frame, isTop: boolean): FrameTemplate | undefined {
    const { code, registers, variadic, pending } = frame;
    if (variadic !== 0 || pending !== undefined) return undefined;
    const template = new FrameTemplate(this, isTop, this.placeText(frame));
    const types = registerTypes(code);
    const unread = this.unread.registers.get(code.fn.name);
    for (const register of livingIn(frame, isTop)) {
      if (unread?.has(register) === true) continue;
      const value = registers[register]!;
      if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
      template.add(`,${register}:`);
      if (types[register]!.kind !== 'pointer' || typeof value !== 'number' || value < 2 ** 32)
        template.add(this.numbering.scalar(value));
      else template.addPointer(value);
    }
    if (frame.arrived) template.add('a');
    return template;
  }

  private placeText(frame: Frame): string {
    const { code } = frame;
    let id = this.codes.get(code);
    if (id === undefined) this.codes.set(code, (id = this.codes.size));
    const isBeforePhis = frame.index === 0 && code.blocks[frame.block]![0]?.op === 'phi';
    return `f${id}.${frame.block}.${frame.index}${isBeforePhis ? `<${frame.previous}` : ''}`;
  }

  private frameText(frame: Frame, isTop: boolean, numbering: Numbering): string {
    const { code } = frame;
    const types = registerTypes(code);
    let text = this.placeText(frame);
    const unread = this.unread.registers.get(code.fn.name);
    for (const register of livingIn(frame, isTop))
      if (unread?.has(register) !== true)
        text += `,${register}:${numbering.typed(frame.registers[register]!, types[register]!)}`;
    if (frame.variadic !== 0) text += `v${numbering.number(frame.variadic)}`;
    if (frame.pending !== undefined) {
      // A copy keeps the address of its buffer, other accesses the numbers that they have read.
      const isCopy = frame.pending.order.length === 0;
      const read = [...frame.pending.read]
        .map(([at, v]) => `${at}:${isCopy ? numbering.pointer(v) : numbering.scalar(v)}`)
        .join(';');
      text += `p${frame.pending.order.join(';')}/${frame.pending.done}/${frame.pending.size}/${read}`;
    }
    if (frame.arrived) text += 'a';
    // How often a branch was decided is no part of it: loops that come back to the same state need no bound. Where the
    // bound does cut an execution off, that is known, whichever of two equal states came first.
    return text;
  }

  private page(page: Page, write: (cell: Cell) => string): string {
    if (page.cells === null || page.cells.size === 0) {
      if (page.interned === 0) page.interned = this.intern(contentsOf(page));
      return String(page.interned);
    }
    // Pointers depend on the numbering, so pages that hold some are named together with it.
    let text = `${contentsOf(page)}#`;
    for (const at of inOrder(page.cells)) {
      const cell = page.cells.get(at)!;
      text += `${at}:${cell.size}:${write(cell)};`;
    }
    return String(this.intern(text));
  }

  /** One that may still be written in place, and one with pointers, gets its number anew. */
  private chunk(chunk: Chunk, memory: Memory, write: (cell: Cell) => string): string {
    if (chunk.interned !== 0) return String(chunk.interned);
    const pages = chunk.pages.map((page) => this.page(page, write));
    const number = this.intern(`chunk ${pages.join(' ')}`);
    const isLasting = !memory.isOwner(chunk.owner) && chunk.pages.every(({ cells }) => cells === null);
    if (isLasting) chunk.interned = number;
    return String(number);
  }

  private intern(contents: string): number {
    let id = this.contents.get(contents);
    if (id === undefined) this.contents.set(contents, (id = this.contents.size + 1));
    return id;
  }
}

/** A frame as text, with gaps for the names of objects, which depend on what was reached before. */
class FrameTemplate {
  private readonly texts: string[];
  private readonly objects: number[] = [];

  constructor(
    readonly by: StateKeys,
    readonly isTop: boolean,
    begin: string,
  ) {
    this.texts = [begin];
  }

  add(text: string): void {
    this.texts[this.texts.length - 1] += text;
  }

  addPointer(value: number): void {
    this.objects.push(objectOf(value));
    this.texts.push(`+${offsetOf(value)}`);
  }

  text(numbering: Numbering): string {
    const { texts, objects } = this;
    let text = texts[0]!;
    for (let n = 0; n < objects.length; n++) text += numbering.number(objects[n]!) + texts[n + 1]!;
    return text;
  }
}

/** What a scheduler goes by. */
function scheduled({ priority, hasTurn, isAsleep }: Thread): string {
  return `${priority === 0 ? '' : `p${priority}`}${hasTurn ? 't' : ''}${isAsleep ? 's' : ''}`;
}

function masked({ maskOpen, ceiling }: Masks): string {
  return `${maskOpen ? 'o' : 'c'}${ceiling}`;
}

/** Whoever ran last has nothing ahead of the others. */
function isAnybodysTurn(state: State): boolean {
  return (
    state.threads.length > 1 &&
    state.activations.length <= 1 &&
    state.running?.context === (state.activations.length === 0 ? undefined : state.thread.context) &&
    (state.maskOpen || state.thread.masks !== undefined) &&
    state.atomicDepth === 0 &&
    state.answers.length === 0
  );
}

/** Bytes of objects, by number, and registers of functions that nothing depends on: see model/unread-data.ts. */
export interface UnreadParts {
  readonly bytes: ReadonlyMap<number, readonly ByteRange[]>;
  readonly registers: UnreadData['registers'];
}

interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const NOTHING_UNREAD: UnreadParts = { bytes: new Map(), registers: new Map() };

function covers(ranges: readonly ByteRange[], size: number): boolean {
  return ranges.length === 1 && ranges[0]!.from === 0 && ranges[0]!.to >= size;
}

/** A page without its unread bytes; `base` is its place in the object. */
function readContents(page: Page, base: number, unread: readonly ByteRange[], write: (cell: Cell) => string): string {
  const bytes = page.bytes.slice();
  const shadow = page.shadow?.slice() ?? new Uint8Array(bytes.length);
  const isUnread = (at: number): boolean => unread.some(({ from, to }) => from <= base + at && base + at < to);
  for (let at = 0; at < bytes.length; at++) if (isUnread(at)) bytes[at] = shadow[at] = 0;
  const cells = [...(page.cells ?? [])]
    .filter(([at, { size }]) => !isUnread(at) || !isUnread(at + size - 1))
    .sort(([a], [b]) => a - b)
    .map(([at, cell]) => `${at}:${cell.size}:${write(cell)}`);
  return `read ${latin1Text(bytes)}~${latin1Text(shadow)}#${cells.join(';')}`;
}

/** Nearly always they are in order already. */
function inOrder(cells: ReadonlyMap<number, Cell>): readonly number[] {
  const starts = [...cells.keys()];
  for (let n = 1; n < starts.length; n++) if (starts[n]! < starts[n - 1]!) return starts.sort((a, b) => a - b);
  return starts;
}

function contentsOf(page: Page): string {
  const bytes = latin1Text(page.bytes);
  if (page.shadow === null) return bytes;
  return `${bytes}~${latin1Text(page.shadow)}`;
}

/** Dynamic objects in the order in which they are reached from the stacks and the globals. */
class Numbering {
  private readonly numbers = new Map<number, number>();
  private readonly reached: number[] = [];
  private state!: State;
  private globals = 0;

  constructor(
    private readonly names: TermNames,
    private readonly page: (page: Page, write: (cell: Cell) => string) => string,
    private readonly chunk: (chunk: Chunk, memory: Memory, write: (cell: Cell) => string) => string,
    private readonly unread: UnreadParts['bytes'],
    private readonly intern: (contents: string) => number,
  ) {}

  begin(state: State): void {
    this.state = state;
    this.globals = state.memory.staticCount;
    if (this.reached.length === 0) return;
    this.numbers.clear();
    this.reached.length = 0;
  }

  number(object: number): string {
    if (object < this.globals || this.state.memory.isExposed(object)) return String(object);
    if (this.state.memory.info(object) === undefined) return 'x';
    let n = this.numbers.get(object);
    if (n === undefined) {
      n = this.numbers.size;
      this.numbers.set(object, n);
      this.reached.push(object);
    }
    return `d${n}`;
  }

  places(): ReadonlyMap<number, number> {
    return new Map(this.numbers);
  }

  /** The name of an object that was reached. */
  known(object: number): string | undefined {
    if (object < this.globals || this.state.memory.isExposed(object)) return String(object);
    const n = this.numbers.get(object);
    return n === undefined ? undefined : `d${n}`;
  }

  /** Numbers and pointers share a representation: only the type tells them apart. */
  typed(value: Value, type: Type): string {
    if (type.kind === 'pointer') return this.pointer(value);
    if (!Array.isArray(value)) return this.scalar(value);
    const typeOf = (n: number): Type =>
      type.kind === 'struct' ? type.fields![n]! : (type as Extract<Type, { kind: 'array' | 'vector' }>).element;
    return `[${value.map((v, n) => this.typed(v, typeOf(n))).join(';')}]`;
  }

  pointer(value: Value): string {
    if (value instanceof SymbolicPointer) return `${this.number(value.object)}+${this.names.name(value.offset)}`;
    if (typeof value !== 'number' || value < 2 ** 32) return this.scalar(value);
    return `${this.number(objectOf(value))}+${offsetOf(value)}`;
  }

  scalar(value: Value): string {
    if (value instanceof Symbolic) return this.names.name(value.term);
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
    throw new InternalError('a value that is no scalar');
  }

  private readonly write = (cell: Cell): string =>
    cell.isPointer ? this.pointer(cell.value) : this.scalar(cell.value);

  /** The contents of all globals and of every object that can be reached. */
  objects(): string {
    const { memory } = this.state;
    const parts: string[] = [];
    const { write } = this;
    for (let object = 0; object < this.globals; object++) {
      if (memory.info(object)!.constant) continue;
      this.contents(object, parts, write);
    }
    for (const object of memory.exposedObjects())
      if (object >= this.globals) this.describe(object, `${object}@${memory.addressOf(object)}`, parts, write);
    // `reached` grows while pages with pointers are written.
    for (let n = 0; n < this.reached.length; n++) this.describe(this.reached[n]!, `d${n}`, parts, write);
    return parts.join(' ');
  }

  private describe(object: number, name: string, parts: string[], write: (cell: Cell) => string): void {
    const { memory } = this.state;
    const info = memory.info(object);
    if (info === undefined) return;
    parts.push(`${name}(${info.size})`);
    this.contents(object, parts, write);
  }

  private contents(object: number, parts: string[], write: (cell: Cell) => string): void {
    const { memory } = this.state;
    const entry = memory.entry(object)!;
    const unread = this.unread.get(object);
    if (unread !== undefined && covers(unread, entry.info.size)) return;
    if (entry.chunks === undefined && unread !== undefined) {
      entry.few.forEach((page, n) =>
        parts.push(String(this.intern(readContents(page, n * PAGE_BYTES, unread, write)))),
      );
      return;
    }
    if (entry.chunks === undefined) {
      for (const page of entry.few) parts.push(this.page(page, write));
      return;
    }
    const numbers = entry.chunks.map((chunk) => this.chunk(chunk, memory, write));
    for (let n = 0; n < numbers.length; ) {
      const first = n;
      while (n < numbers.length && numbers[n] === numbers[first]) n++;
      parts.push(`${numbers[first]}*${n - first}`);
    }
  }
}
