// A semaphore between two threads, results through the join.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

static sem_t ready;
static int value;

static void *reader(void *offset) {
    sem_wait(&ready);
    return (void *)((intptr_t)value + (intptr_t)offset);
}

int main(void) {
    pthread_t thread;
    void *result;
    sem_init(&ready, 0, 0);
    pthread_create(&thread, 0, reader, (void *)5);
    value = 7;
    sem_post(&ready);
    pthread_join(thread, &result);
    return (int)(intptr_t)result;
}
