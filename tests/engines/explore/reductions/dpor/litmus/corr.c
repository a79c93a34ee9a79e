// CoRR: the write before, between or behind two reads of one thread.
// traces: 3
// executions: 3, redundant: 0, meetings: 4
#include <pthread.h>

static int x;

static void *writer(void *arg) {
    x = 1;
    return arg;
}

static void *reader(void *arg) {
    int r = x;
    int s = x;
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, writer, 0);
    pthread_create(&t1, 0, reader, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
