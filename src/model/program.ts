// The Program: what every engine starts from. One linked module, seen as contexts that share memory and mask each
// other. All of it is derived from the module by the files beside this one; nothing here executes code.

import type { Diagnostic, Place } from '../base/diagnostic.js';
import type { Id } from '../base/id.js';
import type { SourceType } from '../ir/debug/debug-info.js';
import type { Instruction, InstructionId } from '../ir/instruction.js';
import type { IrModule } from '../ir/module.js';
import type { GivenArguments } from './entries.js';
import type { Effect, Platform } from './platform.js';
import type { Threading } from './threading.js';

/** What runs a program that has no beginning of its own: a file of C that was made for it. */
export interface Harness {
  readonly text: string;
  /** The function that it begins with. */
  readonly entry: string;
  /** Those that it calls, or that a list of routines names and it leaves out, by their names in the module. */
  readonly calls: readonly string[];
  /** For a `holds`. */
  readonly assumptions: readonly string[];
  readonly kind: 'drive' | 'sketch' | 'dispatch';
}

export interface Program {
  /** Of the contents that it was made from: equal for programs in which every number means the same. */
  readonly hash: string;
  readonly module: IrModule;
  readonly platform: Platform;
  readonly target: Target;
  /** How threads are run. */
  readonly threading: Threading;
  /** Where handlers have priorities of one group. */
  readonly grouping?: PriorityGrouping;
  readonly harness?: Harness;
  /** `main` first, then the ISRs by irq, then the threads. `ContextId` indexes it. */
  readonly contexts: readonly Context[];
  /** Functions that nothing calls and nothing says to be an ISR: shown to the user, never assumed. */
  readonly suggestions: readonly Suggestion[];
  readonly callGraph: CallGraph;
  readonly objects: readonly MemoryObject[];
  /** Every access that some context may perform to memory that is not private to one activation. */
  readonly accesses: readonly Access[];
  /** Calls, assembly and register writes with an effect on interrupts, locks or threads, per context. */
  readonly operations: readonly Operation[];
  readonly shared: readonly SharedVariable[];
  /** Who may end which heap objects. */
  readonly ends: ReadonlyMap<ObjectId, ReadonlySet<ContextId>>;
  /** Loads of shared registers that are one instruction of the machine together with a store: both happen at once. */
  readonly inPlace: ReadonlyMap<Instruction, Instruction>;
  /** By context id. */
  readonly footprints: readonly Footprint[];
  /** Memory that devices and functions without a body may write at any time: they were given its address. */
  readonly givenAway: ReadonlySet<ObjectId>;
  readonly interruptionPoints: readonly InterruptionPoint[];
  /** Properties of the program that every verdict on it must state. */
  readonly assumptions: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A split of priorities into what preempts and what does not. */
export interface PriorityGrouping {
  /** Of the register that holds it. It has been set where something has been written there. */
  readonly address: number;
  /** What is written there. */
  readonly group: number;
  /** Lower bits that preempt nobody. */
  readonly subBits: number;
}

export interface Target {
  readonly triple: string;
  readonly pointerBytes: number;
  /** Widest aligned access that no interrupt can split. */
  readonly atomicBytes: number;
  readonly littleEndian: boolean;
  /** Why the target and the platform were chosen. */
  readonly evidence: string;
}

export type ContextId = Id<'context'>;

/** `main` is the first of the contexts. */
export const MAIN = 0 as ContextId;

export interface Context {
  readonly id: ContextId;
  readonly kind: 'main' | 'isr' | 'thread';
  /**
   * The handler's usual name: the source name of `function`, or the vector's (`USART_RX`) where the name is only a
   * number.
   */
  readonly name: string;
  /** Name of the handler, or of what else the context runs, in the module. */
  readonly function: string;
  /** Where it has parameters: the function that calls it with arguments, and that the context begins with. */
  readonly entry?: string;
  /** Where arguments are kept that were registered with it. */
  readonly given?: GivenArguments;
  /** ISRs only: calls of functions without a body that it is given to. */
  readonly registeredAt?: readonly InstructionId[];
  /** ISRs only: it was given to a function without a body, and nothing says that it is about interrupts. */
  readonly isAssumed?: true;
  /** ISRs only; undefined where no number is known. */
  readonly irq?: number;
  /** Of an ISR without an irq: numbers that are enabled and that no known handler has. One of them is its own. */
  readonly possibleIrqs?: readonly number[];
  /** 0 for main and threads, ≥ 1 for ISRs; higher preempts lower. */
  readonly priority: number;
  /** The number that the hardware's documentation uses, where it differs. */
  readonly hardwarePriority?: number;
  readonly priorityEvidence: string;
  /** Main and threads only: what the user says that they begin with. */
  readonly threadPriority?: number;
  /** Why this was believed to be a context. */
  readonly evidence: string;
  /** ISRs only: the state of the own flag when the program starts, and why. */
  readonly initially?: { readonly enabled: boolean; readonly because: string };
  /** ISRs only: starts nowhere but at calls that name it. */
  readonly startsAt?: 'calls';
  /** ISRs only: starts only after software has pended it. */
  readonly softwarePended?: boolean;
  /** ISRs only: no mask keeps it out (NMI). */
  readonly nonMaskable?: boolean;
  /** The entry may run several times at once: a thread's, or that of an ISR that may be entered again while it runs. */
  readonly multiple?: boolean;
  readonly place?: Place;
}

export interface Suggestion {
  readonly function: string;
  readonly place?: Place;
  readonly because: string;
}

export interface CallGraph {
  /** Functions (with a body) that a call site may reach, by call instruction. */
  targets(site: Instruction): readonly string[];
  /** Functions that may run in a context, its entry included. */
  reachable(context: ContextId): ReadonlySet<string>;
  /** Names without a body that are called and that neither a pack nor Preempt knows. */
  readonly external: ReadonlyMap<string, readonly Instruction[]>;
}

export type ObjectId = Id<'object'>;

export interface MemoryObject {
  readonly id: ObjectId;
  readonly kind: 'global' | 'local' | 'heap' | 'device' | 'function' | 'unknown';
  /** Source name: `uart`, `f.count` for a function-static variable, `malloc at main.c:12` for the heap. */
  readonly name: string;
  /** In the module; for locals and heap, the function that contains the allocation. */
  readonly symbol: string;
  /** Bytes; undefined where unknown. */
  readonly size: number | undefined;
  readonly constant: boolean;
  /** The alloca or the allocating call. */
  readonly site?: Instruction;
  readonly type?: SourceType;
  readonly place?: Place;
}

/**
 * Bytes that an access may touch: accesses of `size` bytes that start at an `offset + k·stride` in [low, high).
 * Stride 0: exactly at `offset`.
 */
export interface Region {
  readonly object: ObjectId;
  readonly offset: number;
  readonly stride: number;
  readonly low: number;
  readonly high: number;
  /** Bytes from each start; Infinity where the length is not constant. */
  readonly size: number;
}

export interface Access {
  readonly context: ContextId;
  readonly function: string;
  readonly instruction: Instruction;
  readonly operation: 'R' | 'W' | 'RW';
  readonly regions: readonly Region[];
  readonly volatile: boolean;
  readonly atomic: boolean;
  /** Bytes, where the same for all regions. */
  readonly size: number;
  /** A callee without a body may perform it, on what its arguments point to. */
  readonly external: boolean;
  readonly place?: Place;
}

export interface Operation {
  readonly context: ContextId;
  readonly function: string;
  readonly instruction: Instruction;
  readonly effect: Effect;
  /** For effects on one interrupt: the irq, `all`, or undefined where it is not constant. */
  readonly irq?: number | 'all';
  /** For effects that set a value (ceiling, priority, mask): the value where constant. */
  readonly value?: number;
  /** How the source spells it, e.g. `cli()`, `NVIC_EnableIRQ(28)`, `SREG = …`. */
  readonly text: string;
  readonly place?: Place;
}

export interface SharedVariable {
  readonly object: ObjectId;
  /** `uart.rx.buf[]`: fields kept, indices as `[]`. */
  readonly name: string;
  readonly region: Region;
  readonly volatile: boolean;
  readonly readers: readonly ContextId[];
  readonly writers: readonly ContextId[];
}

export interface Footprint {
  readonly context: ContextId;
  readonly reads: readonly Region[];
  readonly writes: readonly Region[];
  /** Including everything that may preempt the context while it runs. */
  readonly nestedReads: readonly Region[];
  readonly nestedWrites: readonly Region[];
}

/** ESEC/FSE 2023, Definition 1: after this operation, the relevant ISRs are worth starting. */
export interface InterruptionPoint {
  readonly context: ContextId;
  readonly function: string;
  readonly instruction: Instruction;
  /** `R y`, `W z`, `enable_isr(2)`. */
  readonly operation: string;
  readonly relevant: readonly ContextId[];
  /**
   * The paper's control-flow locations behind it: both successors of a condition, else one. Ids are unique within a
   * context.
   */
  readonly locations: readonly string[];
  readonly place?: Place;
}
