// 4 critical sections of one lock: 4!.
// traces: 24
// executions: 24, redundant: 2, meetings: 0
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
    pthread_t t0, t1, t2, t3;
    pthread_create(&t0, 0, counts, 0);
    pthread_create(&t1, 0, counts, 0);
    pthread_create(&t2, 0, counts, 0);
    pthread_create(&t3, 0, counts, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
