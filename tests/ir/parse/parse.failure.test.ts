import { describe, expect, it } from 'vitest';
import { parseModule } from '../../../src/ir/parse/parse.js';
import { problemsOf } from '../parse-text.js';

const inBody = (statement: string): string => `define i32 @f(i32 %x, ptr %p) {
entry:
  ${statement}
  ret i32 %x
}

define i32 @g() {
  ret i32 1
}
`;

describe('a text that is not IR', () => {
  it.each([
    ['an empty file', '', 0],
    ['blanks', '\n \n', 0],
    ['C', '\nint main(void) {\n  return 0;\n}\n', 2],
    ['a long line', 'x'.repeat(10_000_000), 1],
    ['brackets', '('.repeat(1_000_000), 1],
    ['zeros', '\0'.repeat(1000), 0],
  ])('%s', (_, text, line) => {
    const result = parseModule(text, 'x.ll');
    expect(result).toMatchObject({
      kind: 'failed',
      diagnostics: [{ code: 'not-llvm-ir', place: { file: 'x.ll', line } }],
    });
  });
});

it.each([
  '%s = type { i32, %s* }\n@x = global %s zeroinitializer',
  '@x = global i32* null',
  'define void @f(i8* %x) {\n  ret void\n}',
  'define void @f() {\n  %x = alloca i32*, align 8\n  ret void\n}',
  'declare void @f(void (i32)*)',
])('typed pointers are of an unsupported version: %s', (text) => {
  const result = parseModule(text, 'old.ll');
  expect(result).toMatchObject({
    kind: 'failed',
    diagnostics: [{ code: 'ir-unsupported-version', severity: 'error' }],
  });
  expect(result.diagnostics[0]?.message).toContain('LLVM 16 or newer');
  expect(result.diagnostics[0]?.place?.line).toBeGreaterThan(0);
});

it('an initial value that is a truth value is an i1', () => {
  expect(parseModule('@x = global i1 true\n', 'x.ll').kind).toBe('ok');
  expect(problemsOf('@x = global [2 x i32] false\n')).toMatchObject([{ code: 'ir-syntax', place: { column: 23 } }]);
});

