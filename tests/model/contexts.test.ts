// Which contexts are found, from which evidence, with which numbers, priorities and initial flags; and what is only
// suggested.

import { describe, expect, it } from 'vitest';
import { type Context, MAIN, type Program } from '../../src/model/program.js';
import { type LoadedText, loadText } from './load.js';

function isrs({ program }: LoadedText): readonly Context[] {
  return program.contexts.filter((c) => c.kind === 'isr');
}

/** `name irq priority: evidence` of each ISR. */
function shown(loaded: LoadedText): readonly string[] {
  return isrs(loaded).map((c) => `${c.name} ${c.irq ?? '-'} ${c.priority}: ${c.evidence}`);
}

function codes({ diagnostics }: LoadedText): readonly string[] {
  return diagnostics.map((d) => d.code);
}

describe('evidence for an ISR', () => {
  it('is the word of the user', async () => {
    const source = 'int x; void tick(void) { x++; } int main(void) { return x; }';
    const loaded = await loadText(source, { isrs: [{ function: 'tick', irq: 9, priority: 3 }] });
    expect(shown(loaded)).toEqual(['tick 9 3: named by the user']);
    expect(isrs(loaded)[0]).toMatchObject({ function: 'tick', priorityEvidence: 'named by the user' });
  });

  it('is a name; the word of the user adds to it and wins', async () => {
    const source = 'int x; void isr_2(void) { x++; } void uart_isr(void) { x--; } int main(void) { return x; }';
    expect(shown(await loadText(source))).toEqual(['isr_2 2 2: its name, isr_2', 'uart_isr - 1: its name, uart_isr']);
    expect(shown(await loadText(source, { isrs: [{ function: 'isr_2', irq: 5 }] }))).toEqual([
      'isr_2 5 2: named by the user; its name, isr_2',
      'uart_isr - 1: its name, uart_isr',
    ]);
  });

  it('is no name of a function that is called, takes several arguments or returns something', async () => {
    const source =
      'int x; void isr_1(void) { x++; } int isr_2(void) { return x; } void isr_3(int n, int m) { x = n + m; } int main(void) { isr_1(); return x; }';
    expect(shown(await loadText(source))).toEqual([]);
  });

  it('is an interrupt attribute', async () => {
    const source = '__attribute__((interrupt)) void handler(void) {} int main(void) { return 0; }';
    expect(shown(await loadText(source, { target: 'riscv32-unknown-elf' }))).toEqual([
      expect.stringMatching(/^handler - 1: attribute interrupt/),
    ]);
    expect(shown(await loadText(source, { target: 'thumbv7m-none-eabi' }))).toEqual([
      expect.stringMatching(/^handler - \d+: attribute interrupt/),
    ]);
  });

  it('is no handler of exceptions of a RISC-V processor', async () => {
    const isr = '__attribute__((interrupt))';
    const source = `${isr} void HardFault_Handler(void) {} ${isr} void USART1_IRQHandler(void) {} int main(void) { return 0; }`;
    expect(shown(await loadText(source, { target: 'riscv32-unknown-elf' }))).toEqual([
      expect.stringMatching(/^USART1_IRQHandler /),
    ]);
  });

  it('is the vector number of an MSP430 handler', async () => {
    const source = '__attribute__((interrupt(8))) void timer(void) {} int main(void) { return 0; }';
    expect(shown(await loadText(source, { target: 'msp430-none-elf' }))).toEqual([
      expect.stringMatching(/^timer 8 1: /),
    ]);
  });

  it('is an AVR vector, by attribute, number and name', async () => {
    const source =
      '#include <avr/interrupt.h>\nstatic volatile int x; ISR(TIMER1_OVF_vect) { x++; } int main(void) { return x; }';
    const loaded = await loadText(source);
    expect(shown(loaded)).toEqual(['TIMER1_OVF 13 1: attribute signal; its name, __vector_13 (TIMER1_OVF_vect)']);
    expect(loaded.program.platform.name).toBe('avr');
  });

  it('is a CMSIS name, with the number from the enumeration', async () => {
    const source =
      'typedef enum { TIM2_IRQn = 28 } IRQn_Type; IRQn_Type used; int x; void TIM2_IRQHandler(void) { x++; } void SysTick_Handler(void) { x--; } int main(void) { return x + used; }';
    expect(shown(await loadText(source))).toEqual([
      'SysTick_Handler -1 16: its name, SysTick_Handler',
      'TIM2_IRQHandler 28 16: its name, TIM2_IRQHandler',
    ]);
  });

  it('is no name of a fault handler', async () => {
    const source = 'void HardFault_Handler(void) { for (;;); } void NMI_Handler(void) {} int main(void) { return 0; }';
    expect(shown(await loadText(source, { platform: 'cortex-m' }))).toEqual([
      'NMI_Handler -14 18: its name, NMI_Handler',
    ]);
  });

  it('is a slot of a vector table; what fills several slots is the default handler', async () => {
    const source = `
      int x;
      void Reset(void) {} void Default(void) { for (;;); } void on_uart(void) { x++; }
      __attribute__((section(".isr_vector"))) void (*const table[24])(void) = {
        [1] = Reset, [2] = Default, [3] = Default, [16] = Default, [17] = on_uart, [18] = Default };
      int main(void) { return x; }`;
    const loaded = await loadText(source, { platform: 'cortex-m' });
    expect(shown(loaded)).toEqual(['on_uart 1 16: slot 17 of the vector table table (section .isr_vector)']);
    expect(codes(loaded)).toContain('default-handler');
    expect(loaded.program.suggestions).toEqual([]);
  });

  it.each([
    ['attachInterrupt(4, on_edge, 1)', 'void attachInterrupt(int, void (*)(void), int);'],
    ['request_irq(4, on_edge)', 'int request_irq(int, void (*)(void));'],
    ['signal(4, on_signal)', 'void (*signal(int, void (*)(int)))(int);'],
  ])('is a registration: %s', async (call, declaration) => {
    const source = `${declaration} int x; static void on_edge(void) { x++; } static void on_signal(int n) { x = n; }
      int main(void) { ${call}; return x + (on_edge == 0) + (on_signal == 0); }`;
    const name = call.includes('on_signal') ? 'on_signal' : 'on_edge';
    expect(shown(await loadText(source))).toEqual([
      expect.stringMatching(new RegExp(`^${name} .*registered by \\w+$`)),
    ]);
  });

  it('is a registration through a pointer', async () => {
    const source = `void attachInterrupt(int, void (*)(void)); int x; static void on_edge(void) { x++; } static void (*handler)(void) = on_edge;
      int main(void) { attachInterrupt(2, handler); return x; }`;
    expect(shown(await loadText(source))).toEqual(['on_edge - 1: registered by attachInterrupt']);
  });

  describe('is an arrival point', () => {
    const source = (body: string): string => `#include <preempt.h>
      int x; static void tick(void) { x++; } void isr_2(void) { x--; } static void maybe(void (*f)(void)) { preempt_arrive(f); }
      int main(void) { ${body} return x; }`;
    const starts = (loaded: LoadedText): object =>
      Object.fromEntries(isrs(loaded).map((c) => [c.name, c.startsAt ?? 'anywhere']));

    it('where the ISR may start, enabled as any other', async () => {
      const loaded = await loadText(source('preempt_arrive(tick);'));
      expect(shown(loaded)).toContain('tick - 1: it starts only at preempt_arrive');
      expect(isrs(loaded).find((c) => c.name === 'tick')?.initially?.enabled).toBe(true);
      expect(starts(loaded)).toEqual({ tick: 'calls', isr_2: 'anywhere' });
      const off = await loadText(source('preempt_arrive(tick);'), { interrupts: 'off' });
      expect(isrs(off).find((c) => c.name === 'tick')?.initially?.enabled).toBe(false);
    });

    it('also of what the user names an ISR', async () => {
      const request = { isrs: [{ function: 'tick', irq: 3, priority: 4 }] };
      const loaded = await loadText(source('preempt_arrive(tick);'), request);
      expect(shown(loaded)).toContain('tick 3 4: named by the user; it starts only at preempt_arrive');
    });

    it('by way of a function that several are given to', async () => {
      const loaded = await loadText(source('maybe(tick); maybe(isr_2);'));
      expect(starts(loaded)).toEqual({ tick: 'calls', isr_2: 'calls' });
    });

    it('of one of several, but those that are ISRs anyway start anywhere', async () => {
      const request = { isrs: [{ function: 'isr_2' }] };
      const loaded = await loadText(source('maybe(x ? tick : isr_2);'), request);
      expect(starts(loaded)).toEqual({ tick: 'calls', isr_2: 'anywhere' });
    });
  });

  it('is no callback that is passed to an unknown function: that is told, and taken as a call', async () => {
    const source =
      'void for_each(void (*)(int)); static int x; static void visit(int n) { x = n; } int main(void) { for_each(visit); return x; }';
    const loaded = await loadText(source);
    expect(shown(loaded)).toEqual([]);
    expect(codes(loaded)).toContain('callback');
    expect(loaded.program.callGraph.reachable(MAIN)).toContain('visit');
  });
});

