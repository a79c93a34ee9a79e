import { describe, expect, it } from 'vitest';
import { parseModule } from '../../../src/ir/parse/parse.js';
import { TypeTable } from '../../../src/ir/type-table.js';
import { body, functionNamed, parsed } from '../parse-text.js';

const global = (text: string, prelude = '') => [...parsed(`${prelude}\n${text}`).globals.values()].at(-1);

describe('globals', () => {
  it.each([
    [
      '@x = dso_local global i32 7, align 4',
      { name: 'x', linkage: 'external', constant: false, align: 4, threadLocal: false },
    ],
    ['@x = internal unnamed_addr constant i8 1', { linkage: 'internal', constant: true, align: 1 }],
    ['@x = common dso_local local_unnamed_addr global i16 0, align 2', { linkage: 'common' }],
    ['@x = linkonce_odr hidden constant i8 1, comdat, align 8', { linkage: 'linkonce_odr', align: 8 }],
    [
      '@x = thread_local(initialexec) global i32 0, section ".tdata", partition "p", align 4',
      { threadLocal: true, section: '.tdata' },
    ],
    ['@x = addrspace(1) externally_initialized global i8 0, code_model "large"', { addressSpace: 1 }],
    ['@x = private global i8 0, no_sanitize_address, sanitize_memtag, comdat($x) #0', { linkage: 'private' }],
    ['@"a\\22b c" = global i8 0', { name: 'a"b c', sourceName: 'a"b c' }],
    ['@"\\01foo" = global i8 0', { name: 'foo' }],
    ['@"gr\\C3\\B6\\C3\\9Fe" = global i8 0', { name: 'größe' }],
    ['@0 = private unnamed_addr constant [2 x i8] c"a\\00"', { name: '0' }],
    ['@x = global i8 0, !type !0, !dbg !1', { debug: 1 }],
    ['@x = global %s zeroinitializer', { type: { kind: 'struct', name: 's' }, align: 8, debug: -1 }],
    ['@x = global\n  [2 x i8] [\n  i8 1,\n  i8 2\n  ] ; comment\n  , align 4', { align: 4 }],
  ])('%s', (text, expected) => {
    const prelude = '%s = type { i8, double }\nattributes #0 = { "x" }\n!0 = !{}\n!1 = !{}';
    expect(global(text, prelude)).toMatchObject(expected);
  });

  it.each(['@x = external global i32', '@x = extern_weak dso_local constant i32, align 4'])(
    '%s: no initialiser',
    (text) => {
      expect(global(text)).not.toHaveProperty('initializer');
      expect(global(text)).not.toHaveProperty('section');
    },
  );

  it('reads aliases, ifuncs and module assembly', () => {
    const module = parsed(
      `
module asm ".global a"
module asm "\\09.word \\22x\\22"
$f = comdat any
define weak void @f() comdat {
  ret void
}
@a = dso_local alias void (), ptr @f
@b = weak hidden alias i8, getelementptr (i8, ptr @f, i32 2), partition "p"
@i = ifunc i32 (i32), ptr @f
@f.0 = global i8 0
`.replace('getelementptr', 'ptr getelementptr'),
    );
    expect(module.assembly).toEqual(['.global a', '\t.word "x"']);
    expect(module.aliases.get('a')).toMatchObject({ linkage: 'external', ifunc: false, target: { name: 'f' } });
    expect(module.aliases.get('b')).toMatchObject({ linkage: 'weak', target: { offset: 2 } });
    expect(module.aliases.get('i')).toMatchObject({ ifunc: true });
    expect(functionNamed(module, 'f').linkage).toBe('weak');
  });
});

