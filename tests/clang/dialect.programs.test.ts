// One program for each dialect of docs/dialects.md, from its files to contexts and accesses, with every clang of this
// machine. Positions are those of the sources as they are written.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Diagnostic, loadProgram, type Program, type Request } from '../../src/check.js';
import { clangs, put, valueOrThrow, workspace } from './workspace.js';

interface DialectProgram {
  readonly name: string;
  readonly target?: string;
  readonly files: Readonly<Record<string, string>>;
  /** `name irq priority` of every ISR, in their order. */
  readonly isrs: readonly string[];
}

const main = 'int main(void) { for (;;) if (n > 3) n = 0; }\n';

const programs: readonly DialectProgram[] = [
  {
    name: 'Keil C51',
    files: {
      'a.c': `#include <reg52.h>\nsbit LED = P1^3;\nunsigned char xdata n; bit on;\nvoid uart(void) interrupt 4 using 1 { n++; on = LED; }\nstatic void timer(void) interrupt TIMER { n++; }\n${main}`,
      'b.c': '#include <reg52.h>\nextern unsigned char xdata n;\nvoid other(void) interrupt 2 { n++; P0 = 1; }\n',
    },
    isrs: ['timer 1 1', 'other 2 1', 'uart 4 1'],
  },
  {
    name: 'SDCC',
    files: {
      'a.c': `__sfr __at(0x80) P0; __sbit __at(0x97) LED;\n__xdata volatile int n;\nvoid uart(void) __interrupt(4) __using(1) { n++; P0 = 1; }\nvoid timer(void) __interrupt 1 __using 2 { n++; LED = 1; }\nint take(void) __critical { return n++; }\nint main(void) { return take(); }\n`,
    },
    isrs: ['timer 1 1', 'uart 4 1'],
  },
  {
    name: 'IAR for MSP430',
    target: 'msp430-none-elf',
    files: {
      'a.c': `#include "device.h"\nvolatile int n;\n#pragma vector=PORT1_VECTOR\n__interrupt void port(void) { n++; }\n#pragma vector = TIMERA0_VECTOR, 6\n__interrupt static void timer(void) { n++; }\n_Pragma("vector=8") __interrupt void adc(void) { n++; }\n${main.replace('{', '{ __enable_interrupt();')}`,
      'device.h': '#define PORT1_VECTOR (2 * 2u)\n#define TIMERA0_VECTOR (0)\n',
    },
    // By two vectors: it has no number of its own.
    isrs: ['port 4 1', 'adc 8 1', 'timer - 1'],
  },
  {
    name: 'IAR',
    files: {
      'a.c': `__no_init volatile char n @ 0x38;\n__root __interrupt void spi(void) { n++; }\n#pragma type_attribute=__interrupt\nvoid adc(void) { n++; }\n__monitor int take(void) { return n++; }\nint main(void) { __disable_interrupt(); return take(); }\n`,
    },
    isrs: ['spi - 1', 'adc - 1'],
  },
  {
    name: 'Keil for ARM',
    target: 'armv4t-none-eabi',
    files: {
      'a.c': `int n;\n__irq void slow(void) { n++; }\nvoid timer(void) __irq { n++; }\n__fiq void quick(void) { n++; }\n__nested __irq void open(void) { n++; }\n${main}`,
    },
    isrs: ['slow - 1', 'timer - 1', 'quick - 2', 'open - 1'],
  },
  {
    name: 'XC8',
    files: {
      'a.c': `int n;\nvoid __interrupt() any(void) { n++; }\nvoid __interrupt(low_priority) low(void) { n++; }\nvoid __interrupt(high_priority) high(void) { n++; }\nvoid __interrupt(irq(TMR0), base(8)) tmr0(void) { n++; }\n__persistent int kept;\n${main}`,
    },
    isrs: ['any - 1', 'low - 1', 'high - 2', 'tmr0 - 1'],
  },
  {
    name: 'HI-TECH',
    files: {
      'a.c': `volatile unsigned char PORTA @ 0x05;\nint n;\nvoid interrupt any(void) { n++; PORTA = 1; }\nvoid interrupt low_priority low(void) { n++; }\ninterrupt void first(void) { n++; }\n${main}`,
    },
    isrs: ['any - 1', 'low - 1', 'first - 1'],
  },
  {
    name: 'Cosmic',
    files: { 'a.c': `@tiny int n;\n@far @interrupt void timer(void) { n++; }\n${main}` },
    isrs: ['timer - 1'],
  },
  {
    name: 'Renesas',
    files: {
      'a.c': `int n;\n#pragma interrupt (timer(vect=27))\nvoid timer(void) { n++; }\n#pragma INTERRUPT /B 25 uart\nstatic void uart(void) { n++; }\n#pragma interrupt INTTM0 tm0\nvoid tm0(void) { n++; }\n${main}`,
    },
    isrs: ['uart 25 1', 'timer 27 1', 'tm0 - 1'],
  },
  {
    name: 'Microchip C18 and TI C6000',
    files: {
      'a.c': `int n;\n#pragma interrupt high save=PROD\nvoid high(void) { n++; }\n#pragma interruptlow low\nvoid low(void) { n++; }\n#pragma INTERRUPT(hpi, HPI)\nvoid hpi(void) { n++; }\n${main}`,
    },
    isrs: ['high - 1', 'low - 1', 'hpi - 1'],
  },
  {
    name: 'GNU, on a machine without interrupt attributes',
    target: 'x86_64-unknown-linux-gnu',
    files: {
      'a.c': `#include "isr.h"\nint n;\n__attribute__((interrupt(TIMER))) void timer(void) { n++; }\n[[gnu::interrupt("IRQ")]] void uart(void) { n++; }\nHANDLER(adc) { n++; }\n${main}`,
      'isr.h':
        '#undef TIMER\n#define TIMER 3\n#define HANDLER(name) void name(void) __attribute__((used, signal, interrupt)); void name(void)\n',
    },
    isrs: ['timer 3 1', 'uart - 1', 'adc - 1'],
  },
];

