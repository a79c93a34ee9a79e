/* The least urgent thread has a lock that the most urgent one waits for, and one in between runs first. */
// options: --property assertion --scheduler priority --thread-priority main:1
// options: --thread-priority middle:2 --thread-priority high:3
// expect a: assertion
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int is_late;

static void *middle(void *unused) {
    assert(!is_late); // a.1
    return unused;
}

static void *high(void *unused) {
    is_late = 1;
    pthread_mutex_lock(&lock);
    is_late = 0;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_mutex_lock(&lock);
    pthread_create(&threads[0], 0, high, 0);
    pthread_create(&threads[1], 0, middle, 0);
    pthread_mutex_unlock(&lock);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
