/* The result of locking is not looked at: the mutex checks and refuses, and what follows unlocks too early. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static volatile int inside;

static void touch(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    inside = 1;
    touch();
    assert(inside == 1); // a.1
    inside = 0;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &attributes);
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
