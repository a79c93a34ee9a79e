import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessPath, accessPathPattern } from '../../../src/ir/debug/access-path.js';
import type { Member, SourceType } from '../../../src/ir/debug/debug-info.js';
import { leafRanges } from '../../../src/ir/debug/leaf-ranges.js';
import { readFixture } from '../metadata-text.js';

const u8 = scalar('u8', 1);
const u16 = scalar('u16', 2);
const u32 = scalar('u32', 4);

function scalar(name: string, size: number): SourceType {
  return { kind: 'scalar', name, size, encoding: 'unsigned', volatile: false };
}
function array(element: SourceType, length?: number): SourceType {
  return { kind: 'array', element, length, size: element.size * (length ?? 0) };
}
function record(size: number, ...members: Member[]): SourceType {
  return { kind: 'record', name: 's', union: false, size, volatile: false, members: () => members };
}
function union(size: number, ...members: Member[]): SourceType {
  return { kind: 'record', name: 'u', union: true, size, volatile: false, members: () => members };
}
function at(offset: number, name: string, type: SourceType): Member {
  return { name, type, offset };
}
function bits(offset: number, width: number, name: string): Member {
  return { name, type: u32, offset: Math.floor(offset / 8), bits: { offset, width } };
}

const { global } = readFixture('types-x86-clang22.ll');
const uart = global('uart0').type;
const head = global('head').type;
const node = head.kind === 'pointer' ? head.target() : head;

