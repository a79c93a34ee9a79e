// Compiled and interpreted execution of functions with arbitrary control flow: loops with several entries, endless
// ones, duplicate targets.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanUp } from '../../src/ir/clean-up.js';
import type { IrModule } from '../../src/ir/module.js';
import type { Program } from '../../src/model/program.js';
import { parsed } from '../ir/parse-text.js';
import { randomModule } from '../ir/random-function.js';
import { lockstep } from './lockstep.js';
import { programOf } from './sequential.js';

describe('arbitrary control flow', () => {
  it.each([
    ['in memory', (module: IrModule) => module],
    ['in registers', cleanUp],
  ])('runs compiled as it runs interpreted, variables %s', (_, prepare) => {
    let compiled = 0;
    fc.assert(
      fc.property(randomModule, fc.nat(1000), (module, seed) => {
        const program = programWith(prepare(module));
        const result = lockstep(program, { seed, maxSteps: 100, patience: 0, input: () => numbers(seed) });
        compiled += result.compiledSteps;
      }),
      { numRuns: 400, seed: 7 },
    );
    expect(compiled).toBeGreaterThan(4000);
  });

  it('runs the same on arbitrary data', () => {
    fc.assert(
      fc.property(randomModule, fc.nat(1000), (module, seed) => {
        const program = programWith(cleanUp(module));
        lockstep(program, { seed, maxSteps: 100, patience: 0, unwind: 10 });
      }),
      { numRuns: 200, seed: 11 },
    );
  });
});

/** The units of a module without debug information. */
const { units } = parsed('define void @f() {\n  ret void\n}\n');

function programWith(module: IrModule): Program {
  return programOf({ ...module, units, triple: 'x86_64-unknown-linux-gnu' }, 'f');
}

/** Small numbers, so that branches go both ways. */
function numbers(seed: number): (bits: number) => number {
  let state = seed;
  return (bits) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 16) % Math.min(7, 2 ** bits);
  };
}
