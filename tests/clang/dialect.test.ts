// The dialects of docs/dialects.md: what their constructs become, that ordinary C is left alone, and that clang takes
// the result.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewriteDialect } from '../../src/clang/dialect.js';
import { dialectOptions } from '../../src/clang/dialect-detect.js';
import { words, words8051 } from '../../src/clang/dialect-words.js';
import { build, clangs, valueOrThrow, workspace } from './workspace.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isr = (vector: string): string => `__attribute__((annotate("preempt.isr${vector})))`;
const kept = (vector: string): string => `__attribute__((used, annotate("preempt.isr${vector})))`;

const rewritten: readonly (readonly [string, string, string])[] = [
  ['Keil C51', 'void f(void) interrupt 4 using 1 {}', `void f(void) ${isr(':4"')} {}`],
  ['Keil C51, named vector', 'void f(void) interrupt UART {}', `void f(void) ${isr('", UART')} {}`],
  [
    'Keil C51, macro',
    '#define UART interrupt 4 using 1\nvoid f(void) UART {}',
    `#define UART ${isr(':4"')}\nvoid f(void) UART {}`,
  ],
  ['Keil C51, comment', 'void f(void) /* x */ interrupt 4 {}', `void f(void) /* x */ ${isr(':4"')} {}`],
  ['Keil C51, static', 'static void f(void) interrupt 0x0B {}', `static void f(void) ${kept(':11"')} {}`],
  ['Keil C51, over lines', 'void f(void)\n interrupt 1 // one\n using 2\n{}', `void f(void)\n ${isr(':1"')}\n\n{}`],
  [
    'Keil C51, registers',
    'sfr P0 = 0x80;\nsbit L = P1^3;',
    'extern volatile unsigned char __attribute__((section("preempt.sfr"))) P0       ;\nextern volatile _Bool __attribute__((section("preempt.sfr"))) L       ;',
  ],
  [
    'Keil C51, memories',
    'sfr A = 1; char xdata b; char code *p; bit t;',
    'extern volatile unsigned char __attribute__((section("preempt.sfr"))) A    ; char       b; char      *p; _Bool t;',
  ],
  [
    'Keil C51, casts',
    'sfr A = 1; int f(int bit) { return (bit)A; }',
    'extern volatile unsigned char __attribute__((section("preempt.sfr"))) A    ; int f(int bit) { return (_Bool)A; }',
  ],
  [
    'Keil C51, placement',
    'sfr A = 1; char xdata b _at_ 0x8000;',
    'extern volatile unsigned char __attribute__((section("preempt.sfr"))) A    ; char       b __attribute__((annotate("preempt.register", 0x8000)));',
  ],
  ['SDCC', 'void f(void) __interrupt(5) __using(1) {}', `void f(void) ${isr(':5"')}            {}`],
  ['SDCC, older', 'void f(void) __interrupt 6 __using 1;', `void f(void) ${isr(':6"')}          ;`],
  [
    'SDCC, registers',
    '__sfr __at(0x80) P0; __sbit __at 0x97 B;',
    'extern volatile unsigned char __attribute__((section("preempt.sfr"))) P0; extern volatile _Bool __attribute__((section("preempt.sfr"))) B;',
  ],
  ['SDCC, memories', '__xdata char b; __code const char *p;', '        char b;        const char *p;'],
  [
    'SDCC, critical',
    'int f(void) __critical { return 1; }',
    'int f(void) __attribute__((annotate("preempt.monitor"))) { return 1; }',
  ],
  [
    'IAR',
    '#pragma vector=TIMER0_VECTOR\n__interrupt void f(void) {}',
    `${kept('", TIMER0_VECTOR')}\n            void f(void) {}`,
  ],
  [
    'IAR, two vectors',
    '#pragma vector = 2, PORT /* both */\n__interrupt void f(void) {}',
    `${kept(':2"')} ${kept('", PORT')}\n            void f(void) {}`,
  ],
  ['IAR, operator', '_Pragma("vector=9") __interrupt void f(void) {}', `${kept(':9"')}             void f(void) {}`],
  ['IAR, no vector', 'static __interrupt void f(void) {}', `static ${kept('"')} void f(void) {}`],
  ['IAR, type attribute', '#pragma type_attribute=__interrupt\nvoid f(void) {}', `${kept('"')}\nvoid f(void) {}`],
  ['IAR, monitor', '__monitor int f(void);', '__attribute__((annotate("preempt.monitor"))) int f(void);'],
  [
    'IAR, placement',
    '__no_init volatile char P @ 0x38;',
    '__attribute__((section(".noinit"))) volatile char P __attribute__((annotate("preempt.register", 0x38)));',
  ],
  ['IAR, section', 'void f(void) @ ".ram" {}', 'void f(void) __attribute__((section(".ram"))) {}'],
  [
    'IAR, packed',
    'typedef __packed struct { char a; int b; } T;',
    'typedef          struct __attribute__((packed)) { char a; int b; } T;',
  ],
  ['packed, used', '__packed struct S *p;', '         struct S *p;'],
  ['Keil ARM', 'void f(void) __irq {}', `void f(void) ${isr('"')} {}`],
  ['Keil ARM, before', '__irq void f(void) {}', `${kept('"')} void f(void) {}`],
  ['XC8', 'void __interrupt() f(void) {}', `void ${kept('"')} f(void) {}`],
  [
    'XC8, priority',
    'void __interrupt(low_priority) f(void) {}',
    'void __attribute__((used, annotate("preempt.isr"), annotate("preempt.priority:1"))) f(void) {}',
  ],
  ['XC8, source', 'void __interrupt(irq(TMR0), base(8)) f(void) {}', `void ${kept('"')} f(void) {}`],
  ['HI-TECH', 'void interrupt f(void) {}', `void ${kept('"')} f(void) {}`],
  [
    'HI-TECH, priority',
    'void interrupt low_priority f(void) {}',
    'void __attribute__((used, annotate("preempt.isr"), annotate("preempt.priority:1"))) f(void) {}',
  ],
  ['HI-TECH, first', 'interrupt void f(void) {}', `${kept('"')} void f(void) {}`],
  [
    'HI-TECH, placement',
    'char P @ 5; char Q @ &P + 1;',
    'char P __attribute__((annotate("preempt.register", 5))); char Q         ;',
  ],
  ['Cosmic', '@far @interrupt void f(void) {}', `     ${kept('"')} void f(void) {}`],
  [
    'Renesas',
    '#pragma interrupt (f(vect=27))\nvoid f(void) {}',
    `                              \nvoid ${kept(':27"')} f(void) {}`,
  ],
  [
    'Renesas, expression',
    '#pragma interrupt ( f( vect = _VECT( TICK ), enable ) )\nvoid f( void ) {}',
    `${' '.repeat(54)}\nvoid ${kept('", _VECT( TICK )')} f( void ) {}`,
  ],
  [
    'pointers to handlers',
    'typedef void (__interrupt __far *Handler)();',
    `typedef void (${kept('"')}       *Handler)();`,
  ],
  [
    'IAR, I/O',
    '__io unsigned char PORTB @ 0x18;',
    'volatile unsigned char PORTB __attribute__((annotate("preempt.register", 0x18)));',
  ],
  [
    'Mitsubishi',
    '#pragma INTERRUPT /B 25 f\nvoid f(void) {}',
    `                         \nvoid ${kept(':25"')} f(void) {}`,
  ],
  [
    'NEC',
    '#pragma interrupt INTTM0 f\nstatic void f(void) {}',
    `                          \nstatic void ${kept('"')} f(void) {}`,
  ],
  [
    'C18',
    '#pragma interrupt f save=PROD\nvoid f(void) {}',
    `                             \nvoid ${kept('"')} f(void) {}`,
  ],
  ['TI C6000', '#pragma INTERRUPT(f, HPI)\nvoid f(void) {}', `                         \nvoid ${kept('"')} f(void) {}`],
  ['in a macro', '#define ISR(n) __interrupt \\\n void n(void)\n', `#define ISR(n) ${kept('"')} \\\n void n(void)\n`],
  [
    'after extern "C"',
    '#ifdef __cplusplus\nextern "C" {\n#endif\nvoid interrupt f(void) {}',
    `#ifdef __cplusplus\nextern "C" {\n#endif\nvoid ${kept('"')} f(void) {}`,
  ],
  [
    'after a body per branch',
    '#if A\nvoid a(void) {\n#else\nvoid b(void) {\n#endif\n}\nvoid interrupt f(void) {}',
    `#if A\nvoid a(void) {\n#else\nvoid b(void) {\n#endif\n}\nvoid ${kept('"')} f(void) {}`,
  ],
];

