// fib_bench with one round for each of two threads, as SV-COMP has it.
// traces: 3
// executions: 3, redundant: 0, meetings: 4
#include <pthread.h>

static int i = 1, j = 1;

static void *first(void *arg) {
    i += j;
    return arg;
}

static void *second(void *arg) {
    j += i;
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