describe('function headers', () => {
  const groups = `
attributes #0 = { noinline nounwind "interrupt"="4" memory(argmem: readwrite) alignstack=8 allockind("alloc,zeroed") }
attributes #1 = { "signal" noreturn }
%s = type { i32 }
@data = global i8 0
!0 = !{}
!5 = distinct !DISubprogram(name: "f")
!6 = !{}
`;

  it.each([
    ['declare void @f()', { linkage: 'external', parameters: [], blocks: [], debug: -1 }],
    ['declare !dbg !5 extern_weak i32 @f(ptr, ...)', { debug: 5, linkage: 'extern_weak', type: { variadic: true } }],
    ['define avr_signalcc void @f() addrspace(1) #0 {', { callingConvention: 'avr_signalcc', addressSpace: 1 }],
    ['define internal cc 87 void @f() {', { callingConvention: 'cc 87', linkage: 'internal' }],
    ['define dso_local ccc void @f() {', {}],
    ['define dso_local msp430_intrcc void @f() {', { callingConvention: 'msp430_intrcc' }],
    ['define arm_aapcs_vfpcc zeroext "k"="v" range(i8 0, 2) i8 @f() {', { callingConvention: 'arm_aapcs_vfpcc' }],
    [
      'define linkonce_odr hidden void @f() unnamed_addr #0 section ".ram" comdat($f) align 2 gc "x" {',
      { section: '.ram' },
    ],
    [
      'define void @f() prefix i32 5 prologue i8 1 personality ptr @data !dbg !5 !prof !6 {',
      { debug: 5, attributes: new Map() },
    ],
    [
      'define void @f(ptr noalias nocapture noundef byval(%s) align 4 %x, i32 %0, ptr sret({ i8, i8 }) "a" %"q r") {',
      {
        byValue: new Map([[0, { type: expect.objectContaining({ name: 's' }), align: 4 }]]),
        parameters: [{ index: 0 }, { index: 1 }, { index: 2 }],
      },
    ],
    ['define void @"odd \\22name\\22"() {', { name: 'odd "name"' }],
    ['define void @12() {', { name: '12' }],
  ])('%s', (header, expected) => {
    const text = header.endsWith('{') ? `${header}\n  unreachable\n}` : header;
    const f = [...parsed(`${groups}${text}\n`).functions.values()][0];
    expect(f).toMatchObject(expected);
    if (!header.includes('cc ') || header.includes(' ccc ')) expect(f).not.toHaveProperty('callingConvention');
  });

  it('resolves attribute groups, which may stand behind', () => {
    const f = functionNamed(parsed(`declare void @f() #1 cold "own"="v" #0\n${groups}`), 'f');
    expect(Object.fromEntries(f.attributes)).toEqual({
      noinline: '',
      nounwind: '',
      interrupt: '4',
      memory: 'argmem: readwrite',
      alignstack: '8',
      allockind: '"alloc,zeroed"',
      signal: '',
      noreturn: '',
      cold: '',
      own: 'v',
    });
  });

  it('takes the address space of functions from the data layout', () => {
    const module = parsed('target datalayout = "e-P1-p:16:8"\ndeclare void @f()\n@p = global ptr addrspace(1) @f');
    expect(functionNamed(module, 'f').addressSpace).toBe(1);
  });
});

describe('types', () => {
  it('may be defined in any order, opaque, packed, numbered or quoted', () => {
    const module = parsed(`
@a = global %outer zeroinitializer
@b = external global %later
@c = global %0 zeroinitializer
@d = global %"q s" zeroinitializer
%outer = type { %inner, [2 x %inner] }
%inner = type <{ i8, i32 }>
%later = type opaque
%0 = type { ptr }
%"q s" = type { target("x", i32, 1), x86_amx }
`);
    expect(module.globals.get('a')?.type).toMatchObject({ fields: [{ name: 'inner', packed: true }, { length: 2 }] });
    expect(module.globals.get('b')?.type).toEqual({ kind: 'struct', name: 'later', packed: false });
    expect(module.globals.get('c')?.type).toMatchObject({ name: '0' });
  });

  it('are identical across modules that share a table', () => {
    const types = new TypeTable();
    const read = (name: string, more: string) => {
      const result = parseModule(`%s = type { i32${more} }\n@${name} = global %s zeroinitializer`, 'x.ll', types);
      return result.kind === 'ok' ? result.value.globals.get(name)?.type : undefined;
    };
    expect(read('a', '')).toBe(read('b', ''));
    expect(read('c', ', i8')).not.toBe(read('a', ''));
  });
});

