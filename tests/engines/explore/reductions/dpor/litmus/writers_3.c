// 3 threads write one variable: the order of the writes, 3!.
// traces: 6
// executions: 6, redundant: 1, meetings: 12
#include <pthread.h>

static int x;

static void *writer(void *arg) {
    x = (int)(long)arg;
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2;
    pthread_create(&t0, 0, writer, (void *)1);
    pthread_create(&t1, 0, writer, (void *)2);
    pthread_create(&t2, 0, writer, (void *)3);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