const untouched: readonly (readonly [string, string])[] = [
  ['names', 'int interrupt; int using(int); struct interrupt s; void f(int data) { int code = data * 2; bit(code); }'],
  ['a function called interrupt', 'void interrupt(int n);\nint g(void) { return interrupt(3), 0; }'],
  ['a type called interrupt', 'typedef int interrupt; interrupt get(void); interrupt table[3];'],
  ['comments and strings', '/* f(void) interrupt 4 */ char *s = "@interrupt void f"; // __irq void f\n'],
  [
    'GNU attributes',
    '__attribute__((interrupt(4))) void f(void); void g(void) __attribute__((__interrupt__, packed));',
  ],
  ['own macros', '#define __monitor __attribute__((noinline))\n__monitor int f(void);'],
  ['names with underscores', 'unsigned __irq; int g(int __far) { return __irq + x.__weak + p->__task; }'],
  ['the fields of a mutex', 'int f(m *x) { return x->__data.__lock + x->__data.__code; }'],
  ['other pragmas', '#pragma vector always\n#pragma once\n#pragma pack(push, 1)\nint x;'],
  ['clang’s own __flash', 'const __flash int table[2] = {1, 2};'],
  ['unfinished text', 'char *s = "abc\nvoid f( interrupt /* never closed'],
];