describe('the path of an access', () => {
  it.each([
    [0, 1, '.rx.buf[0]'],
    [3, 1, '.rx.buf[3]'],
    [16, 1, '.rx.head'],
    [21, 1, '.tx.buf[3]'],
    [36, 4, '.flags'],
    [40, 8, '.name'],
    [48, 4, '.matrix[0][0]'],
    [76, 4, '.matrix[1][3]'],
    [96, 8, '.list'],
    [0, 104, ''],
    [0, 18, '.rx'],
    [0, 16, '.rx.buf'],
    [2, 4, '.rx.buf[2..5]'],
    [0, 36, ''],
    [64, 16, '.matrix[1]'],
    [48, 48, '.matrix'],
    [37, 1, '.flags[byte 1]'],
    [38, 2, '.flags[bytes 2..3]'],
    [15, 2, '.rx'],
  ])('to bytes %i, size %i of the UART is %j', (offset, size, path) => {
    expect(accessPath(uart, offset, size)).toBe(path);
  });

  it.each([
    [16, 4, '.{a,b,c}'],
    [16, 1, '.{a,b}'],
    [17, 1, '.c'],
    [20, 4, '.i'],
    [21, 1, '.{i,f}'],
    [24, 1, '.x'],
    [25, 1, '.y'],
    [24, 2, ''],
    [48, 1, '.flexible[0]'],
    [58, 1, '.flexible[10]'],
    [18, 1, '.c'],
    [19, 1, ''],
  ])('to bytes %i, size %i of the node is %j', (offset, size, path) => {
    expect(accessPath(node, offset, size)).toBe(path);
  });

  it.each([
    [0, 1, '.byte'],
    [1, 1, '.bytes[1]'],
    [0, 2, '.half'],
    [2, 2, '.bytes[2..3]'],
    [0, 4, '.bytes'],
  ])('to bytes %i, size %i of the union is %j', (offset, size, path) => {
    expect(accessPath(global('word').type, offset, size)).toBe(path);
  });

  it('names a whole union that several members fill by itself', () => {
    const pair = record(4, at(0, 'low', u16), at(2, 'high', u16));
    const type = union(4, at(0, 'pair', pair), at(0, 'bytes', array(u8, 4)));
    expect(accessPath(type, 0, 4)).toBe('');
    expect(accessPath(type, 2, 2)).toBe('.pair.high');
    expect(accessPath(union(4, at(0, 'pair', pair), at(0, 'word', u32)), 0, 4)).toBe('.word');
  });

  it('lists few names and abbreviates many', () => {
    const flags = record(1, ...[...'abcdefgh'].map((name, i) => bits(i, 1, name)));
    expect(accessPath(flags, 0, 1)).toBe('.{a..h}');
    const four = record(1, ...[...'abcd'].map((name, i) => bits(i * 2, 2, name)));
    expect(accessPath(four, 0, 1)).toBe('.{a,b,c,d}');
    const wide = record(8, bits(0, 3, 'mode'), at(4, 'rest', u32));
    expect(accessPath(wide, 0, 1)).toBe('.mode');
    expect(accessPath(wide, 0, 4)).toBe('.mode');
    expect(accessPath(wide, 0, 8)).toBe('');
  });

  it('ignores padding around the only member', () => {
    const type = record(8, at(0, 'tag', u8), at(4, 'value', u32));
    expect(accessPath(type, 0, 4)).toBe('.tag');
    expect(accessPath(type, 1, 3)).toBe('');
    expect(accessPath(type, 2, 4)).toBe('.value[bytes 0..1]');
  });

  it('names the only member of a wrapper', () => {
    expect(accessPath(record(4, at(0, 'counter', u32)), 0, 4)).toBe('.counter');
    expect(accessPath(array(u32, 1), 0, 4)).toBe('[0]');
    expect(accessPath(u32, 0, 4)).toBe('');
    expect(accessPath(u32, 3, 1)).toBe('[byte 3]');
  });

  it('does not lose its way outside the type', () => {
    expect(accessPath(array(u32, 4), 16, 4)).toBe('[4]');
    expect(accessPath(array(u32, 4), -4, 4)).toBe('[-1]');
    expect(accessPath(u32, 4, 4)).toBe('[bytes 4..7]');
    expect(accessPath(u32, -1, 1)).toBe('[byte -1]');
    expect(accessPath(record(4, at(0, 'a', u32)), 8, 1)).toBe('[byte 8]');
    const old = record(8, at(0, 'n', u32), at(4, 'data', array(u8, 4)));
    expect(accessPath(old, 12, 1)).toBe('.data[8]');
    expect(accessPath({ kind: 'unknown', size: 0 }, 0, 4)).toBe('');
    expect(accessPath({ kind: 'unknown', size: 0 }, 4, 4)).toBe('[bytes 4..7]');
    expect(accessPath(record(0), 4, 4)).toBe('[bytes 4..7]');
    expect(accessPath(array(record(0), 3), 4, 4)).toBe('[bytes 4..7]');
  });

  it('skips empty bases and markers of length zero', () => {
    const type = record(8, at(0, '', record(1)), at(0, 'x', u32), at(4, 'mark', array(u8, 0)), at(4, 'y', u32));
    expect(accessPath(type, 0, 4)).toBe('.x');
    expect(accessPath(type, 4, 4)).toBe('.y');
  });

  it('uses the stride of the array, not the size of its element', () => {
    const vector: SourceType = { kind: 'array', element: u32, length: 3, size: 16 };
    expect(accessPath(vector, 8, 4)).toBe('[2]');
    const padded: SourceType = { kind: 'array', element: u8, length: 3, size: 12 };
    expect(accessPath(padded, 8, 1)).toBe('[2]');
  });

  it('keeps fields and drops indices when generic', () => {
    const generic = { generic: true };
    expect(accessPath(uart, 3, 1, generic)).toBe('.rx.buf[]');
    expect(accessPath(uart, 2, 4, generic)).toBe('.rx.buf[]');
    expect(accessPath(uart, 76, 4, generic)).toBe('.matrix[][]');
    expect(accessPath(uart, 37, 1, generic)).toBe('.flags');
    expect(accessPath(u32, 9, 1, generic)).toBe('');
  });
});

