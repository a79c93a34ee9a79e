import { describe, expect, it } from 'vitest';
import { Flag } from '../../../src/ir/instruction.js';
import { body, functionNamed, instruction, parsed } from '../parse-text.js';

const a = { kind: 'register', index: 1 };
const b = { kind: 'register', index: 2 };
const p = { kind: 'register', index: 0 };
const bits = (n: number) => ({ kind: 'int', bits: n });

describe('computation', () => {
  it.each([
    ['%r = add nuw nsw i32 %a, %b', { op: 'add', left: a, right: b, flags: Flag.nuw | Flag.nsw }],
    ['%r = sdiv exact i32 %a, 4', { op: 'sdiv', right: { value: 4n }, flags: Flag.exact }],
    ['%r = or disjoint i32 %a, 1', { op: 'or', flags: Flag.disjoint }],
    ['%r = add brandnew shiny(1, "x)") i32 %a, %b', { op: 'add', left: a, right: b, flags: 0 }],
    ['%r = fadd fast float 1.0, 2.0', { op: 'fadd', result: { type: { format: 'float' } } }],
    ['%r = fneg nnan ninf double 1.0', { op: 'fneg' }],
    ['%r = freeze i32 %a', { op: 'freeze', value: a }],
    ['%r = zext nneg i32 %a to i64', { op: 'zext', value: a, flags: Flag.nneg, result: { type: bits(64) } }],
    ['%r = trunc nuw i32 %a to i8', { op: 'trunc', flags: Flag.nuw }],
    ['%r = ptrtoint ptr %p to i64', { op: 'ptrtoint', value: p }],
    [
      '%r = icmp samesign ult i32 %a, %b',
      { op: 'icmp', predicate: 'ult', left: a, right: b, result: { type: bits(1) } },
    ],
    ['%r = fcmp nnan oeq double 1.0, 2.0', { op: 'fcmp', predicate: 'oeq' }],
    ['%r = select i1 true, i32 %a, i32 %b', { op: 'select', whenTrue: a, whenFalse: b, result: { type: bits(32) } }],
    ['%r = icmp eq <2 x i8> zeroinitializer, zeroinitializer', { result: { type: { kind: 'vector', length: 2 } } }],
    ['%r = va_arg ptr %p, i32', { op: 'va_arg', list: p, result: { type: bits(32) } }],
  ])('%s', (text, expected) => {
    expect(instruction(text)).toMatchObject(expected);
  });
});

describe('memory', () => {
  const layout = 'target datalayout = "e-p:32:32-i64:64"\n%s = type { i8, i32, [4 x { i16, i16 }] }';

  it.each([
    ['%r = alloca i32', { op: 'alloca', allocated: bits(32), count: { value: 1n }, align: 4 }],
    ['%r = alloca %s, i32 %a, align 16', { count: a, align: 16, result: { type: { kind: 'pointer' } } }],
    ['%r = alloca i8, align 2, addrspace(5)', { align: 2, result: { type: { addressSpace: 5 } } }],
    ['%r = load i32, ptr %p, align 1', { op: 'load', address: p, volatile: false, align: 1 }],
    ['%r = load volatile i16, ptr %p', { op: 'load', volatile: true, align: 2, result: { type: bits(16) } }],
    [
      '%r = load atomic volatile i32, ptr %p syncscope("singlethread") acquire, align 4',
      { volatile: true, ordering: 'acquire' },
    ],
    ['store volatile i32 %a, ptr %p, align 2', { op: 'store', address: p, value: a, volatile: true, align: 2 }],
    ['store atomic i32 %a, ptr %p release, align 4', { op: 'store', ordering: 'release' }],
    ['%r = getelementptr inbounds %s, ptr %p, i32 0, i32 1', { base: p, offset: 4, scaled: [], flags: Flag.inbounds }],
    [
      '%r = getelementptr inbounds nuw %s, ptr %p, i32 %a, i32 2, i32 %b, i32 1',
      {
        offset: 10,
        scaled: [
          { index: a, scale: 24 },
          { index: b, scale: 4 },
        ],
        flags: Flag.inbounds | Flag.nuw,
      },
    ],
    ['%r = getelementptr i16, ptr %p, i16 -3', { offset: -6 }],
    ['%r = getelementptr i8, ptr %p, i8 255', { offset: -1 }],
    [
      '%r = cmpxchg weak volatile ptr %p, i32 %a, i32 %b syncscope("agent") acq_rel monotonic, align 4',
      {
        op: 'cmpxchg',
        expected: a,
        replacement: b,
        weak: true,
        volatile: true,
        success: 'acq_rel',
        failure: 'monotonic',
        result: { type: { fields: [bits(32), bits(1)] } },
      },
    ],
    ['%r = atomicrmw volatile umax ptr %p, i32 1 seq_cst, align 8', { operation: 'umax', volatile: true, align: 8 }],
    ['%r = atomicrmw add ptr %p, i32 1 monotonic', { operation: 'add', ordering: 'monotonic', align: 4 }],
    ['fence syncscope("singlethread") seq_cst', { op: 'fence', ordering: 'seq_cst', singleThread: true }],
    ['fence release', { op: 'fence', singleThread: false }],
  ])('%s', (text, expected) => {
    expect(instruction(text, undefined, layout)).toMatchObject(expected);
  });

  it('leaves out the ordering of a plain access', () => {
    expect(instruction('%r = load i32, ptr %p')).not.toHaveProperty('ordering');
    expect(instruction('store i32 %a, ptr %p')).not.toHaveProperty('ordering');
  });
});