describe('threads', () => {
  const source = (body: string): string => `#include <pthread.h>
    static int x; static void *worker(void *p) { (*(int *)p)++; return 0; } static void *lazy(void *p) { return p; }
    int main(void) { pthread_t t; int y; ${body} return x + y; }`;

  it('are started by pthread_create', async () => {
    const { program } = await loadText(source('pthread_create(&t, 0, worker, &x);'));
    expect(program.contexts.map((c) => [c.kind, c.name, c.priority, c.evidence, c.multiple])).toEqual([
      ['main', 'main', 0, 'the function main', undefined],
      ['thread', 'worker', 0, 'started by pthread_create', undefined],
    ]);
    expect(sharedNames(program)).toEqual(['x']);
  });

  it('that are started twice share memory with themselves', async () => {
    const { program } = await loadText(
      source('pthread_create(&t, 0, worker, &x); pthread_create(&t, 0, worker, &x);').replace(
        'return x + y',
        'return y',
      ),
    );
    expect(program.contexts[1]).toMatchObject({ kind: 'thread', multiple: true });
    expect(sharedNames(program)).toEqual(['x']);
  });

  it('are found when another thread starts them', async () => {
    const text = `#include <pthread.h>
      static int x; static void *inner(void *p) { x++; return p; }
      static void *outer(void *p) { pthread_t t; pthread_create(&t, 0, inner, p); return 0; }
      int main(void) { pthread_t t; pthread_create(&t, 0, outer, 0); return x; }`;
    const { program } = await loadText(text);
    expect(program.contexts.map((c) => c.name)).toEqual(['main', 'outer', 'inner']);
  });

  it('that main and another thread start are several', async () => {
    const text = `#include <pthread.h>
      static int x; static void *inner(void *p) { x++; return p; }
      static void *outer(void *p) { pthread_t t; pthread_create(&t, 0, inner, p); return 0; }
      int main(void) { pthread_t t; pthread_create(&t, 0, inner, 0); pthread_create(&t, 0, outer, 0); return 0; }`;
    const { program } = await loadText(text);
    expect(program.contexts.map((c) => [c.name, c.multiple])).toEqual([
      ['main', undefined],
      ['inner', true],
      ['outer', undefined],
    ]);
    expect(sharedNames(program)).toEqual(['x']);
  });

  it('that a loop far above starts are several, one that calls far above start is one', async () => {
    const text = (start: string): string => `#include <pthread.h>
      static int x; static void *worker(void *p) { x++; return p; }
      static void a(void) { pthread_t t; pthread_create(&t, 0, worker, 0); }
      static void b(void) { a(); } static void c(void) { b(); } static void d(void) { c(); } static void e(void) { d(); }
      int main(void) { ${start} return 0; }`;
    const inLoop = await loadText(text('for (int i = 0; i < 2; i++) e();'));
    const twice = await loadText(text('e(); e();'));
    const once = await loadText(text('e();'));
    expect([inLoop, twice, once].map(({ program }) => program.contexts[1]!.multiple)).toEqual([true, true, undefined]);
    expect([inLoop, twice, once].map(({ program }) => sharedNames(program))).toEqual([['x'], ['x'], []]);
  });

  it('have their own calls and arguments, though all begin with the same runner', async () => {
    const text = `#include <pthread.h>
      static int x, y; static void *up(void *p) { ++*(int *)p; return 0; } static void *down(void *p) { --*(int *)p; return 0; }
      int main(void) { pthread_t t; pthread_create(&t, 0, up, &x); pthread_create(&t, 0, down, &y); return 0; }`;
    const { program, diagnostics } = await loadText(text);
    expect(program.contexts.map((c) => [c.name, c.function, c.multiple])).toEqual([
      ['main', 'main', undefined],
      ['up', 'up', undefined],
      ['down', 'down', undefined],
    ]);
    const [, up, down] = program.contexts.map((c) => program.callGraph.reachable(c.id));
    expect([up!.has('up'), up!.has('down'), down!.has('up'), down!.has('down')]).toEqual([true, false, false, true]);
    expect(up).toContain('run_thread');
    expect(sharedNames(program)).toEqual([]);
    expect(diagnostics).toEqual([]);
  });
});

