/* The worker says that it is done in any case. */
// options: --property deadlock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, is_cancelled;

static void *worker(void *unused) {
    if (is_cancelled) ready = -1;
    else ready = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    is_cancelled = 1;
    while (!ready) {}
    pthread_join(thread, 0);
    return 0;
}
