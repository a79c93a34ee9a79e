/* Each worker has a local variable of its own, and nobody else gets its address. */
// options: --property assertion
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t both;

static void *worker(void *unused) {
    int own = 0;
    if (unused) own = 1;
    assert(own == 0);
    pthread_barrier_wait(&both);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_barrier_init(&both, 0, 2);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
