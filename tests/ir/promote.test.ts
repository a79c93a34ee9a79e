import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instruction } from '../../src/ir/instruction.js';
import type { Block, IrFunction, IrModule } from '../../src/ir/module.js';
import { parseModule } from '../../src/ir/parse/parse.js';
import { promoteLocals } from '../../src/ir/promote/promote.js';
import { verifyFunction } from '../../src/ir/verify/function.js';
import { run } from './interpreter.js';
import { parameterCount, randomModule } from './random-function.js';

function parse(text: string): IrModule {
  const module = parseModule(text, 'test.ll');
  if (module.kind === 'failed' || module.diagnostics.length > 0) throw new Error(JSON.stringify(module.diagnostics));
  return module.value;
}

function promoteAll(module: IrModule): IrModule {
  const functions = new Map([...module.functions].map(([name, fn]) => [name, promoteLocals(fn, module.layout)]));
  return { ...module, functions };
}

/** The function `f` of `text`, promoted and verified. */
function promoted(text: string): IrFunction {
  const module = promoteAll(parse(text));
  expect(complaints(module)).toEqual([]);
  return module.functions.get('f') as IrFunction;
}

function complaints(module: IrModule): string[] {
  return [...module.functions.values()].flatMap(verifyFunction);
}

function instructions(fn: IrFunction | undefined): readonly Instruction[] {
  return fn?.blocks.flatMap((block: Block) => block.instructions) ?? [];
}

function ops(fn: IrFunction | undefined): string[] {
  return instructions(fn).map((each) => each.op);
}

describe('promotion of any control flow', () => {
  it('keeps results, the order and positions of what is left, and SSA form', () => {
    const inputs = fc.array(fc.bigInt(0n, 5n), { minLength: parameterCount, maxLength: parameterCount });
    fc.assert(
      fc.property(randomModule, inputs, (module, args) => {
        expect(complaints(module)).toEqual([]);
        const after = promoteAll(module);
        expect(complaints(after)).toEqual([]);
        expect(run(after, 'f', args, 60)).toEqual(run(module, 'f', args, 60));
      }),
      { numRuns: 500 },
    );
  });
});

