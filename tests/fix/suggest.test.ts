// What is suggested for small programs, and above all what is not: masks that would not be left, that would wait for
// ever, or that would open what was closed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isError } from '../../src/findings/finding.js';
import { changedText } from '../../src/fix/change.js';
import { settingsOf } from '../corpus/settings.js';
import { crossed } from '../execution/thread-programs.js';
import { type Suggested, suggested } from './suggested.js';

const folder = mkdtempSync(join(tmpdir(), 'preempt-suggest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
async function fixesOf(text: string, words: readonly string[] = []): Promise<Suggested> {
  const file = join(folder, `case${count++}.c`);
  writeFileSync(file, text);
  return suggested(file, settingsOf(words));
}

const shown = ({ fixes }: Suggested): readonly string[] =>
  [...new Set(fixes.values())].map(
    (f) => `${f.firstLine}-${f.lastLine} in ${f.function}: ${f.before.join(' ')} … ${f.after.join(' ')}`,
  );

const cortex = `#include <core_cm4.h>
static volatile uint32_t count;
extern volatile uint32_t OUT;
void TIM2_IRQHandler(void) { count++; }
`;
const generic = `void enable_isr(int);
void disable_isr(int);
static volatile int count;
void isr_1(void) { count++; }
`;

describe('a fix', () => {
  it('keeps the ISRs out of the smallest window that helps, and says what was checked', async () => {
    const result = await fixesOf(`${cortex}int main(void) {
    OUT = 1;
    count++;
    OUT = 2;
}
`);
    expect([...result.fixes.values()]).toEqual([
      {
        context: 'main',
        function: 'main',
        file: expect.stringMatching(/case\d+\.c$/),
        firstLine: 7,
        lastLine: 7,
        before: ['uint32_t primask = __get_PRIMASK();', '__disable_irq();'],
        after: ['__set_PRIMASK(primask);'],
        keepsOut: ['TIM2_IRQHandler'],
        verified: expect.stringContaining('one arrival of each ISR'),
      },
    ]);
  });

  it('takes a name that is free, and another one for each window of a function', async () => {
    const result = await fixesOf(`${cortex}static volatile uint32_t other;
void TIM3_IRQHandler(void) { other++; }
int main(void) {
    int primask = 0;
    count++;
    OUT = primask;
    other++;
}
`);
    expect([...shown(result)].sort()).toEqual([
      '11-11 in main: uint32_t primask3 = __get_PRIMASK(); __disable_irq(); … __set_PRIMASK(primask3);',
      '9-9 in main: uint32_t primask2 = __get_PRIMASK(); __disable_irq(); … __set_PRIMASK(primask2);',
    ]);
  });

  it('may serve several findings', async () => {
    const result = await fixesOf(`${cortex}int main(void) {
    if (count < 2) {
        count -= 1;
        OUT = count;
    }
}
`);
    const errors = result.findings.filter(isError);
    expect(errors.length).toBeGreaterThan(1);
    expect(errors.every((f) => result.fixes.has(f.id))).toBe(true);
    expect(shown(result)).toEqual([
      '7-8 in main: uint32_t primask = __get_PRIMASK(); __disable_irq(); … __set_PRIMASK(primask);',
    ]);
  });

  it('encloses the calls where the accesses are in different functions', async () => {
    const result = await fixesOf(`${cortex}static uint32_t get(void) { return count; }
static void put(uint32_t to) { count = to; }
int main(void) {
    uint32_t now = get();
    put(now + 1);
    OUT = now;
}
`);
    expect(shown(result)).toEqual([
      '8-9 in main: uint32_t primask = __get_PRIMASK(); __disable_irq(); … __set_PRIMASK(primask);',
    ]);
  });

  it('goes up to the caller where the function returns in between', async () => {
    const result = await fixesOf(`${cortex}static uint32_t take(void) {
    uint32_t now = count;
    if (now == 0) return 0;
    return now;
}
int main(void) {
    count = 1;
    OUT = take();
}
`);
    const window = shown(result).find((text) => text.includes(' in main'));
    expect(window).toMatch(/^1[12]-12 in main/);
    expect(result.findings.filter(isError).every((f) => result.fixes.has(f.id))).toBe(true);
  });

  it('may be in a header, which several sources include', async () => {
    const text: Readonly<Record<string, string>> = {
      'counter.h':
        'extern volatile int count;\nvoid disable_isr(int);\nvoid enable_isr(int);\nstatic inline void add(void) {\n    count++;\n}\n',
      'main.c': '#include "counter.h"\nvolatile int count;\nint main(void) {\n    add();\n}\n',
      'isr.c': '#include "counter.h"\nvoid isr_1(void) {\n    add();\n}\n',
    };
    for (const [name, content] of Object.entries(text)) writeFileSync(join(folder, name), content);
    const sources = ['main.c', 'isr.c'].map((name) => join(folder, name));
    const result = await suggested(sources, settingsOf(['--interrupts', 'on']));
    expect(result.findings.map((f) => f.kind)).toContain('atomicity');
    expect(shown(result)).toEqual(['5-5 in add: disable_isr(1); … enable_isr(1);']);
    expect([...result.fixes.values()][0]?.file).toBe(join(folder, 'counter.h'));
  });

  it('keeps the line ends of the file', () => {
    const change = { file: 'a.c', firstLine: 2, lastLine: 2, before: ['cli();'], after: ['sei();'] };
    expect(changedText('{\r\n\ta++;\r\n}\r\n', change)).toBe('{\r\n\tcli();\r\n\ta++;\r\n\tsei();\r\n}\r\n');
  });

  it('declares what a program without such functions lacks', async () => {
    const result = await fixesOf(
      'static int count;\nvoid isr_1(void) { count++; }\nint main(void) {\n    count++;\n}\n',
    );
    expect(shown(result)).toEqual([
      '4-4 in main: void disable_isr(int), enable_isr(int); disable_isr(1); … enable_isr(1);',
    ]);
  });

  it('stands where the ISR is enabled, since it will be enabled afterwards', async () => {
    const result = await fixesOf(`${generic}static void add(void) {
    count++;
}
int main(void) {
    add();
    enable_isr(1);
    add();
    disable_isr(1);
    add();
}
`);
    expect(shown(result)).toEqual(['11-11 in main: disable_isr(1); … enable_isr(1);']);
  });

  it('opens the mask itself where a platform cannot save it', async () => {
    const platform = join(folder, 'msp430.json');
    const pack = {
      name: 'msp430',
      title: 'MSP430',
      target: 'msp430',
      detect: {},
      atomicBytes: 2,
      nesting: { kind: 'masked', exit: 'restore' },
      globalMask: 'closed',
      priorities: { order: 'none' },
      handlers: [{ pattern: '^\\w+_isr$' }],
      functions: {
        __disable_interrupt: [{ kind: 'close-mask' }],
        __enable_interrupt: [{ kind: 'open-mask' }],
      },
    };
    writeFileSync(platform, JSON.stringify(pack));
    const begin = `void __disable_interrupt(void);
void __enable_interrupt(void);
static volatile int count;
void timer_isr(void) { count++; }
static void add(void) {
    count += 2;
}
int main(void) {
`;
    const open = await fixesOf(`${begin}    __enable_interrupt();\n    add();\n}\n`, ['--platform', platform]);
    expect(shown(open)).toEqual(['6-6 in add: __disable_interrupt(); … __enable_interrupt();']);
    const both = await fixesOf(`${begin}    add();\n    __enable_interrupt();\n    add();\n}\n`, [
      '--platform',
      platform,
    ]);
    // add() runs before anything may interrupt it, too.
    expect(shown(both)).toEqual(['11-11 in main: __disable_interrupt(); … __enable_interrupt();']);
  });
});

describe('no fix', () => {
  const none = async (text: string, words?: readonly string[]): Promise<void> => {
    const result = await fixesOf(text, words);
    expect(result.findings).not.toEqual([]);
    expect(shown(result)).toEqual([]);
  };

  it('that a macro would leave', () =>
    none(`${cortex}#define CHECK(x) if (!(x)) return 1
int main(void) {
    uint32_t now = count;
    CHECK(now < 3);
    count = now + 1;
    return 0;
}
`));

  it('that waits for the ISR', () =>
    none(`${cortex}int main(void) {
    while (count == 0) {
    }
    OUT = count;
}
`));

  it('that waits for it in a function', () =>
    none(
      `${cortex}static void wait(void) {
    while (count < 1) {
    }
}
int main(void) {
    uint32_t now = count;
    wait();
    count = now;
}
`,
      ['--property', 'atomicity'],
    ));

  it('against what cannot be masked', () =>
    none('static volatile int count;\nvoid NMI_Handler(void) { count++; }\nint main(void) {\n    count++;\n}\n', [
      '--platform',
      'cortex-m',
    ]));

  it('where the function is in one line', () => none(`${cortex}int main(void) { count++; }\n`));

  const undeclared = (handler: string): string =>
    `static volatile int count;\n${handler} { count++; }\nint main(void) {\n    count++;\n}\n`;

  it('where nothing declares the functions of the platform', () =>
    none(
      undeclared('__attribute__((interrupt(9))) void timer(void)').replace('count++;\n}', '__asm("eint"); count++;\n}'),
      ['--platform', 'msp430', '--target', 'msp430'],
    ));

  it('but for assembly, where a platform has that', async () => {
    const words = ['--platform', 'cortex-m', '--target', 'thumbv7em-none-eabi'];
    expect(shown(await fixesOf(undeclared('void TIM2_IRQHandler(void)'), words))).toEqual([
      '4-4 in main: __asm volatile ("cpsid i" ::: "memory"); … __asm volatile ("cpsie i" ::: "memory");',
    ]);
  });

  it('where the budget is used up: so many programs, and no more', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `v${n}`);
    const text = `#include <core_cm4.h>
${names.map((v) => `static volatile int ${v};`).join('\n')}
void TIM2_IRQHandler(void) {
    ${names.map((v) => `${v}++;`).join(' ')}
}
int main(void) {
${names.map((v) => `    ${v}++;`).join('\n')}
}
`;
    const result = await fixesOf(text, ['--property', 'atomicity']);
    expect(result.findings).toHaveLength(20);
    // As many steps as the check took, at least 20 000, and 16 programs, whichever is less.
    expect(result.tried).toBeLessThanOrEqual(16);
    // The last one may have been given up.
    expect(result.fixes.size).toBeGreaterThanOrEqual(result.tried - 1);
    expect(result.fixes.size).toBeGreaterThan(4);
  });

  it('for an assertion that fails without any ISR', () =>
    none(`#include <assert.h>\n${generic}int main(void) {\n    assert(count == 1);\n}\n`));

  it('where the changed program is not settled', async () => {
    const text = `${generic}extern volatile int IN;
int main(void) {
    count++;
    for (int i = 0; IN != i; i++) {
    }
}
`;
    expect(shown(await fixesOf(text, ['--interrupts', 'on']))).toEqual([]);
  });
});

it('is not looked for in programs with threads, which no mask keeps apart', async () => {
  const { findings, fixes, tried } = await fixesOf(crossed);
  expect(findings.filter(isError).length).toBeGreaterThan(0);
  expect([fixes.size, tried]).toEqual([0, 0]);
});
