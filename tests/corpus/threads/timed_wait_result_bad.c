/* That a timed wait has not timed out does not say that there was a signal. */
// options: --property assertion
// expect a: assertion
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
    if (!ready) error = pthread_cond_timedwait(&changed, &lock, &deadline);
    if (error == 0) assert(ready); // a.1
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
