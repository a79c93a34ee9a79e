// Small damages to texts, drawn from a seeded generator: to LLVM IR by token, line and character, and to JSON by value.
// A seed always gives the same text, so that one number is enough to see an input again.

/** Mulberry32. */
export class Random {
  #state;

  constructor(seed) {
    // Neighbouring seeds must not give neighbouring streams.
    this.#state = Math.imul(seed + 1, 0x9e37_79b1) >>> 0;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit) {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  of(list) {
    return list[this.below(list.length)];
  }
}

const numbers = [
  ...['0', '1', '-1', '2', '3', '7', '8', '31', '32', '33', '63', '64', '65', '127', '128', '255', '256', '65535'],
  ...['65536', '8388607', '8388608', '16777216', '2147483647', '-2147483648', '4294967295', '4294967296'],
  ...['1073741824', '9007199254740993', '9223372036854775807', '18446744073709551615', '18446744073709551616'],
  ...['340282366920938463463374607431768211456', `1${'0'.repeat(400)}`, '1.5', '1e400', '0x7FF0000000000000', '-0'],
];
const types = [
  ...['void', 'i1', 'i7', 'i8', 'i16', 'i24', 'i32', 'i64', 'i128', 'i129', 'i4096', 'i8388607', 'i8388608', 'half'],
  ...['float', 'double', 'x86_fp80', 'fp128', 'ptr', 'ptr addrspace(1)', 'ptr addrspace(77)', 'label', 'metadata'],
  ...['token', 'opaque', '<4 x i32>', '<2 x ptr>', '<vscale x 4 x i32>', '<0 x i8>', '<99999 x i64>', '[0 x i8]'],
  ...['[3 x i16]', '[4294967295 x i64]', '[99999999999999999999 x i8]', '{}', '{ i32, i8 }', '<{ i8, i32 }>', 'i32 ()'],
  ...['void (i32, ...)', '{ [2 x { ptr, i64 }], <2 x i1> }', 'target("spirv.Image")', 'x86_amx', '%missing'],
];
const values = [
  ...[
    'null',
    'undef',
    'poison',
    'zeroinitializer',
    'true',
    'false',
    'none',
    '{ i32 1, i8 2 }',
    '[i8 1, i8 2]',
    'c"ab\\00"',
  ],
  ...[
    '<i32 1, i32 2>',
    'splat (i32 3)',
    'blockaddress(@main, %1)',
    'inttoptr (i64 4096 to ptr)',
    '@missing',
    '%missing',
  ],
  ...[
    'ptrtoint (ptr @main to i64)',
    'getelementptr (i8, ptr @main, i64 3)',
    'getelementptr ({ i8, i32 }, ptr null, i32 0, i32 9)',
  ],
  ...[
    'add (i32 1, i32 2)',
    'select (i1 true, i32 1, i32 2)',
    'trunc (i64 5 to i8)',
    'asm "nop", ""',
    'bitcast (i32 1 to float)',
  ],
];
const opcodes = [
  ...[
    'add',
    'sub nsw',
    'mul',
    'udiv',
    'sdiv',
    'urem',
    'srem',
    'shl',
    'lshr',
    'ashr',
    'and',
    'or',
    'xor',
    'fadd',
    'fdiv',
    'frem',
  ],
  ...[
    'fneg',
    'freeze',
    'trunc',
    'zext',
    'sext',
    'fptrunc',
    'fpext',
    'fptoui',
    'fptosi',
    'uitofp',
    'sitofp',
    'ptrtoint',
  ],
  ...[
    'inttoptr',
    'bitcast',
    'addrspacecast',
    'icmp eq',
    'icmp slt',
    'fcmp olt',
    'select',
    'phi',
    'alloca',
    'load',
    'load volatile',
  ],
  ...[
    'load atomic',
    'store',
    'store volatile',
    'store atomic',
    'getelementptr inbounds',
    'getelementptr',
    'extractvalue',
  ],
  ...[
    'insertvalue',
    'extractelement',
    'insertelement',
    'shufflevector',
    'cmpxchg',
    'atomicrmw add',
    'atomicrmw xchg',
    'fence seq_cst',
  ],
  ...[
    'call',
    'tail call',
    'musttail call',
    'invoke',
    'callbr',
    'va_arg',
    'landingpad',
    'ret',
    'br',
    'switch',
    'indirectbr',
    'resume',
  ],
  ...['unreachable', 'catchpad', 'teleport'],
];
const words = [
  ...[
    'weak',
    'internal',
    'private',
    'extern_weak',
    'available_externally',
    'appending',
    'common',
    'external',
    'linkonce_odr',
  ],
  ...[
    'constant',
    'global',
    'alias',
    'ifunc',
    'thread_local',
    'define',
    'declare',
    'volatile',
    'align',
    'section',
    'addrspace(3)',
  ],
  ...[
    'avr_signalcc',
    'msp430_intrcc',
    'byval(i32)',
    'sret({ i32 })',
    'noreturn',
    '...',
    'distinct',
    'to',
    'label',
    'x',
    ',',
    '(',
    ')',
  ],
];
const instructions = [
  '  %zz = alloca i32, i32 %zz',
  '  %zz = load i32, ptr null, align 3',
  '  store i32 1, ptr inttoptr (i64 37 to ptr), align 4',
  '  %zz = call i32 @main()',
  '  call void @llvm.memcpy.p0.p0.i64(ptr null, ptr null, i64 99999999999, i1 false)',
  '  call void @llvm.memset.p0.i64(ptr null, i8 1, i64 -1, i1 false)',
  '  %zz = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 1)',
  '  %zz = call i8 @llvm.ctpop.i32(i64 1)',
  '  call void @llvm.va_start(ptr null)',
  '  call void asm sideeffect "cli", "~{memory}"()',
  '  %zz = call i32 asm "mov $0, $1", "=r,r"(i32 5)',
  '  %zz = phi i32 [ 1, %zz ], [ %zz, %0 ]',
  '  %zz = getelementptr [4 x i32], ptr null, i64 0, i64 99999999999',
  '  %zz = extractvalue { i32, i8 } undef, 1',
  '  %zz = insertvalue { i32, i8 } undef, i32 1, 1',
  '  %zz = shufflevector <2 x i8> zeroinitializer, <2 x i8> poison, <3 x i32> <i32 0, i32 9, i32 -1>',
  '  %zz = cmpxchg ptr null, i32 0, i64 1 seq_cst monotonic',
  '  %zz = atomicrmw fadd ptr null, i32 1 seq_cst',
  '  %zz = shl i8 1, 99',
  '  %zz = sdiv i32 -2147483648, -1',
  '  %zz = udiv i32 1, 0',
  '  switch i32 1, label %1 [ i32 1, label %1 i32 1, label %1 ]',
  '  indirectbr ptr null, []',
  '  ret void',
  '  unreachable',
  '  #dbg_value(i32 1, !1, !DIExpression(), !2)',
  '@zz = alias i32, ptr @zz',
  '@zz = global %zz zeroinitializer',
  '%zz = type { i32, %zz }',
  '@zz = global [3 x i8] c"abcdef"',
  '@main = global i32 0',
  'define void @zz() { ret void }',
  'declare void @zz(i32, ...)',
  'module asm "nonsense"',
  'target datalayout = "E-p:3:5-i64:999999-n8"',
  'target datalayout = "e-p:0:0:0-a:0:4294967296"',
  'target triple = "avr"',
  '!0 = !DILocation(line: 1, column: 1, scope: !0, inlinedAt: !0)',
  '!1 = !DIDerivedType(tag: DW_TAG_typedef, baseType: !1, size: 99999999999999999999)',
  '!llvm.dbg.cu = !{!0, !1, !99999}',
  '$zz = comdat any',
  '^0 = module: (path: "x")',
  '\0\u{1f600}',
];