/** A number that a build system would give, and a standard in which clang 16 has `[[…]]`. */
const flags = ['-DTIMER=1', '-std=gnu2x'];

async function load(
  files: Readonly<Record<string, string>>,
  request: Partial<Request>,
): Promise<{ program: Program; diagnostics: readonly Diagnostic[]; directory: string }> {
  const directory = workspace(files);
  const paths = Object.keys(files).filter((name) => name.endsWith('.c'));
  const result = await loadProgram({
    flags,
    cache: false,
    ...request,
    paths: paths.map((name) => join(directory, name)),
  });
  return { program: valueOrThrow(result).program, diagnostics: result.diagnostics, directory };
}

function isrsOf(program: Program): readonly string[] {
  return program.contexts.filter((c) => c.kind === 'isr').map((c) => `${c.name} ${c.irq ?? '-'} ${c.priority}`);
}

/** `context operation variable file:line:column`, without the directory. */
function accessesOf(program: Program, directory: string): readonly string[] {
  return program.accesses.map((access) => {
    const names = access.regions.map((region) => program.objects[region.object]!.name).join('|');
    const place = access.place === undefined ? '?' : `${access.place.file}:${access.place.line}:${access.place.column}`;
    return `${program.contexts[access.context]!.name} ${access.operation} ${names} ${place.replace(`${directory}/`, '')}`;
  });
}

/**
 * Where `n++` stands in the files: the position of the operator, which is what clang gives to the read and to the
 * write.
 */
function increments(files: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(files).flatMap(([name, text]) =>
    text
      .split('\n')
      .flatMap((line, index) => [...line.matchAll(/n\+\+/g)].map((match) => `${name}:${index + 1}:${match.index + 2}`)),
  );
}

/** How many files are kept. */
function entries(directory: string): number {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'ir.size');
  return names.filter((name) => statSync(join(directory, name)).isFile()).length;
}

