// 4 atomic increments: 4!.
// traces: 24
// executions: 24, redundant: 2, meetings: 60
#include <pthread.h>

static _Atomic int x;

static void *counts(void *arg) {
    x++;
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
