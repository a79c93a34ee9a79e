import { describe, expect, it } from 'vitest';
import { accessPath } from '../../../src/ir/debug/access-path.js';
import type { SourceType } from '../../../src/ir/debug/debug-info.js';
import { readDebugInfo } from '../../../src/ir/debug/debug-metadata.js';
import { readMetadataNode } from '../../../src/ir/debug/metadata-node.js';
import { indexOf, readFixture } from '../metadata-text.js';

function infoOf(...nodes: string[]) {
  return readDebugInfo(indexOf(nodes.map((node, id) => `!${id} = ${node}`).join('\n')), 'unit.c');
}

/** C-like, one level of members. */
function show(type: SourceType): string {
  switch (type.kind) {
    case 'scalar':
      return `${type.volatile ? 'volatile ' : ''}${type.name}:${type.size}`;
    case 'pointer':
      return `${type.volatile ? 'volatile ' : ''}*:${type.size}`;
    case 'array':
      return `${show(type.element)}[${type.length ?? ''}]`;
    case 'record':
      return `${type.volatile ? 'volatile ' : ''}${type.union ? 'union' : 'struct'} ${type.name}:${type.size}`;
    default:
      return `${type.kind}:${type.size}`;
  }
}

function layout(type: SourceType): string[] {
  if (type.kind !== 'record') throw new Error(`${type.kind} has no members`);
  return type.members().map(({ name, type: inner, offset, bits }) => {
    const width = bits === undefined ? '' : ` bits ${bits.offset}+${bits.width}`;
    return `${offset}: ${name || '-'} ${show(inner)}${width}`;
  });
}

function member(type: SourceType, name: string): SourceType {
  const found = type.kind === 'record' ? type.members().find((each) => each.name === name) : undefined;
  if (found === undefined) throw new Error(`no member ${name}`);
  return found.type;
}

describe('a metadata node', () => {
  it('has fields, flags, typed constants and inline nodes', () => {
    const node = readMetadataNode(
      'distinct !DIDerivedType(tag: DW_TAG_member, name: "a, b) \\22\\C3\\A9\\\\n", scope: !3, flags: DIFlagPublic | DIFlagBitField, extraData: i64 -128, expr: !DIExpression(DW_OP_constu, 7), x: null)',
    );
    expect(node?.name).toBe('DIDerivedType');
    expect(Object.fromEntries(node?.fields ?? [])).toEqual({
      tag: { kind: 'word', text: 'DW_TAG_member' },
      name: { kind: 'string', text: 'a, b) "é\\n' },
      scope: { kind: 'reference', id: 3 },
      flags: { kind: 'word', text: 'DIFlagPublic | DIFlagBitField' },
      extraData: { kind: 'integer', value: -128 },
      expr: {
        kind: 'node',
        node: {
          name: 'DIExpression',
          fields: new Map(),
          elements: [
            { kind: 'word', text: 'DW_OP_constu' },
            { kind: 'integer', value: 7 },
          ],
        },
      },
      x: { kind: 'word', text: 'null' },
    });
  });

  it('may be a tuple of anything', () => {
    expect(
      readMetadataNode('!{!1, null, !"s", i32 7, ptr getelementptr (i8, ptr @x, i32 1), !{!2}}')?.elements,
    ).toEqual([
      { kind: 'reference', id: 1 },
      { kind: 'word', text: 'null' },
      { kind: 'string', text: 's' },
      { kind: 'integer', value: 7 },
      { kind: 'word', text: 'ptr getelementptr (i8, ptr @x, i32 1)' },
      { kind: 'node', node: { name: '', fields: new Map(), elements: [{ kind: 'reference', id: 2 }] } },
    ]);
  });

  it.each(['', 'i32 1', '!DILocation', '!DILocation(line: 3', '!DIFile(filename: "open', `${'!{'.repeat(100_000)}`])(
    'that is damaged is none (%#)',
    (text) => {
      expect(readMetadataNode(text)).toBeUndefined();
    },
  );
});

