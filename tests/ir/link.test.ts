import { describe, expect, it } from 'vitest';
import { followAlias } from '../../src/ir/alias.js';
import { linkModules } from '../../src/ir/link/link.js';
import type { IrModule } from '../../src/ir/module.js';
import { forEachOperand } from '../../src/ir/operand.js';
import { parseModule } from '../../src/ir/parse/parse.js';
import { TypeTable } from '../../src/ir/type-table.js';
import type { Constant } from '../../src/ir/value.js';
import { verifyFunction } from '../../src/ir/verify/function.js';
import { run } from './interpreter.js';

const target = `target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"\ntarget triple = "x86_64-unknown-linux-gnu"\n`;

function parse(texts: readonly string[], files: readonly string[] = ['a.c', 'b.c', 'c.c', 'd.c']): IrModule[] {
  const types = new TypeTable();
  return texts.map((text, i) => {
    const module = parseModule(text.includes('target ') ? text : target + text, files[i] as string, types);
    if (module.kind === 'failed') throw new Error(JSON.stringify(module.diagnostics));
    expect(module.diagnostics).toEqual([]);
    return module.value;
  });
}

function link(...texts: string[]): IrModule {
  const result = linkModules(parse(texts));
  if (result.kind === 'failed') throw new Error(JSON.stringify(result.diagnostics));
  expect(result.diagnostics).toEqual([]);
  expect([...result.value.functions.values()].flatMap(verifyFunction)).toEqual([]);
  return result.value;
}

function messages(...texts: string[]) {
  const result = linkModules(parse(texts));
  return {
    kind: result.kind,
    messages: result.diagnostics.map((each) => `${each.severity} ${each.code}: ${each.message}`),
  };
}

/** Names of all symbols that constants of a function mention, in order. */
function mentioned(module: IrModule, name: string): string[] {
  const names: string[] = [];
  const visit = (constant: Constant): void => {
    if (constant.kind === 'global') names.push(constant.name);
    if (constant.kind === 'blockaddress') names.push(`blockaddress ${constant.function}`);
    if (constant.kind === 'expression' && constant.op === 'getelementptr') visit(constant.base);
    if (constant.kind === 'expression' && 'value' in constant) visit(constant.value);
    if (constant.kind === 'aggregate') constant.elements.forEach(visit);
  };
  const initializer = module.globals.get(name)?.initializer;
  if (initializer !== undefined) visit(initializer);
  for (const block of module.functions.get(name)?.blocks ?? []) {
    for (const instruction of block.instructions) {
      forEachOperand(instruction, (operand) => {
        if (operand.kind !== 'register') visit(operand);
      });
    }
  }
  return names;
}

