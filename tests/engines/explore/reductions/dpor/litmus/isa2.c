// ISA2: passed on along three variables; 2^3 orders less the cycle.
// traces: 7
// executions: 7, redundant: 3, meetings: 19
#include <pthread.h>

static int x, y, z;

static void *first(void *arg) {
    x = 1;
    y = 1;
    return arg;
}

static void *second(void *arg) {
    int r = y;
    z = 1;
    return arg;
}

static void *third(void *arg) {
    int r = z;
    int s = x;
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2;
    pthread_create(&t0, 0, first, 0);
    pthread_create(&t1, 0, second, 0);
    pthread_create(&t2, 0, third, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
