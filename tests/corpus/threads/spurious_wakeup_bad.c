/* POSIX lets a wait end without a signal: who looks once goes on too early. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>

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
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    if (!ready) pthread_cond_wait(&changed, &lock);
    assert(ready); // a.1
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
