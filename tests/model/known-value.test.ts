// Known bits against evaluation: whatever a register held before, a bit that is said to be one, zero or kept is that in
// the value written.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instruction, Store } from '../../src/ir/instruction.js';
import type { IrFunction, IrModule } from '../../src/ir/module.js';
import { parseModule } from '../../src/ir/parse/parse.js';
import { TypeTable } from '../../src/ir/type-table.js';
import { KnownValues } from '../../src/model/known-value.js';
import { collectReferences } from '../../src/model/references.js';

function parsed(text: string): IrModule {
  const module = parseModule(text, 'test.ll', new TypeTable());
  if (module.kind === 'failed') throw new Error(module.diagnostics.map((d) => d.message).join('\n'));
  return module.value;
}

function instructionsOf(fn: IrFunction): readonly Instruction[] {
  return fn.blocks.flatMap((block) => block.instructions);
}

/** An integer expression over the 8 bits that the register at 0xc1 held and over 8 bits that nobody knows. */
type Expression =
  | { readonly kind: 'register' | 'unknown' }
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'binary'; readonly op: Binary; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'shift'; readonly op: 'shl' | 'lshr'; readonly left: Expression; readonly by: number };
type Binary = 'and' | 'or' | 'xor' | 'add' | 'sub' | 'mul';

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    fc.record({ kind: fc.constantFrom('register' as const, 'unknown' as const) }),
    fc.record({ kind: fc.constant('constant' as const), value: fc.nat(255) }),
    fc.record({
      kind: fc.constant('binary' as const),
      op: fc.constantFrom<Binary>('and', 'or', 'xor', 'and', 'or', 'add', 'sub', 'mul'),
      left: tie('expression'),
      right: tie('expression'),
    }),
    fc.record({
      kind: fc.constant('shift' as const),
      op: fc.constantFrom('shl' as const, 'lshr' as const),
      left: tie('expression'),
      by: fc.nat(7),
    }),
  ),
}));

/** As clang writes it: computed in 16 bits, truncated to 8 for the store. */
function irOf(e: Expression): string {
  const lines: string[] = [];
  let next = 1;
  const emit = (text: string): string => {
    lines.push(`  %${next} = ${text}`);
    return `%${next++}`;
  };
  const value = (x: Expression): string => {
    switch (x.kind) {
      case 'register':
        return emit(`zext i8 ${emit('load volatile i8, ptr inttoptr (i16 193 to ptr), align 1')} to i16`);
      case 'unknown':
        return emit(`zext i8 ${emit('load i8, ptr @unknown, align 1')} to i16`);
      case 'constant':
        return String(x.value);
      case 'shift':
        return emit(`${x.op} i16 ${value(x.left)}, ${x.by}`);
      case 'binary': {
        const [left, right] = [value(x.left), value(x.right)];
        return emit(`${x.op} i16 ${left}, ${right}`);
      }
    }
  };
  const result = emit(`trunc i16 ${value(e)} to i8`);
  return [
    'target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"',
    '@unknown = global i8 0',
    'define void @f() {',
    ...lines,
    `  store volatile i8 ${result}, ptr inttoptr (i16 193 to ptr), align 1`,
    '  ret void',
    '}',
    '',
  ].join('\n');
}

function evaluate(e: Expression, register: number, unknown: () => number): number {
  const of = (x: Expression): number => evaluate(x, register, unknown);
  switch (e.kind) {
    case 'register':
      return register;
    case 'unknown':
      return unknown();
    case 'constant':
      return e.value;
    case 'shift':
      return (e.op === 'shl' ? of(e.left) << e.by : of(e.left) >>> e.by) & 0xffff;
    case 'binary': {
      const [a, b] = [of(e.left), of(e.right)];
      const results = { and: a & b, or: a | b, xor: a ^ b, add: a + b, sub: a - b, mul: Math.imul(a, b) };
      return results[e.op] & 0xffff;
    }
  }
}

describe('known bits of a register write', () => {
  it('hold in every execution', () => {
    fc.assert(
      fc.property(
        expression,
        fc.array(fc.tuple(fc.nat(255), fc.array(fc.nat(255), { minLength: 1 })), { minLength: 8, maxLength: 8 }),
        (e, runs) => {
          const module = parsed(irOf(e));
          const fn = module.functions.get('f')!;
          const store = instructionsOf(fn).find((i): i is Store => i.op === 'store')!;
          const known = new KnownValues(module, collectReferences(module)).registerBits(
            fn,
            [],
            store.value,
            store.address,
          );
          const [ones, zeros, kept] = [Number(known.ones), Number(known.zeros), Number(known.kept)];
          for (const [before, unknowns] of runs) {
            let n = 0;
            const after = evaluate(e, before, () => unknowns[n++ % unknowns.length]!) & 0xff;
            expect([after & ones, ~after & zeros, (after ^ before) & kept], `${before} → ${after}`).toEqual([
              ones,
              zeros,
              0,
            ]);
          }
        },
      ),
      { numRuns: 1500 },
    );
  });

  it.each([
    ['REG |= 1 << 7', 'or', 0x80, { ones: 0x80n, zeros: 0n, kept: 0x7fn }],
    ['REG &= ~(1 << 5)', 'and', 0xdf, { ones: 0n, zeros: 0x20n, kept: 0xdfn }],
    ['REG ^= 1', 'xor', 0x01, { ones: 0n, zeros: 0n, kept: 0xfen }],
  ] as const)('are exact for %s', (_, op, value, expected) => {
    const e: Expression = { kind: 'binary', op, left: { kind: 'register' }, right: { kind: 'constant', value } };
    const module = parsed(irOf(e));
    const fn = module.functions.get('f')!;
    const store = instructionsOf(fn).find((i): i is Store => i.op === 'store')!;
    expect(new KnownValues(module, collectReferences(module)).registerBits(fn, [], store.value, store.address)).toEqual(
      expected,
    );
  });
});

describe('constants', () => {
  const text = `
@limit = constant i32 12
@counter = global i32 3
define void @callee(i32 %0) {
  %2 = sub i32 %0, 1
  call void @use(i32 %2)
  ret void
}
define void @caller() {
  call void @callee(i32 29)
  %1 = load i32, ptr @limit
  call void @use(i32 %1)
  %2 = load i32, ptr @counter
  call void @use(i32 %2)
  %3 = trunc i32 -1 to i8
  %4 = sext i8 %3 to i32
  call void @use(i32 %4)
  ret void
}
declare void @use(i32)
`;
  const module = parsed(text);
  const values = new KnownValues(module, collectReferences(module));
  const calls = (name: string) =>
    instructionsOf(module.functions.get(name)!).flatMap((i) => (i.op === 'call' ? [i] : []));
  const [toCallee, ...uses] = calls('caller');

  it('come through the parameters of the calling instance, and only of that one', () => {
    const callee = module.functions.get('callee')!;
    const used = calls('callee')[0]!.arguments[0]!;
    expect(values.constant(callee, [toCallee!], used)).toBe(28);
    expect(values.constant(callee, [], used)).toBeUndefined();
  });

  it('come from constant globals and casts, not from variables', () => {
    const caller = module.functions.get('caller')!;
    expect(uses.map((use) => values.constant(caller, [], use.arguments[0]!))).toEqual([12, undefined, -1]);
  });
});