describe('linking', () => {
  it('returns a single module as it is', () => {
    const [module] = parse(['@x = global i32 1']) as [IrModule];
    const result = linkModules([module]);
    expect(result.kind === 'ok' && result.value).toBe(module);
  });

  it('keeps the names of different files apart, in bodies, initialisers and constants', () => {
    const text = (n: number) => `
@count = internal global i32 ${n}
@table = internal global [2 x ptr] [ptr @count, ptr getelementptr inbounds (i8, ptr @count, i64 2)]
define internal i32 @helper() {
entry:
  br label %next
next:
  %v = load i32, ptr @count
  ret i32 %v
}
define i32 @f${n}() {
  %v = call i32 @helper()
  %t = load ptr, ptr getelementptr inbounds (i8, ptr @table, i64 8)
  ret i32 %v
}`;
    const module = link(text(1), text(2));
    expect([...module.globals.keys()]).toEqual(['count', 'table', 'count.u1', 'table.u1']);
    expect([...module.functions.keys()]).toEqual(['helper', 'f1', 'helper.u1', 'f2']);
    expect(module.globals.get('count.u1')).toMatchObject({ name: 'count.u1', sourceName: 'count', unit: 1 });
    expect(mentioned(module, 'f1')).toEqual(['helper', 'table']);
    expect(mentioned(module, 'f2')).toEqual(['helper.u1', 'table.u1']);
    expect(mentioned(module, 'helper.u1')).toEqual(['count.u1']);
    expect(mentioned(module, 'table.u1')).toEqual(['count.u1', 'count.u1']);
    expect(run(module, 'f1', []).result).toBe(1n);
    expect(run(module, 'f2', []).result).toBe(2n);
  });

  it('renames the function of a blockaddress', () => {
    const text = `
@label = internal global ptr blockaddress(@f, %next)
define internal void @f() {
entry:
  br label %next
next:
  ret void
}`;
    expect(mentioned(link(text, text), 'label.u1')).toEqual(['blockaddress f.u1']);
  });

  it('keeps a local name apart from a shared one of another file, whichever comes first', () => {
    const local = '@x = internal global i32 1\ndefine i32 @local() {\n  %v = load i32, ptr @x\n  ret i32 %v\n}';
    const shared = '@x = global i32 2\ndefine i32 @shared() {\n  %v = load i32, ptr @x\n  ret i32 %v\n}';
    for (const texts of [
      [local, shared],
      [shared, local],
    ]) {
      const module = link(...texts);
      expect(module.globals.get('x')?.linkage).toBe('external');
      expect([run(module, 'local', []).result, run(module, 'shared', []).result]).toEqual([1n, 2n]);
    }
  });

  it('never gives a name that is in use', () => {
    const module = link(
      '@x = internal global i32 1\n@x.u1 = global i32 5',
      '@x = internal global i32 2\n@x.u1.2 = internal global i32 3',
    );
    const contents = [...module.globals].map(([name, { initializer }]) => [
      name,
      initializer?.kind === 'int' && initializer.value,
    ]);
    expect(new Map(contents as [string, bigint][]).size).toBe(4);
    expect(contents.map(([, value]) => value)).toEqual([1n, 5n, 2n, 3n]);
  });

  it('shares bodies in which no name changes', () => {
    const modules = parse([
      '@x = internal global i32 1\ndefine void @f() {\n  ret void\n}',
      '@x = internal global i32 1\ndefine void @g() {\n  ret void\n}\ndefine i32 @h() {\n  %v = load i32, ptr @x\n  ret i32 %v\n}',
    ]);
    const result = linkModules(modules);
    if (result.kind === 'failed') throw new Error('failed');
    for (const [position, name] of [
      [0, 'f'],
      [1, 'g'],
    ] as const) {
      expect(result.value.functions.get(name)?.blocks).toBe(modules[position]?.functions.get(name)?.blocks);
    }
    expect(result.value.functions.get('h')?.blocks).not.toBe(modules[1]?.functions.get('h')?.blocks);
  });

  it('resolves declarations, also before the definition and without a prototype', () => {
    const user =
      '@x = external global i32\n@a = external global [0 x i32]\ndeclare void @f(...)\ndefine void @g() {\n  call void (i32, ...) @f(i32 1)\n  ret void\n}';
    const definition =
      '@x = global i32 4\n@a = global [3 x i32] zeroinitializer\ndefine void @f(i32 %0) {\n  ret void\n}';
    for (const texts of [
      [user, definition],
      [definition, user],
    ]) {
      const module = link(...texts);
      expect(module.globals.get('x')?.initializer).toMatchObject({ value: 4n });
      expect(module.globals.get('a')?.type).toMatchObject({ length: 3 });
      expect(module.functions.get('f')?.blocks).toHaveLength(1);
    }
  });

  it('keeps the declaration that tells most when nothing is defined', () => {
    const module = link(
      '@a = external global [0 x i32]\n@w = extern_weak global i32\ndeclare void @f(...)',
      '@a = external global [8 x i32]\n@w = external global i32\ndeclare void @f(i32)',
    );
    expect(module.globals.get('a')?.type).toMatchObject({ length: 8 });
    expect(module.globals.get('w')?.linkage).toBe('external');
    expect(module.functions.get('f')?.type.parameters).toHaveLength(1);
  });

  it('prefers strong to common to weak to available elsewhere', () => {
    const value = (linkage: string, n: number) => `@x = ${linkage} global i32 ${n}`;
    const winner = (...texts: string[]) => {
      const initializer = link(...texts).globals.get('x')?.initializer;
      return initializer?.kind === 'int' ? Number(initializer.value) : initializer?.kind;
    };
    expect(winner(value('weak', 1), value('', 2))).toBe(2);
    expect(winner(value('', 2), value('weak', 1))).toBe(2);
    expect(winner(value('common', 0), value('', 2))).toBe(2);
    expect(winner(value('weak', 1), value('common', 0))).toBe(0);
    expect(winner(value('weak', 1), value('weak', 2))).toBe(1);
    expect(winner(value('linkonce_odr', 3), value('linkonce_odr', 3))).toBe(3);
    expect(winner(value('available_externally', 1), value('weak', 2))).toBe(2);
    expect(winner(value('available_externally', 1), '@x = external global i32')).toBe(1);
  });

  it('merges commons to the largest size and alignment', () => {
    const module = link(
      '@b = common global [4 x i8] zeroinitializer, align 8',
      '@b = common global [16 x i8] zeroinitializer, align 4',
    );
    expect(module.globals.get('b')).toMatchObject({ align: 8, type: { length: 16 }, initializer: { kind: 'zero' } });
  });

  it('concatenates appending variables', () => {
    const text = (n: number) =>
      `@u = internal global i32 ${n}\n@llvm.used = appending global [1 x ptr] [ptr @u], section "llvm.metadata"`;
    const module = link(text(1), text(2), '@x = global i32 3');
    expect(mentioned(module, 'llvm.used')).toEqual(['u', 'u.u1']);
    expect(module.globals.get('llvm.used')?.type).toMatchObject({ kind: 'array', length: 2 });
  });

  it('shifts units', () => {
    const module = link(
      'define void @f() {\n  ret void\n}',
      '@x = global i32 1',
      'define void @g() {\n  ret void\n}\n@z = alias void (), ptr @g',
    );
    expect(module.units.map((unit) => unit.file)).toEqual(['a.c', 'b.c', 'c.c']);
    expect([module.functions.get('f')?.unit, module.globals.get('x')?.unit]).toEqual([0, 1]);
    expect([module.functions.get('g')?.unit, module.aliases.get('z')?.unit]).toEqual([2, 2]);
  });

  it('collects assembly', () => {
    const module = link('module asm ".globl one"', 'module asm ".globl two"');
    expect(module.assembly).toEqual(['.globl one', '.globl two']);
  });
});