describe('aggregates', () => {
  it.each([
    ['%r = extractvalue { i8, [2 x i16] } %v, 1, 0', { op: 'extractvalue', path: [1, 0], result: { type: bits(16) } }],
    ['%r = insertvalue { i8, [2 x i16] } %v, i8 3, 0', { op: 'insertvalue', path: [0], value: { value: 3n } }],
    ['%r = extractelement <4 x i32> %w, i32 2', { op: 'extractelement', result: { type: bits(32) } }],
    ['%r = insertelement <4 x i32> %w, i32 9, i64 1', { op: 'insertelement', index: { value: 1n } }],
    [
      '%r = shufflevector <4 x i32> %w, <4 x i32> poison, <2 x i32> <i32 3, i32 poison>',
      { op: 'shufflevector', mask: [3, -1], result: { type: { length: 2 } } },
    ],
    ['%r = shufflevector <4 x i32> %w, <4 x i32> %w, <4 x i32> zeroinitializer', { mask: [0, 0, 0, 0] }],
  ])('%s', (text, expected) => {
    expect(instruction(text, '{ i8, [2 x i16] } %v, <4 x i32> %w')).toMatchObject(expected);
  });
});

describe('calls', () => {
  const declared = `
declare i32 @printf(ptr, ...)
declare void @stop() #0
declare void @g(ptr, i32)
attributes #0 = { noreturn "x"="y" }
attributes #1 = { nounwind }
attributes #2 = { noreturn }
%s = type { i32, i32 }`;

  it.each([
    [
      'call void @g(ptr %p, i32 1)',
      { op: 'call', callee: { name: 'g' }, arguments: [p, { value: 1n }], noReturn: false },
    ],
    ['call void @stop()', { noReturn: true, arguments: [] }],
    ['call void @g(ptr null, i32 0) #1 #2', { noReturn: true }],
    [
      '%r = tail call fastcc noundef signext i32 (ptr, ...) @printf(ptr noundef nonnull align 8 dereferenceable(8) %p, double noundef 1.0, i32 signext range(i32 0, 5) %a)',
      { functionType: { variadic: true, parameters: [{ kind: 'pointer' }] }, arguments: [p, { kind: 'float' }, a] },
    ],
    ['call addrspace(1) void @g(ptr %p, i32 2)', { callee: { type: { addressSpace: 1 } } }],
    ['call cc 97 void %p(i32 2) [ "deopt"(i32 1, ptr %p), "x"() ]', { callee: p, arguments: [{ value: 2n }] }],
    ['call void inttoptr (i32 4096 to ptr)()', { callee: { kind: 'expression', op: 'inttoptr' } }],
    [
      'call void asm sideeffect alignstack inteldialect "nop\\0A\\22q\\22", "r,~{memory}"(i32 %a) #1, !srcloc !0',
      { callee: { kind: 'assembly', text: 'nop\n"q"', constraints: 'r,~{memory}', sideEffect: true }, arguments: [a] },
    ],
    ['%r = call i32 asm "mov $0, $1", "=r,r"(i32 %a)', { callee: { sideEffect: false }, result: { type: bits(32) } }],
    [
      'musttail call void @g(ptr byval(%s) align 4 %p, i32 %a)',
      { byValue: new Map([[0, { type: expect.objectContaining({ kind: 'struct', name: 's' }), align: 4 }]]) },
    ],
    [
      'notail call void @g(ptr captures(none) initializes((0, 4)) nofpclass(nan inf) "k"="v" %p, i32 %a)',
      { arguments: [p, a] },
    ],
    ['call void @llvm.write_register.i32(metadata !0, i32 %a)', { arguments: [{ kind: 'metadata', text: '!0' }, a] }],
    [
      'call void @llvm.x(metadata !"a, (b", metadata ptr %p)',
      { arguments: [{ text: '!"a, (b"' }, { text: 'ptr %p' }] },
    ],
  ])('%s', (text, expected) => {
    const call = instruction(text, undefined, `${declared}\n!0 = !{}`);
    expect(call).toMatchObject({ op: 'call', ...expected });
  });

  it('has no result for void', () => {
    expect(instruction('call void @g(ptr null, i32 0)', undefined, declared)).not.toHaveProperty('result');
  });

  it('reads invoke, landingpad and resume', () => {
    const { blocks } = body(
      `%r = invoke i32 @printf(ptr %p) #1
         to label %ok unwind label %bad
       bad:
       %l = landingpad { ptr, i32 }
         cleanup
         catch ptr @g
         filter [1 x ptr] [ptr @g]
       resume { ptr, i32 } %l
       ok:`.replaceAll(/^ +(?=\w+:$)/gm, ''),
      undefined,
      declared,
    );
    expect(blocks.map((x) => x.instructions.map((i) => i.op))).toEqual([['invoke'], ['landingpad', 'resume'], ['ret']]);
    expect(blocks[0]?.instructions[0]).toMatchObject({ normal: 2, unwind: 1, result: { index: 3 } });
    expect(blocks[1]?.instructions[1]).toMatchObject({ value: { index: 4, type: { kind: 'struct' } } });
  });

  it('reads callbr', () => {
    const { blocks } = body(
      'callbr void asm sideeffect "", "!i,!i"()\n to label %x [label %y, label %x]\ny:\n  unreachable\nx:',
    );
    expect(blocks[0]?.instructions[0]).toMatchObject({ op: 'callbr', fallThrough: 2, targets: [1, 2] });
  });
});

