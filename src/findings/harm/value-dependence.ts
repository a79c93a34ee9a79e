// Follows one value through an execution, instruction by instruction: which registers, bytes and branches depend on
// it. A branch on it decides all that is executed up to its immediate post-dominator, calls included. A pointer that o3
// writes stands for what it points to: whoever links a node before another has read that one. Dynamic: what the other
// way out of a branch would have done is not looked at. Too long a way is given up.

import { controlFlow } from '../../ir/control-flow.js';
import type { CallInstruction, CallSite, Instruction, Phi } from '../../ir/instruction.js';
import { isCall } from '../../ir/instruction-class.js';
import { forEachOperand, resultOf } from '../../ir/operand.js';
import { immediatePostDominators } from '../../ir/post-dominance.js';
import { isRecurrence } from '../../ir/recurrence.js';
import type { Operand } from '../../ir/value.js';
import type { Event } from '../../machine/event.js';
import type { Machine } from '../../machine/machine.js';
import { isConcrete, objectOf, pointer } from '../../machine/memory/value.js';
import type { Frame, State } from '../../machine/state.js';
import { isVisibleAddress } from '../../machine/stepping/accessed.js';
import { blockOperation, calleeName } from '../../machine/stepping/callee.js';
import type { Code } from '../../machine/stepping/code.js';
import { type ByteRange, ByteRanges } from './byte-ranges.js';
import { mentionedFrom } from './mentioned.js';
import type { Follower } from './rerun.js';

/** Instructions that are followed. */
export const MAX_FOLLOWED = 200_000;
/** Bytes side by side that depend on it, of which it is looked at whether others see them. */
const MAX_SEEN = 64;

type AccessEvent = Extract<Event, { kind: 'access' }>;

/** What depends on the value in one call. */
interface Marked {
  readonly registers: Set<number>;
  /** Blocks at which what a branch decides ends, innermost last; −1: with the call. */
  readonly regions: number[];
  /** The call itself was decided by the value. */
  readonly isWhole: boolean;
}

export class ValueDependence implements Follower {
  /** By serial number of the call. */
  private readonly calls = new Map<number, Marked>();
  /** Calls that are about to begin, by the serial number they will have. */
  private readonly coming = new Map<number, { readonly site: CallSite; readonly marked: Marked }>();
  private readonly bytes = new ByteRanges();
  /** Bytes through which nothing counts. */
  private readonly excluded = new ByteRanges();
  private executed = 0;
  /** Steps that the machine had compiled and run when it was let go on without being followed. */
  private computed: number | undefined;
  private compiled = 0;
  private isFollowing = false;
  /** The value was written, not read. */
  private isOfWrite = false;
  private depends = false;
  /** Of the instruction executed last: does it write a pointer to an object in which something depends on the value? */
  private links = false;
  private answer: boolean | undefined;
  /** Of the instruction executed last, and of o3: was what it writes computed from a value that was read? */
  private isComputed = false;
  private updates = false;

  /** `isPublished`: in rounds of loops; that a loop goes on by itself from one to the next is no dependence then. */
  constructor(
    private readonly machine: Machine,
    /** Is told of compiled steps in place of those that it would have followed. */
    private readonly lookedAt: (steps: number) => void,
    private readonly isPublished = false,
  ) {}

  /** Not behind o3 any more. */
  isWatching(state: State): boolean {
    return this.answer === undefined && this.isConcerned(state);
  }

  /**
   * Does what comes next, a loop or a function as a whole, have to be followed? Not if it mentions nothing that depends
   * on the value: then nothing in it will. It counts all the same.
   */
  isConcerned(state: State): boolean {
    if (this.isGivenUp) return false;
    if (this.isFollowing && this.mentionsMarked(state, state.top())) return true;
    this.computed = this.machine.compiledSteps;
    return false;
  }

  private mentionsMarked(state: State, frame: Frame): boolean {
    const { registers: marked } = this.enter(frame);
    if (this.isDecided(state, frame)) return true;
    const { registers, usesMemory } = mentionedFrom(frame.code, frame.block);
    if (usesMemory && !this.bytes.all.every((range) => isSeen(state, range))) return true;
    for (const register of marked) if (registers.has(register)) return true;
    return frame.block === 0 && this.isResultMarked(state, frame);
  }

  /** Was what the call would return marked before? */
  private isResultMarked(state: State, { site }: Frame): boolean {
    const caller = state.running!.frames.at(-2);
    return caller !== undefined && site?.result !== undefined && this.markedIn(caller).registers.has(site.result.index);
  }

  private countCompiled(): void {
    if (this.computed === undefined) return;
    const made = this.machine.compiledSteps - this.computed;
    this.computed = undefined;
    this.executed += made;
    this.compiled += made;
    this.lookedAt(made);
  }

  /** Compiled steps in place of those that it would have followed. */
  get passed(): number {
    this.countCompiled();
    return this.compiled;
  }

  /** Instructions that it would still follow. */
  get left(): number {
    this.countCompiled();
    return Math.max(0, MAX_FOLLOWED - this.executed);
  }

