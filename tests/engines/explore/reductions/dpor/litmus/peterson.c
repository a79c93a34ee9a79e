// Peterson, where who would have to wait goes away.
// traces: 14
// executions: 14, redundant: 0, meetings: 35
#include <pthread.h>

static int flag[2], turn, inside;

static void *enters(void *arg) {
    int me = (int)(long)arg;
    flag[me] = 1;
    turn = 1 - me;
    if (flag[1 - me] == 0 || turn == me) inside = me;
    flag[me] = 0;
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
