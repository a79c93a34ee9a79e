// One post for two that wait: one of them gets it, the other waits for ever.
// traces: 2
// executions: 2, redundant: 0, meetings: 0
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int x;

static void *waits(void *arg) {
    sem_wait(&s);
    x = 1;
    return arg;
}

static void *posts(void *arg) {
    sem_post(&s);
    return arg;
}

int main(void) {
    pthread_t t0, t1, t2;
    pthread_create(&t0, 0, waits, 0);
    pthread_create(&t1, 0, waits, 0);
    pthread_create(&t2, 0, posts, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
