// Locks that are taken in a circle, where no deadlock was found: which ones are candidates, the same under every
// reduction.

import { describe, expect, it } from 'vitest';
import type { ReductionName } from '../../../src/engines/explore/reductions/reduction.js';
import type { Finding } from '../../../src/findings/finding.js';
import { checkByExploring } from '../../engines/check.js';
import { loadText } from '../../model/load.js';

const reductions: readonly ReductionName[] = ['exhaustive', 'dpor', 'dpor:stateless'];

const begin = `
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t a, b, c, gate;
static pthread_rwlock_t r, s;
static sem_t done;
static int x;
static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  x++;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
`;

async function candidatesOf(text: string): Promise<readonly Finding[]> {
  const { program } = await loadText(begin + text, { clang: 'auto' });
  const answers: (readonly Finding[])[] = [];
  for (const reduction of reductions) {
    const { candidates } = await checkByExploring(program, {
      properties: ['deadlock'],
      reduction,
      arrivals: 1,
      unwind: 100,
      unit: 'task',
      effect: 'reaching',
      races: 'default',
      isOver: () => undefined,
    });
    answers.push(candidates ?? []);
  }
  for (const other of answers) expect(other.map((f) => f.id)).toEqual(answers[0]!.map((f) => f.id));
  return answers[0]!;
}

const main = (body: string): string => `
int main(void) {
  pthread_t t, u;
  ${body}
  return 0;
}`;

describe('locks that are taken in a circle', () => {
  it('are a candidate where something else than a lock keeps them apart', async () => {
    const [found, ...others] = await candidatesOf(`
      static void *worker(void *p) { take(&a, &b); sem_post(&done); return p; }
      ${main('pthread_create(&t, 0, worker, 0); sem_wait(&done); take(&b, &a); pthread_join(t, 0);')}`);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      kind: 'deadlock',
      isCandidate: true,
      lockOrder: [
        { name: 'main', holds: 'b', takes: 'a' },
        { name: 'worker', holds: 'a', takes: 'b' },
      ],
    });
    expect(found!.accesses.map((a) => `${a.thread} ${a.function}`)).toEqual([
      'main take',
      'main take',
      'worker take',
      'worker take',
    ]);
  });

  it('are a candidate through three threads', async () => {
    const found = await candidatesOf(`
      static void *worker(void *p) { take(&a, &b); sem_post(&done); return p; }
      static void *other(void *p) { take(&b, &c); sem_post(&done); return p; }
      ${main(`pthread_create(&t, 0, worker, 0); pthread_create(&u, 0, other, 0);
        sem_wait(&done); sem_wait(&done); take(&c, &a);`)}`);
    expect(found.map((f) => f.lockOrder?.length)).toEqual([3]);
  });

  it.each([
    [
      'where the deadlock itself was found',
      `static void *worker(void *p) { take(&a, &b); return p; }
       ${main('pthread_create(&t, 0, worker, 0); take(&b, &a);')}`,
    ],
    [
      'under a common lock',
      `static void guarded(pthread_mutex_t *first, pthread_mutex_t *second) {
         pthread_mutex_lock(&gate); take(first, second); pthread_mutex_unlock(&gate);
       }
       static void *worker(void *p) { guarded(&a, &b); sem_post(&done); return p; }
       ${main('pthread_create(&t, 0, worker, 0); sem_wait(&done); guarded(&b, &a);')}`,
    ],
    [
      'where one is joined before the other begins',
      `static void *worker(void *p) { take(&a, &b); return p; }
       static void *other(void *p) { take(&b, &a); return p; }
       ${main(`pthread_create(&t, 0, worker, 0); pthread_join(t, 0);
         pthread_create(&u, 0, other, 0); pthread_join(u, 0);`)}`,
    ],
    [
      'before the other is created',
      `static void *worker(void *p) { take(&a, &b); return p; }
       ${main('take(&b, &a); pthread_create(&t, 0, worker, 0);')}`,
    ],
    ['of one thread alone', main('take(&a, &b); take(&b, &a);')],
    [
      'where one only tries',
      `static void *worker(void *p) { take(&a, &b); return p; }
       ${main(`pthread_create(&t, 0, worker, 0); pthread_mutex_lock(&b);
         if (pthread_mutex_trylock(&a) == 0) pthread_mutex_unlock(&a);
         pthread_mutex_unlock(&b);`)}`,
    ],
    [
      'that readers share',
      `static void both(pthread_rwlock_t *first, pthread_rwlock_t *second) {
         pthread_rwlock_rdlock(first); pthread_rwlock_rdlock(second);
         pthread_rwlock_unlock(second); pthread_rwlock_unlock(first);
       }
       static void *worker(void *p) { both(&r, &s); return p; }
       ${main('pthread_create(&t, 0, worker, 0); both(&s, &r);')}`,
    ],
  ])('are none %s', async (_, text) => expect(await candidatesOf(text)).toEqual([]));
});
