// Nobody can go on: could an ISR that could start, however often it has arrived, let somebody go on? Found out by
// letting ISRs run. `seemsPossible` is what can be said without: some ISR accesses what somebody waits for.

import type { Operation } from './code.js';
import type { Interpreter } from './interpret.js';
import { keyOf, type OracleState, topOf } from './state.js';

/** More arrivals of each ISR than there were so far. */
const MORE_ARRIVALS = 2;
const LIMIT = 5000;
const ENABLING = ['local_irq_enable', 'local_irq_restore', 'preempt_set_ceiling', 'enable_isr'];

export class Unblocking {
  constructor(private readonly interpreter: Interpreter) {}

  isPossible(state: OracleState): boolean {
    const { interpreter } = this;
    const { current } = state;
    const depth = state.threads[current]!.activations.length;
    const seen = new Set([keyOf(state)]);
    const open = [state];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const { activations } = at.threads[current]!;
      if (activations.length > depth) {
        for (let variant = 0; variant < 2 && interpreter.canStep(at, current); variant++)
          add(interpreter.take(at, { kind: 'step', thread: current, variant }));
      } else if (interpreter.enabled(at).some((t) => t.kind !== 'start')) return true;
      for (const isr of interpreter.isrs.keys())
        if (interpreter.mayStart(at, isr, current, state.arrivals[isr]! + MORE_ARRIVALS))
          add(interpreter.take(at, { kind: 'start', thread: current, isr }));
    }
    return false;

    function add(next: ReturnType<Interpreter['take']>): void {
      const key = keyOf(next.state);
      if (next.happened.isOver || seen.has(key) || seen.size > LIMIT) return;
      seen.add(key);
      open.push(next.state);
    }
  }

  /** ISRs that could start, those that preempt them and those that they enable: does one access what is waited for? */
  seemsPossible(state: OracleState): boolean {
    const { isrs, code } = this.interpreter;
    const running = new Set(
      [...isrs.keys()].filter((isr) => this.interpreter.mayStart(state, isr, state.current, Number.POSITIVE_INFINITY)),
    );
    const callsOf = (isr: number): readonly Extract<Operation, { op: 'call' }>[] =>
      code.functions.get(isrs[isr]!.function)!.flatMap((o) => (o.op === 'call' ? [o] : []));
    for (const isr of running)
      for (const [other, { priority }] of isrs.entries())
        if (priority > isrs[isr]!.priority || callsOf(isr).some((c) => ENABLING.includes(c.name))) running.add(other);
    const awaited = state.threads.flatMap((thread, n) => {
      const top = topOf(thread);
      const next = top === undefined || !this.interpreter.waits(state, n) ? undefined : this.interpreter.next(top);
      return next?.op === 'call' ? next.cells.map((c) => c.object) : [];
    });
    return [...running].some((isr) => callsOf(isr).some((c) => c.cells.some((cell) => awaited.includes(cell.object))));
  }
}
