// Waiting for ever in a generated endless program, by the definition alone: every state is visited by nothing but the
// machine's run, enabled and take, with every ISR before every visible step; from each, the running context is walked
// alone, statement by statement, until it comes to a state again. Which loop that is, whether it has an exit and who
// writes what is read from the text of the program, whose form is known. Shares nothing with the engines but the
// machine and the names of its states; slow, and meant to be obviously right.

import { obstacleTo } from '../../src/machine/interrupts.js';
import { Machine } from '../../src/machine/machine.js';
import type { State } from '../../src/machine/state.js';
import { StateKeys } from '../../src/machine/state-key.js';
import { STEP } from '../../src/machine/transition.js';
import type { Context, Program } from '../../src/model/program.js';
import { type LoopText, loopsOf, type WrittenBy, writtenBy } from './loop-text.js';

/** There are more states than anyone wants to see, or they depend on arbitrary data. */
export class Unsuitable extends Error {}

const MAX_STATES = 4000;
const MAX_ROUND = 2000;

/** `isr_1 7`: who waits for ever, and the line of the loop. */
export function waitsForEver(program: Program, text: string, arrivals: number): readonly string[] {
  return new WaitingOracle(program, text, arrivals).answer();
}

class WaitingOracle {
  private readonly machine: Machine;
  private readonly keys: StateKeys;
  private readonly loops: readonly LoopText[];
  private readonly written: WrittenBy;
  private readonly found = new Set<string>();

  constructor(
    private readonly program: Program,
    text: string,
    arrivals: number,
  ) {
    this.machine = new Machine(program, { arrivals, unwind: 1, steps: 'statements' });
    this.keys = new StateKeys(this.machine.terms);
    this.loops = loopsOf(text);
    this.written = writtenBy(text);
  }

  answer(): readonly string[] {
    const seen = new Set<string>();
    const work = [this.machine.initial()];
    for (let state = work.pop(); state !== undefined; state = work.pop()) {
      const kind = this.advance(state);
      if (kind === 'over') continue;
      const key = `${kind} ${this.keys.key(state)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (seen.size > MAX_STATES) throw new Unsuitable('too many states');
      for (const isr of this.machine.startable(state)) {
        const copy = state.clone();
        this.machine.take(copy, { kind: 'start', isr });
        work.push(copy);
      }
      if (state.running === undefined) continue;
      this.walk(state.clone(), kind);
      if (kind === 'visible' && this.step(state) !== undefined) work.push(state);
    }
    return [...this.found].sort();
  }

  /** To the next visible step, or to where nothing is left to do. */
  private advance(state: State): 'visible' | 'blocked' | 'over' {
    for (;;) {
      const { kind } = this.machine.run(state);
      if (kind === 'visible' || kind === 'blocked') return kind;
      if (kind === 'iteration') continue;
      if (kind === 'ended' || kind === 'failed') return 'over';
      throw new Unsuitable(kind);
    }
  }

  /** The variables that it reads; `DEVICE` for what may be anything. Undefined: the execution is over. */
  private step(state: State): readonly string[] | undefined {
    const outcome = this.machine.take(state, STEP);
    if (outcome.kind === 'undecided' || outcome.kind === 'bounded') throw new Unsuitable(outcome.kind);
    if (outcome.kind === 'iteration') return [];
    if (outcome.kind !== 'stepped') return undefined;
    return outcome.events.flatMap((e) => {
      // A function that nobody knows may do anything.
      if (e.kind === 'call') return ['DEVICE'];
      if (e.kind !== 'access' || e.operation !== 'R') return [];
      return e.object === 0 ? ['DEVICE'] : [state.memory.info(e.object)!.name];
    });
  }

  private walk(state: State, kind: 'visible' | 'blocked'): void {
    const depth = state.activations.length;
    const rounds: { readonly key: string; readonly line: number; reads: readonly string[]; may: readonly Context[] }[] =
      [];
    for (let now = kind; ; ) {
      if (now === 'blocked' && state.blocked === 'endless-loop')
        return this.judge(state, [this.line(state)], [], this.startable(state));
      if (now === 'blocked' || state.activations.length < depth) return;
      const key = this.keys.key(state);
      const first = rounds.findIndex((r) => r.key === key);
      if (first >= 0) {
        const round = rounds.slice(first);
        return this.judge(
          state,
          round.map((r) => r.line),
          round.flatMap((r) => r.reads),
          round.flatMap((r) => r.may),
        );
      }
      if (rounds.length > MAX_ROUND) throw new Unsuitable('a long round');
      const here = { key, line: this.line(state), reads: [] as readonly string[], may: this.startable(state) };
      rounds.push(here);
      const reads = this.step(state);
      if (reads === undefined) return;
      here.reads = reads;
      const next = this.advance(state);
      if (next === 'over') return;
      now = next;
    }
  }

  /** Arrival bound aside. */
  private startable(state: State): readonly Context[] {
    const bounds = { arrivals: Number.POSITIVE_INFINITY, reentry: Number.POSITIVE_INFINITY };
    return this.machine.isrs.filter((isr) => obstacleTo(this.program, state, isr, bounds) === undefined);
  }

  private judge(state: State, lines: readonly number[], reads: readonly string[], may: readonly Context[]): void {
    const loop = this.loops
      .filter((l) => lines.every((line) => l.first <= line && line <= l.last))
      .sort((a, b) => a.last - a.first - (b.last - b.first))[0];
    if (loop === undefined || !loop.hasExit || reads.includes('DEVICE')) return;
    const running = new Set(may.map((isr) => isr.function));
    for (const name of running) for (const other of this.letIn(name)) running.add(other);
    const isWritten = reads.some((v) => [...running].some((name) => this.written.get(name)?.variables.has(v) === true));
    if (isWritten) return;
    const waiter = this.program.contexts[state.running!.context]!;
    this.found.add(`${waiter.name} ${loop.first}`);
  }

  /** Whom an ISR that runs may let in: by the mask all of them, by a flag the one it names; and who preempts it. */
  private letIn(name: string): readonly string[] {
    const { opens, enables } = this.written.get(name)!;
    const own = this.machine.isrs.find((isr) => isr.function === name)!;
    const { nesting } = this.program.platform;
    return this.machine.isrs
      .filter((isr) => opens || enables.has(isr.irq!) || (nesting.kind === 'priority' && isr.priority > own.priority))
      .map((isr) => isr.function);
  }

  private line(state: State): number {
    const { frames } = state.running!;
    const frame = frames[frames.length - 1]!;
    const { debug } = this.program.module.units[frame.code.fn.unit]!;
    return debug.location(frame.instruction.debug)?.place?.line ?? 0;
  }
}
