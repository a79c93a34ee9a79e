// What is known of a finding's execution before any C is written: plain data, by `recording.ts`.

import type { Extent } from '../../execution/describe.js';
import type { ReplayEnding } from '../../execution/replay.js';
import type { Instruction } from '../../ir/instruction.js';
import type { Machine } from '../../machine/machine.js';
import type { Context } from '../../model/program.js';

/** The finding cannot be reproduced, and why. */
export class NotReproducible extends Error {}

/** The n-th time that an instruction is about to access an address, or is about to be done where no address counts. */
export interface Occurrence {
  readonly function: string;
  readonly instruction: Instruction;
  /** Of the target; undefined for memory whose address differs natively, and for instructions without one. */
  readonly address: number | undefined;
  /** Each counts its own. */
  readonly who: Who;
  readonly count: number;
  /** Where the program itself stands, if that is inside of a model: the call; undefined around a thread's function. */
  readonly shownAt?: Instruction | undefined;
}

/** Who makes steps: an ISR, or a thread; `number` is what the generated program knows it by. */
export interface Who {
  readonly number: number;
  /** `worker#2` where several threads run one function. */
  readonly name: string;
  /** Its number in schedules; ISRs have none. */
  readonly thread?: number;
}

export interface Arrival {
  readonly isr: Context;
  /** What it would interrupt has ended; or the code loops here for ever, and everything before has happened. */
  readonly where: 'after-end' | 'idle' | 'before';
  readonly at: Occurrence | undefined;
  /** Orders of the pieces of the access that is interrupted half-way. */
  readonly pieces: readonly number[] | undefined;
  /** Where the interrupted access begins; `at` names the piece that is next. */
  readonly base: number | undefined;
  readonly interrupted: Who;
  /** Position in the replayed execution. */
  readonly position: number;
}

/** Another thread goes on. */
export interface Handover {
  readonly to: number;
  readonly name: string;
  readonly from: Who;
  /** Undefined: the thread that ran before has ended. */
  readonly at: Occurrence | undefined;
  /** As of an arrival. */
  readonly pieces: readonly number[] | undefined;
  readonly base: number | undefined;
  readonly position: number;
}

/** What only programs with threads have, or with locks that ISRs wait for. */
export interface RecordedThreads {
  /** By number, as schedules have them; main is the first. */
  readonly names: readonly string[];
  readonly handovers: readonly Handover[];
  /** Nobody goes on from here, the end of a thread if it is undefined; the execution does not end so: no value. */
  readonly deadlock: { readonly who: Who; readonly at: Occurrence | undefined } | undefined;
  /** The call that tells of wrong use, the how manieth time, if that is the finding. */
  readonly misuse: { readonly instruction: Instruction; readonly count: number } | undefined;
}

export interface Mark {
  /** (1), (2) or (3) of the finding. */
  readonly number: number;
  /** Position in the replayed execution; undefined for what comes after it. */
  readonly position: number | undefined;
  readonly at: Occurrence;
  readonly operation: 'R' | 'W';
  /** `uart.head`. */
  readonly what: string;
  /** Undefined: the access was suspended, and is made when the ISR has ended. */
  readonly expected: { readonly bits: bigint; readonly text: string } | undefined;
  /** It is one of several pieces. */
  readonly isPiece: boolean;
  /** It is a copy in many pieces, which was suspended: there is no one value. */
  readonly isBlock: boolean;
}

export interface WatchedVariable {
  readonly name: string;
  readonly address: number;
  readonly size: number;
  readonly notation: Extent['notation'];
}

/** The register that the finding is about, where it holds what is written to it. */
export interface RecordedLatch {
  readonly address: number;
  readonly size: number;
  /** When (1) is about to be made. */
  readonly content: bigint;
  /** How often it was read before: what that gave stays as it was. */
  readonly readsBefore: number;
}

export interface Recording {
  readonly machine: Machine;
  readonly arrivals: readonly Arrival[];
  readonly threads: RecordedThreads;
  readonly marks: readonly Mark[];
  /** Results of device reads, of functions without a body, of masks and of arbitrary choices, in order. */
  readonly results: ReadonlyMap<Instruction, readonly bigint[]>;
  /** Main's arguments that are numbers. */
  readonly parameters: readonly bigint[];
  /** Arguments of handlers, `0 on_signal` for the first one of `on_signal`. */
  readonly handlerArguments: ReadonlyMap<string, bigint>;
  /** Bytes of memory without an initial value. */
  readonly frozen: readonly { readonly address: number; readonly value: bigint; readonly bytes: number }[];
  /** Those that the finding's execution accesses come first: so many are they. */
  readonly watched: readonly WatchedVariable[];
  readonly touched: number;
  /** Device registers by address. */
  readonly devices: ReadonlyMap<number, { readonly name: string; readonly size: number }>;
  readonly latch: RecordedLatch | undefined;
  /** memcpy calls of which both sides are visible: reads and writes are steps of their own. */
  readonly separate: ReadonlySet<Instruction>;
  readonly ending: ReplayEnding;
}
