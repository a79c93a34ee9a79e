/* An idle system: main waits for an event that an interrupt will tell some time. That is no deadlock. */
// options: --property deadlock
#include <semaphore.h>

static sem_t event, other;
static volatile int handled;

void isr_1(void) {
    sem_post(&event);
}

int main(void) {
    sem_init(&event, 0, 0);
    sem_init(&other, 0, 0);
    for (;;) {
        sem_wait(&event);
        handled ^= 1;
    }
}
