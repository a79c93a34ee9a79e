/*
 * Conditions and barriers of POSIX threads. A condition is the set of threads that wait for it: a signal takes any one
 * of them out, a broadcast all. A thread that begins to wait later never gets the wake-up of one that waited before.
 *
 * POSIX allows waits to end without a signal, and so may they here, unless PREEMPT_NO_SPURIOUS_WAKEUPS is defined. It
 * is decided when a thread begins to wait: one that ends its wait by itself gives back the mutex and takes it again
 * whenever it runs, which is all that others see of any such wait; one that does not is woken by others, or never. So
 * whoever looks once finds what is not there yet, and a wake-up that is lost is still a deadlock.
 */
#include "environment.h"
#include "mutex.h"
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

struct condition {
    /* Those that wait and have not been woken. */
    uint32_t waiting;
};

struct barrier {
    unsigned needed;
    unsigned arrived;
    uint32_t waiting;
};
_Static_assert(sizeof(struct condition) <= sizeof(pthread_cond_t), "the model needs more room for a condition");
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "the model needs more room for a barrier");

#ifdef PREEMPT_NO_SPURIOUS_WAKEUPS
#define MUST_BE_WOKEN() 1
#else
#define MUST_BE_WOKEN() preempt_nondet_bool()
#endif

int pthread_condattr_init(pthread_condattr_t *given) {
    (void)given;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *given) {
    (void)given;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *given, clockid_t clock) {
    (void)given;
    (void)clock;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *given, int shared) {
    (void)given;
    (void)shared;
    return 0;
}

int pthread_cond_init(pthread_cond_t *restrict given, const pthread_condattr_t *restrict attributes) {
    (void)attributes;
    preempt_atomic_begin();
    ((struct condition *)given)->waiting = 0;
    preempt_atomic_end();
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *given) {
    int used;
    preempt_atomic_begin();
    used = ((struct condition *)given)->waiting != 0;
    preempt_atomic_end();
    if (!used) return 0;
    preempt_misuse("the condition is destroyed while a thread waits for it");
    return EBUSY;
}

static int wait_for(pthread_cond_t *given, pthread_mutex_t *mutex, int times_out) {
    struct condition *condition = (struct condition *)given;
    struct mutex *state = (struct mutex *)mutex;
    uint32_t me = preempt_my_bit();
    int mine, woken, caller = preempt_caller();
    if (caller == SOME_ISR) {
        preempt_misuse("an ISR must not wait for a condition");
        return EPERM;
    }
    preempt_atomic_begin();
    mine = state->owner == caller;
    if (mine) {
        preempt_give(mutex);
        if (MUST_BE_WOKEN()) condition->waiting |= me;
    }
    preempt_atomic_end();
    if (!mine) {
        preempt_misuse("the caller waits for a condition without holding its mutex");
        return EPERM;
    }
    if (times_out) preempt_sleep();
    preempt_atomic_begin();
    woken = (condition->waiting & me) == 0;
    if (!woken && !times_out) {
        preempt_waits_for(given);
        preempt_block_until((condition->waiting & me) == 0);
        woken = 1;
    }
    if (state->owner == caller) state->depth++;
    else {
        preempt_waits_for(mutex);
        preempt_block_until(state->owner == NOBODY);
        preempt_take(mutex);
    }
    if (!woken) condition->waiting &= ~me;
    preempt_atomic_end();
    return woken ? 0 : ETIMEDOUT;
}

int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex) {
    return wait_for(condition, mutex, 0);
}

/* It times out when it runs before it is woken; that it has waited for long is only another schedule. */
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict deadline) {
    (void)deadline;
    return wait_for(condition, mutex, 1);
}

int pthread_cond_signal(pthread_cond_t *given) {
    struct condition *condition = (struct condition *)given;
    uint32_t others, first;
    preempt_atomic_begin();
    others = condition->waiting;
    while (others != 0) {
        first = others & -others;
        others &= ~first;
        if (others == 0 || preempt_nondet_bool()) {
            condition->waiting &= ~first;
            break;
        }
    }
    preempt_atomic_end();
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *given) {
    struct condition *condition = (struct condition *)given;
    preempt_atomic_begin();
    if (condition->waiting != 0) condition->waiting = 0;
    preempt_atomic_end();
    return 0;
}

/* ---- barriers --------------------------------------------------------------------------------------------------- */

int pthread_barrierattr_init(pthread_barrierattr_t *given) {
    (void)given;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *given) {
    (void)given;
    return 0;
}

int pthread_barrier_init(pthread_barrier_t *restrict given, const pthread_barrierattr_t *restrict attributes,
                         unsigned count) {
    struct barrier *barrier = (struct barrier *)given;
    (void)attributes;
    if (count == 0) return EINVAL;
    preempt_atomic_begin();
    barrier->needed = count;
    barrier->arrived = 0;
    barrier->waiting = 0;
    preempt_atomic_end();
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *given) {
    struct barrier *barrier = (struct barrier *)given;
    int used;
    preempt_atomic_begin();
    used = barrier->arrived != 0;
    preempt_atomic_end();
    if (!used) return 0;
    preempt_misuse("the barrier is destroyed while a thread waits at it");
    return EBUSY;
}

int pthread_barrier_wait(pthread_barrier_t *given) {
    struct barrier *barrier = (struct barrier *)given;
    uint32_t me = preempt_my_bit();
    int last;
    if (preempt_in_isr()) {
        preempt_misuse("an ISR must not wait at a barrier");
        return EINVAL;
    }
    preempt_atomic_begin();
    last = barrier->arrived + 1 >= barrier->needed;
    if (last) {
        barrier->arrived = 0;
        barrier->waiting = 0;
    } else {
        barrier->arrived++;
        barrier->waiting |= me;
    }
    preempt_atomic_end();
    if (last) return PTHREAD_BARRIER_SERIAL_THREAD;
    preempt_atomic_begin();
    preempt_waits_for(given);
    preempt_block_until((barrier->waiting & me) == 0);
    preempt_atomic_end();
    return 0;
}