/** Without what the models keep for themselves. */
function sharedNames(program: Program): readonly string[] {
  return program.shared.map((v) => v.name).filter((name) => !name.startsWith('preempt_'));
}

describe('priorities', () => {
  it('come from NVIC_SetPriority, in both numberings', async () => {
    const source = `void NVIC_SetPriority(int, unsigned); void NVIC_EnableIRQ(int);
      typedef enum { A_IRQn = 3, B_IRQn = 4 } IRQn; IRQn used; int x; void A_IRQHandler(void) { x++; } void B_IRQHandler(void) { x--; }
      int main(void) { NVIC_SetPriority(A_IRQn, 5); NVIC_SetPriority(B_IRQn, 1); NVIC_EnableIRQ(A_IRQn); return x + used; }`;
    const loaded = await loadText(source);
    expect(isrs(loaded).map((c) => [c.name, c.priority, c.hardwarePriority, c.priorityEvidence])).toEqual([
      ['A_IRQHandler', 11, 5, 'NVIC_SetPriority(3, 5)'],
      ['B_IRQHandler', 15, 1, 'NVIC_SetPriority(4, 1)'],
    ]);
  });

  it('that are not one constant are told, and the most urgent is assumed', async () => {
    const source = `void NVIC_SetPriority(int, unsigned); typedef enum { A_IRQn = 3 } IRQn; IRQn used; int x; void A_IRQHandler(void) { x++; }
      int main(void) { NVIC_SetPriority(A_IRQn, 5); NVIC_SetPriority(A_IRQn, 2); return x + used; }`;
    const loaded = await loadText(source);
    expect(isrs(loaded)[0]).toMatchObject({ priority: 14, hardwarePriority: 2 });
    expect(codes(loaded)).toContain('priority-not-constant');
  });

  it('are the preemption part of what NVIC_EncodePriority makes', async () => {
    const source = `enum { TIM2_IRQn = 28 }; void NVIC_SetPriority(int n, unsigned p); unsigned NVIC_GetPriorityGrouping(void);
      unsigned NVIC_EncodePriority(unsigned group, unsigned preempt, unsigned sub); int x; void TIM2_IRQHandler(void) { x++; }
      int main(void) { NVIC_SetPriority(TIM2_IRQn, NVIC_EncodePriority(NVIC_GetPriorityGrouping(), 3, 1)); return x; }`;
    const loaded = await loadText(source, { platform: 'cortex-m' });
    expect(isrs(loaded).map((c) => c.hardwarePriority)).toEqual([3]);
    expect(loaded.diagnostics).toEqual([]);
  });

  it('do not exist on an AVR', async () => {
    const source =
      '#include <avr/interrupt.h>\nstatic volatile int x; ISR(INT0_vect) { x++; } ISR(INT1_vect) { x--; } int main(void) { return x; }';
    expect(isrs(await loadText(source)).map((c) => c.priority)).toEqual([1, 1]);
  });
});

