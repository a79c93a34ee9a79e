/* Each access is atomic, the update is not: one of two is lost. */
// expect a: atomicity RWW total harmful
#include <pthread.h>
#include <stdatomic.h>

static atomic_int total;

static void *worker(void *unused) {
    int now = atomic_load(&total); // a.1
    atomic_store(&total, now + 1); // a.2 a.3
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
