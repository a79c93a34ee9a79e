/* What was waited for is looked at, until it is there or time is up. */
// options: --property assertion
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    struct timespec deadline = {1, 0};
    int error = 0;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    while (!ready && error == 0) error = pthread_cond_timedwait(&changed, &lock, &deadline);
    if (error == 0) assert(ready);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
