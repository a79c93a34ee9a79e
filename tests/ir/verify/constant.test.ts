import { describe, expect, it } from 'vitest';
import { complaintsAboutText } from './complaints.js';

describe('constants', () => {
  it.each([
    ['@a = global i32 null', 'null is a pointer'],
    ['@a = global [3 x i8] c"abcd"', 'a string of 4 bytes for an array of 3'],
    ['@a = global [2 x i16] c"ab"', 'a string is an array of i8'],
    ['@a = global [2 x i8] [i8 1]', '1 values for a type with 2'],
    ['@a = global { i8, i16 } { i8 1, i8 2 }', 'value 1 of the list has another type'],
    ['@a = global i32 [i8 1]', 'there is no list of values for the type int'],
    ['@a = global i32 @a', '@a is a pointer'],
    ['@a = global ptr addrspace(3) @a', '@a is in address space 0'],
    ['@a = global ptr blockaddress(@f, %nowhere)', '@f has no block %nowhere'],
    ['@a = global ptr getelementptr (i8, ptr @a, i64 9999999999)', 'the address is too far from its base'],
    ['@a = global ptr getelementptr (i8, i64 1, i64 1)', 'the base of getelementptr is no pointer'],
    ['@a = global ptr getelementptr (i8, ptr @a, metadata 2)', 'a metadata is no operand of getelementptr'],
    ['@a = global i64 ptrtoint (i32 5 to i64)', 'ptrtoint does not convert these types'],
    ['@a = global i32 add (i64 1, i64 2)', 'the expression has another type than its place'],
    ['@a = global i32 add (i32 1, i64 2)', 'the two sides have different types'],
    ['@a = global float add (float 1.0, float 2.0)', 'add does not work on these types'],
    ['@a = global i8 icmp eq (i32 1, i32 2)', 'a comparison gives an i1'],
    ['@a = global label undef', 'there is no value of type label'],
  ])('%s', (line, complaint) => {
    const said = complaintsAboutText(`define void @f() {\n  ret void\n}\n${line}`);
    expect(said).toContain(`4: @a: ${complaint}`);
  });

  it('that are right are accepted', () => {
    const lines = [
      '@a = global [3 x i8] c"ab\\00"',
      '@b = global { ptr, i64 } { ptr @a, i64 ptrtoint (ptr getelementptr (i8, ptr @a, i64 2) to i64) }',
      '@c = global ptr blockaddress(@f, %entry)',
      '@d = global <2 x i32> splat (i32 7)',
      'define void @f() {\nentry:\n  ret void\n}',
    ];
    expect(complaintsAboutText(lines.join('\n'))).toEqual([]);
  });
});
