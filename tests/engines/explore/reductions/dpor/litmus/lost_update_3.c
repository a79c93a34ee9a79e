// The same with three threads.
// traces: 36
// executions: 36, redundant: 2, meetings: 87
#include <pthread.h>

static int x;

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
