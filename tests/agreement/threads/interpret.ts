// The semantics of threads and interrupts once more, by docs/machine.md and docs/models.md and without anything of
// src/: what may happen next in a state, and what it does. One core. Slow and meant to be obviously right.

import type { Cell, Code, Operand, Operation } from './code.js';
import {
  type Activation,
  activationOf,
  copyOf,
  type HandledIrq,
  type OracleState,
  type Thread,
  topOf,
} from './state.js';

export type Transition =
  /** The next step of a thread, or of the ISR that runs in it. `variant`: which way, where there are several. */
  | { readonly kind: 'step'; readonly thread: number; readonly variant: number }
  /** A new thread comes to its first step. */
  | { readonly kind: 'begin'; readonly thread: number }
  /** An ISR preempts a thread, or the ISR that runs in it. */
  | { readonly kind: 'start'; readonly thread: number; readonly isr: number };

export interface Access {
  readonly cell: number;
  readonly isWrite: boolean;
  readonly line: number;
}

export interface Happened {
  /** Of the program itself. */
  readonly accesses: readonly Access[];
  /** What the environment reads and writes for it. */
  readonly inside: readonly Access[];
  /** Lines of assertions that fail, and of wrong use. */
  readonly failures: readonly number[];
  readonly isOver: boolean;
}

const NOBODY = 0;
const SOME_ISR = 33;
const EBUSY = 16;
const LONGEST_RUN = 10_000;

export class Interpreter {
  constructor(
    readonly code: Code,
    readonly isrs: readonly HandledIrq[],
    private readonly options: { readonly arrivals: number; readonly interrupts: 'on' | 'off' },
  ) {}

  initial(): OracleState {
    const state: OracleState = {
      cells: [...this.code.cells],
      threads: [{ entry: 'main', status: 'begun', activations: [activationOf(this.code, 'main', undefined, 0)] }],
      current: 0,
      maskOpen: true,
      ceiling: 0,
      flags: this.isrs.map(() => this.options.interrupts === 'on'),
      arrivals: this.isrs.map(() => 0),
    };
    this.run(state);
    return state;
  }

  enabled(state: OracleState): readonly Transition[] {
    const found: Transition[] = [];
    const current = state.threads[state.current]!;
    const running = topOf(current);
    const canStep = this.canStep(state, state.current);
    const mayLeave = running?.isr === undefined && (state.maskOpen || !canStep);
    for (const [n, thread] of state.threads.entries()) {
      if (n !== state.current && !mayLeave) continue;
      if (thread.status === 'new') found.push({ kind: 'begin', thread: n });
      else if (this.canStep(state, n))
        for (let variant = 0; variant < this.variants(state, n); variant++)
          found.push({ kind: 'step', thread: n, variant });
      else if (n !== state.current) continue;
      if (thread.status === 'new') continue;
      for (const isr of this.isrs.keys())
        if (this.mayStart(state, isr, n, this.options.arrivals)) found.push({ kind: 'start', thread: n, isr });
    }
    return found;
  }

  /** May an ISR start on top of a thread? */
  mayStart(state: OracleState, isr: number, thread: number, arrivals: number): boolean {
    const { priority } = this.isrs[isr]!;
    const { activations } = state.threads[thread]!;
    const running = activations.at(-1)?.isr;
    return (
      state.flags[isr]! &&
      state.maskOpen &&
      priority > state.ceiling &&
      state.arrivals[isr]! < arrivals &&
      !activations.some((a) => a.isr === isr) &&
      (running === undefined || priority > this.isrs[running]!.priority)
    );
  }

  /** The step that an activation stands before. */
  next(activation: Activation): Operation {
    return activation.code[activation.at]!;
  }

  /** Does it, or the ISR that runs in it, stand before what it cannot do now? */
  waits(state: OracleState, n: number): boolean {
    const { status, activations } = state.threads[n]!;
    return status !== 'new' && activations.length > 0 && !this.canStep(state, n);
  }

  /** False: it waits, has ended, or has not begun. */
  canStep(state: OracleState, n: number): boolean {
    const thread = state.threads[n]!;
    const top = topOf(thread);
    if (top === undefined || thread.status === 'new') return false;
    const operation = this.next(top);
    if (operation.op !== 'call') return true;
    const value = (at: number): number => state.cells[this.cellOf(top, operation.cells[at]!)]!;
    const caller = top.isr === undefined ? n + 1 : SOME_ISR;
    switch (operation.name) {
      case 'pthread_mutex_lock':
        if (top.isr !== undefined) return true;
        return top.phase === 0 && (value(0) === NOBODY || value(0) === caller);
      case 'spin_lock':
        return top.phase === 0 && (value(0) === NOBODY || (top.isr === undefined && value(0) === caller));
      case 'pthread_cond_wait':
        return top.phase === 0 || ((value(0) & (1 << n)) === 0 && value(1) === NOBODY);
      case 'sem_wait':
        return top.isr !== undefined || value(0) > 0;
      case 'pthread_join':
        return state.threads[this.peek(top, operation.values[0]!)]?.status === 'ended';
      default:
        return true;
    }
  }

