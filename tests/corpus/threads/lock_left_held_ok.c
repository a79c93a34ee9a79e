/* Every way out of the function gives the lock back. */
// options: --property assertion
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    if (value > 0) {
        pthread_mutex_unlock(&lock);
        return unused;
    }
    value++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    return 0;
}