describe('rewriteDialect', () => {
  it.each(rewritten)('%s', (_, source, expected) => {
    expect(onOneLine(rewriteDialect(source))).toBe(onOneLine(expected));
  });

  it.each(untouched)('leaves %s alone', (_, source) => {
    expect(rewriteDialect(source)).toBe(source);
  });

  it('leaves ordinary C alone, and asks for nothing', () => {
    const files = ['tests/language', 'examples', 'include/libc', 'include/avr', 'include/cmsis'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.[ch]$/.test(name))
        .map((name) => join(root, folder, name)),
    );
    expect(files.length).toBeGreaterThan(200);
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      expect(rewriteDialect(text), file).toBe(text);
      expect(dialectOptions(text, 'dialect.h'), file).toEqual([]);
    }
  });

  it('puts what follows a longer replacement back to its line and column', () => {
    expect(rewriteDialect('int n;\n\tvoid f(void) interrupt 4 { n++; }')).toBe(
      `int n;\n\tvoid f(void) ${isr(':4"')}\n#line 2\n${' '.repeat(25)} { n++; }`,
    );
    expect(rewriteDialect('#pragma interrupt f\nvoid f(void) { n++; }')).toBe(
      `                   \nvoid ${kept('"')} \n#line 2\n     f(void) { n++; }`,
    );
  });

  it('leaves lines alone that the text numbers itself', () => {
    expect(rewriteDialect('#line 7 "x.c"\nvoid f(void) interrupt 4 { n++; }')).toBe(
      `#line 7 "x.c"\nvoid f(void) ${isr(':4"')} { n++; }`,
    );
  });

  it('keeps every other word at its line and column', () => {
    const parts = fc.constantFrom(
      ...'interrupt using void f ( ) { } ; = 4 __interrupt __using __at sfr sbit xdata bit __irq __packed struct " \' /* */ // \\'.split(
        ' ',
      ),
      ...[
        '\n',
        ' ',
        '\t',
        '#pragma vector=3\n',
        '#if 1\n',
        '#else\n',
        '#endif\n',
        '#pragma interrupt f\n',
        'P0',
        '0x80',
      ],
      ...['[[gnu::interrupt]]', '__attribute__((interrupt(3)))', '#define X ', 'WORD', 'WORD', '\\\n'],
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), fc.constantFrom(' ', ''), (chosen, glue) => {
        let words = 0;
        const text = chosen.map((part) => (part === 'WORD' ? ` keep${words++} ` : part)).join(glue);
        const result = rewriteDialect(text, { target: 'x86_64-unknown-linux-gnu' });
        // A word may have become the argument of an annotation: it is no longer itself.
        const kept = result.replace(/annotate\((?:[^()]|\([^()]*\))*\)/g, (annotation) =>
          annotation.replaceAll('keep', '----'),
        );
        const [before, after] = [positionsOf(text), positionsOf(kept)];
        for (const [word, position] of after) expect([word, position]).toEqual([word, before.get(word)]);
        expect(presumedLines(result)).toBe(text.split('\n').length);
      }),
      { numRuns: 3000 },
    );
  });

  it('takes text of any size in one pass', () => {
    const line = `/*${'x'.repeat(1_000_000)}*/ "${'\\"'.repeat(500_000)}" ${'interrupt ( '.repeat(100_000)}`;
    expect(rewriteDialect(`${line}\nvoid f(void) interrupt 3 {}`).split('\n')).toHaveLength(2);
  });
});

