// The harness that --drive makes: which functions, in which order, with what; and what it assumes.

import { describe, expect, it } from 'vitest';
import type { Request } from '../../../src/check.js';
import { loadText } from '../load.js';

const library = `
  struct buffer { unsigned char *data; unsigned char size; struct buffer *next; };
  typedef struct { struct buffer *rx; volatile unsigned char count; } port;
  static port *open_port;
  volatile unsigned long ticks;
  void uart_init(port *p, unsigned char rate) { open_port = p; p->count = rate & 3; }
  static int helper(port *p) { return p->count; }
  int uart_get(port *p) { return helper(p); }
  void uart_put(port *p, const char *text, void (*done)(void)) { p->count++; if (text[0]) done(); }
  struct pair { long a, b, c; };
  struct pair by_value(struct pair p) { return p; }
  void uart_isr(void) { if (open_port) open_port->count++; ticks++; }`;

const load = (request: Omit<Request, 'paths'>) => loadText(library, { platform: 'cortex-m', ...request });

describe('a harness', () => {
  it('calls what is public and called by nobody; what initialises comes first', async () => {
    const { program, diagnostics } = await load({ drive: 'auto' });
    expect(program.harness).toMatchObject({
      kind: 'drive',
      entry: 'main',
      calls: ['uart_init', 'uart_get', 'uart_put'],
    });
    const { text } = program.harness!;
    expect(text.indexOf('uart_init(&driven_port')).toBeLessThan(text.indexOf('for (;;)'));
    expect(text).toContain('case 0: uart_get(&driven_port); break;');
    expect(text).toContain('default: uart_put(&driven_port, driven_bytes, preempt_driven_callback); break;');
    expect(diagnostics.find((d) => d.code === 'not-driven')?.message).toContain('by_value');
  });

  it('calls no start-up code', async () => {
    const source = `int n; void step(void) { n++; } void tick_isr(void) { n--; }
      __attribute__((naked)) void jump_to_start(void) { __asm__ volatile("b start"); }`;
    const { program } = await loadText(source, { platform: 'cortex-m', drive: 'auto' });
    expect(program.harness!.calls).toEqual(['step']);
  });

  it('gives pointers inside of objects objects of their own, and ends lists', async () => {
    const { text } = (await load({ drive: 'auto' })).program.harness!;
    expect(text).toContain('driven_port.rx = (void *)&driven_buffer;');
    expect(text).toContain('driven_buffer.data = (void *)driven_bytes;');
    expect(text).not.toContain('driven_buffer.next =');
  });

  it('calls those that are named, and says what it assumes', async () => {
    const { program } = await load({ drive: ['uart_get'] });
    expect(program.harness!.calls).toEqual(['uart_get']);
    expect(program.assumptions[0]).toBe('driven: uart_get again and again, never two at a time');
    expect(program.contexts.map((c) => [c.name, c.kind])).toEqual([
      ['main', 'main'],
      ['uart_isr', 'isr'],
    ]);
  });

  it('refuses names that there are not, and an entry of one’s own', async () => {
    await expect(load({ drive: ['uart_gte'] })).rejects.toThrow('did you mean uart_get?');
    await expect(load({ drive: ['by_value'] })).rejects.toThrow('not driven');
    await expect(load({ drive: 'auto', entry: 'uart_get' })).rejects.toThrow('--drive makes the entry itself');
  });

  it('opens the mask where the platform starts with it closed', async () => {
    const source = 'volatile int n; void f(void) { n = 0; } void isr_1(void) { n++; }';
    const { program } = await loadText(source, { platform: 'avr', drive: 'auto' });
    expect(program.harness!.text).toContain('preempt_set_global_mask(0);');
  });

  it('constructs the objects of classes', async () => {
    const source =
      'class Led { int pin; public: Led(int p); void on(); }; Led::Led(int p) : pin(p) {} void Led::on() { pin++; }';
    const { program } = await loadText({ 'led.cpp': source }, { drive: 'auto' });
    expect(program.harness!.text).toMatch(/Led_Led_\w+\(&driven_Led, preempt_nondet_u32\(\)\);/);
    expect(program.harness!.text).toMatch(/Led_on\w*\(&driven_Led\)/);
  });
});

describe('a sketch without its core', () => {
  it('is run as the core runs it', async () => {
    const sketch =
      'volatile int n; void setup() { begin(); } void loop() { n = 0; } void begin() { attachInterrupt(0, hit, 1); } void hit() { n++; }';
    const { program } = await loadText({ 'blink.ino': sketch });
    expect(program.harness).toMatchObject({ kind: 'sketch', entry: 'main' });
    expect(program.platform.name).toBe('avr');
    expect(program.contexts.map((c) => c.name)).toEqual(['main', 'hit']);
  });
});
