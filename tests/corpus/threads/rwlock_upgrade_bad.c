/* A reader that wants to write takes the lock for writing while it has it for reading: it waits for itself. */
// options: --property deadlock
// expect a: deadlock lock
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *worker(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int missing = value == 0;
    if (missing) {
        pthread_rwlock_wrlock(&lock); // a.1
        if (value == 0) value = 1;
        pthread_rwlock_unlock(&lock);
    }
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0); // a.2
    pthread_join(second, 0);
    return 0;
}
