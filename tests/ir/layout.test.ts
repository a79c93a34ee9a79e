import { describe, expect, it } from 'vitest';
import { type DataLayout, parseDataLayout } from '../../src/ir/layout.js';
import type { Type } from '../../src/ir/type.js';
import { TypeTable } from '../../src/ir/type-table.js';

const t = new TypeTable();
const targets = {
  x86_64: 'e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128',
  x86_64Old: 'e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128',
  i386: 'e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128',
  avr: 'e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8',
  arm: 'e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64',
  msp430: 'e-m:e-p:16:16-i32:16-i64:16-f32:16-f64:16-a:8-n8:16-S16',
  riscv32: 'e-m:e-p:32:32-i64:64-n32-S128',
  bigEndian: 'E-m:e-p:32:32-i64:64-n32',
} as const;

const layouts = Object.fromEntries(
  Object.entries(targets).map(([name, text]) => [name, parseDataLayout(text)]),
) as Record<keyof typeof targets, DataLayout>;

const int = (bits: number): Type => t.int(bits);
const sizes = (layout: DataLayout, type: Type): number[] => [
  layout.storeSize(type),
  layout.allocationSize(type),
  layout.alignment(type),
];

describe('parseDataLayout', () => {
  it.each([
    // target, type, [store size, allocation size, alignment]
    ['x86_64', int(1), [1, 1, 1]],
    ['x86_64', int(24), [3, 4, 4]],
    ['x86_64', int(64), [8, 8, 8]],
    ['x86_64', int(128), [16, 16, 16]],
    ['x86_64Old', int(128), [16, 16, 8]],
    ['x86_64', t.float('x86_fp80'), [10, 16, 16]],
    ['x86_64', t.pointer(0), [8, 8, 8]],
    ['x86_64', t.pointer(270), [4, 4, 4]],
    ['x86_64', t.vector(3, t.float('float'), false), [12, 16, 16]],
    ['x86_64', t.vector(8, int(1), false), [1, 1, 1]],
    ['i386', int(64), [8, 8, 4]],
    ['i386', t.float('double'), [8, 8, 4]],
    ['i386', t.float('x86_fp80'), [10, 12, 4]],
    ['avr', int(64), [8, 8, 1]],
    ['avr', t.float('double'), [8, 8, 1]],
    ['avr', t.pointer(0), [2, 2, 1]],
    ['avr', t.pointer(1), [2, 2, 1]],
    ['arm', int(64), [8, 8, 8]],
    ['arm', t.vector(4, int(32), false), [16, 16, 8]],
    ['arm', t.pointer(0), [4, 4, 4]],
    ['msp430', int(32), [4, 4, 2]],
    ['msp430', t.pointer(0), [2, 2, 2]],
    ['riscv32', t.float('half'), [2, 2, 2]],
    ['riscv32', t.float('fp128'), [16, 16, 16]],
    ['riscv32', int(128), [16, 16, 8]],
    ['riscv32', t.array(3, int(16)), [6, 6, 2]],
  ] as const)('%s %o', (target, type, expected) => {
    expect(sizes(layouts[target], type)).toEqual(expected);
  });

  it('places the fields of structs', () => {
    const fields = [int(8), int(32), int(8), int(64), t.array(3, int(8))];
    const natural = t.struct(fields, false);
    const packed = t.struct(fields, true);
    const offsets = (layout: DataLayout, type: typeof natural): number[] =>
      fields.map((_, i) => layout.fieldOffset(type, i));
    expect(offsets(layouts.x86_64, natural)).toEqual([0, 4, 8, 16, 24]);
    expect(sizes(layouts.x86_64, natural)).toEqual([32, 32, 8]);
    expect(offsets(layouts.i386, natural)).toEqual([0, 4, 8, 12, 20]);
    expect(offsets(layouts.msp430, natural)).toEqual([0, 2, 6, 8, 16]);
    expect(sizes(layouts.msp430, natural)).toEqual([20, 20, 2]);
    expect(offsets(layouts.avr, natural)).toEqual([0, 1, 5, 6, 14]);
    expect(offsets(layouts.x86_64, packed)).toEqual([0, 1, 5, 6, 14]);
    expect(sizes(layouts.x86_64, packed)).toEqual([17, 17, 1]);
    expect(sizes(layouts.x86_64, t.array(2, natural))).toEqual([64, 64, 8]);
    expect(sizes(layouts.x86_64, t.struct([], false))).toEqual([0, 0, 1]);
  });

  it('reads byte order and the address space of functions', () => {
    expect(layouts.avr.programAddressSpace).toBe(1);
    expect(layouts.avr.littleEndian).toBe(true);
    expect(layouts.bigEndian.programAddressSpace).toBe(0);
    expect(layouts.bigEndian.littleEndian).toBe(false);
    expect(layouts.avr.pointerSize(1)).toBe(2);
  });

  it("has LLVM's defaults", () => {
    const defaults = parseDataLayout('');
    expect(sizes(defaults, t.pointer(0))).toEqual([8, 8, 8]);
    expect(sizes(defaults, int(64))).toEqual([8, 8, 4]);
    expect(sizes(defaults, t.float('double'))).toEqual([8, 8, 8]);
    expect(defaults.littleEndian).toBe(true);
  });
});

describe('TypeTable', () => {
  it('makes equal types identical', () => {
    expect(t.int(32)).toBe(t.int(32));
    expect(t.int(4096)).toBe(t.int(4096));
    expect(t.pointer(1)).not.toBe(t.pointer(0));
    expect(t.struct([int(8), int(16)], false)).toBe(t.struct([int(8), int(16)], false));
    expect(t.struct([int(8)], true)).not.toBe(t.struct([int(8)], false));
    expect(t.struct([], false)).toBe(t.struct([], false));
    expect(t.namedStruct('s', [int(8)], false)).toBe(t.namedStruct('s', [int(8)], false));
    expect(t.namedStruct('s', [int(8)], false)).not.toBe(t.namedStruct('s', [int(16)], false));
    expect(t.namedStruct('s', undefined, false)).toBe(t.namedStruct('s', undefined, false));
    expect(t.function(t.void, [int(8)], false)).toBe(t.function(t.void, [int(8)], false));
    expect(t.function(t.void, [int(8)], true)).not.toBe(t.function(t.void, [int(8)], false));
    expect(t.vector(4, int(8), true)).not.toBe(t.vector(4, int(8), false));
    expect(t.array(4, int(8))).toBe(t.array(4, int(8)));
  });
});
