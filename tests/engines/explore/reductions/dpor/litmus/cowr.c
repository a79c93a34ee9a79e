// CoWR: a write, and a write with the read behind it of another thread: 3 places.
// traces: 3
// executions: 3, redundant: 0, meetings: 4
#include <pthread.h>

static int x;

static void *writer(void *arg) {
    x = 1;
    return arg;
}

static void *both(void *arg) {
    x = 2;
    int r = x;
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, writer, 0);
    pthread_create(&t1, 0, both, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
