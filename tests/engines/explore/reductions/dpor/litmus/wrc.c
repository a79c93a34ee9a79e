// WRC: a write is passed on; orders of x: 2 * 2 for two readers, of y: 2, less the cycle.
// traces: 7
// executions: 7, redundant: 1, meetings: 16
#include <pthread.h>

static int x, y;

static void *writes(void *arg) {
    x = 1;
    return arg;
}

static void *passes(void *arg) {
    int r = x;
    y = 1;
    return arg;
}

static void *reads(void *arg) {
    int r = y;
    int s = x;
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2;
    pthread_create(&t0, 0, writes, 0);
    pthread_create(&t1, 0, passes, 0);
    pthread_create(&t2, 0, reads, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
