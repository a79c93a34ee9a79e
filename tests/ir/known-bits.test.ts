// Known bits of random computations: whatever the unknown operands are, a bit that is called known has that value.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instruction } from '../../src/ir/instruction.js';
import { commonBits, constantBits, knownBits } from '../../src/ir/known-bits.js';
import type { Operand, Register } from '../../src/ir/value.js';

const BITS = 8;
const ALL = (1n << BigInt(BITS)) - 1n;
const type = { kind: 'int', bits: BITS } as const;
const narrow = { kind: 'int', bits: 4 } as const;

const binary = ['and', 'or', 'xor', 'shl', 'lshr', 'udiv', 'urem', 'sdiv', 'srem', 'add', 'sub', 'mul'] as const;

type Tree =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'unknown'; readonly n: number }
  | { readonly kind: 'binary'; readonly op: (typeof binary)[number]; readonly left: Tree; readonly right: Tree }
  | { readonly kind: 'narrowed'; readonly op: 'zext' | 'sext'; readonly value: Tree }
  | { readonly kind: 'select'; readonly n: number; readonly left: Tree; readonly right: Tree };

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('constant' as const), value: fc.integer({ min: 0, max: 255 }) }),
    fc.record({ kind: fc.constant('unknown' as const), n: fc.integer({ min: 0, max: 2 }) }),
    fc.record({
      kind: fc.constant('binary' as const),
      op: fc.constantFrom(...binary),
      left: tie('tree'),
      right: tie('tree'),
    }),
    fc.record({ kind: fc.constant('narrowed' as const), op: fc.constantFrom('zext', 'sext'), value: tie('tree') }),
    fc.record({
      kind: fc.constant('select' as const),
      n: fc.integer({ min: 0, max: 2 }),
      left: tie('tree'),
      right: tie('tree'),
    }),
  ) as fc.Arbitrary<Tree>,
}));

/** The tree as instructions, and its operand. */
function build(root: Tree): { readonly operand: Operand; readonly defined: ReadonlyMap<number, Instruction> } {
  const defined = new Map<number, Instruction>();
  const define = (fields: object, result: Register['type'] = type): Register => {
    const register: Register = { kind: 'register', index: 100 + defined.size, type: result };
    defined.set(register.index, { ...fields, result: register } as unknown as Instruction);
    return register;
  };
  const unknown = (n: number): Register => ({ kind: 'register', index: n, type });
  const of = (t: Tree): Operand => {
    switch (t.kind) {
      case 'constant':
        return { kind: 'int', type, value: BigInt(t.value) };
      case 'unknown':
        return unknown(t.n);
      case 'binary':
        return define({ op: t.op, left: of(t.left), right: of(t.right) });
      case 'narrowed':
        return define({ op: t.op, value: define({ op: 'trunc', value: of(t.value) }, narrow) });
      case 'select':
        return define({ op: 'select', condition: unknown(t.n), whenTrue: of(t.left), whenFalse: of(t.right) });
    }
  };
  return { operand: of(root), defined };
}

/** Undefined where C's behaviour is. */
function evaluate(t: Tree, inputs: readonly number[]): bigint | undefined {
  switch (t.kind) {
    case 'constant':
      return BigInt(t.value);
    case 'unknown':
      return BigInt(inputs[t.n]!);
    case 'narrowed': {
      const value = evaluate(t.value, inputs);
      if (value === undefined) return undefined;
      return t.op === 'zext' ? value & 15n : BigInt.asUintN(BITS, BigInt.asIntN(4, value));
    }
    case 'select':
      return evaluate(inputs[t.n]! % 2 === 1 ? t.left : t.right, inputs);
    case 'binary': {
      const [a, b] = [evaluate(t.left, inputs), evaluate(t.right, inputs)];
      if (a === undefined || b === undefined) return undefined;
      return compute(t.op, a, b);
    }
  }
}

function compute(op: (typeof binary)[number], a: bigint, b: bigint): bigint | undefined {
  const [x, y] = [BigInt.asIntN(BITS, a), BigInt.asIntN(BITS, b)];
  switch (op) {
    case 'and':
      return a & b;
    case 'or':
      return a | b;
    case 'xor':
      return a ^ b;
    case 'shl':
      return b >= BigInt(BITS) ? undefined : (a << b) & ALL;
    case 'lshr':
      return b >= BigInt(BITS) ? undefined : a >> b;
    case 'udiv':
      return b === 0n ? undefined : a / b;
    case 'urem':
      return b === 0n ? undefined : a % b;
    case 'sdiv':
      return y === 0n ? undefined : BigInt.asUintN(BITS, x / y);
    case 'srem':
      return y === 0n ? undefined : BigInt.asUintN(BITS, x % y);
    case 'add':
      return (a + b) & ALL;
    case 'sub':
      return (a - b) & ALL;
    case 'mul':
      return (a * b) & ALL;
  }
}

describe('known bits', () => {
  it('hold for every value of the unknown operands', () => {
    const bytes = fc.array(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(tree, bytes, (t, samples) => {
        const { operand, defined } = build(t);
        const known = knownBits(operand, ({ index }) => defined.get(index));
        for (const inputs of samples) {
          const value = evaluate(t, inputs);
          if (value === undefined) continue;
          expect(value & known.zeros).toBe(0n);
          expect(value & known.ones).toBe(known.ones);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('are those that masks, remainders and extensions leave', () => {
    const of = (t: Tree) => {
      const { operand, defined } = build(t);
      return knownBits(operand, ({ index }) => defined.get(index));
    };
    const x: Tree = { kind: 'unknown', n: 0 };
    const c = (value: number): Tree => ({ kind: 'constant', value });
    expect(of({ kind: 'binary', op: 'and', left: x, right: c(63) }).zeros).toBe(0xc0n);
    expect(of({ kind: 'binary', op: 'urem', left: x, right: c(10) }).zeros).toBe(0xf0n);
    expect(of({ kind: 'narrowed', op: 'zext', value: x }).zeros).toBe(0xf0n);
    const next: Tree = { kind: 'binary', op: 'add', left: { kind: 'narrowed', op: 'zext', value: x }, right: c(1) };
    expect(of({ kind: 'binary', op: 'srem', left: next, right: c(8) }).zeros).toBe(0xf8n);
    expect(of({ kind: 'binary', op: 'or', left: x, right: c(1) })).toEqual({ zeros: 0n, ones: 1n });
  });

  it('of two values are those that both have', () => {
    expect(commonBits(constantBits(4, 0b1010n), constantBits(4, 0b1000n))).toEqual({ zeros: 0b0101n, ones: 0b1000n });
  });
});
