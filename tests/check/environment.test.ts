// Models are linked where a program calls what they define and has no body for it, and nowhere else; of them, what it
// uses. What is told of their operations is where the program calls them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Program } from '../../src/model/program.js';
import { loadText } from '../model/load.js';

function models({ module }: Program): readonly string[] {
  return module.units.flatMap((unit) => (unit.isModel ? [unit.file.replace(/^.*[/\\]/, '')] : []));
}

function bodies({ module }: Program): readonly string[] {
  return [...module.functions.values()].filter((fn) => fn.blocks.length > 0).map((fn) => fn.name);
}

describe('environmentOf', () => {
  it('links nothing where nothing is called', async () => {
    const { program } = await loadText(`#include <pthread.h>
      static pthread_mutex_t lock; int main(void) { return sizeof lock == 0; }`);
    expect(models(program)).toEqual([]);
    expect(program.assumptions).toEqual([]);
  });

  it('links of a model what is used, and what that uses', async () => {
    const { program } = await loadText(`#include <threads.h>
      static mtx_t lock; int main(void) { mtx_init(&lock, mtx_plain); return mtx_lock(&lock); }`);
    expect(models(program)).toEqual(['threads.c', 'pthread-locks.c']);
    expect(bodies(program)).toContain('pthread_mutex_lock');
    expect(bodies(program)).not.toContain('pthread_rwlock_rdlock');
    expect(bodies(program)).not.toContain('thrd_create');
    expect(program.callGraph.external.size).toBe(0);
    expect(program.assumptions).toEqual([
      'POSIX locks are as modelled by Preempt: any thread that waits may be the next, readers pass writers',
      'C11 threads are as modelled by Preempt: creation succeeds, nobody is cancelled',
    ]);
  });

  it('leaves the functions alone that the program has itself', async () => {
    const { program } = await loadText(`#include <semaphore.h>
      static sem_t s; int calls; int sem_wait(sem_t *given) { calls++; return 0; }
      int main(void) { sem_post(&s); return sem_wait(&s); }`);
    expect(models(program)).toEqual(['semaphore.c']);
    const { functions, units } = program.module;
    expect(units[functions.get('sem_wait')!.unit]!.isModel).toBeUndefined();
    expect(units[functions.get('sem_post')!.unit]!.isModel).toBe(true);
  });

  it('does not link for a weak reference', async () => {
    const { program } = await loadText(`int sched_yield(void) __attribute__((weak));
      int main(void) { return sched_yield ? sched_yield() : 0; }`);
    expect(models(program)).toEqual([]);
  });

  it('runs destructors of keys only in programs with keys', async () => {
    const source = (key: string): string => `#include <pthread.h>
      static pthread_key_t key; static void *worker(void *p) { return p; } static void gone(void *p) { *(int *)p = 0; }
      int main(void) { pthread_t t; ${key} pthread_create(&t, 0, worker, 0); return sizeof key + sizeof &gone; }`;
    const without = await loadText(source(''));
    const used = await loadText(source('pthread_key_create(&key, gone); pthread_setspecific(key, &t);'));
    expect(bodies(without.program)).not.toContain('preempt_keys_end');
    const worker = used.program.contexts.find((c) => c.name === 'worker')!;
    expect(used.program.callGraph.reachable(worker.id)).toContain('gone');
    expect(without.program.assumptions.join()).not.toContain('weak');
  });

  it('compiles a model with the definitions of the file that calls it', async () => {
    const source = `#include <pthread.h>
      static pthread_mutex_t m; static pthread_cond_t c; int main(void) { return pthread_cond_wait(&c, &m); }`;
    const calls = async (flags: readonly string[]): Promise<boolean> => {
      const { program } = await loadText(source, { flags });
      return program.module.functions.has('preempt_nondet_bool');
    };
    expect([await calls([]), await calls(['-DPREEMPT_NO_SPURIOUS_WAKEUPS'])]).toEqual([true, false]);
  });

  it('refuses types of the project that are too small for the model', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preempt-small-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const source = '#include <semaphore.h>\nstatic sem_t s; int main(void) { return sem_post(&s); }';
    const declared = (type: string): void =>
      writeFileSync(
        join(folder, 'semaphore.h'),
        `#include <time.h>\n#define SEM_FAILED ((sem_t *)0)\ntypedef ${type} sem_t;\n`,
      );
    const flags = ['-I', folder];
    declared('struct { long words[4]; }');
    await expect(loadText(source, { flags })).resolves.toBeDefined();
    declared('char');
    await expect(loadText(source, { flags })).rejects.toThrow('the model needs more room for a semaphore');
  });

  it('tells where the program calls a model, each place for itself', async () => {
    const { program } = await loadText(`#include <pthread.h>
      static pthread_mutex_t m;
      int main(void) { pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m); return 0; }`);
    const shown = program.operations
      .filter((o) => o.effect.kind === 'acquired' || o.effect.kind === 'released')
      .map((o) => `${o.effect.kind} ${o.text} ${o.place?.file.endsWith('test.c')} ${o.place?.line}`);
    expect(shown.sort()).toEqual([
      'acquired pthread_mutex_lock(…) true 3',
      'acquired pthread_mutex_lock(…) true 5',
      'released pthread_mutex_unlock(…) true 4',
    ]);
  });
});
