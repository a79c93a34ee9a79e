/* The semaphore is posted when the value is there. */
// options: --property assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t there;
static volatile int value;

static void *producer(void *unused) {
    value = 7;
    sem_post(&there);
    return unused;
}

int main(void) {
    pthread_t thread;
    sem_init(&there, 0, 0);
    pthread_create(&thread, 0, producer, 0);
    sem_wait(&there);
    assert(value == 7);
    pthread_join(thread, 0);
    return 0;
}
