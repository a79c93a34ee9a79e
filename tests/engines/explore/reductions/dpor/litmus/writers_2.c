// 2 threads write one variable: the order of the writes, 2!.
// traces: 2
// executions: 2, redundant: 0, meetings: 2
#include <pthread.h>

static int x;

static void *writer(void *arg) {
    x = (int)(long)arg;
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, writer, (void *)1);
    pthread_create(&t1, 0, writer, (void *)2);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
