// The same snippets on an emulator and as the machine runs what they become: a frame around each puts registers, flags
// and memory in and takes them out.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from '../../../src/clang/compile.js';
import { projectOf } from '../../../src/clang/project.js';
import { cleanUp } from '../../../src/ir/clean-up.js';
import { linkModules } from '../../../src/ir/link/link.js';
import { parseModule } from '../../../src/ir/parse/parse.js';
import { lowerAssembly } from '../../../src/model/assembly/lower.js';
import { withAtomicCalls } from '../../../src/model/atomic-calls.js';
import { buildProgram } from '../../../src/model/build.js';
import { choosePlatform } from '../../../src/model/choose-platform.js';
import type { Program } from '../../../src/model/program.js';
import { type MachineResult, required, runOnMachine } from '../../machine/sequential.js';
import { assembled, hexOf } from './elf.js';
import { armState, avrState, type Snippet } from './snippets.js';

export interface Family {
  readonly target: string;
  readonly platform: string;
  readonly state: number;
  /** Lines around a snippet: `st` is the address of the state. */
  readonly before: readonly string[];
  readonly behind: readonly string[];
  /** The state after each snippet, as the emulator has it. */
  emulate(clang: string, snippets: readonly Snippet[]): readonly (readonly number[])[];
}

const avrRegisters = Array.from({ length: 10 }, (_, n) => n);

export const avr: Family = {
  target: 'avr',
  platform: 'avr',
  state: avrState,
  before: [
    'clr r1',
    'lds r26, st+10',
    'lds r0, st+11',
    ...avrRegisters.map((n) => `lds r${16 + n}, st+${n}`),
    'ldi r30, lo8(st+16)',
    'ldi r31, hi8(st+16)',
    'out 0x3f, r26',
  ],
  behind: [
    'in r26, 0x3f',
    'sts st+10, r26',
    'sts st+11, r0',
    'sts st+12, r1',
    ...avrRegisters.map((n) => `sts st+${n}, r${16 + n}`),
    'clr r1',
  ],

  /** Each state is sent as a line of hexadecimal numbers; asleep with interrupts off, the simulator ends. */
  emulate(clang, snippets) {
    const shown = snippets.flatMap(({ lines, before }) => [
      ...before.flatMap((byte, n) => [`ldi r16, ${byte}`, `sts st+${n}, r16`]),
      ...this.before,
      ...lines,
      ...this.behind,
      'call show',
    ]);
    const text = [
      '.equ st, 0x200',
      'ldi r16, 0x18',
      'sts 0xc1, r16',
      ...shown,
      'cli',
      'sleep',
      '90: rjmp 90b',
      `show: ldi r26, lo8(st)`,
      'ldi r27, hi8(st)',
      `ldi r18, ${avrState}`,
      '91: ld r16, X+',
      'swap r16',
      'call digit',
      'swap r16',
      'call digit',
      'dec r18',
      'brne 91b',
      'ldi r17, 10',
      'sts 0xc6, r17',
      'ret',
      'digit: mov r17, r16',
      'andi r17, 15',
      'subi r17, -48',
      'cpi r17, 58',
      'brlo 92f',
      'subi r17, -39',
      '92: sts 0xc6, r17',
      'ret',
    ];
    const code = assembled(clang, ['--target=avr', '-mmcu=atmega1284p'], `${text.join('\n')}\n`);
    const output = inFolder('code.hex', hexOf(code), (file) =>
      allOutput('simavr', ['-m', 'atmega1284p', '-f', '16000000', file]),
    );
    // Colours and dots are the simulator's.
    const found = output.match(new RegExp(`[0-9a-f]{${2 * avrState}}`, 'g')) ?? [];
    return found.map((line) => [...Buffer.from(line, 'hex')]);
  },
};

