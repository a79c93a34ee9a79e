/* A reader-writer lock: readers share, the writer is alone. */
// options: --property assertion
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static volatile int value, copy;

static void *reader(void *unused) {
    pthread_rwlock_rdlock(&lock);
    assert(value == copy);
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *writer(void *unused) {
    pthread_rwlock_wrlock(&lock);
    value++;
    copy++;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, reader, 0);
    pthread_create(&second, 0, writer, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
