/* An interrupt takes a mutex: it must not wait. */
// options: --property assertion
// expect a: assertion
// expect b: assertion
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t ticks;
static volatile int seen;

void isr_1(void) {
    pthread_mutex_lock(&lock); // a.1
    seen++;
    pthread_mutex_unlock(&lock); // b.1
}

int main(void) {
    sem_init(&ticks, 0, 0);
    pthread_mutex_lock(&lock);
    seen++;
    pthread_mutex_unlock(&lock);
    return sem_trywait(&ticks);
}
