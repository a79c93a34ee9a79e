/* The worker gives up without a word where it is told to, and main waits for it in a loop. */
// options: --property deadlock
// expect a: deadlock ready
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, is_cancelled;

static void *worker(void *unused) {
    if (!is_cancelled) ready = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    is_cancelled = 1;
    while (!ready) {} // a.1
    pthread_join(thread, 0);
    return 0;
}
