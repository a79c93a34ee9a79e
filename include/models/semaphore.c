/*
 * POSIX semaphores. A semaphore is its value; who gets it among those that wait is not decided. An ISR may post, and
 * may try. A timed call times out when it runs while the value is 0. Named semaphores are not modelled.
 */
#include "environment.h"
#include <errno.h>
#include <semaphore.h>
#include <stddef.h>

struct semaphore {
    unsigned value;
};
_Static_assert(sizeof(struct semaphore) <= sizeof(sem_t), "the model needs more room for a semaphore");

#ifndef SEM_VALUE_MAX
#define SEM_VALUE_MAX 0x7fff
#endif

int sem_init(sem_t *given, int shared, unsigned value) {
    (void)shared;
    preempt_atomic_begin();
    ((struct semaphore *)given)->value = value;
    preempt_atomic_end();
    return 0;
}

/* Who waits for it is not known. */
int sem_destroy(sem_t *given) {
    (void)given;
    return 0;
}

int sem_wait(sem_t *given) {
    struct semaphore *semaphore = (struct semaphore *)given;
    if (preempt_in_isr()) {
        preempt_misuse("an ISR must not wait for a semaphore");
        errno = EINVAL;
        return -1;
    }
    preempt_atomic_begin();
    preempt_waits_for(given);
    preempt_block_until(semaphore->value > 0);
    semaphore->value--;
    preempt_atomic_end();
    return 0;
}

static int take_now(sem_t *given, int error) {
    struct semaphore *semaphore = (struct semaphore *)given;
    int taken;
    preempt_atomic_begin();
    taken = semaphore->value > 0;
    if (taken) semaphore->value--;
    preempt_atomic_end();
    if (taken) return 0;
    errno = error;
    return -1;
}

int sem_trywait(sem_t *given) {
    return take_now(given, EAGAIN);
}

int sem_timedwait(sem_t *restrict given, const struct timespec *restrict deadline) {
    (void)deadline;
    if (preempt_in_isr()) {
        preempt_misuse("an ISR must not wait for a semaphore");
        errno = EINVAL;
        return -1;
    }
    if (preempt_by_priority() && take_now(given, ETIMEDOUT) == 0) return 0;
    preempt_sleep();
    return take_now(given, ETIMEDOUT);
}

int sem_post(sem_t *given) {
    struct semaphore *semaphore = (struct semaphore *)given;
    int full;
    preempt_atomic_begin();
    full = semaphore->value >= SEM_VALUE_MAX;
    if (!full) semaphore->value++;
    preempt_atomic_end();
    if (!full) return 0;
    errno = EOVERFLOW;
    return -1;
}

int sem_getvalue(sem_t *restrict given, int *restrict value) {
    unsigned now;
    preempt_atomic_begin();
    now = ((struct semaphore *)given)->value;
    preempt_atomic_end();
    *value = (int)now;
    return 0;
}

sem_t *sem_open(const char *name, int flags, ...) {
    (void)name;
    (void)flags;
    preempt_unmodelled("sem_open");
    return SEM_FAILED;
}
