/*
 * One thread takes a and then b, the other b and then a. A third lock is taken around both, but by one of them only:
 * it is no gate.
 */
// expect a: deadlock a
#include <pthread.h>

static pthread_mutex_t gate, a, b;
static int count;

static void *worker(void *unused) {
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b); // a.2
    count++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&gate);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a); // a.1
    count++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_join(thread, 0);
    return 0;
}
