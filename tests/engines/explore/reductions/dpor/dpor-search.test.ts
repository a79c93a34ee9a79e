// Programs on which a reduction that is slightly wrong loses findings: DPOR, with and without comparing states, finds
// what the exhaustive search finds, with fewer transitions.

import { describe, expect, it } from 'vitest';
import type { ReductionName } from '../../../../../src/engines/explore/reductions/reduction.js';
import { loadText } from '../../../../model/load.js';
import { checkByExploring } from '../../../check.js';

const prelude = `#include <assert.h>
#include <pthread.h>
#include <preempt.h>
void enable_isr(int);
void disable_isr(int);
void local_irq_disable(void);
void local_irq_enable(void);
static volatile int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_t t1, t2, t3;
`;

const isr = (name: string, irq: number, priority: number) => ({ function: name, irq, priority });

const programs = {
  'a thread that takes a lock for ever, and others that wait for it': {
    isrs: [],
    text: `
      static void *first(void *arg) { assert(x != 3); pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m); return arg; }
      static void *second(void *arg) { pthread_mutex_lock(&m); y++; pthread_mutex_unlock(&m); if (y == 1) x = 2; return arg; }
      static void *third(void *arg) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        pthread_create(&t2, 0, second, 0);
        pthread_create(&t3, 0, third, 0);
        return 0;
      }`,
  },
  'an object of a thread that ends while another one writes to it': {
    isrs: [],
    text: `
      static int *shared;
      static _Thread_local int own = 3;
      static void *first(void *arg) { own = 1; shared = &own; own = 7; assert(own == 7); return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        int *p = shared;
        if (p) *p = 9;
        pthread_join(t1, 0);
        return 0;
      }`,
  },
  'an object that is freed right after it was said to be there': {
    isrs: [],
    text: `
      void *malloc(unsigned long);
      void free(void *);
      static int *shared;
      static void *first(void *arg) { int *p = malloc(sizeof *p); *p = 1; shared = p; x = 1; free(p); return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        if (x) assert(*shared != 1);
        pthread_join(t1, 0);
        return 0;
      }`,
  },
  'an object that is freed before anybody looks at it': {
    isrs: [],
    text: `
      void *malloc(unsigned long);
      void free(void *);
      static int *shared;
      static void *first(void *arg) { *shared; free(shared); return arg; }
      int main(void) {
        int *p = malloc(sizeof *p);
        shared = p;
        pthread_create(&t1, 0, first, 0);
        *p = 1;
        pthread_join(t1, 0);
        return 0;
      }`,
  },
  'locks in two orders': {
    isrs: [],
    text: `
      static void *first(void *arg) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        pthread_mutex_lock(&n);
        pthread_mutex_lock(&m);
        x++;
        pthread_mutex_unlock(&m);
        pthread_mutex_unlock(&n);
        pthread_join(t1, 0);
        assert(x == 2);
        return 0;
      }`,
  },
  'an ISR that a thread disables for ever': {
    isrs: [isr('isr_1', 1, 1)],
    text: `
      void isr_1(void) { if (x == 1) x = 2; }
      static void *first(void *arg) { assert(x != 3); x++; return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        pthread_create(&t2, 0, first, 0);
        disable_isr(1);
        pthread_join(t1, 0);
        return 0;
      }`,
  },
  'an ISR that preempts another before its first access': {
    isrs: [isr('isr_1', 1, 2), isr('isr_2', 2, 1)],
    text: `
      void isr_1(void) { if (x == 0) x = 0; }
      void isr_2(void) { x = 2; }
      static void *first(void *arg) { x = 0; return arg; }
      int main(void) {
        enable_isr(1);
        enable_isr(2);
        pthread_create(&t1, 0, first, 0);
        x = 2;
        return 0;
      }`,
  },
  'a thread that another one keeps out with a mask': {
    isrs: [],
    text: `
      static void *first(void *arg) { local_irq_disable(); x = 1; local_irq_enable(); return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        assert(x == 1);
        pthread_join(t1, 0);
        return 0;
      }`,
  },
  'threads of which one keeps the other out while a third waits with the mask closed': {
    isrs: [],
    text: `
      static void *first(void *arg) { y = 1; x = 1; return arg; }
      static void *second(void *arg) { assert(x == 1); return arg; }
      int main(void) {
        local_irq_disable();
        pthread_create(&t1, 0, first, 0);
        pthread_create(&t2, 0, second, 0);
        pthread_join(t1, 0);
        pthread_join(t2, 0);
        return 0;
      }`,
  },
  'a thread that closes the mask behind the beginning of another': {
    isrs: [],
    text: `
      static void *first(void *arg) { local_irq_disable(); assert(x != 3); return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        x++;
        pthread_create(&t2, 0, first, 0);
        return 0;
      }`,
  },
  'a thread that is kept out by a mask until the program ends': {
    isrs: [],
    text: `
      static void *first(void *arg) { local_irq_disable(); x++; local_irq_enable(); return arg; }
      static void *second(void *arg) { if (x == 0) y = x; return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        pthread_create(&t2, 0, second, 0);
        local_irq_disable();
        return 0;
      }`,
  },
  'an ISR that preempts another and then decides by arbitrary data': {
    isrs: [isr('isr_1', 1, 2), isr('isr_2', 2, 1)],
    text: `
      static int z;
      void isr_1(void) { if (preempt_nondet_bool()) z = 2; }
      void isr_2(void) { z = y; z = z; }
      static void *first(void *arg) { enable_isr(-1); return arg; }
      int main(void) {
        enable_isr(2);
        pthread_create(&t1, 0, first, 0);
        pthread_create(&t2, 0, first, 0);
        pthread_join(t1, 0);
        pthread_join(t2, 0);
        return 0;
      }`,
  },
  'an ISR that keeps another of its priority out for ever': {
    isrs: [isr('isr_1', 1, 1), isr('isr_2', 2, 1)],
    text: `
      void isr_1(void) { preempt_set_ceiling(1); }
      void isr_2(void) { x = x; }
      static int z;
      static void *first(void *arg) { x = x + y; return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        pthread_mutex_lock(&m);
        z++;
        pthread_mutex_unlock(&m);
        return 0;
      }`,
  },
  'an ISR that takes a lock twice that nobody else takes': {
    isrs: [isr('isr_1', 1, 1)],
    text: `
      static pthread_spinlock_t spin;
      void isr_1(void) { pthread_spin_lock(&spin); pthread_spin_lock(&spin); y = 0; }
      static void *first(void *arg) { x++; return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        y++;
        return 0;
      }`,
  },
  'a thread that waits while what others do is left out': {
    isrs: [],
    text: `
      static void *first(void *arg) { x = 2; return arg; }
      static void *second(void *arg) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        pthread_create(&t2, 0, second, 0);
        pthread_mutex_lock(&m);
        x = 1;
        return 0;
      }`,
  },
  'a thread that waits in a loop for another': {
    isrs: [],
    text: `
      static void *first(void *arg) { y = 1; x = 1; return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        while (x == 0) {}
        assert(y == 1);
        return 0;
      }`,
  },
};

