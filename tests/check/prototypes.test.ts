// Parameters that point to what is constant, as declarations of functions without a body have them, and what such a
// function may do.

import { describe, expect, it } from 'vitest';
import { checkByExploring } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';
import { loadText } from '../model/load.js';

async function constantOf(declaration: string, call: string, more: Record<string, string> = {}) {
  const main = `typedef struct { char *text; int n; } Message; char text[4]; Message m;
    ${declaration} int main(void) { ${call} return 0; }`;
  const { program } = await loadText({ 'main.c': main, ...more });
  return [...(program.module.functions.get('f')?.constPointees ?? [])];
}

describe('a parameter', () => {
  it.each([
    ['by its own words', 'void f(const char *s, char *t);', 'f(text, text);', [0]],
    ['behind a name of its type', 'typedef const char *Text; int f(int n, Text s);', 'f(1, text);', [1]],
    ['behind a name of what it points to', 'typedef const char Letter; int f(Letter *s);', 'f(text);', [0]],
    ['with other qualifiers', 'void f(const volatile char *restrict const s);', 'f(text);', [0]],
    ['as an array', 'void f(const char s[4]);', 'f(text);', [0]],
    ['of any type', 'int f(const void *s, void *t);', 'f(text, text);', [0]],
    ['not where only the pointer is constant', 'void f(char *const s, const int n);', 'f(text, 1);', []],
    ['not where pointers there lead to constants', 'void f(const char **s);', 'f(0);', []],
    ['not where another declaration is missing', 'void f();', 'f(text);', []],
  ])('%s', async (_, declaration, call, expected) => expect(await constantOf(declaration, call)).toEqual(expected));

  it('is found in a header', async () => {
    const header = { 'port.h': 'void f(const char *s);' };
    expect(await constantOf('#include "port.h"\n', 'f(text);', header)).toEqual([0]);
  });
});

async function verdictOf(declaration: string, call: string): Promise<string> {
  const { program } = await loadText(
    `void enable_isr(int n); typedef struct { volatile char *text; int n; } Message;
     volatile char text[4]; static Message m = { text, 4 }; volatile int seen;
     void isr_1(void) { seen = text[1]; } ${declaration}
     int main(void) { enable_isr(1); ${call} return 0; }`,
  );
  const { verdicts } = await checkByExploring(program, { ...usualOptions, properties: ['atomicity'] });
  return verdicts.map((v) => (v.kind === 'unknown' ? v.because : v.kind)).join();
}

describe('memory that others see', () => {
  it('is only read', async () => {
    expect(await verdictOf('void f(const volatile char *s); void g(volatile char *s);', 'f(text); text[0] = 1;')).toBe(
      'holds',
    );
  });

  it('may be written by others', async () => {
    const because = 'what f() does to text is not modelled (test.c:4)';
    expect(await verdictOf('void f(volatile char *s);', 'f(text); text[0] = 1;')).toBe(because);
    expect(await verdictOf('void f(const Message *m);', 'f(&m); text[0] = 1;')).toBe(because);
  });
});
