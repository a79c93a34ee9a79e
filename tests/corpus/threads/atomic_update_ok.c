/* The new value is stored only where the old one is still there: what was read before is read again if not. */
// notes: 1
#include <pthread.h>
#include <stdatomic.h>

static atomic_int total;

static void *worker(void *unused) {
    int now = atomic_load(&total);
    while (!atomic_compare_exchange_strong(&total, &now, now + 1)) {}
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
