// Sees critical accesses of the real code overlap in one execution: a block of one context has begun, another context
// works on the same structure, and the block goes on; or another context does so while one stands right before an
// access of a single instruction, which it then makes. Both must have touched a common byte of the structure, and one
// of them must have written it. Exact: what it reports has happened in the execution that it watched.

import type { Observer } from '../../../execution/drive.js';
import type { InstructionId } from '../../../ir/instruction.js';
import { isCall } from '../../../ir/instruction-class.js';
import type { Event } from '../../../machine/event.js';
import { objectOf, offsetOf } from '../../../machine/memory/value.js';
import type { Activation, State } from '../../../machine/state.js';
import type { Transition } from '../../../machine/transition.js';
import type { RegionCode } from '../regions.js';
import type { StructureBytes } from './structure-bytes.js';

/** A critical access that is looked for, and its place in the code. */
export interface SoughtRegion {
  readonly code: RegionCode;
  readonly isWrite: boolean;
  readonly bytes: StructureBytes;
  readonly isSingle: boolean;
}

/** Two of them, by their numbers. */
export interface SoughtPair {
  readonly id: string;
  readonly regions: readonly [number, number];
  readonly bytes: StructureBytes;
}

interface Touched {
  readonly object: number;
  readonly from: number;
  readonly to: number;
  readonly isWrite: boolean;
  readonly isFree: boolean;
  /** Of the object, at that time. */
  readonly size: number | undefined;
}

/** One time that a block is gone through. */
interface Instance {
  readonly region: number;
  /** Who: a thread's own context, or an ISR that preempted it. */
  readonly thread: number;
  readonly activation: number;
  readonly depth: number;
  readonly serial: number;
  readonly isBegun: boolean;
  readonly touched: readonly Touched[];
}

/** The first was under way when the second worked on the structure. */
interface Overlap {
  readonly pair: number;
  readonly first: string;
  readonly second: string;
  readonly hasGoneOn: boolean;
}

interface Standing {
  readonly function: string;
  readonly instruction: InstructionId;
  readonly serial: number;
}

/** What all executions of one search share. */
export class SoughtCode {
  private readonly byPlace = new Map<string, number[]>();

  constructor(
    readonly regions: readonly SoughtRegion[],
    readonly pairs: readonly SoughtPair[],
  ) {
    for (const [n, { code }] of regions.entries())
      for (const id of code.instructions) {
        const key = `${code.function} ${id}`;
        const known = this.byPlace.get(key) ?? [];
        this.byPlace.set(key, known);
        known.push(n);
      }
  }

  at(fn: string, instruction: InstructionId): readonly number[] {
    return this.byPlace.get(`${fn} ${instruction}`) ?? NONE;
  }

  pairsOf(a: number, b: number): readonly number[] {
    return [...this.pairs.keys()].filter((n) => {
      const [x, y] = this.pairs[n]!.regions;
      return (x === a && y === b) || (x === b && y === a);
    });
  }
}

const NONE: readonly number[] = [];

export class Overlaps implements Observer {
  private instances = new Map<string, Instance>();
  private overlaps: Overlap[] = [];
  private standing: readonly Standing[] = [];

  constructor(
    private readonly code: SoughtCode,
    /** Blocks that some execution has gone through: one that writes has written a byte of its structure. */
    readonly reached: Set<number>,
    private readonly onPair: (pair: number) => void,
  ) {}

  clone(onPair: (pair: number) => void): Overlaps {
    const copy = new Overlaps(this.code, this.reached, onPair);
    copy.instances = new Map(this.instances);
    copy.overlaps = [...this.overlaps];
    return copy;
  }

  /** What tells two executions in one state apart. */
  get key(): string {
    if (this.instances.size === 0) return '';
    const names = new Map<string, string>();
    for (const [key, i] of this.instances) {
      const touched = [...new Set(i.touched.map((t) => `${t.object}.${t.from}-${t.to}${t.isWrite ? 'w' : ''}`))].sort();
      names.set(key, `${i.thread}.${i.activation}.${i.depth}.${i.region}${i.isBegun ? '+' : ''}${touched.join(',')}`);
    }
    const of = (key: string): string => names.get(key) ?? '';
    const links = this.overlaps.map((o) => `${o.pair} ${of(o.first)} ${of(o.second)} ${o.hasGoneOn}`);
    return [...names.values(), ...links].sort().join('|');
  }

