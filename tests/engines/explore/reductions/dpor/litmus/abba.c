// Locks in two orders: one thread first, the other first, or both wait for ever.
// traces: 3
// executions: 3, redundant: 0, meetings: 0
#include <pthread.h>

static pthread_mutex_t a, b;

static void *first(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, first, 0);
    pthread_create(&t1, 0, second, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
