// readers(5) of Abdulla et al. 2014: each of 5 readers comes before or after the one write, 2^5.
// traces: 32
// executions: 32, redundant: 15, meetings: 160
#include <pthread.h>

static int x;

static void *reader(void *arg) {
    int r = x;
    return arg;
}

static void *writer(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2, t3, t4, t5;
    pthread_create(&t0, 0, reader, 0);
    pthread_create(&t1, 0, reader, 0);
    pthread_create(&t2, 0, reader, 0);
    pthread_create(&t3, 0, reader, 0);
    pthread_create(&t4, 0, reader, 0);
    pthread_create(&t5, 0, writer, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    pthread_join(t4, 0);
    pthread_join(t5, 0);
    return 0;
}
