// DPOR by tables says what DPOR on the machine says, of findings and verdicts, with as many transitions; and what is
// not for tables is left to the machine. Each program here would be judged wrongly if tables forgot one thing.
// TABLES_PROGRAMS and TABLES_SEED: how many generated programs besides, and where to begin.

import { describe, expect, it } from 'vitest';
import type { Program } from '../../../../../src/check.js';
import type { Checked } from '../../../../../src/engines/engine.js';
import { generateThreadProgram } from '../../../../agreement/thread-program.js';
import { compiled } from '../../../../agreement/threads/compiled.js';
import { cpuTime } from '../../../../cpu-time.js';
import { loadText } from '../../../../model/load.js';
import { checkByExploring } from '../../../check.js';

const first = Number(process.env.TABLES_SEED ?? 1);
const count = Number(process.env.TABLES_PROGRAMS ?? (process.env.PREEMPT_TEST_SLOW === undefined ? 5 : 25));
/** Milliseconds for one search. */
const PATIENCE = 20_000;

async function ask(program: Program, kernel: 'on' | 'off', arrivals: number): Promise<Checked> {
  const until = cpuTime() + PATIENCE;
  return checkByExploring(program, {
    kernel,
    reduction: 'dpor',
    arrivals,
    unit: 'task',
    effect: 'reaching',
    properties: ['atomicity', 'race', 'assertion', 'deadlock'],
    unwind: 1000,
    races: 'all',
    isOver: () => (cpuTime() > until ? 'too long' : undefined),
  });
}

/** All that a person is told, but for the execution that shows it. */
function told({ findings, candidates = [], verdicts }: Checked) {
  return {
    findings: findings.map((f) => f.id).sort(),
    candidates: candidates.map((f) => f.id).sort(),
    verdicts: verdicts.map((v) => ({
      property: v.property,
      kind: v.kind,
      bounds: v.bounds,
      assumptions: v.kind === 'holds' ? v.assumptions : undefined,
      because: v.kind === 'unknown' ? v.because : undefined,
    })),
  };
}

const prelude = `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
void enable_isr(int);
void local_irq_disable(void);
void local_irq_enable(void);
static volatile int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static pthread_t t1, t2, t3;
`;

interface Case {
  readonly text: string;
  /** What is found, of any kind. */
  readonly finds: readonly string[];
}

const tabulated: Readonly<Record<string, Case>> = {
  'a thread that comes between two reads of another': {
    finds: ['atomicity', 'race'],
    text: `
      static void *first(void *arg) { int a = x; int b = x; y = a - b; return arg; }
      static void *second(void *arg) { x = 1; return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        pthread_create(&t2, 0, second, 0);
        pthread_join(t1, 0);
        pthread_join(t2, 0);
        return 0;
      }`,
  },
  'locks in either order, and main that takes one of them': {
    finds: ['atomicity', 'deadlock'],
    text: `
      static void *first(void *arg) {
        pthread_mutex_lock(&m); pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return arg;
      }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        pthread_mutex_lock(&n); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);
        pthread_join(t1, 0);
        assert(x == 2);
        return 0;
      }`,
  },
  'a lock that keeps two increments apart, with locals of both': {
    finds: [],
    text: `
      static int sum;
      static void add(volatile int *to, int what) { *to += what; }
      static void *worker(void *arg) {
        volatile int own = 0;
        for (int i = 0; i < 2; i++) add(&own, 1);
        pthread_mutex_lock(&m);
        sum += own;
        pthread_mutex_unlock(&m);
        return arg;
      }
      int main(void) {
        volatile int mine = 5;
        add(&mine, 1);
        pthread_create(&t1, 0, worker, 0);
        pthread_create(&t2, 0, worker, 0);
        pthread_join(t1, 0);
        pthread_join(t2, 0);
        assert(sum == 4 && mine == 6);
        return 0;
      }`,
  },
  'a thread that starts another, whose number depends on who comes first': {
    finds: ['assertion', 'atomicity', 'race'],
    text: `
      static void *third(void *arg) { x++; return arg; }
      static void *second(void *arg) { pthread_create(&t3, 0, third, 0); pthread_join(t3, 0); return arg; }
      static void *first(void *arg) { x++; return arg; }
      int main(void) {
        pthread_create(&t2, 0, second, 0);
        pthread_create(&t1, 0, first, 0);
        pthread_join(t1, 0);
        pthread_join(t2, 0);
        assert(x == 2);
        return 0;
      }`,
  },
  'an ISR that a thread waits for, and one that masks keep out': {
    finds: ['assertion'],
    text: `
      void isr(void) { y++; sem_post(&s); }
      static void *first(void *arg) { sem_wait(&s); pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return arg; }
      int main(void) {
        sem_init(&s, 0, 0);
        enable_isr(1);
        pthread_create(&t1, 0, first, 0);
        local_irq_disable();
        int a = y, b = y;
        local_irq_enable();
        assert(a == b);
        pthread_mutex_lock(&m);
        assert(x == 0);
        pthread_mutex_unlock(&m);
        pthread_join(t1, 0);
        return 0;
      }`,
  },
  'a thread that goes round until another has written': {
    finds: ['atomicity', 'race'],
    text: `
      static void *first(void *arg) { x = 1; return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        while (x == 0) ;
        pthread_join(t1, 0);
        return 0;
      }`,
  },
};