describe('the pattern of many accesses', () => {
  const point = record(8, at(0, 'x', u32), at(4, 'y', array(u16, 2)));
  const points = array(point, 10);

  it('leaves out the indices that vary', () => {
    expect(accessPathPattern(uart, 3, 1, [1])).toBe('.rx.buf[]');
    expect(accessPathPattern(points, 0, 4, [8])).toBe('[].x');
    expect(accessPathPattern(points, 6, 2, [8])).toBe('[].y[1]');
    expect(accessPathPattern(points, 28, 2, [2])).toBe('[3].y[]');
    expect(accessPathPattern(points, 4, 2, [8, 2])).toBe('[].y[]');
    expect(accessPathPattern(points, 0, 4, [-16])).toBe('[].x');
    expect(accessPathPattern(uart, 48, 4, [16])).toBe('.matrix[][0]');
    expect(accessPathPattern(uart, 52, 4, [4])).toBe('.matrix[0][]');
    expect(accessPathPattern(uart, 52, 4, [16, 4])).toBe('.matrix[][]');
  });

  it('is the path itself without strides', () => {
    expect(accessPathPattern(points, 12, 2, [])).toBe('[1].y[0]');
    expect(accessPathPattern(points, 12, 2, [0])).toBe('[1].y[0]');
    expect(accessPathPattern(points, 28, 2, [2], { generic: true })).toBe('[].y[]');
  });

  it('names what a stride that fits nothing walks over', () => {
    expect(accessPathPattern(point, 0, 1, [1])).toBe('');
    expect(accessPathPattern(points, 0, 1, [1])).toBe('[]');
    expect(accessPathPattern(array(u32, 4), 0, 1, [1])).toBe('[]');
    expect(accessPathPattern(points, 0, 4, [12])).toBe('[]');
    expect(accessPathPattern(record(80, at(0, 'p', points)), 0, 1, [1])).toBe('.p[]');
    expect(accessPathPattern(u32, 0, 1, [1])).toBe('');
  });

  it('chooses the union member that the strides fit', () => {
    const type = union(4, at(0, 'word', u32), at(0, 'bytes', array(u8, 4)));
    expect(accessPathPattern(type, 0, 1, [1])).toBe('.bytes[]');
  });
});

describe('leaves', () => {
  it('end somewhere, also of a type that damaged metadata put into itself', () => {
    const twice = (): readonly Member[] => [at(0, 'a', strange), at(4, 'b', strange)];
    const strange: SourceType = { kind: 'record', name: 's', union: false, size: 8, volatile: false, members: twice };
    expect(leafRanges(strange).length).toBeLessThan(101_000);
  });

  it('are fields, with array elements as one', () => {
    const big = array(record(8, at(0, 'x', u32), at(4, 'y', array(u16, 2))), 1_000_000);
    expect(leafRanges(big)).toEqual([
      { offset: 0, size: 4, path: '[].x', repeats: [{ stride: 8, count: 1_000_000 }] },
      {
        offset: 4,
        size: 2,
        path: '[].y[]',
        repeats: [
          { stride: 8, count: 1_000_000 },
          { stride: 2, count: 2 },
        ],
      },
    ]);
  });

  it('include bit-fields, anonymous members and flexible arrays', () => {
    expect(leafRanges(node).map(({ path, offset, size, bits: range }) => [path, offset, size, range?.width])).toEqual([
      ['.next', 0, 8, undefined],
      ['.hidden', 8, 8, undefined],
      ['.a', 16, 1, 3],
      ['.b', 16, 1, 5],
      ['.c', 17, 2, 10],
      ['.i', 20, 4, undefined],
      ['.f', 20, 4, undefined],
      ['.x', 24, 1, undefined],
      ['.y', 25, 1, undefined],
      ['.mode', 28, 4, undefined],
      ['.atomic', 32, 4, undefined],
      ['.callback', 40, 8, undefined],
      ['.flexible[]', 48, 1, undefined],
    ]);
  });

  it('have the paths that accesses to them have', () => {
    const type = fc.letrec<{ type: SourceType }>((tie) => ({
      type: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(u8, u16, u32),
        fc.tuple(tie('type'), fc.integer({ min: 1, max: 4 })).map(([element, length]) => array(element, length)),
        fc.array(tie('type'), { minLength: 1, maxLength: 4 }).map((types) => {
          let size = 0;
          const members = types.map((each, i) => {
            size += each.size;
            return at(size - each.size, `m${i}`, each);
          });
          return record(size, ...members);
        }),
      ),
    })).type;
    fc.assert(
      fc.property(type, (each) => {
        for (const leaf of leafRanges(each)) {
          expect(accessPath(each, leaf.offset, leaf.size, { generic: true })).toBe(leaf.path);
          const last = leaf.repeats.reduce((sum, { stride, count }) => sum + stride * ((count ?? 1) - 1), leaf.offset);
          expect(accessPath(each, last, leaf.size, { generic: true })).toBe(leaf.path);
          const strides = leaf.repeats.filter(({ count }) => (count ?? 0) > 1).map(({ stride }) => stride);
          expect(accessPathPattern(each, leaf.offset, leaf.size, strides, { generic: true })).toBe(leaf.path);
        }
      }),
    );
  });
});