describe.each(['promote-clang16.ll', 'promote-clang22.ll'])('promotion of %s', (file) => {
  const before = parse(readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8'));
  const after = promoteAll(before);
  const names = [
    'loops',
    'switches',
    'jumps',
    'conditions',
    'uninitialised',
    'escapes',
    'sizes',
    'recursion',
    'nested',
    'unreachable_code',
  ];

  it('keeps the form', () => {
    expect(complaints(before)).toEqual([]);
    expect(complaints(after)).toEqual([]);
  });

  it.each(names)('keeps what %s does', (name) => {
    const argument = fc.oneof(fc.bigInt(-4n, 12n), fc.bigInt(-(2n ** 31n), 2n ** 31n - 1n));
    const small = fc.bigInt(-2n, 6n);
    const args = fc.tuple(name === 'recursion' ? small : argument, argument, argument);
    fc.assert(
      fc.property(args, (values) => {
        const unsigned = values.map((value) => BigInt.asUintN(32, value));
        expect(run(after, name, unsigned)).toEqual(run(before, name, unsigned));
      }),
      { numRuns: 100 },
    );
  });

  it.each(names.filter((name) => name !== 'escapes' && name !== 'sizes'))('leaves no local of %s in memory', (name) => {
    expect(ops(before.functions.get(name))).toContain('alloca');
    expect(ops(after.functions.get(name))).not.toContain('alloca');
    expect(ops(after.functions.get(name))).not.toContain('debug-declare');
  });

  it('leaves locals that are volatile or seen by others', () => {
    const kept = instructions(after.functions.get('escapes')).flatMap((each) =>
      each.op === 'debug-declare' ? [before.units[0]?.debug.localVariable(each.variable)?.name] : [],
    );
    expect(kept).toEqual(['seen', 'kept']);
  });

  it('leaves arrays, and promotes pointers to them', () => {
    const kept = instructions(after.functions.get('sizes')).flatMap((each) =>
      each.op === 'alloca' ? [each.allocated.kind] : [],
    );
    expect(kept).toEqual(['array']);
  });

  it('freezes one value for each variable that may be read before it is written, and no other', () => {
    const frozen = (name: string) => ops(after.functions.get(name)).filter((op) => op === 'freeze').length;
    expect(frozen('uninitialised')).toBe(4);
    expect(names.filter((name) => name !== 'uninitialised').map(frozen)).toEqual(names.slice(1).map(() => 0));
  });

  it('leaves functions alone that may return twice', () => {
    expect(after.functions.get('jumped')).toBe(before.functions.get('jumped'));
    expect(after.functions.get('external')).toBe(before.functions.get('external'));
  });

  it('shows each assignment with its position and variable', () => {
    const debug = before.units[0]?.debug;
    const assignments = instructions(after.functions.get('uninitialised')).flatMap((each) => {
      if (each.op !== 'debug-value') return [];
      return [`${debug?.localVariable(each.variable)?.name} ${debug?.location(each.debug)?.place.line ?? '-'}`];
    });
    expect(assignments).toEqual(['a -', 'b -', 'c -', 'x 81', 'y 84', 'x 85', 'c 87', 'z 89', 'x 90']);
  });
});

describe('promotion', () => {
  it('replaces values, phis and debug records as expected', () => {
    const fn = promoted(`
define i32 @f(i1 %c, i32 %a) {
entry:
  %x = alloca i32
  %unused = alloca i64
  call void @llvm.lifetime.start.p0(i64 4, ptr %x)
  store i32 %a, ptr %x, !dbg !7
  #dbg_declare(ptr %x, !5, !DIExpression(), !6)
  br i1 %c, label %then, label %end
then:
  %old = load i32, ptr %x
  %new = add i32 %old, 1
  store i32 %new, ptr %x, !dbg !8
  br label %end
end:
  %result = load i32, ptr %x
  call void @llvm.lifetime.end.p0(i64 4, ptr %x)
  ret i32 %result
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
!5 = !DILocalVariable(name: "x")
!6 = !DILocation(line: 1, scope: !9)
!7 = !DILocation(line: 2, scope: !9)
!8 = !DILocation(line: 3, scope: !9)
!9 = !DISubprogram(name: "f")`);
    const [c, a] = fn.parameters;
    const sum = { kind: 'register', index: 2, type: a?.type };
    const merged = { kind: 'register', index: 3, type: a?.type };
    expect(fn.registerCount).toBe(4);
    expect(fn.blocks.map((block) => block.instructions)).toEqual([
      [
        { op: 'debug-value', id: -1, value: a, variable: 5, debug: 7 },
        { op: 'condbr', id: -1, condition: c, whenTrue: 1, whenFalse: 2, debug: -1 },
      ],
      [
        {
          op: 'add',
          id: -1,
          result: sum,
          left: a,
          right: { kind: 'int', type: a?.type, value: 1n },
          flags: 0,
          debug: -1,
        },
        { op: 'debug-value', id: -1, value: sum, variable: 5, debug: 8 },
        { op: 'br', id: -1, target: 2, debug: -1 },
      ],
      [
        {
          op: 'phi',
          id: -1,
          result: merged,
          incoming: [
            { value: a, block: 0 },
            { value: sum, block: 1 },
          ],
          debug: -1,
        },
        { op: 'ret', id: -1, value: merged, debug: -1 },
      ],
    ]);
  });

  it('makes no phi where the value is not wanted any more', () => {
    const fn = promoted(`
define void @f(i1 %c) {
  %x = alloca i32
  store i32 1, ptr %x
  br i1 %c, label %a, label %b
a:
  store i32 2, ptr %x
  br label %b
b:
  ret void
}`);
    expect(ops(fn)).toEqual(['condbr', 'br', 'ret']);
  });

  it('keeps values through a switch with several edges to one block', () => {
    const fn = promoted(`
define i32 @f(i32 %v) {
  %x = alloca i32
  store i32 %v, ptr %x
  switch i32 %v, label %other [ i32 1, label %end
                                i32 2, label %end ]
other:
  store i32 7, ptr %x
  br label %end
end:
  %r = load i32, ptr %x
  ret i32 %r
}`);
    expect(fn.blocks[2]?.instructions[0]).toMatchObject({
      op: 'phi',
      incoming: [{ block: 0 }, { value: { value: 7n }, block: 1 }],
    });
  });

  it('promotes scalars that were allocated as bytes', () => {
    const text = (bytes: number) => `
define i32 @f(i32 %v) {
  %x = alloca [${bytes} x i8], align 4
  store i32 %v, ptr %x, align 4
  %r = load i32, ptr %x, align 4
  ret i32 %r
}`;
    expect(ops(promoted(text(4)))).toEqual(['ret']);
    expect(ops(promoted(text(2)))).toContain('alloca');
  });

  it.each([
    ['another type', 'store i32 %v, ptr %x\n  %r = load i16, ptr %x'],
    ['a volatile access', 'store volatile i32 %v, ptr %x'],
    ['an atomic access', '%r = load atomic i32, ptr %x seq_cst, align 4'],
    ['an escape into memory', 'store ptr %x, ptr @p'],
    ['an escape into itself', 'store ptr %q, ptr %q'],
    ['an escape into another local', 'store ptr %x, ptr %q\n  %r = load ptr, ptr %q\n  store i32 1, ptr %r'],
    ['an escape into a call', 'call void @g(ptr %x)'],
    ['an address computation', '%r = getelementptr i8, ptr %x, i64 1'],
    ['a comparison', '%r = icmp eq ptr %x, null'],
  ])('leaves a local with %s in memory', (_, use) => {
    const fn = promoted(`
@p = global ptr null
declare void @g(ptr)
define void @f(i32 %v) {
  %x = alloca i32
  %q = alloca ptr
  ${use}
  ret void
}`);
    expect(ops(fn)).toContain('alloca');
  });

  it('leaves allocas that are made again and again, or of variable count', () => {
    const fn = promoted(`
define i32 @f(i32 %n) {
  %many = alloca i32, i32 %n
  store i32 %n, ptr %many
  br label %loop
loop:
  %x = alloca i32
  %r = load i32, ptr %x
  store i32 %n, ptr %x
  %c = icmp eq i32 %r, 0
  br i1 %c, label %loop, label %end
end:
  ret i32 %r
}`);
    expect(ops(fn).filter((op) => op === 'alloca')).toHaveLength(2);
  });

  it('takes the names of functions that return twice', () => {
    const module = parse(`
declare i32 @my_setjmp(ptr)
define i32 @f(ptr %b) {
  %x = alloca i32
  store i32 1, ptr %x
  %j = call i32 @my_setjmp(ptr %b)
  %r = load i32, ptr %x
  ret i32 %r
}`);
    const fn = module.functions.get('f') as IrFunction;
    expect(promoteLocals(fn, module.layout, new Set(['my_setjmp']))).toBe(fn);
    expect(promoteLocals(fn, module.layout)).not.toBe(fn);
  });

  it('manages functions of very many blocks', () => {
    const count = 10_000;
    const blocks = Array.from(
      { length: count },
      (_, i) => `b${i}:
  %v${i} = load i32, ptr %x
  %n${i} = add i32 %v${i}, 1
  store i32 %n${i}, ptr %x
  br i1 %c, label %b${i + 1}, label %b${(i * 7919) % count}`,
    );
    const fn = promoted(`define i32 @f(i1 %c) {
  %x = alloca i32
  store i32 0, ptr %x
  br label %b0
${blocks.join('\n')}
b${count}:
  %r = load i32, ptr %x
  ret i32 %r
}`);
    expect(ops(fn)).not.toContain('load');
  });
});
