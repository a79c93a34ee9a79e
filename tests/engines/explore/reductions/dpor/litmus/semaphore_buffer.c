// Two items through a buffer of one: the semaphores leave one order.
// traces: 1
// executions: 1, redundant: 0, meetings: 0
#include <pthread.h>
#include <semaphore.h>

static sem_t full, empty;
static int item;

static void *produces(void *arg) {
    for (int i = 0; i < 2; i++) {
        sem_wait(&empty);
        item = i;
        sem_post(&full);
    }
    return arg;
}

static void *consumes(void *arg) {
    int r = 0;
    for (int i = 0; i < 2; i++) {
        sem_wait(&full);
        r = item;
        sem_post(&empty);
    }
    return arg;
}

int main(void) {
    pthread_t t0, t1;
    sem_init(&empty, 0, 1);
    pthread_create(&t0, 0, produces, 0);
    pthread_create(&t1, 0, consumes, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