describe('initial flags', () => {
  const source =
    'void enable_isr(int); int x; void isr_1(void) { x++; } void isr_2(void) { x--; } static void init(void) { enable_isr(2); } int main(void) { init(); return x; }';
  const flags = (loaded: LoadedText) => Object.fromEntries(isrs(loaded).map((c) => [c.name, c.initially!.enabled]));

  it('are off where code that main reaches enables the interrupt, else on', async () => {
    const loaded = await loadText(source);
    expect(flags(loaded)).toEqual({ isr_1: true, isr_2: false });
    expect(isrs(loaded)[1]!.initially!.because).toContain('enable_isr(2)');
  });

  it('are all off where main enables all', async () => {
    expect(flags(await loadText(source.replace('enable_isr(2)', 'enable_isr(-1)')))).toEqual({
      isr_1: false,
      isr_2: false,
    });
  });

  it('of handlers without a number are off where main enables as many numbers that no handler has', async () => {
    const text = `void nvic_enable_irq(unsigned char n); int x; void usart1_isr(void) { x++; } void exti0_isr(void) { x--; }
      int main(void) { nvic_enable_irq(37); nvic_enable_irq(6); return x; }`;
    const loaded = await loadText(text, { platform: 'cortex-m' });
    expect(flags(loaded)).toEqual({ usart1_isr: false, exti0_isr: false });
    expect(isrs(loaded).map((c) => c.possibleIrqs)).toEqual([
      [6, 37],
      [6, 37],
    ]);
    // Some handler is enabled in a way that nobody sees.
    const fewer = await loadText(text.replace('nvic_enable_irq(6);', ''), { platform: 'cortex-m' });
    expect(flags(fewer)).toEqual({ usart1_isr: true, exti0_isr: true });
    expect(isrs(fewer).flatMap((c) => c.possibleIrqs ?? [])).toEqual([]);
  });

  it('do not change because another ISR enables the interrupt', async () => {
    const text =
      'void enable_isr(int); int x; void isr_1(void) { enable_isr(2); } void isr_2(void) { x--; } int main(void) { return x; }';
    expect(flags(await loadText(text))).toEqual({ isr_1: true, isr_2: true });
  });

  it('are what the user says', async () => {
    expect(flags(await loadText(source, { interrupts: 'on' }))).toEqual({ isr_1: true, isr_2: true });
    const off = await loadText(source, { interrupts: 'off' });
    expect(flags(off)).toEqual({ isr_1: false, isr_2: false });
    expect(off.diagnostics.filter((d) => d.code === 'isr-never-enabled').map((d) => d.message)).toEqual([
      expect.stringContaining('isr_1'),
    ]);
  });

  it('follow device registers', async () => {
    const text = `#include <avr/io.h>
      #include <avr/interrupt.h>
      static volatile int x; ISR(USART_RX_vect) { x++; } ISR(TIMER0_OVF_vect) { x--; }
      int main(void) { UCSR0B |= 1 << RXCIE0; sei(); return x; }`;
    const loaded = await loadText(text);
    expect(flags(loaded)).toEqual({ TIMER0_OVF: true, USART_RX: false });
  });
});