  private variants(state: OracleState, n: number): number {
    const top = topOf(state.threads[n]!)!;
    const operation = this.next(top);
    if (operation.op === 'choose') return 2;
    if (operation.op !== 'call') return 1;
    // A wait may end by itself.
    if (operation.name === 'pthread_cond_wait') return top.phase === 0 ? 2 : 1;
    if (operation.name !== 'pthread_cond_signal') return 1;
    return Math.max(1, waitersIn(state.cells[this.cellOf(top, operation.cells[0]!)]!).length);
  }

  /** On a copy. */
  take(given: OracleState, transition: Transition): { readonly state: OracleState; readonly happened: Happened } {
    const state = copyOf(given);
    state.current = transition.thread;
    const thread = state.threads[transition.thread]!;
    let happened = NOTHING;
    if (transition.kind === 'begin') thread.status = 'begun';
    else if (transition.kind === 'start') {
      const { function: entry } = this.isrs[transition.isr]!;
      state.arrivals[transition.isr]!++;
      thread.activations.push(activationOf(this.code, entry, transition.isr, 0));
    } else happened = this.step(state, transition.thread, transition.variant);
    if (!happened.isOver) this.run(state);
    return { state, happened };
  }

  /** What nobody else sees, up to the next step; an ISR's end is nothing of its own. */
  private run(state: OracleState): void {
    const thread = state.threads[state.current]!;
    for (let count = 0; count < LONGEST_RUN; count++) {
      const top = topOf(thread);
      if (top === undefined) return;
      const o = this.next(top);
      switch (o.op) {
        case 'compute':
          top.at++;
          top.registers[o.to] = computed(o.operator, this.value(top, o.left), this.value(top, o.right));
          break;
        case 'pick':
          top.at++;
          top.registers[o.to] = top.registers[o.base + this.value(top, o.index)]!;
          break;
        case 'put':
          top.at++;
          top.registers[o.base + this.value(top, o.index)] = this.value(top, o.value);
          break;
        case 'jump':
          top.at = o.target;
          break;
        case 'unless':
          top.at = this.value(top, o.condition) === 0 ? o.target : top.at + 1;
          break;
        case 'return':
          if (top.isr === undefined) return;
          thread.activations.pop();
          break;
        default:
          return;
      }
    }
    throw new Error('a loop that nobody sees');
  }

  private step(state: OracleState, n: number, variant: number): Happened {
    const thread = state.threads[n]!;
    const top = topOf(thread)!;
    const o = this.next(top);
    switch (o.op) {
      case 'load': {
        const cell = this.consume(top, o.cell);
        top.registers[o.to] = state.cells[cell]!;
        top.at++;
        return { ...NOTHING, accesses: [{ cell, isWrite: false, line: o.line }] };
      }
      case 'store': {
        const cell = this.consume(top, o.cell);
        state.cells[cell] = this.value(top, o.value);
        top.at++;
        return { ...NOTHING, accesses: [{ cell, isWrite: true, line: o.line }] };
      }
      case 'update': {
        const cell = this.consume(top, o.cell);
        const old = state.cells[cell]!;
        state.cells[cell] = computed(o.operator, old, this.value(top, o.value));
        top.registers[o.to] = old;
        top.at++;
        const access = { cell, line: o.line };
        return {
          ...NOTHING,
          accesses: [
            { ...access, isWrite: false },
            { ...access, isWrite: true },
          ],
        };
      }
      case 'choose':
        top.registers[o.to] = variant;
        top.at++;
        return NOTHING;
      case 'fail':
        return { ...NOTHING, failures: [o.line], isOver: true };
      case 'return':
        // In a program with threads, main's return is exit.
        if (n === 0) return { ...NOTHING, isOver: true };
        thread.status = 'ended';
        thread.activations = [];
        return NOTHING;
      case 'call':
        return this.call(state, n, thread, top, o, variant);
      default:
        throw new Error(`${o.op} is no step`);
    }
  }