describe.each(['types-x86-clang16.ll', 'types-x86-clang22.ll'])('types in %s', (file) => {
  const { global } = readFixture(file);

  it('name variables with their place', () => {
    const { name, place, function: owner } = global('ticks');
    expect({ name, place, owner }).toEqual({
      name: 'ticks',
      place: { file: '/project/types.c', line: 58, column: 0 },
      owner: undefined,
    });
  });

  it('give function-static variables their function, also from inner blocks', () => {
    expect(global('count_up.count')).toMatchObject({ name: 'count', function: 'count_up' });
    expect(global('count_up.hidden')).toMatchObject({ name: 'hidden', function: 'count_up' });
  });

  it('see through typedefs and qualifiers', () => {
    expect(show(global('ticks').type)).toBe('volatile int:4');
    expect(show(global('constant').type)).toBe('volatile int:4');
    expect(show(global('ok').type)).toBe('_Bool:1');
    expect(show(global('text').type)).toBe('char:1[5]');
    expect(show(global('empty').type)).toBe('int:4[0]');
    expect(show(global('head').type)).toBe('*:8');
  });

  it('name an unnamed struct by its typedef', () => {
    expect(show(global('uart0').type)).toBe('struct uart_t:104');
  });

  it('list members with offsets', () => {
    expect(layout(global('uart0').type)).toEqual([
      '0: rx struct :18',
      '18: tx struct :18',
      '36: flags volatile unsigned int:4',
      '40: name *:8',
      '48: matrix int:4[4][3]',
      '96: list *:8',
    ]);
    expect(layout(member(global('uart0').type, 'rx'))).toEqual([
      '0: buf unsigned char:1[16]',
      '16: head volatile unsigned char:1',
      '17: tail volatile unsigned char:1',
    ]);
  });

  it('pass volatile on to members and elements', () => {
    expect(show(global('device').type)).toBe('volatile struct uart_t:104');
    expect(layout(member(global('device').type, 'rx'))[0]).toBe('0: buf volatile unsigned char:1[16]');
    expect(show(global('rows').type)).toBe('volatile int:4[4][3]');
    expect(show(global('uart0').type)).toBe('struct uart_t:104');
  });

  it('follow pointers to recursive, incomplete and function types', () => {
    const head = global('head').type;
    if (head.kind !== 'pointer') throw new Error('head is no pointer');
    const node = head.target();
    expect(layout(node)).toEqual([
      '0: next *:8',
      '8: hidden *:8',
      '16: a unsigned int:4 bits 128+3',
      '16: b unsigned int:4 bits 131+5',
      '17: c unsigned int:4 bits 136+10',
      '20: - union :4',
      '24: - struct :2',
      '28: mode mode:4',
      '32: atomic int:4',
      '40: callback *:8',
      '48: flexible char:1[]',
    ]);
    const [next, hidden, callback] = ['next', 'hidden', 'callback'].map((name) => member(node, name));
    expect(next?.kind === 'pointer' && next.target()).toBe(node);
    expect(hidden?.kind === 'pointer' && show(hidden.target())).toBe('struct later:0');
    expect(callback?.kind === 'pointer' && callback.target()).toMatchObject({ kind: 'function', size: 0 });
  });

  it('place bit-fields by bits', () => {
    expect(layout(global('bits').type)).toEqual([
      '0: ready unsigned int:4 bits 0+1',
      '4: wide unsigned long long:8 bits 32+40',
      '9: last _Bool:1 bits 72+1',
      '9: tail int:4 bits 76+7',
    ]);
  });

  it('know unions', () => {
    expect(layout(global('word').type)).toEqual([
      '0: byte unsigned char:1',
      '0: half unsigned short:2',
      '0: bytes unsigned char:1[4]',
      '0: - struct :2',
    ]);
  });
});

describe('types for AVR', () => {
  it('have pointers and ints of 16 bits', () => {
    const { global } = readFixture('types-avr-clang22.ll');
    expect(show(global('head').type)).toBe('*:2');
    expect(layout(global('uart0').type)).toEqual([
      '0: rx struct :18',
      '18: tx struct :18',
      '36: flags volatile unsigned int:2',
      '38: name *:2',
      '40: matrix int:2[4][3]',
      '64: list *:2',
    ]);
  });
});

