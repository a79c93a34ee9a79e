import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IrModule } from '../../src/ir/module.js';
import { promoteLocals } from '../../src/ir/promote.js';
import { verifyFunction } from '../../src/ir/verify.js';
import { run } from './interpreter.js';
import { parameterCount, randomModule } from './random-function.js';

function promoteAll(module: IrModule): IrModule {
  const functions = new Map([...module.functions].map(([name, fn]) => [name, promoteLocals(fn, module.layout)]));
  return { ...module, functions };
}

function complaints(module: IrModule): string[] {
  return [...module.functions.values()].flatMap(verifyFunction);
}

describe('promotion of any control flow', () => {
  it('keeps results, order and positions of what is left, and SSA form', () => {
    const inputs = fc.array(fc.bigInt(0n, 5n), { minLength: parameterCount, maxLength: parameterCount });
    fc.assert(
      fc.property(randomModule, inputs, (module, args) => {
        expect(complaints(module)).toEqual([]);
        const promoted = promoteAll(module);
        expect(complaints(promoted)).toEqual([]);
        expect(run(promoted, 'f', args, 60)).toEqual(run(module, 'f', args, 60));
      }),
      { numRuns: 3000 },
    );
  });
});
