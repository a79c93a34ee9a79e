// 3 atomic increments: 3!.
// traces: 6
// executions: 6, redundant: 1, meetings: 12
#include <pthread.h>

static _Atomic int x;

static void *counts(void *arg) {
    x++;
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2;
    pthread_create(&t0, 0, counts, 0);
    pthread_create(&t1, 0, counts, 0);
    pthread_create(&t2, 0, counts, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