export const arm: Family = {
  target: 'thumbv7m-none-eabi',
  platform: 'cortex-m',
  state: armState,
  before: [
    '.syntax unified',
    'ldr r7, =st',
    'ldr r0, [r7, #24]',
    'add r6, r7, #32',
    'msr apsr_nzcvq, r0',
    'ldm r7, {r0-r5}',
  ],
  behind: ['stm r7, {r0-r5}', 'mrs r0, apsr', 'str r0, [r7, #24]'],

  /** States are collected in memory and written at the end, by semihosting. */
  emulate(clang, snippets) {
    const results = 0x20001000;
    const shown = snippets.flatMap(({ lines, before }, n) => [
      'ldr r7, =st',
      ...Array.from({ length: armState / 4 }, (_, w) => [
        `movw r0, #${before[4 * w]! | (before[4 * w + 1]! << 8)}`,
        `movt r0, #${before[4 * w + 2]! | (before[4 * w + 3]! << 8)}`,
        `str r0, [r7, #${4 * w}]`,
      ]).flat(),
      ...this.before,
      ...lines,
      ...this.behind,
      `movw r1, #${(results + armState * n) & 0xffff}`,
      `movt r1, #${(results + armState * n) >>> 16}`,
      'ldr r2, =st',
      `movs r3, #${armState / 4}`,
      '95: ldr r0, [r2], #4',
      'str r0, [r1], #4',
      'subs r3, #1',
      'bne 95b',
    ]);
    const text = [
      '.syntax unified',
      '.thumb',
      '.equ st, 0x20000000',
      '.word 0x20010000, 9',
      ...shown,
      // open(":tt", "w"), write, exit.
      'mov.w r4, #0x20000000',
      'movw r0, #0x743a',
      'movt r0, #0x0074',
      'str r0, [r4, #16]',
      'add r0, r4, #16',
      'str r0, [r4]',
      'movs r0, #4',
      'str r0, [r4, #4]',
      'movs r0, #3',
      'str r0, [r4, #8]',
      'movs r0, #1',
      'mov r1, r4',
      'bkpt 0xab',
      'str r0, [r4]',
      `movw r0, #${results & 0xffff}`,
      `movt r0, #${results >>> 16}`,
      'str r0, [r4, #4]',
      `movw r0, #${armState * snippets.length}`,
      'str r0, [r4, #8]',
      'movs r0, #5',
      'bkpt 0xab',
      'movs r0, #0x18',
      'movw r1, #0x26',
      'movt r1, #2',
      'bkpt 0xab',
    ];
    const code = assembled(clang, ['--target=thumbv7m-none-eabi'], `${text.join('\n')}\n`);
    const output = inFolder('code.bin', code, (file) =>
      execFileSync(
        'qemu-system-arm',
        [
          '-M',
          'mps2-an385',
          '-nographic',
          '-monitor',
          'none',
          '-serial',
          'none',
          '-semihosting-config',
          'enable=on,target=native',
          '-kernel',
          file,
        ],
        { encoding: 'buffer', timeout: 120_000, stdio: ['ignore', 'pipe', 'pipe'] },
      ),
    );
    return snippets.map((_, n) => [...output.subarray(armState * n, armState * (n + 1))]);
  },
};

function allOutput(program: string, flags: readonly string[]): string {
  const { stdout, stderr } = spawnSync(program, flags, { encoding: 'latin1', timeout: 120_000 });
  return `${stdout}${stderr}`;
}

function inFolder<T>(name: string, content: string | Buffer, act: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-emulator-'));
  try {
    writeFileSync(join(folder, name), content);
    return act(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same by the machine; words that are not bytes are what went wrong. */
export async function interpret(family: Family, snippets: readonly Snippet[]): Promise<readonly (readonly number[])[]> {
  const functions = snippets.map(({ lines, before }, n) => {
    const text = [...family.before, ...lines, ...family.behind].map((line) => `"${line}\\n"`).join('\n  ');
    const put = before.map((byte, at) => `st[${at}] = ${byte};`).join(' ');
    return `static void s${n}(void) {\n ${put}\n __asm__ volatile(${text} ::: "memory");\n show(); }`;
  });
  const text = `unsigned char st[${family.state}] __attribute__((aligned(4))); void out(unsigned long);
static void show(void) { for (unsigned char i = 0; i < ${family.state}; i++) out(st[i]); }
${functions.join('\n')}
int main(void) { ${snippets.map((_, n) => `s${n}();`).join(' ')} return 0; }\n`;
  const result = await runText(text, family);
  if (result.kind === 'stopped') throw new Error(result.because);
  const bytes = result.values.map(Number);
  return snippets.map((_, n) => bytes.slice(n * family.state, (n + 1) * family.state));
}

/** What a program gives to `out`, without interrupts. */
export async function runText(text: string, of: Pick<Family, 'target' | 'platform'>): Promise<MachineResult> {
  return runOnMachine(await programOfText(text, of), 'interpreted');
}

export async function programOfText(
  text: string,
  { target, platform }: Pick<Family, 'target' | 'platform'>,
): Promise<Program> {
  const directory = await mkdtemp(join(tmpdir(), 'preempt-snippets-'));
  try {
    await writeFile(join(directory, 'snippets.c'), text);
    const chosen = required(choosePlatform({ platform, target }, []));
    const compiled = required(
      await compile([{ kind: 'c', file: 'snippets.c', directory, arguments: [] }], {
        clang: 'auto',
        project: projectOf([directory]),
        target,
        includeDirectories: [],
        extraArguments: chosen.platform.arguments,
        cacheDirectory: false,
      }),
    );
    const modules = compiled.map(({ ir, file }) => required(parseModule(ir, file)));
    const module = cleanUp(withAtomicCalls(lowerAssembly(required(linkModules(modules)), chosen.platform)));
    return required(buildProgram(module, chosen, { entry: 'main', isrs: [] }));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