  /** Does the running context stand inside of a block that is looked for? */
  isInside(state: State): boolean {
    const { running } = state;
    if (running === undefined) return false;
    return standingOf(running).some((s) => this.code.at(s.function, s.instruction).length > 0);
  }

  /** Is some block under way? */
  isUnderWay(state: State): boolean {
    return this.isInside(state) || [...this.instances.values()].some((instance) => this.isOpen(state, instance));
  }

  taking(state: State, transition: Transition): void {
    this.standing = NOWHERE;
    if (transition.kind !== 'step' || state.running === undefined) return;
    this.standing = standingOf(state.running);
    this.forget(state, state.current, state.activations.length - 1);
  }

  took(state: State, transition: Transition, events: readonly Event[]): void {
    if (transition.kind !== 'step') return;
    for (const [depth, { function: fn, instruction, serial }] of this.standing.entries()) {
      for (const region of this.code.at(fn, instruction)) {
        if (!this.code.regions[region]!.code.users.has(instruction)) continue;
        const isTop = depth === this.standing.length - 1;
        const touched = events.flatMap((e) => touchedBy(e, state));
        if (isTop && touched.length === 0) continue;
        this.acted(state, region, depth, serial, touched);
      }
    }
  }

  /** The step that was about to be made is wrong: it goes to an object that another block has freed, for instance. */
  failed(state: State): void {
    const pointers = pointersOf(state);
    for (const { function: fn, instruction, serial } of this.standing)
      for (const region of this.code.at(fn, instruction)) {
        if (!this.code.regions[region]!.code.users.has(instruction)) continue;
        for (const { first, second, pair } of this.overlaps) {
          if (first !== `${serial}:${region}`) continue;
          const freed = this.instances.get(second)!.touched.filter((t) => t.isFree);
          const { bytes } = this.code.pairs[pair]!;
          const isGone = ({ object, offset }: (typeof pointers)[number]): boolean =>
            freed.some((f) => f.object === object) && bytes.has(object, offset, undefined);
          if (pointers.some(isGone)) this.onPair(pair);
        }
      }
  }

  private acted(state: State, region: number, depth: number, serial: number, touched: readonly Touched[]): void {
    if (touched.some((t) => this.isReal(region, t))) this.reached.add(region);
    const key = `${serial}:${region}`;
    const [thread, activation] = [state.current as number, this.ownActivation(state)];
    const known = this.instances.get(key);
    const before = known?.touched ?? [];
    this.instances.set(key, {
      region,
      thread,
      activation,
      depth,
      serial,
      isBegun: true,
      touched: [...before, ...touched.filter((t) => !before.some((b) => isSame(b, t)))],
    });
    this.overlaps = this.overlaps.map((o) => (o.first === key ? { ...o, hasGoneOn: true } : o));
    if (touched.length > 0) {
      this.standBeside(state);
      for (const [other, instance] of this.instances) {
        if (instance.thread === thread && instance.activation === activation) continue;
        for (const pair of this.code.pairsOf(instance.region, region))
          if (
            this.isOpen(state, instance) &&
            !this.overlaps.some((o) => o.first === other && o.second === key && o.pair === pair)
          )
            this.overlaps.push({ pair, first: other, second: key, hasGoneOn: false });
      }
    }
    for (const o of this.overlaps)
      if (o.hasGoneOn && (o.first === key || o.second === key) && this.isCommon(o)) this.onPair(o.pair);
  }

  private isReal(region: number, { object, from, isWrite, isFree, size }: Touched): boolean {
    const sought = this.code.regions[region]!;
    return isFree || ((isWrite || !sought.isWrite) && sought.bytes.has(object, from, size));
  }

  /** Others that stand right before an access of a single instruction. */
  private standBeside(state: State): void {
    for (const [thread, { activations }] of state.threads.entries())
      for (const [n, activation] of activations.entries()) {
        if (thread === state.current && n === activations.length - 1) continue;
        const stack = standingOf(activation);
        const top = stack.at(-1);
        if (top === undefined) continue;
        for (const region of this.code.at(top.function, top.instruction)) {
          const { isSingle, code } = this.code.regions[region]!;
          const key = `${top.serial}:${region}`;
          if (!isSingle || !code.users.has(top.instruction) || this.instances.has(key)) continue;
          this.instances.set(key, {
            region,
            thread,
            activation: n,
            depth: stack.length - 1,
            serial: top.serial,
            isBegun: false,
            touched: [],
          });
        }
      }
  }

