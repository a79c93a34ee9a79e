// 4 threads write one variable: the order of the writes, 4!.
// traces: 24
// executions: 24, redundant: 2, meetings: 60
#include <pthread.h>

static int x;

static void *writer(void *arg) {
    x = (int)(long)arg;
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2, t3;
    pthread_create(&t0, 0, writer, (void *)1);
    pthread_create(&t1, 0, writer, (void *)2);
    pthread_create(&t2, 0, writer, (void *)3);
    pthread_create(&t3, 0, writer, (void *)4);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
