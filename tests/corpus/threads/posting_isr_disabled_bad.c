/* Main waits for a semaphore that the interrupt posts, and nobody has enabled the interrupt. */
// options: --property deadlock --isr isr_1:1:1 --interrupts off
// unstarted: isr_1
// expect a: deadlock posted
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
    sem_wait(&posted); // a.1
    pthread_join(thread, 0);
    return 0;
}