describe('DPOR loses nothing', () => {
  it.each(Object.entries(programs))('%s', async (_, { text, isrs }) => {
    const { program } = await loadText(prelude + text, { clang: 'auto', isrs });
    const ask = async (reduction: ReductionName) => {
      const { findings, verdicts, statistics } = await checkByExploring(program, {
        properties: ['atomicity', 'race', 'assertion', 'deadlock'],
        reduction,
        arrivals: 1,
        unwind: 8,
        unit: 'task',
        effect: 'reaching',
        races: 'all',
        isOver: () => undefined,
      });
      const names = findings.map(({ kind, pattern = '', variable, accesses }) => {
        const places = accesses.map((a) => `${a.place?.line}:${a.place?.column}`);
        return [kind, pattern, variable, ...(kind === 'race' ? places.sort() : places)].join(' ');
      });
      return {
        found: { names: [...new Set(names)].sort(), verdicts: verdicts.map((v) => `${v.property} ${v.kind}`) },
        transitions: statistics.transitions ?? 0,
        isUndefined: (statistics.undefinedBehaviour ?? 0) > 0,
      };
    };
    const all = await ask('exhaustive');
    for (const reduction of ['dpor', 'dpor:stateless'] as const) {
      // Without comparing states, a loop that waits never ends.
      if (reduction === 'dpor:stateless' && text.includes('while')) continue;
      const { found, transitions, isUndefined } = await ask(reduction);
      expect(found, reduction).toEqual(all.found);
      expect(isUndefined, reduction).toBe(all.isUndefined);
      if (reduction === 'dpor') expect(transitions).toBeLessThan(all.transitions);
    }
  });
});
