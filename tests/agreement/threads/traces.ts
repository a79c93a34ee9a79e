// How many Mazurkiewicz traces a program with threads has: classes of complete executions that differ only in the order
// of independent steps. Two steps are dependent if they are of one thread, or access a common cell that one of them
// writes; locks and the like are cells. Beginnings of executions are told apart by the order of accesses to each cell,
// and each is continued in every way, so that nothing is counted twice or left out. Threads only.

import { Interpreter, type Transition } from './interpret.js';
import { parseC } from './parse.js';
import { type OracleState, topOf } from './state.js';
import { unfold } from './unfold.js';

/** All of them; those in which threads wait for ever at the end count as well. */
export function countTraces(text: string): number {
  const interpreter = new Interpreter(unfold(parseC(text), ['main']), [], { arrivals: 0, interrupts: 'off' });
  const seen = new Set<string>();
  const complete = new Set<string>();
  const open: Prefix[] = [{ state: interpreter.initial(), orders: new Map(), steps: [] }];
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    const enabled = interpreter.enabled(prefix.state);
    if (enabled.length === 0) complete.add(keyOf(prefix));
    for (const transition of enabled) {
      const next = continued(interpreter, prefix, transition);
      const key = keyOf(next);
      if (next.isOver) complete.add(key);
      else if (!seen.has(key)) {
        seen.add(key);
        open.push(next);
      }
    }
  }
  return complete.size;
}

interface Prefix {
  readonly state: OracleState;
  /** By cell: writes, and sets of reads between them. */
  readonly orders: ReadonlyMap<number, readonly (readonly string[])[]>;
  /** By thread: how many. */
  readonly steps: readonly number[];
  readonly isOver?: boolean;
}

function continued(interpreter: Interpreter, { state, orders, steps }: Prefix, transition: Transition): Prefix {
  const { thread } = transition;
  const { state: next, happened } = interpreter.take(state, transition);
  const step = steps[thread] ?? 0;
  const name = `${thread}.${step}`;
  const changed = new Map(orders);
  const accesses = [...happened.accesses, ...happened.inside];
  for (const cell of new Set(accesses.map((a) => a.cell))) {
    const isWrite = accesses.some((a) => a.cell === cell && a.isWrite);
    const order = changed.get(cell) ?? [];
    const last = order.at(-1);
    const isReads = last !== undefined && !last[0]!.startsWith('w');
    if (isWrite) changed.set(cell, [...order, [`w${name}`]]);
    else if (isReads) changed.set(cell, [...order.slice(0, -1), [...last, name].sort()]);
    else changed.set(cell, [...order, [name]]);
  }
  const counted = [...steps];
  counted[thread] = step + 1;
  return { state: next, orders: changed, steps: counted, isOver: happened.isOver };
}

/** Choices that are not orders, such as whom a signal wakes, show in where threads stand. */
function keyOf({ state, orders, steps }: Prefix): string {
  const places = state.threads.map((t) => `${t.status}@${topOf(t)?.at}.${topOf(t)?.phase}:${topOf(t)?.registers}`);
  const cells = [...orders]
    .sort(([a], [b]) => a - b)
    .map(([cell, order]) => `${cell}:${order.map((s) => s.join('+'))}`);
  return `${cells.join(';')}|${steps.join()}|${places.join()}|${state.cells.join()}`;
}
