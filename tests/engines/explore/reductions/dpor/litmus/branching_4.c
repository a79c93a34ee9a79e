// The same around four threads: 2^4 orders less the one that goes round.
// traces: 15
// executions: 15, redundant: 10, meetings: 64
#include <pthread.h>

static int a, b, c, d;

static void *first(void *arg) {
    a = 1;
    int r = b;
    return arg;
}

static void *second(void *arg) {
    b = 1;
    int r = c;
    return arg;
}

static void *third(void *arg) {
    c = 1;
    int r = d;
    return arg;
}

static void *fourth(void *arg) {
    d = 1;
    int r = a;
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2, t3;
    pthread_create(&t0, 0, first, 0);
    pthread_create(&t1, 0, second, 0);
    pthread_create(&t2, 0, third, 0);
    pthread_create(&t3, 0, fourth, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