describe('positions', () => {
  const { debug, find } = readFixture('types-x86-clang22.ll');

  it('lead through lexical blocks to the function', () => {
    expect(debug.location(find('DILocation(line: 83, column: 26'))).toEqual({
      place: { file: '/project/types.c', line: 83, column: 26 },
      function: 'main',
    });
  });

  it('are in the file that the line belongs to', () => {
    expect(debug.location(find('DILocation(line: 9,'))?.place.file).toBe('/project/other.c');
    expect(debug.subprogram(find('DISubprogram(name: "in_other_file"'))).toMatchObject({
      name: 'in_other_file',
      place: { file: '/project/other.c', line: 7, column: 0 },
    });
  });

  it('exist for local variables, also of variable length', () => {
    expect(debug.localVariable(find('DILocalVariable(name: "value"'))).toMatchObject({
      name: 'value',
      place: { file: '/project/types.c', line: 82, column: 0 },
      function: 'main',
    });
    const array = debug.localVariable(find('DILocalVariable(name: "array"'));
    expect(array?.type).toMatchObject({ kind: 'array', length: undefined, size: 0 });
  });

  it('do not exist for code without a line', () => {
    expect(debug.location(-1)).toBeUndefined();
    expect(debug.location(find('DILocation(line: 0'))).toBeUndefined();
    expect(debug.location(find('DISubprogram('))).toBeUndefined();
    expect(debug.location(99_999)).toBeUndefined();
  });

  it('keep the chain of inlining, innermost first', () => {
    const info = infoOf(
      '!DILocation(line: 3, column: 5, scope: !2, inlinedAt: !1)',
      'distinct !DILocation(line: 20, column: 7, scope: !3, inlinedAt: !5)',
      'distinct !DISubprogram(name: "inner", file: !4, line: 2)',
      'distinct !DISubprogram(name: "middle", file: !4, line: 18)',
      '!DIFile(filename: "../lib/./a.c", directory: "/src/app")',
      'distinct !DILocation(line: 40, scope: !6)',
      'distinct !DILexicalBlock(scope: !7, file: !8, line: 1)',
      'distinct !DISubprogram(name: "outer", file: !4, line: 38)',
      '!DIFile(filename: "/abs/b.c", directory: "/src/app")',
    );
    expect(info.location(0)).toEqual({
      place: { file: '/src/lib/a.c', line: 3, column: 5 },
      function: 'inner',
      inlinedAt: {
        place: { file: '/src/lib/a.c', line: 20, column: 7 },
        function: 'middle',
        inlinedAt: { place: { file: '/abs/b.c', line: 40, column: 0 }, function: 'outer' },
      },
    });
  });

  it('take the file of a DILexicalBlockFile with a discriminator', () => {
    const info = infoOf(
      '!DILocation(line: 3, column: 5, scope: !1)',
      '!DILexicalBlockFile(scope: !2, file: !3, discriminator: 2)',
      'distinct !DISubprogram(name: "f", file: !4, line: 2)',
      '!DIFile(filename: "table.inc", directory: "/p")',
      '!DIFile(filename: "f.c", directory: "/p")',
    );
    expect(info.location(0)).toEqual({ place: { file: '/p/table.inc', line: 3, column: 5 }, function: 'f' });
  });

  it.each([
    ['!DIFile(filename: "a.c", directory: "")', 'a.c'],
    ['!DIFile(filename: "<stdin>", directory: "/p")', '<stdin>'],
    ['!DIFile(filename: "<unknown>", directory: "")', 'unit.c'],
    ['!DIFile(filename: "src\\\\a.c", directory: "C:\\\\fw")', 'C:\\fw\\src\\a.c'],
    ['!DIFile(filename: "a.c", directory: "build")', 'build/a.c'],
    ['null', 'unit.c'],
  ])('in %s are in %s', (file, expected) => {
    const info = infoOf('!DILocation(line: 3, scope: !1)', '!DISubprogram(name: "f", file: !2)', file);
    expect(info.location(0)?.place.file).toBe(expected);
  });

  it('are found in the deepest else-if chain', () => {
    const depth = 20_000;
    const blocks = Array.from({ length: depth }, (_, i) => `!DILexicalBlock(scope: !${i + 2}, file: !0, line: 1)`);
    const info = infoOf(
      '!DIFile(filename: "f.c", directory: "/p")',
      ...blocks,
      '!DISubprogram(name: "f", file: !0)',
      '!DILocation(line: 3, scope: !1)',
    );
    expect(info.location(depth + 2)).toEqual({ place: { file: '/p/f.c', line: 3, column: 0 }, function: 'f' });
  });
});

