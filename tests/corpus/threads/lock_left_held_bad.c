/* A way out of the function forgets the lock: the thread ends with it, and the other one waits for ever. */
// options: --property assertion
// expect a: assertion
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    if (value > 0) {
        return unused;
    }
    value++;
    pthread_mutex_unlock(&lock);
    return unused;
} // a.1

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    return 0;
}
