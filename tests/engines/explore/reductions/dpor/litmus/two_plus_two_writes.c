// 2+2W: two orders on each variable, but no cycle, 4 - 1.
// traces: 3
// executions: 3, redundant: 0, meetings: 4
#include <pthread.h>

static int x, y;

static void *first(void *arg) {
    x = 1;
    y = 2;
    return arg;
}

static void *second(void *arg) {
    y = 1;
    x = 2;
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, first, 0);
    pthread_create(&t1, 0, second, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
