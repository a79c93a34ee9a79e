/* Main waits for an event; the interrupt tells another one. */
// options: --property deadlock
// expect a: deadlock event
#include <semaphore.h>

static sem_t event, other;
static volatile int handled;

void isr_1(void) {
    sem_post(&other);
}

int main(void) {
    sem_init(&event, 0, 0);
    sem_init(&other, 0, 0);
    for (;;) {
        sem_wait(&event); // a.1
        handled ^= 1;
    }
}
