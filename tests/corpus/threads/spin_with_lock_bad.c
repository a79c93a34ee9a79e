/* Main waits in a loop for the worker, and holds the lock that the worker needs before it can go on. */
// options: --property deadlock
// expect a: deadlock ready
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    while (!ready) {} // a.1
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
