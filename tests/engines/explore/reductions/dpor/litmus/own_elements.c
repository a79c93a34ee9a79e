// Each thread has an element of its own: only what is accessed counts, not what might be.
// traces: 1
// executions: 1, redundant: 0, meetings: 0
#include <pthread.h>

static int a[3];

static void *counts(void *arg) {
    int i = (int)(long)arg;
    a[i] = a[i] + 1;
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2;
    pthread_create(&t0, 0, counts, (void *)0);
    pthread_create(&t1, 0, counts, (void *)1);
    pthread_create(&t2, 0, counts, (void *)2);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
