/* Each says that it is ready before it waits for the other. */
// options: --property deadlock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int main_ready, worker_ready;

static void *worker(void *unused) {
    worker_ready = 1;
    while (!main_ready) {}
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    main_ready = 1;
    while (!worker_ready) {}
    pthread_join(thread, 0);
    return 0;
}
