/* A reader that wants to write gives the lock back first, and looks again. */
// options: --property deadlock
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *worker(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int missing = value == 0;
    pthread_rwlock_unlock(&lock);
    if (missing) {
        pthread_rwlock_wrlock(&lock);
        if (value == 0) value = 1;
        pthread_rwlock_unlock(&lock);
    }
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
