// What a compiler may read once before a loop, by the rules of C, and what keeps it from doing so.

import { expect, it } from 'vitest';
import { hoistedBy } from '../../src/findings/hoisted-read.js';
import { loadText } from '../model/load.js';

async function isHoisted(body: string, declarations = ''): Promise<boolean> {
  const source = `static int done;\nstatic int other;\nvolatile int seen;\nint *where = &done;\nvoid unknown(void);\n${declarations}\nvoid isr_1(void) { done = 1; other = 1; seen = 1; }\nint main(void) {\n ${body}\n return 0;\n}\n`;
  const { program } = await loadText(source, { clang: 'auto', platform: 'generic', interrupts: 'on' });
  const reads = program.accesses.filter(
    (a) => a.operation === 'R' && a.regions.some((r) => program.objects[r.object]!.name === 'done'),
  );
  expect(reads.length).toBeGreaterThan(0);
  return reads.some((r) => hoistedBy(program, r.instruction.id) !== undefined);
}

it.each([
  ['a loop that does nothing', 'while (!done);'],
  ['a volatile access to something else', 'while (!done) seen = 2;'],
  ['a write to another variable', 'while (!done) other = 2;'],
  ['a way out in the middle', 'for (;;) { other = 1; if (done) break; }'],
  ['assembly that says nothing about memory', 'while (!done) __asm__ volatile("nop");'],
])('%s lets it', async (_, body) => expect(await isHoisted(body)).toBe(true));

it('a function that the compiler sees lets it', async () => {
  expect(await isHoisted('while (!is_done());', 'static int is_done(void) { return done; }')).toBe(true);
});

it.each([
  ['a compiler barrier', 'while (!done) __asm__ volatile("" ::: "memory");'],
  ['a fence', 'while (!done) __atomic_thread_fence(__ATOMIC_SEQ_CST);'],
  ['an atomic access', 'while (!done) __atomic_store_n(&other, 1, __ATOMIC_SEQ_CST);'],
  ['a function that it does not see', 'while (!done) unknown();'],
  ['a write through a pointer', 'while (!done) *where = 0;'],
  ['a loop that ends by counting', 'for (int n = 0; n < done; n++) other = n;'],
  ['no loop', 'if (!done) other = 2;'],
])('%s does not', async (_, body) => expect(await isHoisted(body)).toBe(false));
