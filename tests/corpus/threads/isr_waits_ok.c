/* An interrupt posts a semaphore: that is allowed. */
// options: --property assertion
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t ticks;
static volatile int seen;

void isr_1(void) {
    sem_post(&ticks);
}

int main(void) {
    sem_init(&ticks, 0, 0);
    pthread_mutex_lock(&lock);
    seen++;
    pthread_mutex_unlock(&lock);
    return sem_trywait(&ticks);
}
