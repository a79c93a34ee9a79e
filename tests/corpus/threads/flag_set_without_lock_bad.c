/* The flag is set without the lock: between the look at it and the wait, the signal goes nowhere. */
// options: --property deadlock
// expect a: deadlock changed
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *worker(void *unused) {
    ready = 1;
    pthread_cond_signal(&changed);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    while (!ready) pthread_cond_wait(&changed, &lock); // a.1
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
