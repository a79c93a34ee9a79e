// MP where the data is read only if the flag is seen: 2 orders of the flag, and then 1.
// traces: 2
// executions: 2, redundant: 0, meetings: 2
#include <pthread.h>

static int data, flag;

static void *sender(void *arg) {
    data = 1;
    flag = 1;
    return arg;
}

static void *receiver(void *arg) {
    int s = 0;
    if (flag == 1) s = data;
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, sender, 0);
    pthread_create(&t1, 0, receiver, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