  get isGivenUp(): boolean {
    this.countCompiled();
    return this.executed > MAX_FOLLOWED;
  }

  /** Does o3 depend on the value? Undefined if it was not come to. */
  get isDependent(): boolean | undefined {
    return this.answer;
  }

  /** Is what o3 writes computed from what o1 read? */
  get isUpdate(): boolean {
    return this.updates;
  }

  /** Of the instruction executed last: does its address, its value or that it is executed depend on the value? */
  get dependsLast(): boolean {
    return this.depends;
  }

  returned(): void {}

  /** From here on: what the instruction that was just executed has read, or written. */
  began(frame: Frame, { operation, object, offset, size, instruction: id }: AccessEvent): void {
    const bytes = { at: pointer(object, offset), size };
    const instruction = this.machine.program.module.instructions[id]!;
    this.isFollowing = true;
    if (operation === 'W') {
      this.isOfWrite = true;
      this.bytes.add(bytes);
      const value = writtenBy(instruction);
      if (value?.kind !== 'register' || (this.isPublished && isRecurrence(frame.code.fn, value))) return;
      this.markedIn(frame).registers.add(value.index);
      return;
    }
    this.excluded.add(bytes);
    const result = resultOf(instruction);
    if (isCall(instruction)) this.mark(this.blocks(frame, instruction)?.to, true);
    else if (result !== undefined) this.markedIn(frame).registers.add(result.index);
  }

  arrived(): void {
    if (this.answer === undefined) this.updates = this.isComputed && !this.isOfWrite;
    this.answer ??= this.depends || this.links;
  }

  executing(state: State, frame: Frame, i: Instruction): void {
    this.countCompiled();
    this.executed++;
    if (!this.isFollowing) return;
    const marked = this.enter(frame);
    const isDecided = this.isDecided(state, frame);
    const ended = this.leaveRegions(frame, marked);
    const uses = (operand: Operand): boolean => operand.kind === 'register' && marked.registers.has(operand.index);
    let depends = ended === 'regions' ? this.isDecided(state, frame) : isDecided;
    // Mostly nothing is marked: whole loops have nothing to do with the value.
    if (i.op !== 'phi' && !depends && marked.registers.size > 0)
      forEachOperand(i, (operand) => {
        if (uses(operand)) depends = true;
      });
    this.depends = depends;
    const value = writtenBy(i);
    this.isComputed = value !== undefined && uses(value);
    this.links = value?.type.kind === 'pointer' && this.leadsToMarked(frame, value);
    switch (i.op) {
      case 'phi':
        this.phis(frame, marked, uses, ended === 'regions' || depends);
        break;
      case 'condbr':
      case 'switch':
      case 'indirectbr':
        if (depends) marked.regions.push(postDominatorsOf(frame.code)[frame.block]!);
        break;
      case 'load':
        if (depends || this.isMarked(this.range(frame, i.address, this.sizeOf(i.result.type))))
          this.define(marked, i, true);
        // What its pieces have read before belongs to it.
        else if (frame.pending === undefined) this.define(marked, i, false);
        break;
      case 'store':
        this.mark(this.range(frame, i.address, this.sizeOf(i.value.type)), depends);
        break;
      case 'atomicrmw':
      case 'cmpxchg': {
        const type = i.op === 'atomicrmw' ? i.value.type : i.replacement.type;
        const bytes = this.range(frame, i.address, this.sizeOf(type));
        const isMarked = depends || this.isMarked(bytes);
        this.mark(bytes, isMarked);
        this.define(marked, i, isMarked);
        break;
      }
      case 'ret':
        this.leave(state, frame, depends);
        break;
      default:
        if (isCall(i)) this.call(state, frame, i, marked, uses, depends);
        else this.define(marked, i, depends);
    }
  }

  private enter(frame: Frame): Marked {
    const coming = this.coming.get(frame.serial);
    if (coming !== undefined) {
      this.coming.delete(frame.serial);
      if (coming.site === frame.site) this.calls.set(frame.serial, coming.marked);
    }
    return this.markedIn(frame);
  }

  private markedIn({ serial }: Frame): Marked {
    let marked = this.calls.get(serial);
    if (marked === undefined) {
      marked = { registers: new Set(), regions: [], isWhole: false };
      this.calls.set(serial, marked);
    }
    return marked;
  }

  /** Is what the running activation does in this call decided by the value, here or further out? */
  private isDecided(state: State, frame: Frame): boolean {
    for (const f of state.running!.frames) {
      const marked = this.calls.get(f.serial);
      if (marked !== undefined && (marked.isWhole || marked.regions.length > 0)) return true;
      if (f === frame) break;
    }
    return false;
  }

  /** At the beginning of a block. */
  private leaveRegions(frame: Frame, { regions }: Marked): 'regions' | undefined {
    if (frame.index !== 0 || frame.pending !== undefined) return undefined;
    const at = regions.indexOf(frame.block);
    if (at === -1) return undefined;
    regions.length = at;
    return 'regions';
  }

