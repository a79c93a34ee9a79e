// 2 critical sections of one lock: 2!.
// traces: 2
// executions: 2, redundant: 0, meetings: 0
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *counts(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, counts, 0);
    pthread_create(&t1, 0, counts, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