const left: Readonly<Record<string, Case>> = {
  "a local of main's that a thread writes, which has one of its own": {
    finds: ['assertion', 'atomicity', 'race'],
    text: `
      static void *first(void *arg) { volatile int own = 0; *(volatile int *)arg = 1; own = x; return 0; }
      int main(void) {
        volatile int flag = 0;
        pthread_create(&t1, 0, first, (void *)&flag);
        assert(flag == 0);
        pthread_join(t1, 0);
        return 0;
      }`,
  },
  'a heap object behind a shared pointer': {
    finds: ['assertion', 'atomicity', 'race'],
    text: `
      static int *shared;
      static void *first(void *arg) { *shared = 1; return arg; }
      int main(void) {
        int *p = malloc(sizeof *p);
        if (p == 0) return 0;
        *p = 0;
        shared = p;
        pthread_create(&t1, 0, first, 0);
        assert(*p == 0);
        pthread_join(t1, 0);
        return 0;
      }`,
  },
  'arbitrary data': {
    finds: ['assertion', 'race'],
    text: `
      int __VERIFIER_nondet_int(void);
      static void *first(void *arg) { if (__VERIFIER_nondet_int() == 7) x = 1; return arg; }
      int main(void) {
        pthread_create(&t1, 0, first, 0);
        assert(x == 0);
        pthread_join(t1, 0);
        return 0;
      }`,
  },
};

const isrs = [{ function: 'isr', irq: 1, priority: 1 }];

async function load(text: string): Promise<Program> {
  const request = text.includes('void isr(') ? { isrs } : {};
  return (await loadText(prelude + text, { clang: 'auto', ...request })).program;
}

const kindsOf = ({ findings }: Checked): readonly string[] => [...new Set(findings.map((f) => f.kind))].sort();

describe('DPOR by tables', () => {
  it.each(Object.entries(tabulated))('%s', { timeout: 120_000 }, async (_name, { text, finds }) => {
    const program = await load(text);
    const byTables = await ask(program, 'on', 1);
    const onMachine = await ask(program, 'off', 1);
    expect(kindsOf(onMachine)).toEqual(finds);
    expect(told(byTables)).toEqual(told(onMachine));
    const { states, transitions, paths, redundant, meetings, localStates } = byTables.statistics;
    expect(localStates).toBeGreaterThan(0);
    const expected = onMachine.statistics;
    // What the access table of a thread says of its own locals tells states apart on the machine alone.
    expect(states).toBeLessThanOrEqual(expected.states!);
    expect(transitions).toBeLessThanOrEqual(expected.transitions!);
    expect([paths, redundant, meetings]).toEqual([expected.paths, expected.redundant, expected.meetings]);
  });

  it.each(Object.entries(left))('leaves to the machine: %s', { timeout: 120_000 }, async (_name, { text, finds }) => {
    const program = await load(text);
    const checked = await ask(program, 'on', 1);
    expect(checked.statistics.localStates).toBeUndefined();
    expect(kindsOf(checked)).toEqual(finds);
    expect(told(checked)).toEqual(told(await ask(program, 'off', 1)));
  });

  it('says the same of generated programs', { timeout: 3_600_000 }, async () => {
    let [compared, tooLarge] = [0, 0];
    for (let seed = first; seed < first + count; seed++) {
      const generated = generateThreadProgram(seed, 1);
      const program = await compiled(generated);
      const byTables = await ask(program, 'on', generated.arrivals);
      if (byTables.statistics.localStates === undefined) continue;
      const onMachine = await ask(program, 'off', generated.arrivals);
      if (onMachine.wasCut === true || byTables.wasCut === true) tooLarge++;
      else expect(told(byTables), `seed ${seed}`).toEqual(told(onMachine));
      compared++;
    }
    if (process.env.TABLES_PROGRAMS !== undefined) console.warn(`${compared} by tables, ${tooLarge} too large`);
    expect(compared).toBeGreaterThan(count / 2);
  });
});
