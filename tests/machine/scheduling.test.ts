// Who may go on, by the rules of a scheduler: asked of the machine, in states that a program leads to. The litmus
// programs count executions; here is what they do not show.

import { describe, expect, it } from 'vitest';
import { Machine } from '../../src/machine/machine.js';
import type { State } from '../../src/machine/state.js';
import { StateKeys } from '../../src/machine/state-key.js';
import type { ThreadingOptions } from '../../src/model/threading.js';
import { checkByExploring } from '../engines/check.js';
import { loadText } from '../model/load.js';

const spawning = (worker: string, main: string): string => `
  #include <preempt.h>
  int x, y;
  void isr_1(void) { x = 9; }
  void worker(void *unused) { ${worker} }
  int main(void) { preempt_spawn(worker, 0); ${main} return 0; }`;

async function machineOf(source: string, threading: ThreadingOptions): Promise<{ machine: Machine; state: State }> {
  const { program } = await loadText(source, { threading });
  const machine = new Machine(program, { arrivals: 1, unwind: 1 });
  return { machine, state: machine.initial() };
}

function step(machine: Machine, state: State): void {
  machine.run(state);
  machine.take(state, { kind: 'step' });
  machine.run(state);
}

async function verdictsOf(source: string, threading: ThreadingOptions, property: 'assertion' | 'deadlock') {
  const { program } = await loadText(source, { threading });
  const { verdicts } = await checkByExploring(program, {
    properties: [property],
    reduction: 'reduced',
    arrivals: 1,
    unwind: 8,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
    isOver: () => undefined,
  });
  return verdicts;
}

describe('by priority', () => {
  const priority = (worker: number): ThreadingOptions => ({
    scheduler: 'priority',
    priorities: [{ function: 'worker', priority: worker }],
  });

  it('a thread that is more urgent comes first, also before the step that an ISR came before', async () => {
    const { machine, state } = await machineOf(spawning('x = 1;', 'x = 2;'), priority(1));
    step(machine, state);
    expect(machine.enabled(state).map((t) => t.kind)).toEqual(['start', 'switch']);
  });

  it('priorities are part of the state', async () => {
    const source = spawning('x = 1;', 'preempt_set_thread_priority(0, 2); x = 2;');
    const { machine, state } = await machineOf(source, priority(0));
    step(machine, state);
    const keys = new StateKeys(machine.terms);
    const other = state.clone();
    expect(keys.key(other)).toBe(keys.key(state));
    machine.threads.setPriority(other, 1, 5);
    expect(keys.key(other)).not.toBe(keys.key(state));
  });

  it('a priority that depends on arbitrary data is tried, or the verdict is unknown', async () => {
    const source = (given: string): string =>
      spawning('x = 1;', `preempt_set_thread_priority(1, ${given}); preempt_assert(x == 0);`);
    const chosen = await verdictsOf(source('preempt_nondet_bool() - 1'), priority(-1), 'assertion');
    expect(chosen[0]!.kind).toBe('violated');
    const [open] = await verdictsOf(source('preempt_nondet_i32()'), priority(-1), 'assertion');
    expect(open!.kind).toBe('unknown');
  });

  it('a priority that a model does not know makes the verdict unknown, but not where any thread may go on', async () => {
    const source = spawning('x = 1;', 'preempt_unknown_thread_priority("who comes first"); x = 2;');
    const [byPriority] = await verdictsOf(source, priority(1), 'assertion');
    expect(byPriority).toMatchObject({ kind: 'unknown', because: expect.stringContaining('who comes first') });
    const [any] = await verdictsOf(source, {}, 'assertion');
    expect(any!.kind).toBe('holds');
  });

  it('one that goes round for ever keeps others out: that nothing waits for ever is not proved', async () => {
    const source = spawning('while (!x) ;', 'y = 1; x = 1;');
    const [urgent] = await verdictsOf(source, priority(1), 'deadlock');
    expect(urgent).toMatchObject({ kind: 'unknown', because: expect.stringContaining('go round for ever') });
    const [equal] = await verdictsOf(source, priority(0), 'deadlock');
    expect(equal!.kind).toBe('holds');
  });

  it('names the scheduler in the bounds of verdicts', async () => {
    const source = spawning('x = 1;', 'x = 2;');
    const [sliced] = await verdictsOf(source, priority(1), 'assertion');
    expect(sliced!.bounds).toMatchObject({ scheduler: 'priority', timeSlicing: true });
    const [usual] = await verdictsOf(source, {}, 'assertion');
    expect(Object.keys(usual!.bounds)).toEqual(['arrivals']);
  });
});

describe('on several cores', () => {
  it('each has its masks: what one closes is open for the others', async () => {
    const source = spawning('x = 1; y = preempt_get_global_mask(); x = y;', 'preempt_set_global_mask(1); x = 2;');
    const { machine, state } = await machineOf(source, { cores: 2 });
    step(machine, state);
    step(machine, state);
    expect(state.maskOpen).toBe(false);
    const other = machine.enabled(state).find((t) => t.kind === 'switch')!;
    machine.take(state, other);
    expect(state.maskOpen).toBe(true);
    const back = machine.run(state) && machine.enabled(state).find((t) => t.kind === 'switch' && t.thread === 0)!;
    machine.take(state, back);
    expect(state.maskOpen).toBe(false);
  });

  it('models number threads as on one core', async () => {
    const source = spawning('preempt_assert(preempt_self() == 1);', 'x = 2;');
    for (const threading of [{}, { cores: 2 }, { interruptsAsThreads: true }])
      expect((await verdictsOf(source, threading, 'assertion'))[0]!.kind).toBe('holds');
  });

  it('an ISR is in an ISR, unless it is taken for a thread', async () => {
    const source = `
      #include <preempt.h>
      int x;
      void isr_1(void) { preempt_assert(preempt_in_isr()); x = 1; }
      int main(void) { x = 2; return 0; }`;
    expect((await verdictsOf(source, { cores: 2 }, 'assertion'))[0]!.kind).toBe('holds');
    const [wrong] = await verdictsOf(source, { interruptsAsThreads: true }, 'assertion');
    expect(wrong).toMatchObject({ kind: 'violated', bounds: { interruptsAsThreads: true } });
  });
});

describe('a switch', () => {
  it('drops answers that were for the thread that is left', async () => {
    const source = `void __VERIFIER_assert(int);${spawning('x = 1;', '__VERIFIER_assert(preempt_nondet_bool());')}`;
    const { machine, state } = await machineOf(source, {});
    step(machine, state);
    expect(machine.run(state).kind).toBe('undecided');
    // The assertion fails: that is a step to come, before which others may go on.
    machine.take(state, { kind: 'answer', value: false });
    expect(machine.run(state).kind).toBe('visible');
    expect(state.answers.length).toBeGreaterThan(0);
    machine.take(state, machine.enabled(state).find((t) => t.kind === 'switch')!);
    expect(state.answers).toEqual([]);
  });
});
