// Each rule of the semantics has a program in litmus/ that shows it, with the number of complete executions derived by
// hand. All executions are found by brute force; each is written as a schedule, and replaying that gives the same
// events.

import { beforeAll, describe, expect, it } from 'vitest';
import { replay } from '../../src/execution/replay.js';
import { parseSchedule, printSchedule } from '../../src/execution/schedule.js';
import { fromBigInt, pointer, Symbolic, type Value } from '../../src/machine/memory/value.js';
import { runsIsrsBeside } from '../../src/model/threading.js';
import type { CadicalLibrary } from '../../src/solve/cadical.js';
import { loadCadical } from '../solve/loaded-cadical.js';
import { BruteForce, type Execution, type Happening } from './brute-force.js';
import { type Litmus, litmusFiles, loadLitmus } from './litmus.js';

let library: CadicalLibrary;
beforeAll(async () => {
  library = await loadCadical();
});

function bruteForce(litmus: Litmus, maxStarts: number): BruteForce {
  return new BruteForce(litmus.program, {
    arrivals: litmus.arrivals,
    maxStarts,
    createSolver: () => library.create(),
  });
}

describe.each(litmusFiles)('%s', (file) => {
  let litmus: Litmus;
  beforeAll(async () => {
    litmus = await loadLitmus(file);
  });

  it('has exactly the executions that its header counts', () => {
    const counts = litmus.maxStarts.map((max) => [...bruteForce(litmus, max).executions()].length);
    expect(counts).toEqual(litmus.executions);
  });

  it('has exactly the outcomes that its header lists', () => {
    const force = bruteForce(litmus, litmus.maxStarts.at(-1)!);
    const executions = [...force.executions()];
    const names = Object.keys(litmus.finals[0]!);
    expect(executions.filter((e) => e.failure !== undefined).length).toBe(litmus.failures);
    const show = (values: readonly (readonly [string, bigint])[]): string =>
      values.map(([n, v]) => `${n}=${v}`).join(' ');
    const found = new Set(executions.map((e) => show(names.map((name) => [name, finalValue(force, e, name)]))));
    expect([...found].sort()).toEqual(litmus.finals.map((f) => show(Object.entries(f))).sort());
  });

  it('has schedules that replay to the same events', () => {
    const force = bruteForce(litmus, litmus.maxStarts.at(-1)!);
    const texts = new Set<string>();
    const { program } = litmus;
    for (const execution of force.executions()) {
      const text = printSchedule(force.schedule(execution));
      texts.add(text);
      const parsed = parseSchedule(text);
      if (parsed.kind !== 'schedule') throw new Error(`${text}: ${parsed.problem.message}`);
      const again = replay(litmus.program, parsed.schedule);
      expect(again.ending, text).toMatchObject(endingOf(execution));
      if (again.ending.kind === 'complete' && again.ending.how === 'end') {
        const count = (kind: string): number => again.events.filter((m) => m.event.kind === kind).length;
        expect(count('end'), text).toBe(count('start'));
      }
      const isCompared = ({ event }: Pick<Happening, 'event'>): boolean =>
        'instruction' in event ? event.kind !== 'wait' : event.kind === 'start' && !runsIsrsBeside(program.threading);
      expect(
        again.events.filter(isCompared).map((m) => shown(force, execution, m)),
        text,
      ).toEqual(execution.happenings.filter(isCompared).map((h) => shown(force, execution, h)));
    }
    expect(texts.size).toBe(litmus.executions.at(-1));
  });
});

function endingOf({ failure }: Execution): object {
  return failure === undefined ? { kind: 'complete' } : { kind: 'failed', failure };
}

/** Everything about an event, its value under the execution's model. */
function shown(force: BruteForce, { model }: Execution, { step, depth, event }: Happening): unknown {
  const number = (value: Value): unknown =>
    Array.isArray(value)
      ? value.map(number)
      : value instanceof Symbolic
        ? fromBigInt(force.machine.terms.width(value.term), model.value(value.term))
        : value;
  if (event.kind === 'access') return { step, depth, ...event, value: number(event.value) };
  if (event.kind === 'call') return { step, depth, ...event, arguments: event.arguments.map(number) };
  return { step, depth, ...event };
}

function finalValue(force: BruteForce, { state, model }: Execution, name: string): bigint {
  const global = force.program.module.globals.get(name);
  if (global === undefined) throw new Error(`no global ${name}`);
  const object = force.machine.image.symbols.get(name)!;
  const type = global.type;
  const value: Value = force.machine.image.load(state.memory, pointer(object, 0), type);
  return model.value(force.machine.arithmetic.term(type, value));
}
