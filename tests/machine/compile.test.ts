// Compiled execution is the same as interpretation: programs run both ways at once, and everything is compared at every
// stop.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { IrModule } from '../../src/ir/module.js';
import { Machine } from '../../src/machine/machine.js';
import { type Integer, toUnsigned } from '../../src/machine/memory/value.js';
import type { Outcome } from '../../src/machine/outcome.js';
import { STEP } from '../../src/machine/transition.js';
import { buildProgram } from '../../src/model/build.js';
import { choosePlatform } from '../../src/model/choose-platform.js';
import type { Program } from '../../src/model/program.js';
import { lockstep } from './lockstep.js';
import { compileUnit, programOf } from './sequential.js';

const text = readFileSync(fileURLToPath(new URL('compile-programs.c', import.meta.url)), 'utf8');
const names = [...text.matchAll(/^void (\w+)\(void\) \{/gm)]
  .map((match) => match[1]!)
  .filter((name) => !['handler', 'buffer_handler', 'long_loop'].includes(name));

/** How the others end; all that are not here return. */
const endings: Readonly<Record<string, string>> = {
  divides_by_zero: 'failed',
  leaves_the_array: 'failed',
  before_the_array: 'failed',
  null_pointer: 'failed',
  dead_object: 'failed',
};

let module: IrModule;
beforeAll(async () => {
  module = await compileUnit(text);
});

describe('a program runs compiled as it runs interpreted', () => {
  it.each(names.filter((name) => !name.startsWith('idle_')))('%s', (name) => {
    const program = programOf(module, name);
    for (const heat of [1, 3, 20]) {
      const result = lockstep(program, { heat, seed: heat, unwind: 200 });
      expect(result.ending).toBe(endings[name] ?? 'blocked');
      expect(result.events.length > 0).toBe(endings[name] === undefined);
      if (heat === 1) expect(result.compiledSteps).toBeGreaterThan(result.steps / 5);
    }
  });
});

describe('a loop without an end that nobody notices is not waited for', () => {
  it.each(names.filter((name) => name.startsWith('idle_')))('%s', (name) => {
    const program = programOf(module, name);
    for (const heat of [1, 10, 1000]) {
      const result = lockstep(program, { heat });
      expect(result.ending).toBe('blocked');
      expect(result.events.length).toBe(name === 'idle_in_a_call' ? 2 : 1);
    }
  });
});

describe('arbitrary data in the middle of a loop', () => {
  it.each(Array.from({ length: 10 }, (_, n) => n + 1))('seed %i', (seed) => {
    for (const name of ['symbolic_in_the_middle', 'uninitialised']) {
      const result = lockstep(programOf(module, name), { seed, unwind: 30 });
      expect(result.undecided).toBeGreaterThanOrEqual(name === 'uninitialised' ? 0 : 1);
    }
  });
});

describe('interrupts in the middle of a loop', () => {
  it.each(Array.from({ length: 10 }, (_, n) => n + 1))('seed %i', (seed) => {
    const result = lockstep(withHandler('shared_in_the_middle'), { seed, arrivals: 5 });
    expect(result.ending).toBe('blocked');
    expect(result.visibleSteps).toBeGreaterThan(30);
    expect(result.compiledSteps).toBeGreaterThan(2000);
  });
});

describe('bytes that others do not see, in a page that they do', () => {
  it.each([1, 2, 3])('seed %i', (seed) => {
    const program = withHandler('in_a_page_that_others_see', 'buffer_handler');
    const result = lockstep(program, { seed, arrivals: 3 });
    expect(result.ending).toBe('blocked');
    expect(result.visibleSteps).toBeGreaterThan(8);
    expect(result.compiledSteps).toBeGreaterThan(0.9 * result.steps);
  });
});

describe('states that share pages', () => {
  it('go on independently in compiled code', () => {
    const machine = new Machine(programOf(module, 'structures'), { arrivals: 0, unwind: 1, heat: 1 });
    const states = [machine.initial()];
    const values: bigint[][] = [[]];
    // Each stop leaves a copy behind; all of them finish in turns afterwards.
    for (let stop = 0; stop < 5; stop++) {
      expect(machine.run(states[0]!).kind).toBe('visible');
      states.push(states[0]!.clone());
      values.push([...values[0]!]);
      values[0]!.push(...outputs(machine.take(states[0]!, STEP)));
    }
    const open = new Set(states.keys());
    while (open.size > 0) {
      for (const n of open) {
        const outcome = machine.run(states[n]!);
        if (outcome.kind === 'visible') values[n]!.push(...outputs(machine.take(states[n]!, STEP)));
        else open.delete(n);
      }
    }
    expect(machine.compiledSteps).toBeGreaterThan(1000);
    expect(values[0]).toHaveLength(61);
    for (const each of values) expect(each).toEqual(values[0]);
  });
});

describe('a run can be interrupted', () => {
  it.each(['interpreted', 'compiled'] as const)('%s, and goes on', (execution) => {
    let asked = 0;
    const interrupt = () => ++asked <= 2;
    const machine = new Machine(programOf(module, 'long_loop'), { arrivals: 0, unwind: 1, execution });
    const state = machine.initial();
    expect([1, 2, 3].map(() => machine.run(state, { interrupt }).kind)).toEqual([
      'interrupted',
      'interrupted',
      'visible',
    ]);
    expect(outputs(machine.take(state, STEP))).toEqual([BigInt.asUintN(64, 2000000n)]);
  });
});

function outputs(outcome: Outcome): readonly bigint[] {
  if (outcome.kind !== 'stepped') throw new Error(outcome.kind);
  return outcome.events.flatMap((e) => (e.kind === 'call' ? [toUnsigned(64, e.arguments[0] as Integer)] : []));
}

function withHandler(entry: string, handler = 'handler'): Program {
  const chosen = choosePlatform({ platform: 'generic', target: module.triple }, []);
  if (chosen.kind === 'failed') throw new Error('no platform');
  const isrs = [{ function: handler, irq: 1, priority: 1 }];
  const program = buildProgram(module, chosen.value, { entry, isrs, interrupts: 'on' });
  if (program.kind === 'failed') throw new Error(program.diagnostics.map((d) => d.message).join('\n'));
  return program.value;
}