/** What a token may be replaced by without the text ceasing to be IR at once. */
function kindOf(token) {
  if (/^%/.test(token)) return 'local';
  if (/^@/.test(token)) return 'global';
  if (/^!\d/.test(token)) return 'metadata';
  if (/^!/.test(token)) return 'node';
  if (/^-?\d/.test(token)) return 'number';
  if (/^(i\d+|ptr|void|float|double|half|label)$/.test(token)) return 'type';
  if (/^(null|undef|poison|zeroinitializer|true|false)$/.test(token)) return 'value';
  if (opcodeWords.has(token)) return 'opcode';
  return /^\w/.test(token) ? 'word' : 'sign';
}

const opcodeWords = new Set(opcodes.map((text) => text.split(' ')[0]));
const made = {
  number: numbers,
  type: types,
  value: values,
  opcode: opcodes,
  word: words,
  local: values,
  global: values,
};

function tokensOf(text) {
  return [...text.matchAll(/[%@!#$]?"(?:[^"\n])*"|[%@!#$]?[-\w.$]+|\.\.\.|[^\s]/g)].map((m) => ({
    at: m.index,
    text: m[0],
  }));
}

function splice(text, at, length, insert) {
  return text.slice(0, at) + insert + text.slice(at + length);
}

const damages = {
  token(text, random) {
    const tokens = tokensOf(text);
    if (tokens.length === 0) return text;
    const token = random.of(tokens);
    const kind = kindOf(token.text);
    const alike = tokens.filter((other) => kindOf(other.text) === kind);
    const invented = made[kind];
    const insert = invented !== undefined && random.below(3) === 0 ? random.of(invented) : random.of(alike).text;
    return splice(text, token.at, token.text.length, insert);
  },
  number(text, random) {
    const found = tokensOf(text).filter((token) => kindOf(token.text) === 'number');
    if (found.length === 0) return text;
    const token = random.of(found);
    return splice(text, token.at, token.text.length, random.of(numbers));
  },
  type(text, random) {
    const found = tokensOf(text).filter((token) => kindOf(token.text) === 'type');
    if (found.length === 0) return text;
    const token = random.of(found);
    return splice(text, token.at, token.text.length, random.of(types));
  },
  operands(text, random) {
    const tokens = tokensOf(text);
    const one = random.of(tokens);
    const alike = tokens.filter((token) => token !== one && kindOf(token.text) === kindOf(one?.text ?? ''));
    if (alike.length === 0) return text;
    const other = random.of(alike);
    const [first, second] = one.at < other.at ? [one, other] : [other, one];
    const behind = splice(text, second.at, second.text.length, first.text);
    return splice(behind, first.at, first.text.length, second.text);
  },
  remove(text, random) {
    const tokens = tokensOf(text);
    const token = random.of(tokens);
    return token === undefined ? text : splice(text, token.at, token.text.length, '');
  },
  insert(text, random) {
    const token = random.of(tokensOf(text));
    return token === undefined
      ? text
      : splice(text, token.at, 0, `${random.of(random.of([numbers, types, values, words, opcodes]))} `);
  },
  line(text, random, others) {
    const lines = text.split('\n');
    const at = random.below(lines.length);
    const to = random.below(lines.length);
    switch (random.below(6)) {
      case 0:
        lines.splice(at, 1);
        break;
      case 1:
        lines.splice(to, 0, lines[at]);
        break;
      case 2:
        [lines[at], lines[to]] = [lines[to], lines[at]];
        break;
      case 3:
        lines.splice(at, 1 + random.below(8));
        break;
      case 4:
        lines.splice(at, 0, random.of(random.of(others).split('\n')));
        break;
      default: {
        const inside = lines.flatMap((line, n) => (line.startsWith('  ') ? [n] : []));
        const inserted = random.of(instructions);
        const place = inserted.startsWith('  ') && inside.length > 0 ? random.of(inside) : at;
        lines.splice(place, 0, inserted);
      }
    }
    return lines.join('\n');
  },
  character(text, random) {
    const at = random.below(text.length);
    const character = String.fromCharCode(random.below(6) === 0 ? random.below(0xffff) : 32 + random.below(95));
    const kind = random.below(3);
    return splice(text, at, kind === 0 ? 0 : 1, kind === 1 ? '' : character);
  },
  truncate: (text, random) => text.slice(0, random.below(text.length)),
  nest(text, random) {
    const depth = random.of([10, 150, 300, 20_000]);
    const [open, inner, close] = random.of([
      ['[1 x ', 'i32', ']'],
      ['{ ', 'i8', ' }'],
      ['[9 x ', 'i64', ']'],
      ['<{ i8, ', 'ptr', ' }>'],
      ['bitcast (ptr ', 'null', ' to ptr)'],
      ['getelementptr (i8, ptr ', '@main', ', i64 1)'],
      ['!{', '!0', '}'],
      ['(', '', ')'],
    ]);
    const found = tokensOf(text).filter((token) =>
      ['type', 'value', 'global', 'metadata'].includes(kindOf(token.text)),
    );
    if (found.length === 0) return text;
    const token = random.of(found);
    return splice(text, token.at, token.text.length, open.repeat(depth) + inner + close.repeat(depth));
  },
  metadata(text, random) {
    const found = tokensOf(text).filter((token) => kindOf(token.text) === 'metadata');
    if (found.length === 0) return text;
    const token = random.of(found);
    return splice(text, token.at, token.text.length, random.of(found).text);
  },
  rename(text, random) {
    const names = [...new Set(tokensOf(text).map((token) => token.text))].filter((name) => /^[@%]/.test(name));
    if (names.length === 0) return text;
    const [from, to] = [random.of(names), random.of(names)];
    return text.replaceAll(from, to);
  },
};
/** The ones that leave most of the text readable more often: what is refused at once shows little. */
const weighted = [
  ...['token', 'token', 'token', 'number', 'type', 'operands', 'operands', 'remove', 'insert', 'line', 'line', 'line'],
  ...['character', 'truncate', 'nest', 'metadata', 'metadata', 'rename'],
];