describe('control flow', () => {
  it('numbers registers, and blocks by their position', () => {
    const module = parsed(`
define i32 @f(i32 %0, i32) {
  br label %3

3:                                                ; preds = %6, %2
  %4 = phi i32 [ 0, %2 ], [ %7, %6 ]
  %5 = icmp slt i32 %4, %1
  br i1 %5, label %6, label %8

6:
  %7 = add i32 %4, %0
  br label %3

8:
  switch i32 %4, label %9 [
    i32 -1, label %3
    i32 7, label %6
  ]

9:
  indirectbr ptr null, [label %3, label %9]
}`);
    const f = functionNamed(module, 'f');
    expect(f.blocks.map((x) => x.name)).toEqual(['2', '3', '6', '8', '9']);
    const [entry, head, latch, exit, last] = f.blocks.map((x) => x.instructions);
    expect(entry?.[0]).toMatchObject({ op: 'br', target: 1 });
    const [phi, compare, branch] = head ?? [];
    const step = latch?.[0];
    if (phi?.op !== 'phi' || step?.op !== 'add' || compare?.op !== 'icmp') throw new Error('other instructions');
    expect(phi.incoming.map((i) => i.block)).toEqual([0, 2]);
    expect(phi.incoming[1]?.value).toBe(step.result);
    expect(step.left).toBe(phi.result);
    expect(compare.right).toBe(f.parameters[1]);
    expect([...f.parameters, phi.result, compare.result, step.result].map((r) => r.index)).toEqual([0, 1, 2, 3, 4]);
    expect(f.registerCount).toBe(5);
    expect(branch).toMatchObject({ op: 'condbr', condition: compare.result, whenTrue: 2, whenFalse: 3 });
    expect(exit?.[0]).toMatchObject({
      op: 'switch',
      otherwise: 4,
      cases: [
        { value: 0xffff_ffffn, target: 1 },
        { value: 7n, target: 2 },
      ],
    });
    expect(last?.[0]).toMatchObject({ op: 'indirectbr', targets: [1, 4] });
  });

  it('gives unnamed results and blocks numbers', () => {
    const f = functionNamed(
      parsed(`
declare i32 @g()
define i32 @f(i32) {
  call i32 @g()
  %3 = add i32 %0, %2
  br label %4
  %5 = add i32 %3, 1
  ret i32 %5
}`),
      'f',
    );
    expect(f.blocks.map((x) => x.name)).toEqual(['1', '4']);
    expect(f.blocks[0]?.instructions[1]).toMatchObject({ left: { index: 0 }, right: { index: 1 } });
  });

  it('reads named and quoted labels and registers', () => {
    const f = body(
      'br label %"a b"\n\n"a b":\n  %"x\\22y" = add i32 %a, 1\n  %-z.$1 = add i32 %"x\\22y", 2\n  br label %if.then\nif.then:',
    );
    expect(f.blocks.map((x) => x.name)).toEqual(['0', 'a b', 'if.then']);
    expect(f.blocks[1]?.instructions[1]).toMatchObject({ left: { index: 3 } });
  });

  it('reads a body on one line and a header on three', () => {
    const module = parsed(`define i32 @one(i32 %x) { ret i32 %x }
define
  { i64, i64 } @three(
  i32 %x) ; comment {
{
entry: ; comment }
  ret { i64, i64 } zeroinitializer
  }
define void @last() { ; {
  ret void
}`);
    expect([...module.functions.keys()]).toEqual(['one', 'three', 'last']);
    expect(functionNamed(module, 'three').blocks[0]?.instructions[0]).toMatchObject({
      op: 'ret',
      value: { kind: 'zero' },
    });
  });
});
