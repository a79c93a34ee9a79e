import { describe, expect, it } from 'vitest';
import { constant, parsed, problemsOf } from '../parse-text.js';

const bitsOf = (type: string, literal: string): string => {
  const c = constant(type, literal);
  if (c.kind !== 'float') throw new Error(c.kind);
  return c.bits.toString(16);
};

describe('integers', () => {
  it.each([
    ['i32', '7', 7n],
    ['i32', '-1', 0xffff_ffffn],
    ['i8', '255', 255n],
    ['i8', '-128', 128n],
    ['i1', 'true', 1n],
    ['i1', 'false', 0n],
    ['i64', '-9223372036854775808', 1n << 63n],
    ['i64', '9007199254740993', 9007199254740993n],
    ['i128', '170141183460469231731687303715884105727', (1n << 127n) - 1n],
    ['i128', '-170141183460469231731687303715884105728', 1n << 127n],
    ['i16', 's0xFF', 0xffffn],
    ['i16', 'u0xFF', 0xffn],
  ])('%s %s', (type, literal, value) => {
    expect(constant(type, literal)).toMatchObject({ kind: 'int', value });
  });
});

describe('floating-point literals', () => {
  it.each([
    ['double', '1.000000e+00', '3ff0000000000000'],
    ['double', '-0.0', '8000000000000000'],
    ['double', '0x7FF8000000000001', '7ff8000000000001'],
    ['float', '1.000000e+00', '3f800000'],
    ['float', '0x3FB99999A0000000', '3dcccccd'],
    ['float', '0x7FF8000020000000', '7fc00001'],
    ['float', '0x36A0000000000000', '1'],
    ['float', '0xFFF0000000000000', 'ff800000'],
    ['float', 'f0x3F800000', '3f800000'],
    ['half', '0xH3C00', '3c00'],
    ['half', '1.5', '3e00'],
    ['half', '65520.0', '7c00'],
    ['half', '0x3E70000000000000', '1'],
    ['bfloat', '0xR3F80', '3f80'],
    ['x86_fp80', '0xK3FFFC000000000000000', '3fffc000000000000000'],
    ['x86_fp80', '1.0', '3fff8000000000000000'],
    ['fp128', '0xL00000000000000003FFF000000000000', '3fff0000000000000000000000000000'],
    ['fp128', '-2.0', 'c0000000000000000000000000000000'],
    ['ppc_fp128', '0xM3FF00000000000000000000000000001', '13ff0000000000000'],
    ['double', '+inf', '7ff0000000000000'],
    ['float', '-inf', 'ff800000'],
    ['float', '+qnan', '7fc00000'],
    ['float', '+snan(0x1)', '7f800001'],
    ['double', 'f0x400921FB54442D18', '400921fb54442d18'],
  ])('%s %s', (type, literal, bits) => {
    expect(bitsOf(type, literal)).toBe(bits);
  });
});

describe('strings and aggregates', () => {
  it('resolves escapes', () => {
    const c = constant('[7 x i8]', 'c"a\\00\\FF\\22\\\\z\\5C"');
    expect(c).toMatchObject({ kind: 'bytes', bytes: new Uint8Array([97, 0, 255, 34, 92, 122, 92]) });
  });

  it('reads nested aggregates', () => {
    const c = constant(
      '{ i8, [2 x %pair], <{ i8, i32 }> }',
      '{ i8 1, [2 x %pair] [%pair { i32 2, ptr @x }, %pair zeroinitializer], <{ i8, i32 }> <{ i8 3, i32 4 }> }',
      '%pair = type { i32, ptr }',
    );
    expect(c).toMatchObject({
      kind: 'aggregate',
      type: { kind: 'struct', packed: false },
      elements: [
        { kind: 'int', value: 1n },
        {
          elements: [
            { type: { name: 'pair' }, elements: [{ value: 2n }, { kind: 'global', name: 'x' }] },
            { kind: 'zero', type: { name: 'pair' } },
          ],
        },
        { type: { packed: true }, elements: [{ value: 3n }, { value: 4n }] },
      ],
    });
  });

  it('spreads a splat', () => {
    expect(constant('<3 x i16>', 'splat (i16 -1)')).toMatchObject({
      kind: 'aggregate',
      elements: [{ value: 65535n }, { value: 65535n }, { value: 65535n }],
    });
    expect(constant('<2 x float>', '<float 1.0, float 2.0>')).toMatchObject({ elements: [{}, { bits: 0x40000000n }] });
  });

  it.each([
    ['ptr', 'null', { kind: 'null' }],
    ['ptr addrspace(1)', 'null', { kind: 'null', type: { addressSpace: 1 } }],
    ['i32', 'undef', { kind: 'undef', poison: false }],
    ['i32', 'poison', { kind: 'undef', poison: true }],
    ['[9 x i64]', 'zeroinitializer', { kind: 'zero', type: { length: 9 } }],
    ['{}', '{}', { kind: 'aggregate', elements: [] }],
  ])('%s %s', (type, literal, expected) => {
    expect(constant(type, literal)).toMatchObject(expected);
  });
});