describe('mspgcc', () => {
  it('names a handler and its vector by one macro', () => {
    const source = 'interrupt (PORT2_VECTOR) PORT2_ISR(void)\n{\n}\n';
    expect(onOneLine(rewriteDialect(source, { target: 'msp430-none-elf' }))).toContain(
      'void __attribute__((used, annotate("preempt.isr", PORT2_VECTOR))) PORT2_ISR(void)',
    );
  });

  it.each(['int interrupt(int n) { return n; }', 'void f(void) { interrupt(3); }', 'interrupt(3);'])(
    'leaves alone: %s',
    (source) => {
      expect(rewriteDialect(source, { target: 'msp430-none-elf' })).toBe(source);
    },
  );
});

describe('the interrupt attribute', () => {
  const rewrittenFor = (target: string, source: string): string => onOneLine(rewriteDialect(source, { target }));
  const plain = '__attribute__((interrupt)) void f(void) {}';

  it.each(['x86_64-unknown-linux-gnu', 'i686-linux', 'aarch64-none-elf', 'msp430', 'm68k', 'powerpc', 'wasm32'])(
    'becomes an annotation for %s',
    (target) => {
      expect(rewrittenFor(target, plain)).toBe('__attribute__((annotate("preempt.isr"))) void f(void) {}');
    },
  );

  it.each<[string, string]>([
    ['avr', plain],
    ['avr', 'void f(void) __attribute__((signal, used));'],
    ['thumbv7m-none-eabi', '__attribute__((__interrupt__("IRQ"))) void f(void) {}'],
    ['arm-none-eabi', '#define ISR(type) __attribute__((interrupt(#type)))\n'],
    ['riscv32-unknown-elf', '__attribute__((interrupt("machine"), aligned(4))) void f(void) {}'],
    ['msp430-none-elf', '__attribute__((interrupt(TIMER_VECTOR))) void f(void) {}'],
    ['mips-elf', '__attribute__((interrupt("vector=sw0"))) void f(void) {}'],
    ['x86_64-unknown-linux-gnu', '__attribute__((interrupt)) void f(struct frame *frame) {}'],
    ['x86_64-unknown-linux-gnu', 'void f(struct frame *frame, unsigned long) __attribute__((interrupt));'],
    ['x86_64-unknown-linux-gnu', '__attribute__((interrupt)) __attribute__((used)) void f(struct frame *frame) {}'],
    ['x86_64-unknown-linux-gnu', 'int interrupt = 3, signal[2]; void g(void) { signal[signal[0]] = interrupt; }'],
  ])('is left to clang for %s: %s', (target, source) => {
    expect(rewriteDialect(source, { target })).toBe(source);
  });

  it.each<[string, string, string]>([
    ['avr', '((interrupt(4)))', '((annotate("preempt.isr:4")))'],
    ['thumbv7m-none-eabi', '((used, interrupt(TIMER)))', '((used, annotate("preempt.isr", TIMER)))'],
    ['riscv32-unknown-elf', '((interrupt("WCH-Interrupt-fast")))', '((annotate("preempt.isr")))'],
    ['x86_64', '((interrupt("FIQ")))', '((annotate("preempt.isr"), annotate("preempt.priority:2")))'],
    ['x86_64', '((__interrupt__, no_auto_psv))', '((annotate("preempt.isr"), no_auto_psv))'],
    ['x86_64', '((signal))', '((annotate("preempt.isr")))'],
    ['aarch64', '((isr("IRQ")))', '((annotate("preempt.isr")))'],
    ['aarch64', '((interrupt(#type)))', '((annotate("preempt.isr")))'],
    [
      'mips-elf',
      '((vector(12), interrupt(IPL3SOFT), nomips16))',
      '((vector(12), annotate("preempt.isr:12"), annotate("preempt.priority:3"), nomips16))',
    ],
  ])('for %s: %s', (target, attribute, expected) => {
    expect(rewrittenFor(target, `__attribute__${attribute} void f(void) {}`)).toBe(
      `__attribute__${expected} void f(void) {}`,
    );
    expect(rewrittenFor(target, `void f(void) __attribute__${attribute};`)).toBe(
      `void f(void) __attribute__${expected};`,
    );
  });

  it('may be written as a standard attribute, and in a macro', () => {
    const target = 'x86_64';
    expect(rewrittenFor(target, '[[gnu::interrupt]] void f(void);')).toBe(
      '[[clang::annotate("preempt.isr")]] void f(void);',
    );
    expect(rewrittenFor(target, '[[nodiscard, gnu::interrupt(3)]] void f(void);')).toBe(
      '[[nodiscard, clang::annotate("preempt.isr:3")]] void f(void);',
    );
    expect(rewriteDialect('#define ISR(v) __attribute__((interrupt(v))) void v##_isr(void)\n', { target })).toBe(
      '#define ISR(v) __attribute__((annotate("preempt.isr", v))) void v##_isr(void)\n',
    );
    expect(rewriteDialect('int a[b[0]]; int interrupt;', { target })).toBe('int a[b[0]]; int interrupt;');
  });
});

