/* The same with the interrupt enabled: a program that waits for interrupts is no deadlock. */
// options: --property deadlock --isr isr_1:1:1
#include <pthread.h>
#include <semaphore.h>

void enable_isr(int);

static sem_t posted;

void isr_1(void) {
    sem_post(&posted);
}

static void *worker(void *argument) {
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    enable_isr(1);
    sem_wait(&posted);
    pthread_join(thread, 0);
    return 0;
}