/** One to four damages; mostly one, since the second hides the first. */
export function mutateIr(text, random, others) {
  let damaged = text;
  const times = 1 + Math.max(0, random.below(6) - 2);
  for (let i = 0; i < times && damaged !== ''; i++) damaged = damages[random.of(weighted)](damaged, random, others);
  return damaged;
}

/** Text of no particular kind: a schedule, a damaged JSON file. */
export function mutateText(text, random, dictionary) {
  let damaged = text;
  const times = 1 + random.below(3);
  for (let i = 0; i < times; i++) {
    const at = random.below(damaged.length + 1);
    switch (random.below(6)) {
      case 0:
        damaged = splice(damaged, at, 1 + random.below(4), '');
        break;
      case 1:
        damaged = splice(damaged, at, 0, random.of(dictionary));
        break;
      case 2:
        damaged = splice(
          damaged,
          at,
          1,
          String.fromCharCode(random.below(4) === 0 ? random.below(0xffff) : 32 + random.below(95)),
        );
        break;
      case 3: {
        const found = [...damaged.matchAll(/\d+/g)];
        if (found.length > 0) {
          const number = random.of(found);
          damaged = splice(damaged, number.index, number[0].length, random.of(numbers));
        }
        break;
      }
      case 4:
        damaged = splice(damaged, at, 0, damaged.slice(random.below(damaged.length + 1)).slice(0, 40));
        break;
      default:
        damaged = damaged.slice(0, random.below(3) === 0 ? at : damaged.length);
    }
  }
  return damaged;
}

