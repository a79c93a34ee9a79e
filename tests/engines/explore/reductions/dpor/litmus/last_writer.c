// Two writers and two readers of one variable: 2 orders of the writes, 3 places for each read.
// traces: 18
// executions: 18, redundant: 1, meetings: 50
#include <pthread.h>

static int x;

static void *writer(void *arg) {
    x = (int)(long)arg;
    return arg;
}

static void *reader(void *arg) {
    int r = x;
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2, t3;
    pthread_create(&t0, 0, writer, (void *)1);
    pthread_create(&t1, 0, writer, (void *)2);
    pthread_create(&t2, 0, reader, 0);
    pthread_create(&t3, 0, reader, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