describe('debug information', () => {
  const metadata = `
!llvm.dbg.cu = !{!1}
!0 = !{}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2)
!2 = !DIFile(filename: "main.c", directory: "/src")
!3 = distinct !DISubprogram(name: "f", file: !2, line: 3, scope: !2, unit: !1)
!4 = !DILocalVariable(name: "x", scope: !3, file: !2, line: 4, type: !5)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DILocation(line: 4, column: 7, scope: !3)
`;

  it.each([
    [
      '    #dbg_declare(ptr %p, !4, !DIExpression(), !6)',
      { op: 'debug-declare', address: { index: 0 }, variable: 4, debug: 6 },
    ],
    [
      '    #dbg_value(i32 %a, !4, !DIExpression(), !6)',
      { op: 'debug-value', value: { index: 1 }, variable: 4, debug: 6 },
    ],
    [
      '    #dbg_value(i32 %a, !4, !DIExpression(DW_OP_plus_uconst, 1), !6)',
      { op: 'debug-value', value: { kind: 'undef' } },
    ],
    ['    #dbg_value(!DIArgList(i32 %a, i32 %b), !4, !DIExpression(), !6)', { value: { kind: 'undef' } }],
    ['    #dbg_value(ptr poison, !4, !DIExpression(), !6)', { value: { kind: 'undef' } }],
    [
      '    #dbg_assign(i32 %a, !4, !DIExpression(), !0, ptr %p, !DIExpression(), !6)',
      { op: 'debug-value', variable: 4, debug: 6 },
    ],
    [
      'call void @llvm.dbg.declare(metadata ptr %p, metadata !4, metadata !DIExpression()), !dbg !6',
      { op: 'debug-declare', address: { index: 0 }, variable: 4, debug: 6 },
    ],
    [
      'tail call addrspace(1) void @llvm.dbg.value(metadata i32 5, metadata !4, metadata !DIExpression()) #0, !dbg !6',
      { op: 'debug-value', value: { value: 5n }, variable: 4, debug: 6 },
    ],
    ['store i32 %a, ptr %p, align 4, !tbaa !0, !dbg !6, !nontemporal !0', { op: 'store', debug: 6 }],
    ['%r = load i32, ptr %p, !dbg !6, !range !{i32 0, i32 2}', { op: 'load', debug: 6 }],
    ['%r = add i32 %a, %b', { op: 'add', debug: -1 }],
  ])('%s', (text, expected) => {
    const f = body(text, undefined, `attributes #0 = { nounwind }${metadata}`);
    expect(f.blocks[0]?.instructions[0]).toMatchObject(expected);
  });

  it('drops labels and declarations with an expression', () => {
    const text = [
      '#dbg_label(!4, !6)',
      '#dbg_declare(ptr %p, !4, !DIExpression(DW_OP_deref), !6)',
      'call void @llvm.dbg.label(metadata !4), !dbg !6',
    ];
    const f = body(text.join('\n'), undefined, metadata);
    expect(f.blocks[0]?.instructions.map((i) => i.op)).toEqual(['ret']);
  });

  it('keeps locations that are written in place', () => {
    const module = parsed(`define void @f() {
  ret void, !dbg !DILocation(line: 9, column: 2, scope: !3)
}${metadata}`);
    const ret = functionNamed(module, 'f').blocks[0]?.instructions[0];
    expect(module.units[0]?.debug.location(ret?.debug ?? -1)?.place).toMatchObject({ line: 9, column: 2 });
  });

  it('finds nodes over several lines, and named ones', () => {
    const module = parsed(`define void @f() !dbg !3 {
  ret void, !dbg !6
}
${metadata.replace('!6 = !DILocation(line: 4, ', '!6 = !DILocation(\n    line: 4,\n   ')}`);
    expect(module.units[0]?.debug.location(6)).toMatchObject({ place: { line: 4, column: 7 }, function: 'f' });
  });
});

it('skips summaries, comdats and use-list orders', () => {
  const module = parsed(`source_filename = "x.c"
; comment
$c = comdat largest
^0 = module: (path: "x", hash: (0, 0, 0, 0, 0))
define void @f(i32 %x) {
  ret void
  uselistorder i32 %x, { 1, 0 }
}
uselistorder ptr @f, { 1, 0 }
`);
  expect(module.functions.size).toBe(1);
});

it('has a unit and a triple', () => {
  const result = parseModule('target triple = "avr"\n', 'main.c');
  expect(result).toMatchObject({ kind: 'ok', value: { triple: 'avr', units: [{ file: 'main.c' }] } });
});
