// Generated pieces of assembly for AVR and ARMv7-M, with what registers, flags and memory hold before. Always the same
// ones: what differs from an emulator once differs again.

export interface Snippet {
  readonly lines: readonly string[];
  /** Bytes of the state before: see the frame of each family. */
  readonly before: readonly number[];
}

/** A generator of small numbers, the same in every run. */
export class Dice {
  constructor(private seed: number) {}

  /** From 0 and below `sides`. */
  roll(sides: number): number {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.seed / 2 ** 32) * sides);
  }

  one<T>(all: readonly T[]): T {
    return all[this.roll(all.length)]!;
  }

  /** Often at the edges. */
  byte(): number {
    return this.one([0, 1, 0x7f, 0x80, 0xff, this.roll(256), this.roll(256), this.roll(256)]);
  }
}

/** Lines of one instruction or of a short shape, such as a branch over one. */
type Shape = (dice: Dice, label: () => string) => readonly string[];

function generate(count: number, seed: number, shapes: readonly Shape[], state: number): readonly Snippet[] {
  return Array.from({ length: count }, (_, n) => {
    const dice = new Dice(seed + 7919 * n);
    for (let warm = 0; warm < 4; warm++) dice.roll(2);
    let labels = 0;
    const label = (): string => String(10 + labels++);
    // Each shape comes first in some snippet.
    const first = shapes[n % shapes.length]!;
    const lines = [...first(dice, label)];
    for (let more = dice.roll(5); more > 0; more--) lines.push(...dice.one(shapes)(dice, label));
    return { lines, before: Array.from({ length: state }, () => dice.byte()) };
  });
}

const low = ['r16', 'r17', 'r18', 'r19', 'r20', 'r21', 'r22', 'r23', 'r24', 'r25'];
const fraction = ['r16', 'r17', 'r18', 'r19', 'r20', 'r21', 'r22', 'r23'];
const two =
  (name: string, from: readonly string[] = low): Shape =>
  (d) => [`${name} ${d.one(from)}, ${d.one(from)}`];
const one =
  (name: string): Shape =>
  (d) => [`${name} ${d.one(low)}`];
const withNumber =
  (name: string): Shape =>
  (d) => [`${name} ${d.one(low)}, ${d.byte()}`];
const withBit =
  (name: string): Shape =>
  (d) => [`${name} ${d.one(low)}, ${d.roll(8)}`];
const wide =
  (name: string): Shape =>
  (d) => [`${name} r24, ${d.roll(64)}`];
const bare =
  (name: string): Shape =>
  () => [name];

const avrShapes: readonly Shape[] = [
  ...['add', 'adc', 'sub', 'sbc', 'and', 'or', 'eor', 'mov', 'cp', 'cpc', 'mul', 'muls'].map((n) => two(n)),
  ...['mulsu', 'fmul', 'fmuls', 'fmulsu'].map((n) => two(n, fraction)),
  ...['subi', 'sbci', 'andi', 'ori', 'cpi', 'ldi', 'sbr', 'cbr'].map(withNumber),
  ...['com', 'neg', 'inc', 'dec', 'tst', 'clr', 'ser', 'lsl', 'lsr', 'rol', 'ror', 'asr', 'swap'].map(one),
  ...['bst', 'bld'].map(withBit),
  ...['adiw', 'sbiw'].map(wide),
  ...['sec', 'clc', 'set', 'clt', 'seh', 'clh', 'sez', 'clz', 'sen', 'cln', 'sev', 'clv', 'ses', 'cls'].map(bare),
  (d) => [`movw ${d.one(['r16', 'r18', 'r20', 'r22', 'r24'])}, ${d.one(['r16', 'r18', 'r20', 'r22', 'r24'])}`],
  (d) => [`ldd ${d.one(low)}, Z+${d.roll(16)}`],
  (d) => [`std Z+${d.roll(16)}, ${d.one(low)}`],
  (d) => [`ld ${d.one(low)}, Z+`, `ld ${d.one(low)}, Z`, `st -Z, ${d.one(low)}`],
  (d) => [`st Z+, ${d.one(low)}`, `ld ${d.one(low)}, -Z`],
  (d) => [`push ${d.one(low)}`, `push ${d.one(low)}`, `pop ${d.one(low)}`, `pop ${d.one(low)}`],
  (d) => [`in ${d.one(low)}, 0x3f`],
  (d) => [`lds ${d.one(low)}, st+${16 + d.roll(16)}`, `sts st+${16 + d.roll(16)}, ${d.one(low)}`],
  (d) => [`cpse ${d.one(low)}, ${d.one(low)}`, `inc ${d.one(low)}`],
  (d) => [`${d.one(['sbrc', 'sbrs'])} ${d.one(low)}, ${d.roll(8)}`, `com ${d.one(low)}`],
  ...['eq', 'ne', 'cs', 'cc', 'mi', 'pl', 'vs', 'vc', 'lt', 'ge', 'hs', 'hc', 'ts', 'tc', 'lo', 'sh'].map(
    (condition): Shape =>
      (d, label) => {
        const to = label();
        return [`br${condition} ${to}f`, `inc ${d.one(low)}`, `${to}:`];
      },
  ),
  (d, label) => {
    const to = label();
    return [`ldi r18, ${1 + d.roll(5)}`, `${to}: add r16, r17`, 'dec r18', `brne ${to}b`];
  },
  (d, label) => {
    const to = label();
    return [`${to}: dec ${d.one(low)}`, `brne ${to}b`];
  },
  (_, label) => {
    const to = label();
    return [`${to}: sbiw r24, 1`, `brne ${to}b`];
  },
  (_, label) => {
    const to = label();
    return ['clr r18', `${to}: subi r16, 1`, 'sbci r17, 0', 'sbci r18, 0', `brne ${to}b`];
  },
];

