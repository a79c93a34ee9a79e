// Three threads pass a value on, each through a variable of its own: 2 orders of x, 2 of y.
// traces: 4
// executions: 4, redundant: 3, meetings: 8
#include <pthread.h>

static int x, y, z;

static void *first(void *arg) {
    x = 1;
    return arg;
}

static void *second(void *arg) {
    int r = x;
    y = r + 1;
    return arg;
}

static void *third(void *arg) {
    int r = y;
    z = r + 1;
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
