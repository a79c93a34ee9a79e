// Constructors and guards as the model has them: calls and accesses of the entry's context.

import { describe, expect, it } from 'vitest';
import { printModule } from '../../src/ir/print/print.js';
import { loadText } from './load.js';

async function bodyOf(name: string, source: string | Readonly<Record<string, string>>, target: string) {
  const { program } = await loadText(source, { platform: 'generic', target });
  const text = printModule(program.module);
  const start = text.search(new RegExp(`^define [^\\n]*@${name}\\(`, 'm'));
  return { program, body: text.slice(start, text.indexOf('\n}', start)) };
}

const calls = (body: string): readonly string[] => [...body.matchAll(/call [^@\n]*@([\w.]+)/g)].map((m) => m[1]!);

describe('constructors', () => {
  const source = {
    'a.c': `void late(void) __attribute__((constructor));
      __attribute__((constructor(300))) static void set_up(void) {}
      void late(void) {}
      int main(void) { return 0; }`,
    'b.c': `__attribute__((constructor(200))) static void set_up(void) {}
      __attribute__((constructor)) void later(void) {}
      __attribute__((destructor)) void last(void) {}`,
  };

  it('are called before main does anything: by priority, then as the files are linked', async () => {
    const { body, program } = await bodyOf('main', source, 'x86_64-unknown-linux-gnu');
    expect(calls(body)).toEqual(['set_up.u1', 'set_up', 'late', 'later']);
    expect(program.callGraph.reachable(program.contexts[0]!.id)).toContain('later');
    expect(program.callGraph.reachable(program.contexts[0]!.id)).not.toContain('last');
  });

  it('run before another entry, too', async () => {
    const { program } = await loadText(
      `int ready; __attribute__((constructor)) static void c(void) { ready = 1; } void task(void) {} int main(void) {}`,
      { entry: 'task' },
    );
    const entry = program.module.functions.get('task')!;
    expect(entry.blocks[0]!.instructions.map((i) => i.op)).toEqual(['call', 'ret']);
    expect(program.module.functions.get('main')!.blocks[0]!.instructions.map((i) => i.op)).toEqual(['ret']);
  });

  it('are functions of the program memory on AVR', async () => {
    const { body } = await bodyOf('main', { 'a.c': source['a.c'] }, 'avr');
    expect(calls(body)).toEqual(['set_up', 'late']);
  });
});

describe('the end of the program', () => {
  const cleanUp = `int atexit(void (*f)(void)); void f(void) {}`;

  it('is told where something was kept for it and it may come', async () => {
    const { program } = await loadText(`${cleanUp} int main(void) { return atexit(f); }`);
    expect(program.assumptions).toEqual(['destructors and functions given to atexit do not run when the program ends']);
  });

  it('is not where main never returns', async () => {
    const { program } = await loadText(`${cleanUp} int main(void) { atexit(f); for (;;); }`);
    expect(program.assumptions).toEqual([]);
  });

  it('is not where nothing is kept', async () => {
    const { program } = await loadText('int main(void) { return 0; }');
    expect(program.assumptions).toEqual([]);
  });
});

describe('guards of local statics', () => {
  const source = {
    'a.cpp': `struct S { int v; S(); }; S::S() : v(1) {}
      int first() { static S s; return s.v; }
      int main() { return first(); }`,
  };

  it.each(['x86_64-unknown-linux-gnu', 'avr', 'thumbv7m-none-eabi'])(
    'are read and set on %s as bare metal does it',
    async (target) => {
      const { body, program } = await bodyOf('_Z5firstv', source, target);
      expect(calls(body)).not.toContain('__cxa_guard_acquire');
      expect(body.match(/load [^\n]*i8, ptr @_ZGVZ5firstvE1s/g)).toHaveLength(target === 'avr' ? 1 : 2);
      expect(body).toMatch(/load atomic i8, ptr @_ZGVZ5firstvE1s acquire/);
      expect(body).toMatch(/store atomic i8 1, ptr @_ZGVZ5firstvE1s release/);
      expect(program.callGraph.external.size).toBe(0);
    },
  );

  it('stay calls where the program brings its own', async () => {
    const own = `extern "C" int __cxa_guard_acquire(char *g) { return !*g; }
      extern "C" void __cxa_guard_release(char *g) { *g = 1; }`;
    const { body } = await bodyOf('_Z5firstv', { 'a.cpp': own + source['a.cpp'] }, 'x86_64-unknown-linux-gnu');
    expect(calls(body)).toContain('__cxa_guard_acquire');
  });
});