describe('enumeration constants', () => {
  it('have their values', () => {
    const { debug } = readFixture('types-x86-clang16.ll');
    expect(['OFF', 'ON', 'mode', 'none'].map((name) => debug.enumerator(name))).toEqual([0, 1, undefined, undefined]);
  });

  it('may be negative', () => {
    const text = `
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, enums: !1)
!1 = !{!2}
!2 = !DICompositeType(tag: DW_TAG_enumeration_type, size: 64, elements: !3)
!3 = !{!4, !5}
!4 = !DIEnumerator(name: "NonMaskableInt_IRQn", value: -14)
!5 = !DIEnumerator(name: "USART1_IRQn", value: 37, isUnsigned: true)`;
    const debug = readDebugInfo(indexOf(text), 'unit.c');
    expect(debug.enumerator('NonMaskableInt_IRQn')).toBe(-14);
    expect(debug.enumerator('USART1_IRQn')).toBe(37);
  });
});

describe('other languages and damaged metadata', () => {
  it('understand array bounds of every form', () => {
    const lengthOf = (range: string) => {
      const info = infoOf(
        '!DIGlobalVariable(name: "a", type: !1)',
        '!DICompositeType(tag: DW_TAG_array_type, baseType: !3, elements: !2)',
        '!{!4}',
        '!DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)',
        range,
      );
      const type = info.globalVariable(0)?.type;
      return type?.kind === 'array' ? type.length : 'no array';
    };
    expect(lengthOf('!DISubrange(count: 5)')).toBe(5);
    expect(lengthOf('!DISubrange(count: 5, lowerBound: 1)')).toBe(5);
    expect(lengthOf('!DISubrange(lowerBound: 0, upperBound: 7)')).toBe(8);
    expect(lengthOf('!DISubrange(count: !DIExpression(DW_OP_push_object_address))')).toBeUndefined();
    expect(lengthOf('!DISubrange(count: -1)')).toBeUndefined();
    expect(lengthOf('!DISubrange()')).toBeUndefined();
    expect(lengthOf('!DIGenericSubrange(lowerBound: !9)')).toBeUndefined();
  });

  it('make base classes transparent and skip virtual bases and static members', () => {
    const info = infoOf(
      '!DIGlobalVariable(name: "d", type: !1)',
      '!DICompositeType(tag: DW_TAG_class_type, name: "D", size: 128, elements: !2)',
      '!{!3, !4, !5, !6, !7, !8}',
      '!DIDerivedType(tag: DW_TAG_inheritance, scope: !1, baseType: !9, offset: 32)',
      '!DIDerivedType(tag: DW_TAG_inheritance, scope: !1, baseType: !9, offset: 24, flags: DIFlagPublic | DIFlagVirtual)',
      '!DIDerivedType(tag: DW_TAG_member, name: "own", baseType: !10, size: 32, offset: 64)',
      '!DIDerivedType(tag: DW_TAG_member, name: "shared", baseType: !10, flags: DIFlagPublic | DIFlagStaticMember)',
      '!DISubprogram(name: "method", scope: !1)',
      '!DIDerivedType(tag: DW_TAG_variable, name: "shared", baseType: !10, flags: DIFlagStaticMember)',
      '!DICompositeType(tag: DW_TAG_structure_type, name: "Base", size: 32, elements: !11)',
      '!DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)',
      '!{}',
    );
    expect(layout(info.globalVariable(0)?.type as SourceType)).toEqual(['4: - struct Base:4', '8: own int:4']);
  });

  it('read Rust enums as a union of their variants and the discriminant', () => {
    const info = infoOf(
      '!DIGlobalVariable(name: "M", type: !1)',
      '!DICompositeType(tag: DW_TAG_structure_type, name: "Msg", size: 96, elements: !2)',
      '!{!3}',
      '!DICompositeType(tag: DW_TAG_variant_part, scope: !1, size: 96, elements: !4, discriminator: !7)',
      '!{!5}',
      '!DIDerivedType(tag: DW_TAG_member, name: "Move", baseType: !6, size: 96, extraData: i8 1)',
      '!DICompositeType(tag: DW_TAG_structure_type, name: "Move", size: 96, elements: !{})',
      '!DIDerivedType(tag: DW_TAG_member, baseType: !8, size: 8, flags: DIFlagArtificial)',
      '!DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)',
    );
    const type = info.globalVariable(0)?.type as SourceType;
    expect(layout(type)).toEqual(['0: - union :12']);
    expect(layout(member(type, ''))).toEqual(['0: discriminant u8:1', '0: Move struct Move:12']);
  });

  it('have no line or column that LLVM has no room for', () => {
    const at = (position: string) =>
      infoOf(
        '!DIFile(filename: "a.c", directory: "/src")',
        '!DISubprogram(name: "f", file: !0, line: 3)',
        `!DILocation(${position}, scope: !1)`,
        `!DIGlobalVariable(name: "x", file: !0, ${position})`,
      );
    expect(at('line: 4294967295, column: 65535').location(2)?.place).toMatchObject({
      line: 2 ** 32 - 1,
      column: 65535,
    });
    expect(at('line: 7, column: 65536').location(2)?.place).toMatchObject({ line: 7, column: 0 });
    for (const line of ['4294967296', '18446744073709551616', '-1']) {
      expect(at(`line: ${line}`).location(2)).toBeUndefined();
      expect(at(`line: ${line}`).globalVariable(3)?.place.line).toBe(0);
    }
  });

  it('are inlined at more places than the stack is deep', () => {
    const length = 50_000;
    const info = infoOf(
      '!DISubprogram(name: "f", line: 3)',
      ...Array.from({ length }, (_, n) => `!DILocation(line: ${length - n}, scope: !0, inlinedAt: !${n + 2})`),
    );
    let depth = 0;
    for (let at = info.location(1); at !== undefined; at = at.inlinedAt) depth++;
    expect(depth).toBe(length);
  });

  it('give no members to a record that holds itself', () => {
    const record = (elements: number) =>
      `!DICompositeType(tag: DW_TAG_structure_type, name: "s", size: 64, elements: !${elements})`;
    const member = (type: number) => `!DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !${type}, size: 64)`;
    const info = infoOf(
      '!DIGlobalVariable(name: "x", type: !2)',
      '!DIGlobalVariable(name: "y", type: !9)',
      record(3),
      '!{!4}',
      member(5),
      '!DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 64, elements: !7)',
      '!DIDerivedType(tag: DW_TAG_typedef, name: "t", baseType: !2)',
      '!{!8}',
      '!DISubrange(count: 1)',
      record(10),
      '!{!11, !12}',
      member(2),
      member(13),
      '!DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)',
    );
    expect(layout(info.globalVariable(0)!.type)).toEqual([]);
    // What leads there, and a record that points to itself, have theirs.
    const around = info.globalVariable(1)!.type;
    expect(layout(around)).toEqual(['0: m struct s:8', '0: m *:8']);
    expect(accessPath(info.globalVariable(0)!.type, 0, 4)).toBe('');
  });

  it('end on nodes that contain themselves', () => {
    const info = infoOf(
      '!DIGlobalVariable(name: "a", scope: !0, type: !1)',
      '!DIDerivedType(tag: DW_TAG_typedef, name: "t", baseType: !1)',
      '!DILocation(line: 1, scope: !3, inlinedAt: !2)',
      '!DILexicalBlock(scope: !3, file: null)',
      '!DIGlobalVariable(name: "x", type: !5)',
      '!DICompositeType(tag: DW_TAG_array_type, baseType: !5, elements: !6)',
      '!{!7}',
      '!DISubrange(count: 2)',
    );
    expect(info.globalVariable(0)).toMatchObject({ name: 'a', type: { kind: 'unknown', size: 0 } });
    expect(info.location(2)).toMatchObject({ place: { file: 'unit.c', line: 1 }, function: '' });
    expect(info.globalVariable(4)?.type).toMatchObject({ kind: 'array', element: { kind: 'unknown' } });
  });

  it('have no name for string literals', () => {
    const info = infoOf(
      '!DIGlobalVariableExpression(var: !1, expr: !DIExpression())',
      '!DIGlobalVariable(scope: null, line: 3)',
    );
    expect(info.globalVariable(0)).toBeUndefined();
  });
});