describe('settings', () => {
  it('say that the words of C51 count', () => {
    const header = 'extern bit ready; extern unsigned char data n;';
    expect(rewriteDialect(header)).toBe(header);
    expect(onOneLine(rewriteDialect(header, { c51: true }))).toBe('extern _Bool ready; extern unsigned char n;');
    expect(onOneLine(rewriteDialect(`#include <reg52.h>\n${header}`))).toContain('extern _Bool ready;');
  });

  it('say whether clang has __flash', () => {
    const source = 'const __flash char text[] = "x";';
    expect(rewriteDialect(source, { target: 'avr' })).toBe(source);
    expect(rewriteDialect(source, { target: 'x86_64' })).toBe('const         char text[] = "x";');
  });
});

describe('dialectOptions', () => {
  it.each([
    ['__flash const int x;', ['-include', 'dialect.h']],
    ['__ramfunc void f(void);', ['-include', 'dialect.h']],
    ['__xdata int x;', ['-include', 'dialect.h', '-DPREEMPT_DIALECT_8051']],
    ['void f(void) interrupt 3 {}', ['-include', 'dialect.h', '-DPREEMPT_DIALECT_8051']],
    ['// __ramfunc\nint interrupt;', []],
  ])('of %s', (source, options) => {
    expect(dialectOptions(source, 'dialect.h')).toEqual(options);
  });

  it('are answered by a header that knows every word', () => {
    const header = readFileSync(join(root, 'include/preempt/dialect.h'), 'utf8');
    // __arm is a macro of clang's own on ARM.
    for (const [word, meaning] of [...words, ...words8051].filter(([name]) => name !== '__arm'))
      expect(header).toContain(`#define ${word}${meaning === '' ? '' : ` ${meaning}`}\n`);
  });
});