describe('aliases', () => {
  const startup = `
define weak void @Default_Handler() {
  ret void
}
@TIM2_IRQHandler = weak alias void (), ptr @Default_Handler
@ADC_IRQHandler = weak alias void (), ptr @Default_Handler
@vectors = global [3 x ptr] [ptr @TIM2_IRQHandler, ptr @ADC_IRQHandler, ptr @Default_Handler]`;

  it('give way to definitions', () => {
    const module = link(startup, 'define void @TIM2_IRQHandler() {\n  ret void\n}');
    expect(module.functions.get('TIM2_IRQHandler')).toMatchObject({ unit: 1 });
    expect([...module.aliases.keys()]).toEqual(['ADC_IRQHandler']);
    expect(followAlias(module, 'ADC_IRQHandler')).toEqual({ name: 'Default_Handler', offset: 0 });
    expect(followAlias(module, 'TIM2_IRQHandler')).toEqual({ name: 'TIM2_IRQHandler', offset: 0 });
  });

  it('stay with the definition of their own file when another one takes its name', () => {
    const module = link(startup, 'define void @Default_Handler() {\n  ret void\n}');
    expect(module.functions.get('Default_Handler')).toMatchObject({ unit: 1, linkage: 'external' });
    expect(followAlias(module, 'TIM2_IRQHandler')).toEqual({ name: 'Default_Handler.u0', offset: 0 });
    expect(followAlias(module, 'ADC_IRQHandler')).toEqual({ name: 'Default_Handler.u0', offset: 0 });
    expect(module.functions.get('Default_Handler.u0')).toMatchObject({
      unit: 0,
      linkage: 'internal',
      sourceName: 'Default_Handler',
    });
    expect(mentioned(module, 'vectors')).toEqual(['TIM2_IRQHandler', 'ADC_IRQHandler', 'Default_Handler']);
  });

  it('lead through other aliases and into the middle of variables', () => {
    const [module] = parse([
      '@x = global [4 x i32] zeroinitializer\n@y = alias i32, ptr getelementptr inbounds ([4 x i32], ptr @x, i64 0, i64 2)\n@z = alias i32, ptr getelementptr (i8, ptr @y, i64 1)',
    ]) as [IrModule];
    expect(followAlias(module, 'z')).toEqual({ name: 'x', offset: 9 });
    expect(followAlias(module, 'nothing')).toEqual({ name: 'nothing', offset: 0 });
  });

  it('count as definitions', () => {
    const alias = 'define void @f() {\n  ret void\n}\n@g = alias void (), ptr @f';
    expect(link('declare void @g()', alias).functions.has('g')).toBe(false);
    expect(messages(alias, 'define void @g() {\n  ret void\n}')).toEqual({
      kind: 'failed',
      messages: ["error link-duplicate-definition: 'g' is defined twice: in a.c and in b.c"],
    });
  });
});