  /** One section of the environment. */
  private call(
    state: OracleState,
    n: number,
    thread: Thread,
    top: Activation,
    o: Extract<Operation, { op: 'call' }>,
    variant: number,
  ): Happened {
    const caller = top.isr === undefined ? n + 1 : SOME_ISR;
    const addresses = o.cells.map((c) => this.consume(top, c));
    const [first = -1, second = -1] = addresses;
    const given = o.values.map((v) => this.value(top, v));
    const misuse: Happened = { ...NOTHING, failures: [o.line] };
    const touched = (cell: number, isWrite: boolean): Access => ({ cell, isWrite, line: o.line });
    const wrote = (...cells: number[]): Happened => ({ ...NOTHING, inside: cells.map((c) => touched(c, true)) });
    const finish = (result: number): void => {
      top.registers[o.to] = result;
      top.at++;
      top.phase = 0;
    };
    switch (o.name) {
      case 'pthread_create':
        state.threads.push({
          entry: o.entry!,
          status: 'new',
          activations: [activationOf(this.code, o.entry!, undefined, given.at(-1)!)],
        });
        finish(state.threads.length - 1);
        return NOTHING;
      case 'pthread_join':
        finish(0);
        return NOTHING;
      case 'pthread_mutex_lock':
      case 'spin_lock':
        if (o.name === 'pthread_mutex_lock' && top.isr !== undefined) {
          finish(1);
          return misuse;
        }
        if (state.cells[first] === caller) {
          top.phase = 1;
          return misuse;
        }
        state.cells[first] = caller;
        if (o.name === 'pthread_mutex_lock') finish(0);
        else {
          top.at++;
          top.phase = 0;
        }
        return wrote(first);
      case 'pthread_mutex_trylock': {
        if (top.isr !== undefined) {
          finish(1);
          return misuse;
        }
        const isFree = state.cells[first] === NOBODY;
        if (isFree) state.cells[first] = caller;
        finish(isFree ? 0 : EBUSY);
        return { ...NOTHING, inside: [touched(first, isFree)] };
      }
      case 'pthread_mutex_unlock':
      case 'spin_unlock': {
        top.at++;
        if (state.cells[first] !== caller) return misuse;
        state.cells[first] = NOBODY;
        return wrote(first);
      }
      case 'pthread_cond_wait':
        if (top.isr !== undefined || (top.phase === 0 && state.cells[second] !== caller)) {
          finish(1);
          return misuse;
        }
        if (top.phase === 0) {
          state.cells[second] = NOBODY;
          top.phase = 1;
          if (variant > 0) return wrote(second);
          state.cells[first]! |= 1 << n;
          return wrote(first, second);
        }
        state.cells[second] = caller;
        finish(0);
        return { ...NOTHING, inside: [touched(first, false), touched(second, true)] };
      case 'pthread_cond_signal':
      case 'pthread_cond_broadcast': {
        const waiting = state.cells[first]!;
        const woken = waitersIn(waiting)[variant];
        if (o.name === 'pthread_cond_broadcast') state.cells[first] = 0;
        else if (woken !== undefined) state.cells[first] = waiting & ~(1 << woken);
        finish(0);
        return { ...NOTHING, inside: [touched(first, waiting !== 0)] };
      }
      case 'sem_init':
        state.cells[first] = given[1]!;
        finish(0);
        return wrote(first);
      case 'sem_wait':
        if (top.isr !== undefined) {
          finish(-1);
          return misuse;
        }
        state.cells[first]!--;
        finish(0);
        return wrote(first);
      case 'sem_trywait': {
        const isFree = state.cells[first]! > 0;
        if (isFree) state.cells[first]!--;
        finish(isFree ? 0 : -1);
        return { ...NOTHING, inside: [touched(first, isFree)] };
      }
      case 'sem_post':
        state.cells[first]!++;
        finish(0);
        return wrote(first);
      case 'local_irq_save':
        finish(state.maskOpen ? 0 : 1);
        state.maskOpen = false;
        return NOTHING;
      case 'local_irq_restore':
        state.maskOpen = given[0] === 0;
        top.at++;
        return NOTHING;
      case 'local_irq_disable':
      case 'local_irq_enable':
        state.maskOpen = o.name === 'local_irq_enable';
        top.at++;
        return NOTHING;
      case 'preempt_set_ceiling':
        finish(state.ceiling);
        state.ceiling = given[0]!;
        return NOTHING;
      case 'enable_isr':
      case 'disable_isr':
        for (const [isr, { irq }] of this.isrs.entries())
          if (given[0] === -1 || given[0] === irq) state.flags[isr] = o.name === 'enable_isr';
        finish(0);
        return NOTHING;
      case 'sched_yield':
        finish(0);
        return NOTHING;
      default:
        throw new Error(`${thread.entry}, line ${o.line}: ${o.name} is not known`);
    }
  }

  cellOf(activation: Activation, { object, index }: Cell): number {
    return this.code.objects[object]!.first + this.peek(activation, index);
  }

  private consume(activation: Activation, { object, index }: Cell): number {
    return this.code.objects[object]!.first + this.value(activation, index);
  }

  private peek({ registers }: Activation, operand: Operand): number {
    return operand.kind === 'constant' ? operand.value : registers[operand.at]!;
  }

  private value(activation: Activation, operand: Operand): number {
    const value = this.peek(activation, operand);
    if (operand.kind === 'temporary') activation.registers[operand.at] = 0;
    return value;
  }
}

const NOTHING: Happened = { accesses: [], inside: [], failures: [], isOver: false };

function waitersIn(set: number): readonly number[] {
  return Array.from({ length: 32 }, (_, n) => n).filter((n) => (set & (1 << n)) !== 0);
}

function computed(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+':
      return (a + b) | 0;
    case '-':
      return (a - b) | 0;
    case '*':
      return Math.imul(a, b);
    case '/':
      return Math.trunc(a / b) | 0;
    case '%':
      return a % b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    case '==':
      return Number(a === b);
    case '!=':
      return Number(a !== b);
    case '<':
      return Number(a < b);
    case '>':
      return Number(a > b);
    case '<=':
      return Number(a <= b);
    case '>=':
      return Number(a >= b);
    default:
      throw new Error(`no operator ${operator}`);
  }
}
