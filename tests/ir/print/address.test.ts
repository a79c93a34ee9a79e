// Indices that were turned into bytes are found again, or a type is made up whose elements are as far apart.

import { describe, expect, it } from 'vitest';
import { parseModule } from '../../../src/ir/parse/parse.js';
import { printModule } from '../../../src/ir/print/print.js';
import { TypeTable } from '../../../src/ir/type-table.js';
import { plainModule } from './round-trip.js';

function printed(line: string, change: object = {}): string {
  const types = new TypeTable();
  const text = `%s = type { i8, [3 x { i16, i32 }] }\ndefine ptr @f(ptr %p, i64 %i, i64 %j) {\n  %r = ${line}\n  ret ptr %r\n}`;
  const read = parseModule(text, 'test.ll', types);
  if (read.kind === 'failed') throw new Error(read.diagnostics[0]?.message);
  const f = read.value.functions.get('f')!;
  const [block] = f.blocks;
  const instructions = block!.instructions.map((i) => (i.op === 'getelementptr' ? { ...i, ...change } : i));
  const module = { ...read.value, functions: new Map([['f', { ...f, blocks: [{ ...block!, instructions }] }]]) };
  const out = printModule(module);
  const again = parseModule(out, 'again.ll', types);
  if (again.kind === 'failed') throw new Error(again.diagnostics[0]?.message);
  if (!('sourceType' in change)) expect(plainModule(again.value)).toEqual(plainModule(module));
  const address = again.value.functions.get('f')!.blocks[0]!.instructions[0]!;
  if (address.op !== 'getelementptr') throw new Error('no address');
  const own = instructions[0] as typeof address;
  expect([address.offset, address.scaled.map((s) => s.scale)]).toEqual([own.offset, own.scaled.map((s) => s.scale)]);
  return /getelementptr .*/.exec(out)![0];
}

describe('addresses', () => {
  it.each([
    [
      'getelementptr %s, ptr %p, i64 0, i32 1, i64 %i, i32 1',
      'getelementptr %s, ptr %r0, i64 0, i32 1, i64 %r1, i32 1',
    ],
    [
      'getelementptr inbounds %s, ptr %p, i64 %i, i32 1, i64 %j',
      'getelementptr inbounds %s, ptr %r0, i64 %r1, i32 1, i64 %r2',
    ],
    ['getelementptr i8, ptr %p, i64 -3', 'getelementptr i8, ptr %r0, i64 -3'],
    ['getelementptr nuw [4 x i16], ptr %p, i64 0, i64 9', 'getelementptr nuw [4 x i16], ptr %r0, i64 2, i64 1'],
  ])('%s', (line, expected) => {
    expect(printed(line)).toBe(expected);
  });

  it('that no indices lead to get a type of their own', () => {
    const sourceType = { kind: 'int', bits: 8 } as const;
    expect(printed('getelementptr %s, ptr %p, i64 %i, i32 1, i64 %j, i32 1', { sourceType })).toBe(
      'getelementptr <{ [0 x [8 x i8]], [28 x i8] }>, ptr %r0, i64 %r1, i32 0, i64 %r2, i64 8',
    );
  });
});
