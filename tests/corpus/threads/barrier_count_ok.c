/* A barrier for two, and two come. */
// options: --property deadlock
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *unused) {
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void) {
    pthread_barrier_init(&barrier, 0, 2);
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
