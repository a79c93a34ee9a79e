// MP: two orders on each variable, but the flag is not seen without the data, 4 - 1.
// traces: 3
// executions: 3, redundant: 0, meetings: 4
#include <pthread.h>

static int data, flag;

static void *sender(void *arg) {
    data = 1;
    flag = 1;
    return arg;
}

static void *receiver(void *arg) {
    int r = flag;
    int s = data;
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
