// The same with two rounds.
// traces: 19
// executions: 19, redundant: 0, meetings: 44
#include <pthread.h>

static int i = 1, j = 1;

static void *first(void *arg) {
    for (int k = 0; k < 2; k++) i += j;
    return arg;
}

static void *second(void *arg) {
    for (int k = 0; k < 2; k++) j += i;
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