describe.each(clangs.filter((each) => !each.missing))('with $name', ({ clang }) => {
  it.each(programs)('$name', async ({ files, target, isrs }) => {
    const { program, diagnostics, directory } = await load(files, {
      clang,
      ...(target === undefined ? {} : { target }),
    });
    expect(isrsOf(program)).toEqual(isrs);
    expect(diagnostics.filter((d) => d.severity !== 'note').map((d) => d.message)).toEqual([]);
    const positions = accessesOf(program, directory).filter((access) => / (?:W|device W) n /.test(access));
    const found = new Set(positions.map((access) => access.split(' ').at(-1)));
    for (const position of increments(files)) expect(found).toContain(position);
  });

  it('finds headers in a dialect, through other headers', async () => {
    const files = {
      'src/a.c': '#include "board.h"\nint n; bit ready;\nint main(void) { start(); while (!ready) n++; return LED; }\n',
      'src/b.c': '#include "board.h"\n\nvoid start(void) { n++; }\n',
      'inc/board.h': '#include <reg51.h>\n#include "detail/isr.h"\nextern int n; extern bit ready; void start(void);\n',
      'inc/detail/isr.h':
        '#ifndef ISR_H\n#define ISR_H\nsbit LED = 0x93; extern int n; extern bit ready;\nstatic void tick(void) interrupt 1 { n++; ready = 1; }\n#endif\n',
    };
    const directory = workspace(files);
    const result = await loadProgram({
      paths: [join(directory, 'src/a.c')],
      flags: [`-I${directory}/inc`],
      clang,
      cache: false,
      entry: 'main',
    });
    const { program } = valueOrThrow(result);
    expect(isrsOf(program)).toEqual(['tick 1 1']);
    expect(accessesOf(program, directory)).toEqual(
      expect.arrayContaining(['tick W n inc/detail/isr.h:4:39', 'tick W ready inc/detail/isr.h:4:49']),
    );
    expect(program.contexts[1]?.place).toMatchObject({ file: `${directory}/inc/detail/isr.h`, line: 4 });
  });

  it('keeps paths, __FILE__, __LINE__ and bytes that are not UTF-8', async () => {
    const directory = workspace({
      'build/x': '',
      'inc/v.h': '#define V 7\n',
      'src/a.c': Buffer.from(
        '\xef\xbb\xbfsfr P9 = 0x90;\n#include "../inc/v.h"\nchar *file = __FILE__, *text = "\xe4\xff"; int n;\nvoid f(void) interrupt V { n++; } int line = __LINE__;\nint main(void) { return n + line + file[0] + text[0] + P9; }\n',
        'latin1',
      ),
      'compile_commands.json': JSON.stringify([
        { directory: 'build', file: '../src/a.c', command: 'cc -c ../src/a.c' },
      ]),
    });
    const result = await loadProgram({ paths: [directory], clang, cache: false });
    const { program } = valueOrThrow(result);
    expect(isrsOf(program)).toEqual(['f 7 1']);
    expect(accessesOf(program, directory)).toContain('f W n src/a.c:4:29');
    const strings = [...program.module.globals.values()].flatMap((global) =>
      global.initializer?.kind === 'bytes' ? [Buffer.from(global.initializer.bytes).toString('latin1')] : [],
    );
    expect(strings).toContain('\xe4\xff\0');
    expect(strings.filter((text) => text.endsWith('src/a.c\0')).length).toBeGreaterThan(0);
    const line = program.module.globals.get('line')?.initializer;
    expect(line).toMatchObject({ kind: 'int', value: 4n });
  });

  it('leaves ordinary C with the same words alone', async () => {
    const source = [
      '#define __irq /* nothing */',
      '#define interrupt_name "interrupt 4 using 1"',
      '#define CALL(interrupt) (interrupt) + 1',
      'struct state { int interrupt, using, data, code; } s;',
      'typedef int bit; /* void f(void) interrupt 4 */',
      'int interrupt = 3, xdata[2]; // __interrupt void f(void)',
      'const char *text = "__monitor void f(void) @ 0x38" interrupt_name;',
      '__irq int alarm(int interrupt) { return s.interrupt + interrupt; }',
      "int main(void) { bit using = CALL(interrupt); char at = '@'; return alarm(using) + at + xdata[0] + text[0]; }",
      '',
    ].join('\n');
    const { program, diagnostics, directory } = await load({ 'a.c': source }, { clang });
    expect(isrsOf(program)).toEqual([]);
    expect(diagnostics.filter((d) => d.severity !== 'note')).toEqual([]);
    expect(program.operations).toEqual([]);
    expect(accessesOf(program, directory)).toContain('main R interrupt a.c:9:30');
  });

  it('shows an error in rewritten text at its place', async () => {
    const directory = workspace({ 'a.c': 'int n;\nvoid f(void) interrupt 4 { n = undeclared; }\n' });
    const result = await loadProgram({ paths: [join(directory, 'a.c')], clang, cache: false });
    expect(result.diagnostics).toMatchObject([
      { code: 'compile-error', place: { file: `${directory}/a.c`, line: 2, column: 32 } },
    ]);
  });

  it('says what it believed', async () => {
    const source = `#define NONE 0\nint n;\n#pragma vector=NONE\n__nested __interrupt void f(void) { n++; }\n#pragma vector=-3, 7\n__interrupt void g(void) { n++; }\n__irq void h(void) { n++; }\nvoid undefined(void) __irq;\n${main}`;
    const { program } = await load({ 'a.c': source }, { clang });
    expect(program.contexts.slice(1).map((c) => `${c.name}: ${c.evidence}`)).toEqual([
      'f: declared as the interrupt function of vector 0 that others may interrupt',
      'g: declared as the interrupt function of vector -3; declared as the interrupt function of vector 7',
      'h: declared as an interrupt function',
    ]);
  });

  it('gives priorities in the numbering of the machine', async () => {
    const source = `int n;\nvoid __interrupt(low_priority) low(void) { n++; }\nvoid __interrupt(high_priority) high(void) { n++; }\n${main}`;
    const { program } = await load({ 'a.c': source }, { clang, platform: 'cortex-m' });
    expect(program.contexts.slice(1).map((c) => [c.name, c.priority, c.hardwarePriority])).toEqual([
      ['low', 1, 15],
      ['high', 2, 14],
    ]);
  });

  it('masks interrupts in monitor functions', async () => {
    const source =
      'int n;\nvoid isr_1(void) { n++; }\n__monitor int take(int m) {\n  if (m) return n;\n  n = 0;\n  return 0;\n}\nint main(void) { return take(1); }\n';
    const { program } = await load({ 'a.c': source }, { clang });
    expect(program.operations.map((o) => `${o.function} ${o.effect.kind} ${o.text} ${o.place?.line}`)).toEqual([
      'take write-mask preempt_set_global_mask(1) 4',
      'take write-mask preempt_set_global_mask(…) 7',
    ]);
  });

  it('takes volatile variables at an address for device registers, and others for memory', async () => {
    const source =
      'volatile char port @ 0x20; char buffer[4] @ 0x100;\nvoid isr_1(void) { port = buffer[1]; }\nint main(void) { buffer[1] = 2; return port; }\n';
    const { program } = await load({ 'a.c': source }, { clang });
    expect(program.objects.flatMap((o) => (/^(?:port|buffer)$/.test(o.name) ? [`${o.name} ${o.kind}`] : []))).toEqual(
      expect.arrayContaining(['port device', 'buffer global']),
    );
  });

  it('keeps the compiled form of rewritten files, until one of them changes', async () => {
    const files = { 'a.c': `#include "isr.h"\n${main}`, 'isr.h': 'int n;\nvoid f(void) __interrupt(4) { n++; }\n' };
    const directory = workspace(files);
    const run = async (target?: string): Promise<readonly [readonly string[], number]> => {
      const request = { paths: [join(directory, 'a.c')], clang, cache: join(directory, 'cache') };
      const result = await loadProgram(target === undefined ? request : { ...request, target });
      return [isrsOf(valueOrThrow(result).program), entries(join(directory, 'cache'))];
    };
    expect(await run()).toEqual([['f 4 1'], 1]);
    expect(await run()).toEqual([['f 4 1'], 1]);
    put(join(directory, 'isr.h'), 'int n;\nvoid f(void) __interrupt(5) { n++; }\n');
    expect((await run())[0]).toEqual(['f 5 1']);
    expect((await run('riscv32-unknown-elf'))[0]).toEqual(['f 5 1']);
    put(join(directory, 'isr.h'), 'int n;\nvoid f(void) { n++; }\n');
    expect((await run())[0]).toEqual([]);
  });

  it('serves two runs on a cold cache at once', async () => {
    const directory = workspace({
      'a.c': `#include "isr.h"\n${main}`,
      'b.c': 'void g(void) __interrupt(2) { extern int n; n++; }\n',
      'isr.h': 'int n;\nvoid f(void) __interrupt(4) { n++; }\n',
    });
    const request = { paths: [join(directory, 'a.c'), join(directory, 'b.c')], clang, cache: join(directory, 'cache') };
    const results = await Promise.all([loadProgram(request), loadProgram(request), loadProgram(request)]);
    for (const result of results) {
      expect(result.diagnostics).toEqual([]);
      expect(isrsOf(valueOrThrow(result).program)).toEqual(['g 2 1', 'f 4 1']);
    }
    expect(entries(join(directory, 'cache'))).toBe(2);
  });
});

describe('all clangs', () => {
  it.each(programs)('lead to the same for $name', async ({ files, target }) => {
    const directory = workspace(files);
    const paths = Object.keys(files).filter((name) => name.endsWith('.c'));
    const seen: unknown[] = [];
    for (const { clang } of clangs.filter((each) => !each.missing)) {
      const request = { paths: paths.map((name) => join(directory, name)), flags, clang, cache: false } as const;
      const { program } = valueOrThrow(await loadProgram(target === undefined ? request : { ...request, target }));
      seen.push([
        program.contexts.map((c) => [c.name, c.irq, c.priority, c.evidence, c.place]),
        [...accessesOf(program, directory)].sort(),
        program.operations.map((o) => [o.text, o.place]),
        program.shared.map((variable) => variable.name),
      ]);
    }
    for (const each of seen) expect(each).toEqual(seen[0]);
  });
});