const strangers = [
  ...[
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    1e300,
    2 ** 31,
    2 ** 53 + 2,
    '',
    'x',
    '\0',
    '../..',
    '/',
    '__proto__',
    'main',
    '(a+)+$',
    '[',
  ],
  ...[
    '0x40000000',
    '99999999999999999999',
    '--help',
    '@missing',
    '-o',
    '-fplugin=x.so',
    'a'.repeat(5000),
    [],
    {},
    [[]],
    [null],
  ],
  ...[{ __proto__: 1 }, ['x', 1], { x: {} }, '\u{1f600}', 'constructor', 'toString', 'hasOwnProperty'],
];

/**
 * Another value at some place of a JSON value: a stranger, one from elsewhere in it, or a field more, less or with
 * another name.
 */
export function mutateJson(value, random) {
  const copy = structuredClone(value);
  const places = [];
  const walk = (node) => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push({ node, key });
      walk(node[key]);
    }
  };
  walk(copy);
  const times = 1 + random.below(2);
  for (let i = 0; i < times; i++) {
    if (places.length === 0) return random.of(strangers);
    const { node, key } = random.of(places);
    const other = random.of(places);
    switch (random.below(6)) {
      case 0:
        node[key] = structuredClone(other.node[other.key] ?? null);
        break;
      case 1:
        if (Array.isArray(node)) node.splice(Number(key), 1);
        else delete node[key];
        break;
      case 2:
        if (Array.isArray(node)) node.push(structuredClone(node[key] ?? null));
        else node[`${other.key}`] = random.of(strangers);
        break;
      case 3: {
        let nested = node[key];
        for (let depth = random.of([1, 3, 5000]); depth > 0; depth--) nested = [nested];
        node[key] = nested;
        break;
      }
      default:
        node[key] = random.of(strangers);
    }
  }
  return copy;
}