  /** Which way control came decides what a phi is. */
  private phis(frame: Frame, marked: Marked, uses: (operand: Operand) => boolean, isDecided: boolean): void {
    const block = frame.code.blocks[frame.block]!;
    const found: [number, boolean][] = [];
    for (let at = frame.index; block[at]?.op === 'phi'; at++) {
      const { incoming, result } = block[at] as Phi;
      const taken = incoming.find((edge) => edge.block === frame.previous);
      found.push([result.index, isDecided || (taken !== undefined && uses(taken.value))]);
    }
    for (const [register, isMarked] of found) set(marked.registers, register, isMarked);
  }

  private define(marked: Marked, i: Instruction, depends: boolean): void {
    const result = resultOf(i);
    if (result !== undefined) set(marked.registers, result.index, depends);
  }

  private call(
    state: State,
    frame: Frame,
    i: CallInstruction,
    marked: Marked,
    uses: (operand: Operand) => boolean,
    depends: boolean,
  ): void {
    const blocks = this.blocks(frame, i);
    if (blocks !== undefined) {
      const { to, from } = blocks;
      const copied = from === undefined ? [] : this.bytes.within(from);
      this.mark(to, i.arguments.some(uses));
      if (to !== undefined && from !== undefined)
        for (const { at, size } of copied) this.mark({ at: to.at + (at - from.at), size }, true);
    }
    this.define(marked, i, depends);
    const name = i.callee.kind === 'assembly' ? undefined : calleeName(this.machine, frame, i);
    const code = name === undefined ? undefined : this.machine.image.codes.get(name);
    if (code === undefined || code.blocks.length === 0) return;
    const registers = new Set<number>();
    code.fn.parameters.forEach((p, n) => {
      const argument = i.arguments[n];
      if (argument !== undefined && uses(argument)) registers.add(p.index);
    });
    const isWhole = i.callee.kind === 'register' && uses(i.callee);
    this.coming.set(state.calls, { site: i, marked: { registers, regions: [], isWhole } });
  }

  private leave(state: State, frame: Frame, depends: boolean): void {
    const { frames } = state.running!;
    const caller = frames[frames.indexOf(frame) - 1];
    const result = frame.site?.result;
    if (caller !== undefined && result !== undefined) set(this.markedIn(caller).registers, result.index, depends);
    this.calls.delete(frame.serial);
  }

  /** The bytes that a copy or a fill works on. */
  private blocks(
    frame: Frame,
    i: CallInstruction,
  ): { readonly to: ByteRange | undefined; readonly from: ByteRange | undefined } | undefined {
    const name = i.callee.kind === 'assembly' ? undefined : calleeName(this.machine, frame, i);
    const kind = name === undefined ? undefined : blockOperation(name, i);
    if (kind === undefined) return undefined;
    const length = this.machine.value(frame, i.arguments[2]!);
    const size = isConcrete(length) ? Number(length) : 0;
    const to = this.range(frame, i.arguments[0]!, size);
    return { to, from: kind === 'copy' ? this.range(frame, i.arguments[1]!, size) : undefined };
  }

  private sizeOf(type: Operand['type']): number {
    return this.machine.program.module.layout.storeSize(type);
  }

  /** Undefined where the address is arbitrary. */
  private range(frame: Frame, address: Operand, size: number): ByteRange | undefined {
    const at = this.machine.value(frame, address);
    return typeof at === 'number' ? { at, size } : undefined;
  }

  private leadsToMarked(frame: Frame, value: Operand): boolean {
    if (this.bytes.isEmpty) return false;
    const to = this.machine.value(frame, value);
    return typeof to === 'number' && this.bytes.all.some(({ at }) => objectOf(at) === objectOf(to));
  }

  private isMarked(bytes: ByteRange | undefined): boolean {
    return bytes !== undefined && this.bytes.meets(bytes);
  }

  private mark(bytes: ByteRange | undefined, depends: boolean): void {
    if (bytes === undefined || (!depends && this.bytes.isEmpty)) return;
    const untouched = this.excluded.within(bytes);
    const kept = untouched.flatMap((range) => this.bytes.within(range));
    if (depends) this.bytes.add(bytes);
    else this.bytes.delete(bytes);
    for (const range of untouched) this.bytes.delete(range);
    for (const range of kept) this.bytes.add(range);
  }
}

const postDominators = new WeakMap<Code, Int32Array>();

function postDominatorsOf(code: Code): Int32Array {
  let known = postDominators.get(code);
  if (known === undefined) {
    known = immediatePostDominators(controlFlow(code.fn));
    postDominators.set(code, known);
  }
  return known;
}

/** Can others see all of it? Then only the interpreter works on it. */
function isSeen(state: State, { at, size }: ByteRange): boolean {
  if (size > MAX_SEEN) return false;
  for (let n = 0; n < size; n++) if (!isVisibleAddress(state, at + n, 1)) return false;
  return true;
}

function writtenBy(i: Instruction): Operand | undefined {
  if (i.op === 'store' || i.op === 'atomicrmw') return i.value;
  return i.op === 'cmpxchg' ? i.replacement : undefined;
}

function set(marks: Set<number>, mark: number, isSet: boolean): void {
  if (isSet) marks.add(mark);
  else marks.delete(mark);
}
