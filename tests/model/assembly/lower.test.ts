// Idioms of inline assembly, as the machine runs what they become: operands, labels, loops, stacks, calls, and what is
// not known. What single instructions compute is compared with emulators: lower.emulator.test.ts.

import { describe, expect, it } from 'vitest';
import { programOfText, runText } from './emulator.js';

const avr = { target: 'avr', platform: 'avr' };
const arm = { target: 'thumbv7m-none-eabi', platform: 'cortex-m' };
const oldArm = { target: 'thumbv6m-none-eabi', platform: 'cortex-m' };
const msp430 = { target: 'msp430', platform: 'msp430' };
const riscv = { target: 'riscv32', platform: 'riscv' };

const start = 'void out(unsigned long); typedef unsigned char u8; typedef unsigned short u16; typedef unsigned u;\n';

const programs: readonly (readonly [string, typeof avr, string, readonly number[]])[] = [
  [
    'bytes of an operand',
    avr,
    'u16 w = 0x1234; u8 l, h; __asm__("mov %0, %A2\\n mov %1, %B2" : "=r"(l), "=r"(h) : "r"(w)); out(l); out(h);',
    [0x34, 0x12],
  ],
  [
    'a pointer that moves',
    avr,
    'static u8 a[3] = {7, 8, 9}; u8 *p = a; u8 x, y; __asm__ volatile("ld %0, %a2+\\n ld %1, %a2+" : "=&r"(x), "=&r"(y), "+e"(p)); out(x); out(y); out((u)(p - a));',
    [7, 8, 2],
  ],
  [
    'a pointer in bytes',
    avr,
    'static u8 a[3] = {7, 8, 9}; u8 *p = a + 1, x; __asm__ volatile("mov r30, %A1\\n mov r31, %B1\\n ld %0, Z" : "=r"(x) : "r"(p) : "r30", "r31"); out(x);',
    [8],
  ],
  [
    'a pointer in a loop',
    avr,
    'static u8 a[3] = {7, 8, 9}; u8 *p = a, s = 0, n = 3; __asm__ volatile("1: ld __tmp_reg__, %a1+\\n add %0, __tmp_reg__\\n dec %2\\n brne 1b" : "+r"(s), "+e"(p), "+r"(n)); out(s);',
    [24],
  ],
  [
    'a name in the text',
    avr,
    'g = 0x0503; u8 x; __asm__ volatile("lds %0, g+1\\n sts g, %0" : "=r"(x)); out(x); out(g);',
    [5, 0x0505],
  ],
  ['flash', avr, 'static const u8 t[] = {4, 5}; u8 x; __asm__("lpm %0, Z" : "=r"(x) : "z"(t + 1)); out(x);', [5]],
  [
    'a delay of any length',
    avr,
    'u16 n = u16_any(); __asm__ volatile("1: sbiw %0, 1\\n brne 1b" : "+w"(n)); out(n);',
    [0],
  ],
  [
    'a comment',
    avr,
    'u8 x = 1; __asm__ volatile("inc %0 ; inc %0\\n /* inc %0 */ inc %0 // inc" : "+r"(x)); out(x);',
    [3],
  ],
  ['repetition', avr, 'u8 x = 1; __asm__ volatile(".rept 3\\n inc %0\\n .endr" : "+r"(x)); out(x);', [4]],
  [
    'unique labels',
    avr,
    'for (u8 i = 0; i < 2; i++) { u8 x = i; __asm__ volatile("tst %0\\n breq L%=\\n ldi %0, 9\\nL%=:" : "+d"(x)); out(x); }',
    [0, 9],
  ],
  [
    'what is on the stack',
    avr,
    'u8 x = 3, y; __asm__ volatile("push %0" :: "r"(x)); x = 4; __asm__ volatile("pop %0" : "=r"(y)); out(y);',
    [3],
  ],
  [
    'names of operands, constants',
    arm,
    'u x; __asm__("mov %[to], %[from]\\n add %[to], %c2" : [to] "=r"(x) : [from] "i"(191), "i"(4)); out(x);',
    [195],
  ],
  [
    'both halves',
    arm,
    'unsigned long long w; u a = 0x80000001; __asm__("umull %Q0, %R0, %1, %1" : "=r"(w) : "r"(a)); out((u)w); out((u)(w >> 32));',
    [1, 0x40000001],
  ],
  [
    'conditions',
    arm,
    'u a = 3, b = 5, x; __asm__("cmp %1, %2\\n ite lo\\n movlo %0, %1\\n movhs %0, %2" : "=&r"(x) : "r"(a), "r"(b)); out(x);',
    [3],
  ],
  ['a literal', arm, 'g = 6; u x; __asm__ volatile("ldr r3, =g\\n ldrh %0, [r3]" : "=r"(x) :: "r3"); out(x);', [6]],
  [
    'a call',
    arm,
    'u x; __asm__ volatile("mov r0, #20\\n bl twice\\n mov %0, r0" : "=r"(x) :: "r0", "r1", "r2", "r3", "r12", "lr"); out(x);',
    [40],
  ],
  ['a function without prologue', arm, 'out(third(1, 2, 39));', [42]],
  ['a register by name', arm, 'register u x __asm("r5") = 8; __asm__ volatile("adds r5, #1" : "+r"(x)); out(x);', [9]],
  [
    'a jump out of it',
    arm,
    'u x = 2; __asm__ goto("cmp %0, #2\\n beq %l1" :: "r"(x) :: away); out(1); return 0; away: out(2);',
    [2],
  ],
  [
    'an exclusive pair',
    arm,
    'g = 1; u v, f; __asm__ volatile("ldrexh %0, [%2]\\n add %0, #1\\n strexh %1, %0, [%2]" : "=&r"(v), "=&r"(f) : "r"(&g)); out(g); out(f);',
    [2, 0],
  ],
  [
    'a pair that was cleared',
    arm,
    'g = 1; u v, f; __asm__ volatile("ldrexh %0, [%2]\\n clrex\\n strexh %1, %0, [%2]" : "=&r"(v), "=&r"(f) : "r"(&g)); out(f);',
    [1],
  ],
  ['which exception', arm, 'u x; __asm__ volatile("mrs %0, ipsr" : "=r"(x)); out(x);', [0]],
  [
    'old syntax',
    oldArm,
    'u n = 5, s = 0; __asm__ volatile("1: add %1, %0\\n sub %0, #1\\n bne 1b" : "+l"(n), "+l"(s)); out(s);',
    [15],
  ],
  [
    'words and bytes',
    msp430,
    'u x = 0x1234; __asm__ volatile("add.b #0xff, %0\\n swpb %0" : "+r"(x)); out(x);',
    [0x3300],
  ],
  ['memory by its address', msp430, 'g = 5; __asm__ volatile("bis #8, &g\\n inc %0" : "+m"(g)); out(g);', [14]],
  [
    'a loop',
    msp430,
    'u n = 4, s = 0; __asm__ volatile("1: add %0, %1\\n dec %0\\n jnz 1b" : "+r"(n), "+r"(s)); out(s);',
    [10],
  ],
  [
    'status bits',
    riscv,
    'u a, b; __asm__ volatile("csrsi mstatus, 8\\n csrrci %0, mstatus, 8\\n csrr %1, mstatus" : "=r"(a), "=r"(b)); out(a & 8); out(b & 8);',
    [8, 0],
  ],
  [
    'atomic memory',
    riscv,
    'static u m = 5; u x; __asm__ volatile("amoadd.w %0, %1, (%2)" : "=r"(x) : "r"(3), "r"(&m) : "memory"); out(x); out(m);',
    [5, 8],
  ],
  [
    'branches',
    riscv,
    'u n = 4, s = 0; __asm__ volatile("1: add %1, %1, %0\\n addi %0, %0, -1\\n bnez %0, 1b" : "+r"(n), "+r"(s)); out(s);',
    [10],
  ],
];