const programs: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  [
    'msp430',
    '#define PORT1_VECTOR (2 * 2u)\nint n;\n#pragma vector=PORT1_VECTOR\n__interrupt void port(void) { n++; }\n__monitor int get(void) { return n; }\nint main(void) { __disable_interrupt(); return get(); }\n',
    { port: 'preempt.isr 4', get: 'preempt.monitor' },
  ],
  [
    'avr',
    '#include <reg52.h>\nsfr LATCH = 0xB0;\nunsigned char xdata n;\nbit ready;\nvoid timer(void) interrupt 1 using 2 { n++; ready = 1; TF0 = 0; LATCH = P1; }\nint main(void) { EA = 1; return ready; }\n',
    { timer: 'preempt.isr:1' },
  ],
  [
    'thumbv7m-none-eabi',
    '__packed struct { char a; int b; } s;\n__arm __irq void fast(void) { s.b++; }\nvoid slow(void) __irq;\nvoid slow(void) { s.a++; }\nint __far *p;\nint main(void) { return s.b; }\n',
    { fast: 'preempt.isr', slow: 'preempt.isr' },
  ],
];

describe.each(clangs.filter((clang) => !clang.missing))('$name compiles what was rewritten', ({ clang }) => {
  it.each(programs)('for %s', async (target, source, expected) => {
    const directory = workspace({ 'a.c': rewriteDialect(source) });
    const flags = [`--target=${target}`, `-I${join(root, 'include/preempt')}`, `-I${join(root, 'include/c51')}`];
    const built = valueOrThrow(
      await build([join(directory, 'a.c')], [...flags, ...dialectOptions(source, 'dialect.h')], { clang: clang! }),
    );
    expect(annotationsOf(built[0]!.ir)).toEqual(expected);
  });
});

/** Function → annotation, with the value of its argument, as LLVM's global annotations say. */
function annotationsOf(ir: string): Record<string, string> {
  const strings = new Map([...ir.matchAll(/^@([\w.]+) = .* c"([^"]*)\\00"/gm)].map((m) => [m[1], m[2]]));
  const values = new Map(
    [...ir.matchAll(/^@([\w.]+) = .* \{ i\d+ (-?\d+) \}, section "llvm.metadata"/gm)].map((m) => [m[1], m[2]]),
  );
  const list = /^@llvm\.global\.annotations = .*$/m.exec(ir)?.[0] ?? '';
  const entries = list.matchAll(/@(\w+)(?: to ptr\))?, ptr @([\w.]+), ptr @[\w.]+, i32 \d+, ptr (?:null|@([\w.]+))/g);
  return Object.fromEntries(
    [...entries].map((m) => [m[1]!, [strings.get(m[2]), m[3] === undefined ? [] : values.get(m[3])].flat().join(' ')]),
  );
}

/** Without the breaks that keep columns, and with single blanks. */
function onOneLine(text: string): string {
  return text
    .replace(/ *\n#line \d+\n +/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .replace(/ (?=[;,)\]])/g, '');
}

/**
 * Line and column of each word `keepN`, `#line` directives obeyed. Words in macros are left out: their place is where
 * they are used.
 */
function positionsOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let number = 0;
  let continued = false;
  for (const line of text.split('\n')) {
    const directive = /^#line (\d+)$/.exec(line)?.[1];
    number = directive === undefined ? number + 1 : Number(directive) - 1;
    const inMacro: boolean = continued || /^\s*#\s*define/.test(line);
    if (!inMacro) for (const match of line.matchAll(/keep\d+/g)) found.set(match[0], `${number}:${match.index}`);
    continued = inMacro && line.endsWith('\\');
  }
  return found;
}

/** The number of the last line. */
function presumedLines(text: string): number {
  let number = 0;
  for (const line of text.split('\n')) {
    const directive = /^#line (\d+)$/.exec(line)?.[1];
    number = directive === undefined ? number + 1 : Number(directive) - 1;
  }
  return number;
}