  private isCommon({ pair, first, second }: Overlap): boolean {
    const [a, b] = [this.instances.get(first), this.instances.get(second)];
    if (a === undefined || b === undefined) return false;
    const { bytes } = this.code.pairs[pair]!;
    return a.touched.some((x) =>
      b.touched.some((y) => {
        if (x.object !== y.object || !(x.isWrite || y.isWrite)) return false;
        const [from, to] = [Math.max(x.from, y.from), Math.min(x.to, y.to)];
        for (let at = from; at < to; at++) if (bytes.has(x.object, at, x.size ?? y.size)) return true;
        return false;
      }),
    );
  }

  private isOpen(state: State, { thread, activation, depth, serial, region, isBegun }: Instance): boolean {
    const { code, isSingle } = this.code.regions[region]!;
    if (isBegun && isSingle) return false;
    const there = state.threads[thread]?.activations[activation];
    if (there === undefined) return false;
    const standing = standingOf(there)[depth];
    return standing?.serial === serial && code.instructions.has(standing.instruction);
  }

  /** Blocks that a context has left are over. */
  private forget(state: State, thread: number, activation: number): void {
    for (const [key, instance] of this.instances) {
      if (instance.thread !== thread || instance.activation !== activation) continue;
      const { isSingle } = this.code.regions[instance.region]!;
      if (isSingle && !instance.isBegun ? this.isAt(state, instance) : this.isOpen(state, instance)) continue;
      // What it did may still meet what another block, which goes on, has yet to do.
      if (this.overlaps.some((o) => o.second === key && this.goesOn(state, o.first))) continue;
      this.instances.delete(key);
      this.overlaps = this.overlaps.filter((o) => o.first !== key && o.second !== key);
    }
    this.overlaps = this.overlaps.filter((o) => this.instances.has(o.first) && this.instances.has(o.second));
  }

  private goesOn(state: State, key: string): boolean {
    const instance = this.instances.get(key);
    return instance !== undefined && (this.isOpen(state, instance) || this.isAt(state, instance));
  }

  private isAt(state: State, { thread, activation, depth, serial, region }: Instance): boolean {
    const there = state.threads[thread]?.activations[activation];
    const standing = there === undefined ? undefined : standingOf(there)[depth];
    return standing?.serial === serial && this.code.regions[region]!.code.instructions.has(standing.instruction);
  }

  /** The step may have ended the activation. */
  private ownActivation(state: State): number {
    const { activations } = state;
    const serial = this.standing[0]!.serial;
    const at = activations.findIndex(({ frames }) => frames[0]?.serial === serial);
    return at === -1 ? activations.length : at;
  }
}

const NOWHERE: readonly Standing[] = [];

/** Where the instruction that is next would go. */
function pointersOf({ running }: State): readonly { readonly object: number; readonly offset: number }[] {
  const frame = running?.frames.at(-1);
  if (frame === undefined) return [];
  const i = frame.instruction;
  const operands = 'address' in i ? [i.address] : isCall(i) ? i.arguments : [];
  return operands.flatMap((operand) => {
    const value = operand.kind === 'register' ? frame.registers[operand.index] : undefined;
    return typeof value === 'number' ? [{ object: objectOf(value), offset: offsetOf(value) }] : [];
  });
}

/** From the outermost function in: where each stands. */
function standingOf({ frames }: Activation): readonly Standing[] {
  return frames.map((frame, n) => {
    const site = frames[n + 1]?.site as { readonly id: InstructionId } | undefined;
    return { function: frame.code.fn.name, instruction: (site ?? frame.instruction).id, serial: frame.serial };
  });
}

function touchedBy(event: Event, { memory }: State): readonly Touched[] {
  if (event.kind === 'free')
    return event.objects.map(({ object }) => ({
      object,
      from: 0,
      to: Number.POSITIVE_INFINITY,
      isWrite: true,
      isFree: true,
      size: undefined,
    }));
  if (event.kind !== 'access') return [];
  const { object, offset, size, operation } = event;
  const at = { object, from: offset, to: offset + size, isWrite: operation === 'W', isFree: false };
  return [{ ...at, size: memory.info(object)?.size }];
}

function isSame(a: Touched, b: Touched): boolean {
  return (
    a.object === b.object && a.from === b.from && a.to === b.to && a.isWrite === b.isWrite && a.isFree === b.isFree
  );
}
