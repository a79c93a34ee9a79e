// IR from elsewhere: what LLVM would refuse is refused, with its line; what is legal and has no meaning here makes its
// function one that is not understood; and what compilers write is accepted.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TypeTable } from '../../../src/ir/type-table.js';
import { readForeignModule } from '../../../src/ir/verify/verify.js';
import { complaintsAboutText } from './complaints.js';

const folder = new URL('../fixtures/', import.meta.url);
const body = '{\n  ret void\n}';

describe('IR that compilers wrote', () => {
  it.each(readdirSync(folder).filter((name) => name.endsWith('.ll')))('%s', (name) => {
    const read = readForeignModule(readFileSync(new URL(name, folder), 'utf8'), name, new TypeTable(), '');
    expect(read.diagnostics).toEqual([]);
    expect(read.kind === 'ok' && [...read.value.functions.values()].flatMap((fn) => fn.problems)).toEqual([]);
  });
});

describe('a module that is wrong', () => {
  it.each([
    ['a variable of no size', '@a = global void undef', '1: @a: no variable is a void'],
    ['a field of no size', '@a = external global { label }', '1: @a: there is no field of type label'],
    [
      'a type that contains itself',
      '%t = type { i8, %t }\n@a = global %t zeroinitializer',
      '1: type %t contains itself',
    ],
    [
      'a huge variable',
      '@a = global [4294967295 x i64] zeroinitializer',
      '1: @a: objects of more than 2 GB are not supported',
    ],
    ['a huge integer', '@a = global i99999 0', '1: @a: integers of more than 1024 bits are not supported'],
    ['a huge alignment', '@a = global i8 0, align 99999999999', '1: @a: 99999999999 is no alignment'],
    ['two definitions', '@a = global i8 0\n@a = global i8 1', '2: @a is defined twice'],
    ['metadata twice', 'declare void @f()\n!0 = !{}\n!0 = !{}', '3: metadata !0 is defined twice'],
    ['an alias of itself', '@a = alias i8, ptr @a', '1: @a: the alias leads back to itself'],
    [
      'aliases in a circle, through expressions',
      '@a = alias i8, ptr @b\n@b = alias i8, ptr inttoptr (i64 add (i64 ptrtoint (ptr @a to i64), i64 1) to ptr)',
      '2: @b: the alias leads back to itself',
    ],
    ['an alias of a number', '@a = alias i8, i64 5', '1: @a: an alias stands for a pointer'],
    ['an appended thing', '@a = appending global i8 0', '1: @a: a list that is appended to is an array'],
    ['an intrinsic with a body', `define void @llvm.x() ${body}`, '1: @llvm.x: an intrinsic has no body'],
    ['a parameter of no type', `define void @f(void %a) ${body}`, '1: @f: there is no parameter of type void'],
    [
      'a function that is elsewhere',
      `define extern_weak void @f() ${body}`,
      '1: @f: no function with a body is extern_weak',
    ],
    [
      'pointers of no width',
      'target datalayout = "e-p:3:5"',
      "1: 'p:3:5' in the data layout: there are no such pointers",
    ],
    [
      'alignments of no target',
      'target datalayout = "i64:99"',
      "1: 'i64:99' in the data layout: there are no such alignments",
    ],
    [
      'the location of a variable',
      'define void @f() {\n  ret void, !dbg !0\n}\n!0 = !DILocalVariable(name: "x")',
      '2: in function f: metadata !0 is no DILocation',
    ],
    [
      'a function that is a file',
      `define void @f() !dbg !0 ${body}\n!0 = !DIFile()`,
      '1: @f: metadata !0 is no DISubprogram',
    ],
    [
      'a location that is nowhere',
      'define void @f() {\n  ret void, !dbg !7\n}\n!0 = !{}',
      '2: in function f: metadata !7 is not defined',
    ],
    [
      'a branch to the entry',
      'define void @f() {\nentry:\n  br label %entry\n}',
      '1: in function f: a branch leads to the entry',
    ],
    [
      'a use before the definition',
      'define i32 @f() {\n  %a = add i32 %b, 1\n  %b = add i32 1, 1\n  ret i32 %a\n}',
      '2: in function f: uses a value before its definition',
    ],
    [
      'a result of another type',
      'define i32 @f() {\n  ret i8 0\n}',
      '2: in function f: the type of the value does not fit',
    ],
  ])('%s', (_, text, complaint) => {
    expect(complaintsAboutText(text)).toContain(complaint);
  });

  it('is refused, and no more is said than a person reads', () => {
    const wrong = Array.from({ length: 100 }, (_, n) => `@a${n} = global i32 null`).join('\n');
    const read = readForeignModule(wrong, 'test.ll', new TypeTable(), '');
    expect(read.kind).toBe('failed');
    expect(read.diagnostics).toHaveLength(21);
    expect(read.diagnostics.at(-1)).toMatchObject({ severity: 'note', message: '80 more problems in test.ll' });
  });
});

describe('a function that is legal and has no meaning here', () => {
  it.each([
    ['%r = alloca [4294967295 x i64]', 'objects of more than 2 GB'],
    ['%r = add i99999 1, 1', 'integers of more than 1024 bits'],
    ['%r = freeze <vscale x 4 x i32> poison', 'vectors of unknown length'],
    ['%r = load [100000 x i8], ptr null', 'values of more than 65536 parts'],
  ])('%s', (line, what) => {
    const text = `define void @f() {\n  store i8 1, ptr null\n  ${line}\n  ret void\n}`;
    const read = readForeignModule(text, 'test.ll', new TypeTable(), '');
    if (read.kind === 'failed') throw new Error(read.diagnostics[0]?.message);
    expect(read.diagnostics).toEqual([]);
    const f = read.value.functions.get('f');
    expect(f?.problems).toEqual([
      {
        severity: 'warning',
        code: 'ir-unmodelled',
        message: `in function f: ${what} are not modelled`,
        place: { file: 'test.ll', line: 3, column: 3 },
      },
    ]);
    expect(f?.blocks.map((block) => block.instructions.map((i) => i.op))).toEqual([['unreachable']]);
  });
});
