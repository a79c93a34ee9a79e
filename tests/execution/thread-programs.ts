// Small programs with threads, for tests of what is told of them.

/** Two locks, taken in two orders. `plain` is shared without any. */
export const crossed = `#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int counter, plain;
static void *worker(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  counter++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  plain++;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  counter++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  plain++;
  pthread_join(t, 0);
  return 0;
}
`;

/** Two threads run one function; what it does with the lock is wrong. */
export const misused = `#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *worker(void *arg) {
  n++;
  pthread_mutex_unlock(&a);
  return arg;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
`;

/** A lock in an array of records, which a thread keeps; who joins it may hold it, too. */
export const kept = `#include <pthread.h>
static struct { int x; pthread_mutex_t lock; } queues[2];
static void *worker(void *arg) {
  pthread_mutex_lock(&queues[1].lock);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&queues[1].lock);
  pthread_join(t, 0);
  return 0;
}
`;
