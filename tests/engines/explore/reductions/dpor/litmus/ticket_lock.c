// A ticket lock, where who would have to wait goes away: 2 orders of the tickets, and the second waits or not.
// traces: 4
// executions: 4, redundant: 0, meetings: 8
#include <pthread.h>

static _Atomic int next, serving;
static int x;

static void *enters(void *arg) {
    int mine = next++;
    if (serving == mine) {
        x = mine;
        serving++;
    }
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, enters, 0);
    pthread_create(&t1, 0, enters, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
