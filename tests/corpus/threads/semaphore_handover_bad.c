/* The semaphore is posted before the value is there. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t there;
static volatile int value;

static void *producer(void *unused) {
    sem_post(&there);
    value = 7;
    return unused;
}

int main(void) {
    pthread_t thread;
    sem_init(&there, 0, 0);
    pthread_create(&thread, 0, producer, 0);
    sem_wait(&there);
    assert(value == 7); // a.1
    pthread_join(thread, 0);
    return 0;
}