const around = `volatile u16 g; u16 preempt_nondet_u16(void); static u16 u16_any(void) { return preempt_nondet_u16(); }
u twice(u x) { return 2 * x; }
`;
const naked = '__attribute__((naked)) u third(u a, u b, u c) { __asm__("adds r0, r0, r1\\n adds r0, r2\\n bx lr"); }\n';

describe('assembly that is executed', () => {
  it.each(programs)('%s', async (_, of, body, expected) => {
    const text = `${start}${around}${of === arm ? naked : ''}int main(void) { ${body} return 0; }`;
    expect(await runText(text, of)).toMatchObject({ kind: 'ran', values: expected.map(BigInt) });
  });
});

const unknown: readonly (readonly [string, typeof avr, string, string])[] = [
  ['an instruction of another machine', avr, '__asm__ volatile("inc r24\\n mov eax, ebx");', 'mov eax, ebx'],
  ['flash that is written', avr, '__asm__ volatile("spm");', 'spm'],
  ['a stack that is not balanced', avr, '__asm__ volatile("push r24");', 'push without pop'],
  [
    'a stack that differs by path',
    avr,
    '__asm__ volatile("tst r24\\n breq 1f\\n push r24\\n1:");',
    'push and pop that differ',
  ],
  ['a context switch', arm, '__asm__ volatile("msr psp, %0" :: "r"(0));', 'msr psp'],
  ['a call of the system', arm, '__asm__ volatile("svc 0");', 'svc 0'],
  ['a branch to nowhere', arm, '__asm__ volatile("b elsewhere");', 'b elsewhere'],
  ['without privilege', arm, '__asm__ volatile("msr control, %0" :: "r"(1));', 'msr control'],
  ['data', arm, '__asm__ volatile(".word 5");', '.word 5'],
];