/** Registers r16 to r25, SREG, r0; at 16, memory of 16 bytes that Z points to. */
export const avrState = 32;

export function avrSnippets(count: number): readonly Snippet[] {
  return generate(count, 11, avrShapes, avrState).map((s) => ({
    ...s,
    // Interrupts stay off.
    before: s.before.map((byte, n) => (n === 10 ? byte & 0x7f : byte)),
  }));
}

const regs = ['r0', 'r1', 'r2', 'r3', 'r4', 'r5'];
const three =
  (name: string): Shape =>
  (d) => [`${name} ${d.one(regs)}, ${d.one(regs)}, ${d.one(regs)}`];
const number = (d: Dice): number => d.one([0, 1, 7, 0x80, 0xff, d.roll(256), 0xff00, 0x80000000]);
const shift = (d: Dice): string => `${d.one(['lsl', 'lsr', 'asr', 'ror'])} #${1 + d.roll(31)}`;
const pair =
  (name: string): Shape =>
  (d) => [`${name} ${d.one(regs)}, ${d.one(regs)}`];

const armShapes: readonly Shape[] = [
  ...[
    'add',
    'adds',
    'adc',
    'adcs',
    'sub',
    'subs',
    'sbc',
    'sbcs',
    'and',
    'ands',
    'orr',
    'orrs',
    'eor',
    'eors',
    'bic',
    'bics',
    'orn',
    'orns',
    'mul',
    'udiv',
    'sdiv',
    'lsl',
    'lsls',
    'lsr',
    'lsrs',
    'asr',
    'asrs',
    'ror',
    'rors',
  ].map(three),
  ...['add', 'adds', 'sub', 'subs', 'rsb', 'rsbs', 'and', 'ands', 'orr', 'orrs', 'eor', 'eors', 'bic'].map(
    (name): Shape =>
      (d) => [`${name} ${d.one(regs)}, ${d.one(regs)}, #${number(d)}`],
  ),
  ...['adds', 'subs', 'ands', 'orrs', 'eors', 'bics', 'adcs', 'sbcs', 'rsbs'].map(
    (name): Shape =>
      (d) => [`${name} ${d.one(regs)}, ${d.one(regs)}, ${d.one(regs)}, ${shift(d)}`],
  ),
  ...['lsls', 'lsrs', 'asrs', 'rors'].map(
    (name): Shape =>
      (d) => [`${name} ${d.one(regs)}, ${d.one(regs)}, #${1 + d.roll(31)}`],
  ),
  ...[
    'mov',
    'movs',
    'mvn',
    'mvns',
    'cmp',
    'cmn',
    'tst',
    'teq',
    'clz',
    'rbit',
    'rev',
    'rev16',
    'revsh',
    'sxtb',
    'sxth',
    'uxtb',
    'uxth',
    'rrx',
    'rrxs',
  ].map(pair),
  ...['cmp', 'cmn', 'tst', 'teq', 'mov', 'movs', 'mvn'].map(
    (name): Shape =>
      (d) => [`${name} ${d.one(regs)}, #${number(d)}`],
  ),
  ...['umull', 'smull', 'umlal', 'smlal'].map(
    (name): Shape =>
      (d) => [`${name} r0, r1, ${d.one(regs)}, ${d.one(regs)}`],
  ),
  ...['mla', 'mls'].map(
    (name): Shape =>
      (d) => [`${name} ${d.one(regs)}, ${d.one(regs)}, ${d.one(regs)}, ${d.one(regs)}`],
  ),
  (d) => [`movw ${d.one(regs)}, #${d.roll(65536)}`, `movt ${d.one(regs)}, #${d.roll(65536)}`],
  ...['ubfx', 'sbfx', 'bfi'].map(
    (name): Shape =>
      (d) => {
        const from = d.roll(31);
        return [`${name} ${d.one(regs)}, ${d.one(regs)}, #${from}, #${1 + d.roll(32 - from)}`];
      },
  ),
  (d) => [`bfc ${d.one(regs)}, #${d.roll(16)}, #${1 + d.roll(16)}`],
  (d) => [`ssat ${d.one(regs)}, #${1 + d.roll(31)}, ${d.one(regs)}`],
  (d) => [`usat ${d.one(regs)}, #${d.roll(31)}, ${d.one(regs)}, lsl #${1 + d.roll(7)}`],
  (d) => [`ldr ${d.one(regs)}, [r6, #${4 * d.roll(4)}]`, `str ${d.one(regs)}, [r6, #${4 * d.roll(4)}]`],
  ...['ldrb', 'ldrsb', 'strb'].map(
    (name): Shape =>
      (d) => [`${name} ${d.one(regs)}, [r6, #${d.roll(16)}]`],
  ),
  ...['ldrh', 'ldrsh', 'strh'].map(
    (name): Shape =>
      (d) => [`${name} ${d.one(regs)}, [r6, #${2 * d.roll(8)}]`],
  ),
  (d) => [
    `ldrd ${d.one(['r0, r1', 'r2, r3'])}, [r6, #${4 * d.roll(3)}]`,
    `strd ${d.one(['r0, r1', 'r2, r3'])}, [r6, #8]`,
  ],
  (d) => [`ldr ${d.one(regs)}, [r6], #4`, `ldr ${d.one(regs)}, [r6, #-4]!`],
  (d) => [`str ${d.one(regs)}, [r6, #4]!`, 'subs r6, r6, #4'],
  () => ['ldmia r6!, {r0, r2}', 'stmdb r6!, {r1, r3}'],
  () => ['stm r6, {r0-r3}', 'ldm r6, {r1, r2}'],
  () => ['push {r0, r2, r4}', 'pop {r1, r3, r5}'],
  () => ['push {r0-r3}', 'ldmia sp!, {r2-r5}'],
  (d) => [`and ${d.one(regs)}, ${d.one(regs)}, #3`, 'and r5, r5, #3', 'ldr r4, [r6, r5, lsl #2]'],
  (d) => [`mrs ${d.one(regs)}, apsr`, `msr apsr_nzcvq, ${d.one(regs)}`],
  (d) => [`ldrex ${d.one(['r0', 'r1'])}, [r6]`, `strex r2, r3, [r6]`, 'strex r4, r3, [r6]'],
  () => ['ldrexb r0, [r6]', 'clrex', 'strexb r2, r3, [r6]'],
  ...['eq', 'ne', 'cs', 'cc', 'mi', 'pl', 'vs', 'vc', 'hi', 'ls', 'ge', 'lt', 'gt', 'le'].flatMap((c): Shape[] => [
    (d, label) => {
      const to = label();
      return [`b${c} ${to}f`, `adds ${d.one(regs)}, #1`, `${to}:`];
    },
    (d) => [`it ${c}`, `mov${c} ${d.one(regs)}, #${d.roll(256)}`],
  ]),
  (d, label) => {
    const to = label();
    return [`${d.one(['cbz', 'cbnz'])} ${d.one(regs)}, ${to}f`, `mvn ${d.one(regs)}, ${d.one(regs)}`, `${to}:`];
  },
  (d, label) => {
    const to = label();
    return [`movs r0, #${1 + d.roll(9)}`, `${to}: subs r0, #1`, `bne ${to}b`];
  },
  (d, label) => {
    const to = label();
    return [`movs r0, #${1 + d.roll(9)}`, `${to}: add r1, r1, r2`, 'subs r0, r0, #1', `bgt ${to}b`];
  },
];

/** Registers r0 to r5, then APSR; at 32, memory of 16 bytes that r6 points to. */
export const armState = 48;

export function armSnippets(count: number): readonly Snippet[] {
  return generate(count, 23, armShapes, armState).map((s) => ({
    ...s,
    // APSR has its flags at the top.
    before: s.before.map((byte, n) => (n >= 24 && n < 28 ? (n === 27 ? byte & 0xf8 : 0) : byte)),
  }));
}
