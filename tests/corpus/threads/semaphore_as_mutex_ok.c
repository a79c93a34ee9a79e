/* A semaphore as a mutex. */
// options: --property assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t mutex;
static volatile int inside;

static void *worker(void *unused) {
    sem_wait(&mutex);
    inside = 1;
    assert(inside == 1);
    inside = 0;
    sem_post(&mutex);
    return unused;
}

int main(void) {
    sem_init(&mutex, 0, 1);
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
