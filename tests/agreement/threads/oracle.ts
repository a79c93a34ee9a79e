// The findings of a program with threads and interrupts by their definitions, in all of its states: none is left out,
// and a state is looked at once. Shares nothing with src/.

import type { CellObject } from './code.js';
import { type Access, Interpreter } from './interpret.js';
import { parseC } from './parse.js';
import { type Activation, type HandledIrq, keyOf, type OracleState, topOf } from './state.js';
import { Unblocking } from './unblocking.js';
import { unfold } from './unfold.js';

export interface ThreadOracleOptions {
  readonly isrs: readonly HandledIrq[];
  readonly arrivals: number;
  readonly interrupts: 'on' | 'off';
  /** States; it gives up beyond. */
  readonly limit: number;
}

export interface ThreadFindings {
  /** `race x 3 7`, `atomicity RWW x 3 7 3`, `assertion 9`: places are lines, those of races in order. */
  readonly findings: ReadonlySet<string>;
  /** Lines at which all wait. */
  readonly deadlocks: ReadonlySet<string>;
  /** Those of them where some ISR that could start accesses what is waited for: it might be taken for who ends it. */
  readonly doubtful: ReadonlySet<string>;
  readonly states: number;
}

/** Undefined: there are too many states. */
export function findInThreads(text: string, options: ThreadOracleOptions): ThreadFindings | undefined {
  const entries = ['main', ...options.isrs.map((isr) => isr.function)];
  const code = unfold(parseC(text), entries);
  return new ThreadOracle(new Interpreter(code, options.isrs, options), options.limit).find();
}

class ThreadOracle {
  private readonly findings = new Set<string>();
  private readonly deadlocks = new Set<string>();
  private readonly doubtful = new Set<string>();
  private readonly unblocking: Unblocking;

  constructor(
    private readonly interpreter: Interpreter,
    private readonly limit: number,
  ) {
    this.unblocking = new Unblocking(interpreter);
  }

  find(): ThreadFindings | undefined {
    const { interpreter, findings, deadlocks, doubtful } = this;
    const initial = interpreter.initial();
    const seen = new Set([keyOf(initial)]);
    const open = [initial];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      const enabled = interpreter.enabled(state);
      if (enabled.every((t) => t.kind === 'start')) this.stands(state);
      for (const transition of enabled) {
        const { state: next, happened } = interpreter.take(state, transition);
        for (const line of happened.failures) findings.add(`assertion ${line}`);
        if (happened.accesses.length > 0) {
          const before = topOf(state.threads[transition.thread]!)!;
          for (const access of happened.accesses) this.races(state, before, access);
          const depth = state.threads[transition.thread]!.activations.length - 1;
          // It may have ended with this step.
          const own = next.threads[transition.thread]!.activations[depth] ?? { ...before, since: [...before.since] };
          for (const access of happened.accesses) this.triples(next, own, access);
        }
        if (happened.isOver) continue;
        const key = keyOf(next);
        if (seen.has(key)) continue;
        if (seen.size >= this.limit) return undefined;
        seen.add(key);
        open.push(next);
      }
    }
    return { findings, deadlocks, doubtful, states: seen.size };
  }

  private objectOf(cell: number): CellObject {
    return this.interpreter.code.objects.findLast((o) => o.first <= cell)!;
  }

  /** Each access against what everybody else is about to do. */
  private races(state: OracleState, performer: Activation, { cell, isWrite, line }: Access): void {
    for (const thread of state.threads) {
      if (thread.status === 'new') continue;
      for (const other of thread.activations) {
        if (other === performer) continue;
        const next = this.interpreter.next(other);
        if (next.op !== 'load' && next.op !== 'store' && next.op !== 'update') continue;
        if (this.interpreter.cellOf(other, next.cell) !== cell || (next.op === 'load' && !isWrite)) continue;
        const { name, isVolatile, isAtomic } = this.objectOf(cell);
        const isBetweenThreads = performer.isr === undefined && other.isr === undefined;
        const kind = isBetweenThreads || isVolatile || isAtomic ? 'race' : 'missing-volatile';
        this.findings.add(`${kind} ${name} ${[line, next.line].sort((a, b) => a - b).join(' ')}`);
      }
    }
  }

  /** Patterns that an access completes; then it is the unit's last, and one in between for all others. */
  private triples(state: OracleState, own: Activation, { cell, isWrite, line }: Access): void {
    for (const thread of state.threads)
      for (const other of thread.activations) {
        const since = other.since[cell];
        if (other === own || since === undefined) continue;
        if (isWrite) other.since[cell] = { ...since, write: line };
        else if (since.write === 0 && since.isWrite && !since.reads.includes(line))
          other.since[cell] = { ...since, reads: [...since.reads, line].sort((a, b) => a - b) };
      }
    const since = own.since[cell];
    own.since[cell] = { isWrite, line, write: 0, reads: [] };
    if (since === undefined) return;
    const { name } = this.objectOf(cell);
    const report = (pattern: string, o2: number): void =>
      void this.findings.add(`atomicity ${pattern} ${name} ${since.line} ${o2} ${line}`);
    if (since.write !== 0 && !(since.isWrite && isWrite))
      report(`${since.isWrite ? 'W' : 'R'}W${isWrite ? 'W' : 'R'}`, since.write);
    if (since.isWrite && isWrite) for (const read of since.reads) report('WRW', read);
  }

  private stands(state: OracleState): void {
    // An ISR that waits keeps everybody from going on: who else waits depends on whom it has preempted.
    const isIsr = topOf(state.threads[state.current]!)?.isr !== undefined;
    const stuck = isIsr ? [state.current] : [...state.threads.keys()].filter((n) => this.interpreter.waits(state, n));
    const lines = stuck.flatMap((n) => {
      const next = this.interpreter.next(topOf(state.threads[n]!)!);
      return 'line' in next ? [next.line] : [];
    });
    if (lines.length === 0 || this.unblocking.isPossible(state)) return;
    const name = `deadlock ${[...new Set(lines)].sort((a, b) => a - b).join(' ')}`;
    this.deadlocks.add(name);
    if (this.unblocking.seemsPossible(state)) this.doubtful.add(name);
  }
}
