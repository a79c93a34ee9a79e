// Threads that forget the mutex once.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, misses;

static void *worker(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    hits++;
    pthread_mutex_unlock(&lock);
    misses++;
    return 0;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, worker, 0);
    misses++;
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    return hits + misses;
}
