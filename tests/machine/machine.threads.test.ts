// Several threads in one state: a switch is one more transition. There is no way yet to start a thread from C, so the
// second one is put there by hand.

import { describe, expect, it } from 'vitest';
import { Machine } from '../../src/machine/machine.js';
import type { State } from '../../src/machine/state.js';
import { StateKeys } from '../../src/machine/state-key.js';
import { addThread } from '../../src/machine/threads.js';
import type { Transition } from '../../src/machine/transition.js';
import type { Program } from '../../src/model/program.js';
import { loadText } from '../model/load.js';

const source = `
  volatile unsigned char x, y, z;
  void enable_isr(int);
  void isr_1(void) { x = 9; }
  void other(void) { x = 2; z = x; }
  void (*const keep)(void) = other;
  int main(void) { enable_isr(1); x = 1; y = x; y = z; return 0; }`;

function twoThreads(program: Program, arrivals: number): { machine: Machine; state: State } {
  const machine = new Machine(program, { arrivals, unwind: 1 });
  const state = machine.initial();
  addThread(machine, state, { ...program.contexts[0]!, function: 'other' });
  return { machine, state };
}

/** Of each execution, its transitions as text; a thread that was switched to makes at least one step. */
function* executions(machine: Machine, state: State, text = ''): Generator<string> {
  const outcome = machine.run(state);
  if (outcome.kind !== 'visible' && outcome.kind !== 'blocked') throw new Error(outcome.kind);
  const enabled = machine.enabled(state).filter((t) => t.kind !== 'switch' || !text.endsWith('|'));
  if (enabled.length === 0) yield text;
  for (const transition of enabled) {
    const copy = state.clone();
    machine.take(copy, transition);
    yield* executions(machine, copy, text + textOf(transition, state));
  }
}

function textOf(transition: Transition, { current }: State): string {
  return transition.kind === 'step' ? String(current) : transition.kind === 'switch' ? '|' : 'i';
}

describe('two threads', () => {
  it('are interleaved in every way', async () => {
    const { program } = await loadText(source);
    const { machine, state } = twoThreads(program, 0);
    const orders = [...executions(machine, state)].map((text) => text.replaceAll('|', ''));
    // Three visible steps of main, two of the other: y and z are private to a context.
    expect(new Set(orders).size).toBe(10);
    for (const order of orders) expect([...order].sort().join('')).toBe('00011');
  });

  it('none runs while an ISR is active; it preempts the one that runs', async () => {
    const { program } = await loadText(source);
    const { machine, state } = twoThreads(program, 1);
    for (let n = 0; n < 2; n++) {
      machine.run(state);
      machine.take(state, { kind: 'step' });
    }
    const [, other] = state.threads.keys();
    machine.run(state);
    expect(machine.enabled(state).map((t) => t.kind)).toEqual(['step', 'start', 'switch']);
    machine.take(state, machine.enabled(state)[2]!);
    expect(state.current).toBe(other);
    machine.run(state);
    machine.take(state, machine.enabled(state).find((t) => t.kind === 'start')!);
    machine.run(state);
    expect(machine.enabled(state).map((t) => t.kind)).toEqual(['step']);
    expect(state.threads.map((t) => t.activations.length)).toEqual([1, 2]);
  });

  it('that has ended is not switched to, and its stack is part of the state', async () => {
    const { program } = await loadText(source);
    const { machine, state } = twoThreads(program, 0);
    const keys = new StateKeys(machine.terms);
    machine.run(state);
    const before = keys.key(state);
    machine.take(state, machine.enabled(state).find((t) => t.kind === 'switch')!);
    expect(keys.key(state)).not.toBe(before);
    while (machine.run(state).kind === 'visible') machine.take(state, { kind: 'step' });
    expect(state.threads.map((t) => t.status)).toEqual(['runnable', 'ended']);
    const back = machine.enabled(state);
    expect(back.map((t) => t.kind)).toEqual(['switch']);
    machine.take(state, back[0]!);
    machine.run(state);
    expect(machine.enabled(state).map((t) => t.kind)).toEqual(['step']);
  });
});
