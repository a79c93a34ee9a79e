// A variable is read and written by two threads: one behind the other in 2 orders, or both reads first and then the
// writes in 2 orders.
// traces: 4
// executions: 4, redundant: 0, meetings: 6
#include <pthread.h>

static int x;

static void *counts(void *arg) {
    x++;
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
