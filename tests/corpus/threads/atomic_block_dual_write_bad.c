/* Two threads set a position, each coordinate under the lock: half of it may be the one\'s and half the other\'s. */
// expect a: atomicity dual-write-mistake y
#include <preempt.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void set(int both) {
    preempt_expect_atomic_begin("position");
    pthread_mutex_lock(&lock);
    x = both; // a.1
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    y = both; // a.2 a.3
    pthread_mutex_unlock(&lock);
    preempt_expect_atomic_end();
}

static void *worker(void *unused) {
    set(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    set(2);
    pthread_join(thread, 0);
    return 0;
}
