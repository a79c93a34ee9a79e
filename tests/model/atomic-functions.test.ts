// Functions that are atomic by their names: sections around their bodies, whichever way they are left.

import { describe, expect, it } from 'vitest';
import { printModule } from '../../src/ir/print/print.js';
import { loadText } from './load.js';

async function bodyOf(name: string, source: string): Promise<string> {
  const { program } = await loadText(source);
  const text = printModule(program.module);
  const start = text.search(new RegExp(`^define [^\\n]*@${name}\\(`, 'm'));
  return text.slice(start, text.indexOf('\n}', start));
}

const calls = (body: string): readonly string[] => [...body.matchAll(/call [^@\n]*@([\w.]+)/g)].map((m) => m[1]!);

describe('withAtomicFunctions', () => {
  it('begins a section at the entry and ends it before the return', async () => {
    const body = await bodyOf(
      '__VERIFIER_atomic_swap',
      `int shared; void look(void);
       void __VERIFIER_atomic_swap(int *mine) { int old = shared; look(); shared = *mine; *mine = old; }
       int main(void) { int x = 1; __VERIFIER_atomic_swap(&x); return x; }`,
    );
    expect(calls(body)).toEqual(['preempt_atomic_begin', 'look', 'preempt_atomic_end']);
    expect(body).toMatch(/call [^\n]*@preempt_atomic_end[^\n]*\n\s*ret void/);
  });

  it('takes static functions for what they are called in the source', async () => {
    const { program } = await loadText({
      'a.c':
        'int a; static void __VERIFIER_atomic_a(void) { a++; } void f(void); int main(void) { __VERIFIER_atomic_a(); f(); }',
      'b.c': 'int b; static void __VERIFIER_atomic_a(void) { b++; } void f(void) { __VERIFIER_atomic_a(); }',
    });
    const begun = program.operations.filter((o) => o.effect.kind === 'atomic-begin');
    expect(begun).toHaveLength(2);
  });

  it('leaves the names alone that begin and end sections themselves', async () => {
    const { program } = await loadText(
      `void __VERIFIER_atomic_begin(void) {} void __VERIFIER_atomic_end(void) {}
       int x; int main(void) { __VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end(); return x; }`,
    );
    expect(program.module.functions.has('preempt_atomic_begin')).toBe(false);
  });
});