describe('what does not fit', () => {
  it('is an error with both places when defined twice', () => {
    const text = (file: string, line: number) => `
@x = global i32 1, !dbg !0
define void @main() !dbg !5 {
  ret void
}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "x", file: !2, line: ${line})
!2 = !DIFile(filename: "${file}", directory: "/project")
!5 = distinct !DISubprogram(name: "main", file: !2, line: ${line + 5})`;
    expect(messages(text('a.c', 1), text('b.c', 2))).toEqual({
      kind: 'failed',
      messages: [
        "error link-duplicate-definition: 'x' is defined twice: in a.c:1 and in b.c:2",
        "error link-duplicate-definition: 'main' is defined twice: in a.c:6 and in b.c:7",
      ],
    });
    expect(messages(text('config.h', 1), text('config.h', 1)).messages[0]).toBe(
      "error link-duplicate-definition: 'x' is defined in /project/config.h:1, which is part of both a.c and b.c",
    );
    const result = linkModules(parse([text('a.c', 1), text('b.c', 2)]));
    expect(result.diagnostics[0]?.place).toEqual({ file: '/project/b.c', line: 2, column: 0 });
  });

  it('is a warning when declaration and definition differ', () => {
    const use = 'declare i32 @f(i32)\n@x = external global i64';
    const define = 'define i32 @f(ptr %0) {\n  ret i32 0\n}\n@x = global i32 1';
    expect(messages(use, define)).toEqual({
      kind: 'ok',
      messages: [
        "warning link-type-mismatch: 'x' is 8 bytes in a.c, but 4 bytes in b.c",
        "warning link-type-mismatch: 'f' is 'i32 (i32)' in a.c, but 'i32 (ptr)' in b.c",
      ],
    });
    expect(messages('@f = external global i32', 'define void @f() {\n  ret void\n}').messages).toEqual([
      "warning link-type-mismatch: 'f' is a variable in a.c, but a function in b.c",
    ]);
  });

  it('is nothing when only the names of structs differ, or a declaration is incomplete', () => {
    const one =
      '%struct.s = type { i32, i8 }\n%struct.open = type opaque\n@x = global %struct.s zeroinitializer\n@o = external global %struct.open\ndeclare %struct.s @f(%struct.s)';
    const other =
      '%struct.s.3 = type { i32, i8 }\n@x = external global %struct.s.3\n@o = global i64 1\ndefine %struct.s.3 @f(%struct.s.3 %0) {\n  ret %struct.s.3 %0\n}';
    expect(messages(one, other)).toEqual({ kind: 'ok', messages: [] });
  });

  it('is an error between targets', () => {
    const avr = 'target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8-a:8"\ntarget triple = "avr"\n';
    expect(messages('@x = global i32 1', `${avr}@y = global i16 1`)).toEqual({
      kind: 'failed',
      messages: ["error link-target-mismatch: b.c is compiled for 'avr', but a.c for 'x86_64-unknown-linux-gnu'"],
    });
    expect(messages('@x = global i32 1', `${target.replace('i64:64', 'i64:32')}@y = global i16 1`)).toEqual({
      kind: 'failed',
      messages: ['error link-target-mismatch: b.c and a.c lay out data differently'],
    });
    expect(messages('@x = global i32 1', `${target.replace('linux', 'none')}@y = global i16 1`).messages).toHaveLength(
      1,
    );
    expect(messages('@x = global i32 1', `${target.replace('unknown', 'pc')}@y = global i16 1`).messages).toEqual([]);
  });
});
