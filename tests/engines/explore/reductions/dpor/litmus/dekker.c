// Each raises its flag and enters if the other has not: SB, and who enters counts.
// traces: 3
// executions: 3, redundant: 0, meetings: 4
#include <pthread.h>

static int flag[2], inside;

static void *enters(void *arg) {
    int me = (int)(long)arg;
    flag[me] = 1;
    if (flag[1 - me] == 0) inside = me;
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, enters, (void *)0);
    pthread_create(&t1, 0, enters, (void *)1);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
