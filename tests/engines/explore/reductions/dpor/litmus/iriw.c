// IRIW: two readers see two independent writes; 2^4 orders less the one with a cycle.
// traces: 15
// executions: 15, redundant: 2, meetings: 51
#include <pthread.h>

static int x, y;

static void *writes_x(void *arg) {
    x = 1;
    return arg;
}

static void *writes_y(void *arg) {
    y = 1;
    return arg;
}

static void *first(void *arg) {
    int r = x;
    int s = y;
    return arg;
}

static void *second(void *arg) {
    int r = y;
    int s = x;
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2, t3;
    pthread_create(&t0, 0, writes_x, 0);
    pthread_create(&t1, 0, writes_y, 0);
    pthread_create(&t2, 0, first, 0);
    pthread_create(&t3, 0, second, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
