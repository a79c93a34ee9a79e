// A state of the oracle: cells, threads with what has preempted them, masks. Plain data that is copied whole.

import type { Code, Operation } from './code.js';
import { TEMPORARIES } from './unfold.js';

export interface HandledIrq {
  readonly function: string;
  readonly irq: number;
  readonly priority: number;
}

/** What a unit of work did last to a cell, and what others have done to it since. */
export interface Since {
  readonly isWrite: boolean;
  readonly line: number;
  /** The line of the last write since. */
  readonly write: number;
  /** Lines of reads before the first write since, ascending. */
  readonly reads: readonly number[];
}

export interface Activation {
  /** Undefined: a thread's. */
  readonly isr: number | undefined;
  readonly code: readonly Operation[];
  at: number;
  /** How far a call is that is more than one section. */
  phase: number;
  registers: number[];
  /** By cell. */
  since: (Since | undefined)[];
}

export interface Thread {
  readonly entry: string;
  status: 'new' | 'begun' | 'ended';
  /** The thread's own first, then ISRs. */
  activations: Activation[];
}

export interface OracleState {
  cells: number[];
  threads: Thread[];
  current: number;
  maskOpen: boolean;
  ceiling: number;
  flags: boolean[];
  arrivals: number[];
}

export function activationOf(code: Code, entry: string, isr: number | undefined, argument: number): Activation {
  const registers = Array.from({ length: code.registers }, () => 0);
  registers[TEMPORARIES] = argument;
  return { isr, code: code.functions.get(entry)!, at: 0, phase: 0, registers, since: [] };
}

export function copyOf(s: OracleState): OracleState {
  return {
    ...s,
    cells: [...s.cells],
    threads: s.threads.map((t) => ({
      ...t,
      activations: t.activations.map((a) => ({ ...a, registers: [...a.registers], since: [...a.since] })),
    })),
    flags: [...s.flags],
    arrivals: [...s.arrivals],
  };
}

export function keyOf(s: OracleState): string {
  const since = (x: Since | undefined): string =>
    x === undefined ? '' : `${x.isWrite ? 'w' : 'r'}${x.line}<${x.write}<${x.reads.join('+')}`;
  const activation = (a: Activation): string =>
    `${a.isr ?? ''}@${a.at}.${a.phase}:${a.registers.join()}:${a.since.map(since).join()}`;
  const threads = s.threads.map((t) => `${t.entry} ${t.status} ${t.activations.map(activation).join('|')}`);
  return [s.cells, s.current, s.maskOpen, s.ceiling, s.flags, s.arrivals, threads.join('\n')].join(';');
}

export function topOf(thread: Thread): Activation | undefined {
  return thread.activations.at(-1);
}