describe('constant expressions', () => {
  const prelude = `
target datalayout = "e-p:32:32-i64:64"
%s = type { i8, i32, [4 x i16] }
@g = global %s zeroinitializer
define void @f() {
  br label %bb
bb:
  ret void
}`;

  it.each([
    [
      'getelementptr inbounds (%s, ptr @g, i32 0, i32 2, i32 3)',
      { op: 'getelementptr', offset: 14, base: { name: 'g' } },
    ],
    ['getelementptr inbounds nuw (i8, ptr @g, i32 5)', { op: 'getelementptr', offset: 5 }],
    ['getelementptr (%s, ptr @g, i64 -1)', { offset: -16 }],
    ['getelementptr inbounds inrange(-4, 12) ({ [3 x ptr] }, ptr @g, i32 0, i32 0, i32 2)', { offset: 8 }],
    ['getelementptr inbounds (%s, ptr @g, i32 0, inrange i32 1)', { offset: 4 }],
    [
      'getelementptr (%s, ptr @g, i32 zext (i1 icmp eq (ptr @g, ptr null) to i32), i32 2, i32 1)',
      { op: 'other', operands: [{ name: 'g' }, { op: 'zext' }], address: { offset: 10, scales: [16] } },
    ],
    ['inttoptr (i32 1073741824 to ptr)', { op: 'inttoptr', value: { value: 0x40000000n } }],
    ['addrspacecast (ptr addrspace(1) @f to ptr)', { op: 'addrspacecast', value: { type: { addressSpace: 1 } } }],
    ['blockaddress(@f, %bb)', { kind: 'blockaddress', function: 'f', block: 'bb' }],
    ['dso_local_equivalent @f', { kind: 'global', name: 'f' }],
    ['no_cfi @f', { kind: 'global', name: 'f' }],
    [
      'select (i1 true, ptr @g, ptr null)',
      { op: 'other', name: 'select', operands: [{}, { name: 'g' }, { kind: 'null' }] },
    ],
    ['ptrauth (ptr @f, i32 2, i64 7)', { op: 'other', name: 'ptrauth' }],
  ])('%s', (literal, expected) => {
    expect(constant('ptr', literal, prelude)).toMatchObject(expected);
  });

  it.each([
    ['i32', 'ptrtoint (ptr @g to i32)', { op: 'ptrtoint', type: { bits: 32 } }],
    ['i32', 'ptrtoaddr (ptr @g to i32)', { op: 'ptrtoaddr' }],
    [
      'i32',
      'sub nuw (i32 ptrtoint (ptr @g to i32), i32 4)',
      { op: 'sub', left: { op: 'ptrtoint' }, right: { value: 4n } },
    ],
    ['i1', 'icmp eq (ptr @g, ptr null)', { op: 'icmp', predicate: 'eq', left: { name: 'g' } }],
    ['i8', 'trunc (i32 ptrtoint (ptr @g to i32) to i8)', { op: 'trunc', value: { op: 'ptrtoint' } }],
    ['i32', 'zext nneg (i16 5 to i32)', { op: 'zext', value: { value: 5n } }],
  ])('%s %s', (type, literal, expected) => {
    expect(constant(type, literal, prelude)).toMatchObject(expected);
  });
});

it('shares equal constants', () => {
  const { globals } = parsed('@x = global { i32, i32, ptr, ptr } { i32 5, i32 5, ptr @x, ptr @x }');
  const initializer = globals.get('x')?.initializer;
  if (initializer?.kind !== 'aggregate') throw new Error('not an aggregate');
  const [a, b, p, q] = initializer.elements;
  expect(a).toBe(b);
  expect(p).toBe(q);
});

it.each(['1.2.3', '0xZZ', '0xK', 'f0x', '--1', '+', '0x11112222333344445'])('refuses the literal %s', (literal) => {
  expect(problemsOf(`@x = global double ${literal}`)).toMatchObject([{ severity: 'error', place: { line: 1 } }]);
});