describe('suggestions', () => {
  it('are functions that nothing calls and that nothing says to be handlers', async () => {
    const source = `int x; void tick(void) { x++; } void called(void) {} void taken(void) {} static void hidden(void) {} int helper(void) { return x; }
      void (*pointer)(void) = taken; void isr_1(void) {} int main(void) { called(); return x + (&hidden == 0); }`;
    const { program } = await loadText(source);
    expect(program.suggestions.map((s) => [s.function, s.because, s.place?.line])).toEqual([
      ['tick', "nothing calls it, and its name is a handler's", 1],
    ]);
    expect(program.contexts.map((c) => c.name)).toEqual(['main', 'isr_1']);
  });
});

describe('who preempts whom', () => {
  const reached = (loaded: LoadedText, name: string): readonly string[] => {
    const { program } = loaded;
    const context = program.contexts.find((c) => c.name === name)!;
    const written = new Set(program.footprints[context.id]!.nestedWrites.map((r) => program.objects[r.object]!.name));
    return [...written].sort();
  };
  const source =
    'int a, b, c; void isr_1(void) { a = 1; } void isr_2(void) { b = 1; } void isr_3(void) { c = 1; } int main(void) { return a + b + c; }';

  it('is decided by priorities', async () => {
    const loaded = await loadText(source);
    expect([reached(loaded, 'main'), reached(loaded, 'isr_1'), reached(loaded, 'isr_3')]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      ['c'],
    ]);
  });

  it('is not possible at equal priorities', async () => {
    const isrsAlike = ['isr_1', 'isr_2', 'isr_3'].map((name) => ({ function: name, priority: 1 }));
    expect(reached(await loadText(source, { isrs: isrsAlike }), 'isr_1')).toEqual(['a']);
  });

  it('needs an opened mask on an AVR', async () => {
    const avr =
      '#include <avr/interrupt.h>\nstatic volatile int a, b; ISR(INT0_vect) { a = 1; } ISR(INT1_vect) { sei(); b = 1; } int main(void) { return a + b; }';
    const loaded = await loadText(avr);
    expect([reached(loaded, 'INT0'), reached(loaded, 'INT1')]).toEqual([['a'], ['a', 'b']]);
  });
});

