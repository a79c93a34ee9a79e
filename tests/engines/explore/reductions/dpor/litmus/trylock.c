// Who comes while the lock is held goes away: either is first, and the other comes while it has the lock or later.
// traces: 4
// executions: 4, redundant: 0, meetings: 0
#include <pthread.h>

static pthread_mutex_t m;

static void *tries(void *arg) {
    if (pthread_mutex_trylock(&m) == 0) {
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, tries, 0);
    pthread_create(&t1, 0, tries, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
