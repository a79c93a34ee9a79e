// Instances of ISRs as the `gap` encoding has them: where they start, what they start with, how they end and what they
// change.

import { PAGE_BYTES, Shadow } from '../../../machine/memory/page.js';
import { mapPointer, placeAt } from '../../../machine/memory/pointer-choice.js';
import { type Pointer, pointer, Symbolic, SymbolicPointer } from '../../../machine/memory/value.js';
import { holdsPointer } from '../../../machine/merge.js';
import type { State } from '../../../machine/state.js';
import type { Context } from '../../../model/program.js';
import type { Model } from '../../../solve/query.js';
import type { Substitution } from '../../../solve/substitute.js';
import type { Term, Terms } from '../../../solve/term.js';
import type { GuardedTrace } from '../unroll/trace.js';
import type { GuardedState } from '../unroll/unroll.js';
import type { FootprintCell } from './footprint-cells.js';
import type { InstanceAccesses } from './instance-accesses.js';
import type { PointerForm } from './pointer-inputs.js';
import type { AccessSummary, SymbolicTables } from './symbolic-tables.js';

export type GapTrace = GuardedTrace<Fire>;
export type GapState = GuardedState<Fire, SymbolicTables>;
export type Pointed = { readonly pointer: Pointer };

/** A point in the execution of an instance: how it is reached within it. Undefined: main. */
export interface ExecutionPoint {
  readonly within: InstanceVariant | undefined;
  readonly trace: GapTrace | undefined;
}

/** Where something occurs, in a given model. */
export interface OccurrencePoint {
  /** The instance must run for it, as far as its guard does not say so. */
  readonly within: InstanceVariant | undefined;
  point(model: Model): ExecutionPoint | undefined;
}

/** An instance starts in a gap of what it preempts. */
export interface Fire {
  readonly variant: InstanceVariant;
  readonly chosen: Term;
  readonly gap: ExecutionPoint;
  /** What the variables of the instance's inputs are there, in their order. */
  readonly contents: readonly Term[];
}

/** A cell that an instance has as a variable: its content; or, of pointers, several, see `PointerInputs`. */
export interface VariantInput extends FootprintCell {
  readonly variables: readonly Term[];
  readonly form?: PointerForm;
}

/** A way in which an instance ends, and what it has changed by then. */
export interface VariantExit {
  readonly guard: Term;
  readonly trace: GapTrace | undefined;
  readonly state: State;
  readonly changes: readonly (FootprintCell & { readonly value: Term | Pointed })[];
  readonly freed: readonly number[];
  /** Its accesses, for the tables of what it preempts. */
  readonly summary: AccessSummary;
}

/** An instance as it runs from states of one shape. */
export interface InstanceVariant {
  readonly key: string;
  readonly isr: Context;
  /** Which of the ISR's arrivals it is, from 0. */
  readonly arrival: number;
  /** The state in which it starts, data as variables. */
  readonly initial: State;
  readonly inputs: readonly VariantInput[];
  /** Cells with pointers. */
  readonly pointers: readonly FootprintCell[];
  /** Cells that had this content in all states that it was started in so far. */
  readonly constants: readonly (FootprintCell & { readonly value: Term })[];
  exits: readonly VariantExit[];
  readonly fires: Fire[];
  /** Starts of others in its gaps. */
  readonly nested: Fire[];
  /**
   * Its outputs are so small that they are worth being written down anew for each gap, instead of by way of its inputs.
   */
  isSmall: boolean;
  /** Its accesses and those of what preempts it. */
  readonly accesses: InstanceAccesses<ExecutionPoint>;
}

/** What the instance changed, in the state of a gap. */
export function copyOutputs({ state: from, changes, freed }: VariantExit, to: State, here: Substitution): void {
  to.flags = from.flags.slice();
  to.pended = from.pended.slice();
  to.arrivals = from.arrivals.slice();
  to.maskOpen = from.maskOpen;
  to.ceiling = from.ceiling;
  to.atomicDepth = from.atomicDepth;
  to.registers = from.registers.clone();
  for (const object of freed) to.memory.free(object);
  for (const { object, start, size, value } of changes) {
    if (!isPointed(value)) to.memory.storeTerm(object, start, size, here.apply(value));
    else to.memory.storePointer(pointer(object, start), moved(to.memory.terms, value.pointer, here));
  }
}

function moved(terms: Terms, p: Pointer, here: Substitution): Pointer {
  return mapPointer(
    p,
    (place) => (typeof place === 'number' ? place : placeAt(terms, place.object, here.apply(place.offset))),
    (condition) => here.apply(condition),
  );
}

export function isPointed(value: Term | Pointed): value is Pointed {
  return typeof value === 'object';
}

export function occursAt(point: ExecutionPoint): OccurrencePoint {
  return { within: point.within, point: () => point };
}

export function placeKey(cell: FootprintCell): string {
  return `${cell.object}+${cell.start}`;
}

export function showPointer(p: Pointer | Symbolic): string {
  if (typeof p === 'number') return String(p);
  if (p instanceof Symbolic) return `t${p.term}`;
  if (p instanceof SymbolicPointer) return `${p.object}+t${p.offset}`;
  return `t${p.condition}?${showPointer(p.whenTrue)}:${showPointer(p.whenFalse)}`;
}

/** Whatever decides who may start, but for who is active. */
export function masksOf({ flags, pended, maskOpen, ceiling, atomicDepth, registers }: State): string {
  const bits = (list: readonly boolean[]): string => list.map((b) => (b ? 1 : 0)).join('');
  return [bits(flags), bits(pended), maskOpen, ceiling, atomicDepth, [...registers].join(' ')].join('|');
}

export function cellKey(variant: InstanceVariant, cell: FootprintCell): string {
  return `${variant.key} ${cell.object} ${cell.start}`;
}

function pageOf(state: State, cell: FootprintCell) {
  const at = cell.start % PAGE_BYTES;
  return { at, page: state.memory.entry(cell.object)!.page((cell.start - at) / PAGE_BYTES)! };
}

export function isPointerCell(state: State, cell: FootprintCell): boolean {
  const { at, page } = pageOf(state, cell);
  return holdsPointer(page, at, Math.min(cell.size, page.bytes.length - at));
}

/** All bytes of a cell that holds parts of pointers: equal for equal contents only. */
export function showContent(state: State, cell: FootprintCell): string {
  const { at, page } = pageOf(state, cell);
  const shown: string[] = [];
  for (let n = 0; n < cell.size; n++) {
    const found = page.cellAt(at + n);
    shown.push(
      found?.cell.isPointer === true
        ? `${at + n - found.start} of ${showPointer(found.cell.value as Pointer)}`
        : `t${state.memory.loadTerm(cell.object, cell.start + n, 1)}`,
    );
  }
  return shown.join(',');
}

export function isConcreteCell(state: State, cell: FootprintCell): boolean {
  const { at, page } = pageOf(state, cell);
  for (let n = at; n < at + cell.size; n++) if ((page.shadow?.[n] ?? Shadow.concrete) !== Shadow.concrete) return false;
  return true;
}
