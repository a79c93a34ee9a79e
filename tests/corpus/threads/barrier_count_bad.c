/* A barrier for three, and only two come. */
// options: --property deadlock
// expect a: deadlock barrier
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *unused) {
    pthread_barrier_wait(&barrier); // a.1
    return unused;
}

int main(void) {
    pthread_barrier_init(&barrier, 0, 3);
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0); // a.2
    pthread_join(second, 0);
    return 0;
}