describe('interruption points', () => {
  const points = ({ program }: LoadedText): readonly string[] =>
    program.interruptionPoints.map((p) => {
      const names = (ids: readonly number[]): string => ids.map((id) => program.contexts[id]!.name).join(' ');
      return `${names([p.context])}: ${p.operation} → ${names(p.relevant)} (${p.locations.length})`;
    });

  it('are accesses to shared memory and enabling operations, with the ISRs they matter to', async () => {
    const source = `void enable_isr(int); int x, y, own;
      void isr_1(void) { x = 1; } void isr_2(void) { y = 1; }
      int main(void) { own = 1; enable_isr(1); x = 2; y = own; return 0; }`;
    expect(points(await loadText(source))).toEqual([
      'main: enable_isr(1) → isr_1 (1)',
      'main: W x → isr_1 (1)',
      'main: W y → isr_2 (1)',
    ]);
  });

  it('count both ways out of a condition, and all of a switch', async () => {
    const source = `int x; void isr_1(void) { x++; }
      int main(void) { if (x) return 1; switch (x) { case 1: return 2; case 2: return 3; default: return 4; } }`;
    expect(points(await loadText(source)).filter((p) => p.startsWith('main'))).toEqual([
      'main: R x → isr_1 (2)',
      'main: R x → isr_1 (3)',
    ]);
  });

  it('do not exist where the bytes differ', async () => {
    const source = 'struct { int a, b; } s; void isr_1(void) { s.a = 1; } int main(void) { s.b = 2; return s.b; }';
    expect(points(await loadText(source))).toEqual([]);
  });
});

describe('interrupts that the program pends', () => {
  const source = (handler: string, number: number) =>
    `void NVIC_SetPendingIRQ(int); typedef enum { TIM2_IRQn = 28, PendSV_IRQn = -2 } Number; Number used; int x;
     void ${handler}(void) { x++; } int main(void) { NVIC_SetPendingIRQ(${number}); return x + used; }`;
  const pended = /only after the program has pended it/;

  it('of a device are an assumption, since the device raises them as well', async () => {
    const { program } = await loadText(source('TIM2_IRQHandler', 28), { platform: 'cortex-m' });
    expect(program.assumptions.filter((a) => pended.test(a))).toHaveLength(1);
  });

  it('of no device are none', async () => {
    const { program } = await loadText(source('PendSV_Handler', -2), { platform: 'cortex-m' });
    expect(program.assumptions.filter((a) => pended.test(a))).toEqual([]);
  });
});
