/* The least urgent thread has a lock that the most urgent one waits for, and one in between computes for ever. */
// options: --property deadlock --scheduler priority --thread-priority main:1
// options: --thread-priority middle:2 --thread-priority high:3
// expect a: deadlock lock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *middle(void *unused) {
    for (;;) {
    }
    return unused;
}

static void *high(void *unused) {
    pthread_mutex_lock(&lock); // a.1
    shared++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_mutex_lock(&lock);
    pthread_create(&threads[0], 0, high, 0);
    pthread_create(&threads[1], 0, middle, 0);
    shared++;
    pthread_mutex_unlock(&lock);
    pthread_join(threads[0], 0);
    return 0;
}
