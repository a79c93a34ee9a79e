// One event of an execution with names, values and place: what replays, timelines and reproducers show.

import type { Place } from '../base/diagnostic.js';
import type { InstructionId } from '../ir/instruction.js';
import type { Event } from '../machine/event.js';
import type { Context } from '../model/program.js';
import type { Cause } from './refusal.js';
import type { NamedWait } from './waiting.js';

/** One event, in the words of the source. */
export interface NarratedEvent {
  readonly event: Event;
  /** Visible steps before it. */
  readonly step: number;
  /** ISRs that are active. */
  readonly depth: number;
  readonly context: Context;
  /** The thread that it belongs to, or that the ISR has preempted; undefined in programs without threads. */
  readonly thread: string | undefined;
  /** Source name; of starts and ends, the handler's. */
  readonly function: string;
  readonly place: Place | undefined;
  /** Accesses: `uart.rx.buf[3]`. Calls and operations on masks: how they are called, with the arguments. */
  readonly what: string;
  /** Accesses: read or written. Calls: returned. */
  readonly value: string | undefined;
  /** What it did to interrupts, threads and locks: `closes the global mask`, `takes a`. */
  readonly effects: readonly string[];
  /** Locks that it took or gave back: who holds them then. */
  readonly locks?: Readonly<Record<string, string | null>>;
  /** Of a thread that waits: for what. */
  readonly wait?: NamedWait;
  /** It is a step of a model. */
  readonly call?: ModelCall;
  /** Of starts: what last opened each thing that could have kept the ISR out. */
  readonly openedBy?: readonly Cause[];
}

/** The call of a model that a step is a part of. */
export interface ModelCall {
  /** Differs from call to call. */
  readonly serial: number;
  /** `pthread_mutex_lock(&a)`. */
  readonly what: string;
  /** Where the program calls it; undefined: it is what runs a thread's function. */
  readonly at:
    | {
        readonly instruction: InstructionId;
        readonly symbol: string;
        /** Source name. */
        readonly function: string;
        readonly place: Place | undefined;
      }
    | undefined;
}
