// Where a walk through an API function stands: the activation, the instruction, the depth of masks, and what is known
// of numbers that came from tracked variables; and the graph that the walk makes of it.

import type { Diagnostic } from '../../base/diagnostic.js';
import type { CallSite, Instruction } from '../../ir/instruction.js';
import { isCall } from '../../ir/instruction-class.js';
import type { IrFunction } from '../../ir/module.js';
import type { InlinedFrame } from './frame.js';
import type { KnownNumber } from './values.js';

export type StepLabel =
  | { readonly kind: 'guard'; readonly variable: number; readonly value: number }
  | { readonly kind: 'set'; readonly variable: number; readonly value: number }
  | { readonly kind: 'yield' };

export interface Use {
  readonly structure: number;
  readonly isWrite: boolean;
}

export interface WalkNode {
  readonly frame: InlinedFrame;
  readonly instruction: Instruction;
  readonly isMasked: boolean;
  readonly uses: readonly Use[];
  /** Masks, tracked variables or tasks change here: no derived access goes on behind it. */
  readonly isBoundary: boolean;
  /** Annotated accesses under way: the instructions that began them. */
  readonly begun: readonly Instruction[];
  /** `to` −1: the end of the function. */
  readonly edges: readonly { readonly to: number; readonly label?: StepLabel }[];
}

export interface FunctionGraph {
  readonly nodes: readonly WalkNode[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Outcomes of comparisons of tracked variables, by variable and value: what cannot be told apart is one class. */
export type Tests = Map<number, Map<number, Set<string>>>;

export type Facts = ReadonlyMap<string, KnownNumber>;

export interface WalkPosition {
  readonly frame: InlinedFrame;
  readonly block: number;
  readonly index: number;
  readonly depth: number;
  readonly facts: Facts;
  readonly begun: readonly Instruction[];
}

export interface Following {
  readonly to: WalkPosition | undefined;
  readonly label?: StepLabel;
}

export interface WalkEffect {
  readonly following: readonly Following[];
  readonly uses?: readonly Use[];
  readonly isBoundary?: boolean;
}

export const noFacts: Facts = new Map();

const positions = new WeakMap<CallSite, { readonly block: number; readonly index: number }>();

export function positionOf(fn: IrFunction, site: CallSite): { readonly block: number; readonly index: number } {
  const known = positions.get(site);
  if (known !== undefined) return known;
  for (const [block, { instructions }] of fn.blocks.entries()) {
    for (const [index, i] of instructions.entries()) if (isCall(i)) positions.set(i, { block, index });
  }
  return positions.get(site)!;
}

export function after(at: WalkPosition): WalkPosition {
  return { ...at, index: at.index + 1 };
}

export function next(at: WalkPosition): WalkEffect {
  return { following: [{ to: after(at) }] };
}

export function factKey(frame: InlinedFrame, register: number): string {
  return `${frame.id}:${register}`;
}

export function withFact(at: WalkPosition, register: number, value: KnownNumber | undefined): WalkPosition {
  const facts = new Map(at.facts);
  if (value === undefined) facts.delete(factKey(at.frame, register));
  else facts.set(factKey(at.frame, register), value);
  return { ...at, facts };
}

export function keyOf({ frame, block, index, depth, facts, begun }: WalkPosition): string {
  const known = [...facts]
    .map(([key, { low, high, variable, read }]) => `${key}=${low},${high},${variable},${read}`)
    .sort()
    .join(' ');
  return `${frame.id} ${block} ${index} ${depth} ${begun.map((i) => i.id).join(',')} ${known}`;
}
