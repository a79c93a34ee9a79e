/* A function locks the mutex that its caller has: a normal mutex waits for itself. */
// options: --property assertion
// expect a: assertion
#include <pthread.h>

static pthread_mutex_t lock;
static int value;

static void set(int to) {
    pthread_mutex_lock(&lock); // a.1
    value = to;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    if (value == 0) set(1);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutex_init(&lock, &attributes);
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
