/* A mutex keeps other threads out, but not the interrupt. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <linux/spinlock.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int level, copy;

void isr_1(void) {
    level = 0;
    copy = 0;
}

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    level = 1;
    copy = 1;
    assert(level == copy); // a.1
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
