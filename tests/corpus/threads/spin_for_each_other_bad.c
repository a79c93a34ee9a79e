/* Two threads wait in loops, each for what the other does behind its own. */
// options: --property deadlock
// expect a: deadlock main_ready
// expect b: deadlock worker_ready
#include <pthread.h>
#include <stdatomic.h>

static atomic_int main_ready, worker_ready;

static void *worker(void *unused) {
    while (!main_ready) {} // a.1
    worker_ready = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    while (!worker_ready) {} // b.1
    main_ready = 1;
    pthread_join(thread, 0);
    return 0;
}
