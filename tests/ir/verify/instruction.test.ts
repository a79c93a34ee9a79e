import { describe, expect, it } from 'vitest';
import { complaintsAboutBody, complaintsAboutText } from './complaints.js';

describe('the types of an instruction', () => {
  it.each([
    ['%r = fneg i32 %a', 'fneg needs floating-point numbers'],
    ['%r = add float %x, %x', 'add does not work on this type'],
    ['%r = fadd i32 %a, %a', 'fadd does not work on this type'],
    ['%r = icmp eq float %x, %x', 'icmp compares integers and pointers'],
    ['%r = fcmp oeq i32 %a, %a', 'fcmp compares floating-point numbers'],
    ['%r = select i32 %a, i32 1, i32 2', 'the condition is no i1'],
    ['%r = select <3 x i1> poison, <2 x i32> %v, <2 x i32> %v', 'the condition has another length'],
    ['%r = alloca void', 'there is no memory for the type void'],
    ['%r = alloca i32, float %x', 'the count is no integer'],
    ['%r = alloca i32, align 3', '3 is no alignment'],
    ['%r = load i32, i64 %w', 'the address is no pointer'],
    ['%r = load i32, ptr %p, align 8589934592', '8589934592 is no alignment'],
    ['%r = load atomic i32, ptr %p release, align 4', 'a load has no such ordering'],
    ['store atomic { i32 } undef, ptr %p seq_cst, align 4', 'no struct is accessed atomically'],
    ['store i32 %a, i32 %a', 'the address is no pointer'],
    ['%r = cmpxchg ptr %p, i32 0, i64 1 seq_cst seq_cst', 'the two values have different types'],
    ['%r = cmpxchg ptr %p, float %x, float %x seq_cst seq_cst', 'cmpxchg works on integers and pointers'],
    ['%r = cmpxchg ptr %p, i32 0, i32 1 seq_cst release', 'cmpxchg has no such ordering'],
    ['%r = atomicrmw fadd ptr %p, i32 1 seq_cst', 'there is no atomicrmw fadd of this type'],
    ['%r = atomicrmw swap ptr %p, i32 1 seq_cst', 'there is no atomicrmw swap of this type'],
    ['fence monotonic', 'a fence has no such ordering'],
    ['%r = getelementptr i8, i64 %w, i64 1', 'the base is no pointer'],
    ['%r = getelementptr void, ptr %p, i64 1', 'there is no distance between elements of type void'],
    ['%r = getelementptr i8, ptr %p, float %x', 'an index is no integer'],
    ['%r = getelementptr i64, ptr %p, i64 99999999999', 'the address is too far from its base'],
    ['%r = extractvalue { i32 } undef', 'no member is named'],
    ['%r = insertvalue { i32, i8 } undef, i32 1, 1', 'the member has another type'],
    ['%r = insertvalue { i32 } undef, i32 1, 7', 'the value has no such member'],
    ['%r = extractelement <2 x i32> %v, float %x', 'the index is no integer'],
    ['%r = insertelement <2 x i32> %v, i8 1, i32 0', 'the element has another type'],
    [
      '%r = shufflevector <2 x i32> %v, <2 x i32> %v, <2 x i32> <i32 0, i32 9>',
      'the mask names lanes that do not exist',
    ],
    ['%r = trunc i32 %a to i64', 'there is no such conversion'],
    ['%r = bitcast i32 %a to i64', 'there is no such conversion'],
    ['%r = va_arg i32 %a, i32', 'the address is no pointer'],
    ['%r = freeze label undef', 'there is no value of type label'],
    ['call void %a()', 'what is called is no pointer'],
    ['call void @g(ptr byval(void) %p)', 'byval is for pointers to values'],
    ['call void @llvm.memset.p0.i64(ptr %p, i32 0, i64 1, i1 false)', '@llvm.memset.p0.i64 has another signature'],
    ['%r = freeze <0 x i8> poison', 'a vector has at least one element'],
  ])('%s', (line, complaint) => {
    const said = complaintsAboutBody(
      line,
      'ret void',
      'declare void @g(ptr)\ndeclare void @llvm.memset.p0.i64(ptr, i32, i64, i1)',
    );
    expect(said).toContain(`3: ${complaint}`);
  });

  it('two cases of a switch differ', () => {
    const text = 'switch i32 %a, label %end [ i32 1, label %end i32 1, label %end ]';
    expect(complaintsAboutBody(text, 'end: ret void')).toContain('3: two cases have the same value');
  });

  it('a value has one type, wherever it is used', () => {
    const complaint = '3: a value is used with another type than its definition has';
    expect(complaintsAboutBody('%r = add i64 %a, 1')).toContain(complaint);
    expect(
      complaintsAboutBody('br label %b', 'b: %r = phi i8 [ %late, %entry ]\n  %late = add i32 %a, 1\n  ret void')[0],
    ).toBe('4: the value from %entry has another type');
  });

  it('calls may differ from the function: that is no matter of types', () => {
    expect(
      complaintsAboutText('declare void @g(i32)\ndefine void @f() {\n  call void @g(float 1.0)\n  ret void\n}'),
    ).toEqual([]);
  });
});