describe('unknown text in a body', () => {
  it.each([
    ['%y = frobnicate i32 %x', 'ir-unknown-instruction', 3],
    ['frobnicate', 'ir-unknown-instruction', 3],
    ['%y = add i32 %x', 'ir-syntax', 18],
    ['%y = add i99999999 %x, %x', 'ir-syntax', 12],
    ['%y = icmp olt i32 %x, %x', 'ir-syntax', 17],
    ['%y = fcmp slt float 1.0, 2.0', 'ir-syntax', 17],
    ['%y = load i32, ptr %p, align 4 bogus', 'ir-unknown-instruction', 34],
    ['%y = load i32, ptr %p, sideways 4', 'ir-syntax', 26],
    ['%y = cleanuppad within none []', 'ir-unsupported-instruction', 18],
    ['%y = store i32 1, ptr %p', 'ir-syntax', 3],
    ['%x = add i32 1, 2', 'ir-redefinition', 3],
    ['?', 'ir-syntax', 3],
    ['%y = call i32 @f(i32 1, ptr null) #7', 'ir-undefined-attributes', 37],
    ['%y = getelementptr { i8 }, ptr %p, i32 0, i32 4', 'ir-syntax', 50],
    ['%y = extractvalue { i8 } undef, 3', 'ir-syntax', 36],
    ['store i32 true, ptr %p', 'ir-syntax', 13],
    ['%y = add i32 %x, false', 'ir-syntax', 20],
    ['%y = alloca %nothing', 'ir-undefined-type', 23],
    ['#dbg_surprise(ptr %p)', 'ir-unknown-instruction', 16],
    ['fence sloppily', 'ir-syntax', 9],
  ])('%s', (statement, code, column) => {
    const result = parseModule(inBody(statement), 'x.ll');
    if (result.kind === 'failed') throw new Error('failed');
    expect(result.diagnostics).toEqual([]);
    const [f, g] = [...result.value.functions.values()];
    expect(f?.problems).toHaveLength(1);
    expect(f?.problems[0]).toMatchObject({ code, severity: 'error', place: { file: 'x.ll', line: 3, column } });
    expect(f?.problems[0]?.message).toContain('in function f');
    expect(f?.blocks.at(-1)?.instructions.at(-1)?.op).toBe('ret');
    expect(g?.problems).toEqual([]);
    expect(g?.blocks).toHaveLength(1);
  });

  it('leaves a well-formed body behind', () => {
    const result = parseModule(
      inBody('br i1 %q, label %nowhere, label %entry\n  whatever [\n    i32 1, label %x\n  ]\nend:'),
      'x.ll',
    );
    const f = result.kind === 'ok' ? result.value.functions.get('f') : undefined;
    expect(f?.problems).toMatchObject([{ code: 'ir-unknown-instruction', place: { line: 4, column: 3 } }]);
    expect(f?.blocks.map((b) => b.name)).toEqual(['entry', 'end', 'nowhere']);
    expect(f?.blocks[0]?.instructions).toMatchObject([
      { op: 'condbr', whenTrue: 2, whenFalse: 0, condition: { index: 2 } },
    ]);
    expect(f?.blocks[2]?.instructions).toMatchObject([{ op: 'unreachable' }]);
    expect(f?.registerCount).toBe(3);
  });

  it.each([
    ['%y = add i32 %x, %never', 'ir-undefined-value', 'register %never'],
    ['br label %never', 'ir-undefined-value', 'block %never'],
    ['br label %entry\nentry:', 'ir-redefinition', 'block %entry'],
    ['%y = add i32 1, 1\nnext:', 'ir-syntax', 'no terminator'],
  ])('%s', (statement, code, message) => {
    expect(problemsOf(inBody(statement))[0]).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('stops after twenty problems', () => {
    expect(problemsOf(inBody('%y = huh\n'.repeat(1000)))).toHaveLength(20);
  });
});

describe('unknown text outside of functions', () => {
  it.each([
    ['@x = sideways', 'ir-syntax', 2],
    ['@x = global i32 nonsense', 'ir-syntax', 2],
    ['@x = global i32 1, bogus ]', 'ir-syntax', 2],
    ['@x = global %t zeroinitializer\n%t = type { %t }', 'ir-syntax', 3],
    ['what is this', 'ir-syntax', 2],
    ['%unused = type { i32, [3 x', 'ir-truncated', 3],
    ['target triple = "x86_64', 'ir-truncated', 2],
    ['attributes #0 = { [ }', 'ir-truncated', 2],
    ['!5 = !{!1, ', 'ir-truncated', 2],
    ['@x = global ptr @missing', 'ir-undefined-symbol', 2],
    ['@x = global i8 0\n@x = global i8 1', 'ir-redefinition', 3],
    ['define void @g() {\n  ret void, !dbg !3\n}\n!2 = !{}', 'ir-truncated', 3],
  ])('%s', (text, code, line) => {
    const result = parseModule(`source_filename = "x"\n${text}\n`, 'x.ll');
    expect(result.kind).toBe('ok');
    expect(result.diagnostics[0]).toMatchObject({ code, place: { file: 'x.ll', line } });
  });

  it('keeps a function whose header is broken, as a problem', () => {
    const result = parseModule(
      'define void @f(i32 %x what {\n  ret void\n}\ndefine void @g() {\n  call void @f(i32 1)\n  ret void\n}',
      'x.ll',
    );
    if (result.kind === 'failed') throw new Error('failed');
    expect(result.diagnostics).toEqual([]);
    expect(result.value.functions.get('f')?.problems).toMatchObject([{ code: 'ir-syntax', place: { line: 1 } }]);
    expect(result.value.functions.get('g')?.problems).toEqual([]);
  });

  it('goes on with the next function when a body is cut off', () => {
    const result = parseModule('define void @f() {\n  %x = add i32\n\ndefine void @g() {\n  ret void\n}\n', 'x.ll');
    if (result.kind === 'failed') throw new Error('failed');
    expect(result.value.functions.get('f')?.problems.length).toBeGreaterThan(0);
    expect(result.value.functions.get('g')?.problems).toEqual([]);
  });
});

it('places problems in the source when the text was made from one', () => {
  const text = `define void @f() !dbg !2 {
  frobnicate, !dbg !3
  ret void, !dbg !3
}
!0 = !DIFile(filename: "main.c", directory: "/src")
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !0)
!2 = distinct !DISubprogram(name: "f", file: !0, line: 3, scope: !0, unit: !1)
!3 = !DILocation(line: 4, column: 7, scope: !2)
`;
  const [problem] = problemsOf(text, 'main.c');
  expect(problem).toMatchObject({ place: { line: 4, column: 7 }, detail: 'at line 2, column 3 of its LLVM IR' });
  expect(problem?.place?.file).toContain('main.c');
});

it('counts what it does not list', () => {
  const text = Array.from({ length: 1000 }, (_, i) => `@x${i} = junk`).join('\n');
  const result = parseModule(text, 'x.ll');
  expect(result.diagnostics).toHaveLength(51);
  expect(result.diagnostics.at(-1)).toMatchObject({ severity: 'note', message: '950 more problems in x.ll' });
});

describe('sizes beyond reason', () => {
  const deep = 100_000;
  it.each([
    ['nested types', `@x = global ${'{'.repeat(deep)}`],
    ['nested arrays', `@x = global ${'[1 x '.repeat(deep)}`],
    ['nested functions', `@x = global i32 ${'(i32 '.repeat(deep)}`],
    ['nested constants', `@x = global i32 ${'add (i32 '.repeat(deep)}`],
    ['nested prefixes', `@x = global ptr ${'no_cfi '.repeat(deep)}`],
    ['nested splats', `@x = global i32 ${'splat (i32 '.repeat(deep)}`],
    [
      'nested named types',
      Array.from({ length: deep }, (_, i) => `%t${i} = type { %t${i + 1} }`)
        .join('\n')
        .concat('\n@x = global %t0 zeroinitializer'),
    ],
    ['a long number', `@x = global i32 ${'9'.repeat(1_000_000)}`],
    ['a long fraction', `@x = global double 1.${'9'.repeat(1_000_000)}`],
    ['a long vector', '@x = global <4294967296 x i8> splat (i8 1)'],
    ['a long name', `@${'x'.repeat(1_000_000)} = junk`],
    ['a large register', `define void @f() {\n  %999999999999999999 = add i32 %16777215, 1\n  ret void\n}`],
    ['a large node', `!99999999 = !{}\n@x = junk`],
    ['a long line in a body', `define void @f() {\n  ${'x '.repeat(1_000_000)}\n  ret void\n}`],
    ['many bad definitions', 'define x\n'.repeat(100_000)],
    ['many bad groups', `@x = global i8 0\n${'attributes #0\n'.repeat(100_000)}`],
    ['many open nodes', Array.from({ length: 50_000 }, (_, i) => `!${i} = !{(`).join('\n')],
    ['many bad lines', `@x = global i8 0\n${'?\n'.repeat(100_000)}`],
    ['references inside a string', `@x = global [1 x i8] c"${'!0'.repeat(1_000_000)}", junk {`],
  ])('%s', (_, text) => {
    const problems = problemsOf(text);
    expect(problems.length).toBeGreaterThan(0);
    for (const { message } of problems) expect(message.length).toBeLessThan(1000);
  });
});
