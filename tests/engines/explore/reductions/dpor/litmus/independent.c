// Three threads that have nothing in common.
// traces: 1
// executions: 1, redundant: 0, meetings: 0
#include <pthread.h>

static int a, b, c;

static void *first(void *arg) {
    a++;
    return arg;
}

static void *second(void *arg) {
    b++;
    return arg;
}

static void *third(void *arg) {
    c++;
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
