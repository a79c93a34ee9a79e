// A hand-over: the waiter comes first and waits, or finds it done; or its wait ends by itself, before or after it is done.
// traces: 4
// executions: 4, redundant: 0, meetings: 0
#include <pthread.h>

static pthread_mutex_t m;
static pthread_cond_t c;
static int ready;

static void *waits(void *arg) {
    pthread_mutex_lock(&m);
    if (ready == 0) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *signals(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, waits, 0);
    pthread_create(&t1, 0, signals, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