describe('assembly that is not known', () => {
  it.each(unknown)('%s', async (_, of, body, name) => {
    const text = `${start}int main(void) { ${body} return 0; }`;
    const result = await runText(text, of);
    expect(result).toMatchObject({ kind: 'stopped' });
    expect(result.kind === 'stopped' && result.because).toContain(name);
  });

  it('is named with its place', async () => {
    const program = await programOfText(
      'int main(void) {\n  __asm__ volatile("nop\\n frobnicate r1");\n  return 0;\n}\n',
      arm,
    );
    expect(program.diagnostics).toMatchObject([
      { code: 'unknown-assembly', message: expect.stringContaining('"frobnicate r1"') },
    ]);
  });

  it('has an instruction behind privilege only where that is given up', async () => {
    const text = `${start}int main(void) { __asm__ volatile("msr control, %0" :: "r"(2)); out(1); return 0; }`;
    expect(await runText(text, arm)).toMatchObject({ kind: 'ran', values: [1n] });
  });
});

describe('what the pack adds', () => {
  it('interrupts come one instruction after sei', async () => {
    const text = 'volatile char g; int main(void) { __asm__ volatile("sei\\n sts g, r1\\n nop"); return 0; }';
    const program = await programOfText(text, avr);
    const kinds = program.module.functions
      .get('main')!
      .blocks.flatMap((b) =>
        b.instructions.map((i) => ('callee' in i && i.callee.kind === 'assembly' ? i.callee.text : i.op)),
      );
    expect(kinds.indexOf('store')).toBeLessThan(kinds.indexOf('sei'));
  });

  it('a port that is read and written back is not one step', async () => {
    const text = `__attribute__((signal)) void __vector_16(void) { __asm__ volatile("sbi 5, 1"); }
      int main(void) { __asm__ volatile("sei\\n nop\\n in r24, 5\\n ori r24, 1\\n out 5, r24" ::: "r24"); return 0; }`;
    expect((await programOfText(text, avr)).inPlace.size).toBe(0);
  });
});
