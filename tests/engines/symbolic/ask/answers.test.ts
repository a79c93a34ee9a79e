// Questions whose solver gives up: who is asked next, and what an answer rests on. Solvers here give up on command
// instead of after some time.

import { beforeAll, describe, expect, it } from 'vitest';
import { finish } from '../../../../src/engines/limits.js';
import { Answers, Over } from '../../../../src/engines/symbolic/ask/answers.js';
import { unrolling } from '../../../../src/engines/symbolic/unroll/unroll.js';
import { Prover } from '../../../../src/findings/proof.js';
import { Sites } from '../../../../src/findings/sites.js';
import { Machine } from '../../../../src/machine/machine.js';
import type { CadicalLibrary } from '../../../../src/solve/cadical.js';
import type { Solver, SolverAnswer, SolverLimits } from '../../../../src/solve/solver.js';
import { loadText } from '../../../model/load.js';
import { loadCadical } from '../../../solve/loaded-cadical.js';
import type { CheckOptions } from '../../check.js';
import { usualOptions } from '../../options.js';

let library: CadicalLibrary;
beforeAll(async () => {
  library = await loadCadical();
});

const options: CheckOptions = { ...usualOptions, properties: ['assertion'], unwind: 8 };

/** Two ISRs that both change what main asserts: the first assertion can fail, the second can't. */
const twoIsrs = `
  #include <assert.h>
  #include <preempt.h>
  volatile unsigned char x, y, seen;
  void isr_1(void) { x = x + 3; y = x ^ seen; }
  void isr_2(void) { seen = preempt_nondet_u8() & 3; y = seen + x; }
  int main(void) {
    unsigned char a = x, b = x;
    assert(a == b);
    assert((unsigned char)(b - a) == 0 || (unsigned char)(b - a) == 3);
    return 0;
  }`;

/** `gives` says what the n-th call of any solver is answered with; undefined: what the solver finds out. */
async function ask(source: string, gives: (call: number) => SolverAnswer | undefined): Promise<Answers> {
  const { program } = await loadText(source);
  const machine = new Machine(program, {
    arrivals: Number.POSITIVE_INFINITY,
    unwind: options.unwind,
    ...unrolling(false),
  });
  const sites = new Sites();
  const prover = new Prover(program, sites, options, () => false);
  let calls = 0;
  const createSolver = (): Solver => {
    const solver = library.create('proof');
    return new Proxy(solver, {
      get(target, name) {
        if (name === 'solve') return (limits?: SolverLimits) => gives(++calls) ?? target.solve(limits);
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
      },
    });
  };
  const tools = { sites, feasible: () => true, checkLimits: () => {} };
  const questions = new Answers(
    machine,
    { ...options, encoding: 'gap', solvers: library },
    tools,
    prover.confirmer,
    createSolver,
  );
  try {
    finish(questions.run());
  } finally {
    questions.dispose();
  }
  expect(calls).toBeGreaterThan(0);
  return questions;
}

const late: SolverAnswer = { kind: 'unknown', reason: 'time' };
const full: SolverAnswer = { kind: 'unknown', reason: 'memory' };
/** Executions are watched for everything, whatever was asked. */
const failures = ({ hits }: Answers): readonly string[] => [...hits.keys()].filter((k) => k.startsWith('failure'));

describe('a solver that gives up', () => {
  it.each([
    ['never', 1, () => undefined],
    ['two times of four', 2, (call: number) => (call % 4 >= 2 ? late : undefined)],
    ['two times of three', 2, (call: number) => (call % 3 !== 0 ? late : undefined)],
    ['the first times, for want of memory', 2, (call: number) => (call <= 2 ? full : undefined)],
  ] as const)('%s changes no answer', async (_, formulas, gives) => {
    const questions = await ask(twoIsrs, gives);
    expect(failures(questions)).toEqual([expect.stringContaining('failure assertion')]);
    expect([...questions.reasons]).toEqual([]);
    expect(questions.formulaCount).toBe(formulas);
  });

  it('for want of memory, always, ends everything', async () => {
    await expect(ask(twoIsrs, () => full)).rejects.toBeInstanceOf(Over);
  });

  it('leaves what the second formula does not cover to be asked about', async () => {
    // Both formulas are cut off in the loop.
    const loop = twoIsrs.replace('return 0;', 'for (unsigned n = preempt_nondet_u32(); n > 0; n--) x = x;');
    for (const gives of [() => undefined, (call: number) => (call % 2 === 1 ? late : undefined)])
      expect([...(await ask(loop, gives)).reasons]).toEqual(['a loop goes on beyond --unwind 8']);
  });
});
