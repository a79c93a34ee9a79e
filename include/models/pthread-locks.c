/*
 * The locks of POSIX threads: mutexes, reader-writer locks and spin locks. Who gets a lock that is free is not decided:
 * there is no queue, and readers may pass writers that wait. A timed call times out when it runs while the lock is
 * taken; that it has waited for long before is only another schedule, which by priority takes a step that sleeps. Who
 * inherits a priority, or gets that of a ceiling, is not known.
 */
#include "environment.h"
#include "mutex.h"
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

struct rwlock {
    int writer;
    unsigned readers;
    /* Threads that read. */
    uint32_t reading;
};
_Static_assert(sizeof(struct mutex) <= sizeof(pthread_mutex_t), "the model needs more room for a mutex");
_Static_assert(sizeof(struct rwlock) <= sizeof(pthread_rwlock_t), "the model needs more room for a reader-writer lock");
_Static_assert(sizeof(pthread_spinlock_t) >= sizeof(int), "the model needs more room for a spin lock");

/* ---- mutexes ---------------------------------------------------------------------------------------------------- */

struct mutex_attributes {
    unsigned char type;
};

int pthread_mutexattr_init(pthread_mutexattr_t *given) {
    ((struct mutex_attributes *)given)->type = PTHREAD_MUTEX_DEFAULT;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *given) {
    (void)given;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *given, int type) {
    ((struct mutex_attributes *)given)->type = (unsigned char)type;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict given, int *restrict type) {
    *type = ((const struct mutex_attributes *)given)->type;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *given, int protocol) {
    (void)given;
    if (protocol != PTHREAD_PRIO_NONE) preempt_unknown_thread_priority("the protocol of mutexes for priorities");
    return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *given, int ceiling) {
    (void)given;
    (void)ceiling;
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *given, int shared) {
    (void)given;
    (void)shared;
    return 0;
}

int pthread_mutex_init(pthread_mutex_t *restrict given, const pthread_mutexattr_t *restrict attributes) {
    struct mutex *mutex = (struct mutex *)given;
    preempt_atomic_begin();
    mutex->owner = NOBODY;
    mutex->depth = 0;
    TYPE_OF(given) = attributes == NULL ? PTHREAD_MUTEX_DEFAULT : ((const struct mutex_attributes *)attributes)->type;
    preempt_atomic_end();
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *given) {
    struct mutex *mutex = (struct mutex *)given;
    int locked;
    preempt_atomic_begin();
    locked = mutex->owner != NOBODY;
    preempt_atomic_end();
    if (!locked) return 0;
    preempt_misuse("the mutex is destroyed while it is locked");
    return EBUSY;
}

enum impatience { WAITS, TRIES, GIVES_UP };

static int lock(pthread_mutex_t *given, enum impatience impatience) {
    struct mutex *mutex = (struct mutex *)given;
    int caller = preempt_caller();
    int type = PTHREAD_MUTEX_DEFAULT, error = 0;
    if (caller == SOME_ISR) {
        preempt_misuse("an ISR must not lock a mutex");
        return EPERM;
    }
    preempt_atomic_begin();
    if (mutex->owner == caller) {
        type = TYPE_OF(given);
        if (type == PTHREAD_MUTEX_RECURSIVE) mutex->depth++;
        else error = EDEADLK;
    } else {
        if (impatience == WAITS) {
            preempt_waits_for(given);
            preempt_block_until(mutex->owner == NOBODY);
        }
        if (mutex->owner == NOBODY) preempt_take(given);
        else error = impatience == TRIES ? EBUSY : ETIMEDOUT;
    }
    preempt_atomic_end();
    if (error != EDEADLK) return error;
    if (impatience == TRIES) return EBUSY;
    if (type == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
    preempt_misuse("the mutex is locked again by the thread that holds it");
    if (impatience == GIVES_UP) return ETIMEDOUT;
    preempt_wait_for_ever(given);
    return EDEADLK;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    return lock(mutex, WAITS);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    return lock(mutex, TRIES);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict deadline) {
    (void)deadline;
    if (preempt_by_priority() && lock(mutex, TRIES) == 0) return 0;
    preempt_sleep();
    return lock(mutex, GIVES_UP);
}

int pthread_mutex_unlock(pthread_mutex_t *given) {
    struct mutex *mutex = (struct mutex *)given;
    int caller = preempt_caller();
    int mine, type;
    preempt_atomic_begin();
    mine = mutex->owner == caller;
    if (mine) preempt_give(given);
    preempt_atomic_end();
    if (mine) return 0;
    preempt_atomic_begin();
    type = TYPE_OF(given);
    preempt_atomic_end();
    /* Told to the caller, who may have asked for that. */
    if (caller != SOME_ISR && type == PTHREAD_MUTEX_ERRORCHECK) return EPERM;
    preempt_misuse(caller == SOME_ISR ? "an ISR must not unlock a mutex" : "the caller does not hold the mutex");
    return EPERM;
}

/* ---- reader-writer locks ---------------------------------------------------------------------------------------- */

int pthread_rwlockattr_init(pthread_rwlockattr_t *given) {
    (void)given;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *given) {
    (void)given;
    return 0;
}

int pthread_rwlock_init(pthread_rwlock_t *restrict given, const pthread_rwlockattr_t *restrict attributes) {
    struct rwlock *rwlock = (struct rwlock *)given;
    (void)attributes;
    preempt_atomic_begin();
    rwlock->writer = NOBODY;
    rwlock->readers = 0;
    rwlock->reading = 0;
    preempt_atomic_end();
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *given) {
    struct rwlock *rwlock = (struct rwlock *)given;
    int locked;
    preempt_atomic_begin();
    locked = rwlock->writer != NOBODY || rwlock->readers != 0;
    preempt_atomic_end();
    if (!locked) return 0;
    preempt_misuse("the reader-writer lock is destroyed while it is locked");
    return EBUSY;
}

static int lock_to_read(pthread_rwlock_t *given, enum impatience impatience) {
    struct rwlock *rwlock = (struct rwlock *)given;
    int taken;
    if (preempt_in_isr()) {
        preempt_misuse("an ISR must not lock a reader-writer lock");
        return EPERM;
    }
    preempt_atomic_begin();
    if (impatience == WAITS) {
        preempt_waits_for(given);
        preempt_block_until(rwlock->writer == NOBODY);
    }
    taken = rwlock->writer == NOBODY;
    if (taken) {
        rwlock->readers++;
        rwlock->reading |= preempt_my_bit();
        preempt_me()->held++;
        preempt_acquired_shared(given);
    }
    preempt_atomic_end();
    return taken ? 0 : impatience == TRIES ? EBUSY : ETIMEDOUT;
}

static int lock_to_write(pthread_rwlock_t *given, enum impatience impatience) {
    struct rwlock *rwlock = (struct rwlock *)given;
    int taken, caller = preempt_caller();
    if (caller == SOME_ISR) {
        preempt_misuse("an ISR must not lock a reader-writer lock");
        return EPERM;
    }
    preempt_atomic_begin();
    if (impatience == WAITS) {
        preempt_waits_for(given);
        preempt_block_until(rwlock->writer == NOBODY && rwlock->readers == 0);
    }
    taken = rwlock->writer == NOBODY && rwlock->readers == 0;
    if (taken) {
        rwlock->writer = caller;
        preempt_me()->held++;
        preempt_acquired(given);
    }
    preempt_atomic_end();
    return taken ? 0 : impatience == TRIES ? EBUSY : ETIMEDOUT;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *rwlock) {
    return lock_to_read(rwlock, WAITS);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *rwlock) {
    return lock_to_read(rwlock, TRIES);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict rwlock, const struct timespec *restrict deadline) {
    (void)deadline;
    if (preempt_by_priority() && lock_to_read(rwlock, TRIES) == 0) return 0;
    preempt_sleep();
    return lock_to_read(rwlock, GIVES_UP);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *rwlock) {
    return lock_to_write(rwlock, WAITS);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *rwlock) {
    return lock_to_write(rwlock, TRIES);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict rwlock, const struct timespec *restrict deadline) {
    (void)deadline;
    if (preempt_by_priority() && lock_to_write(rwlock, TRIES) == 0) return 0;
    preempt_sleep();
    return lock_to_write(rwlock, GIVES_UP);
}

static unsigned members(uint32_t set) {
    unsigned count = 0;
    for (; set != 0; set &= set - 1) count++;
    return count;
}

int pthread_rwlock_unlock(pthread_rwlock_t *given) {
    struct rwlock *rwlock = (struct rwlock *)given;
    int mine, caller = preempt_caller();
    if (caller == SOME_ISR) {
        preempt_misuse("an ISR must not unlock a reader-writer lock");
        return EPERM;
    }
    preempt_atomic_begin();
    mine = rwlock->writer == caller || (rwlock->reading & preempt_my_bit()) != 0;
    if (mine) {
        if (rwlock->writer == caller) rwlock->writer = NOBODY;
        else {
            /* Who reads several times over is not known: as long as somebody may, all stay readers. */
            if (members(rwlock->reading) == rwlock->readers) rwlock->reading &= ~preempt_my_bit();
            if (--rwlock->readers == 0) rwlock->reading = 0;
        }
        preempt_me()->held--;
        preempt_released(given);
    }
    preempt_atomic_end();
    if (mine) return 0;
    preempt_misuse("the caller does not hold the reader-writer lock");
    return EPERM;
}

/* ---- spin locks ------------------------------------------------------------------------------------------------- */

int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
    (void)shared;
    preempt_atomic_begin();
    *lock = NOBODY;
    preempt_atomic_end();
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock) {
    int locked;
    preempt_atomic_begin();
    locked = *lock != NOBODY;
    preempt_atomic_end();
    if (!locked) return 0;
    preempt_misuse("the spin lock is destroyed while it is locked");
    return EBUSY;
}

/* An ISR may spin; while it does, the thread that it preempted does not run. */
int pthread_spin_lock(pthread_spinlock_t *lock) {
    int again, caller = preempt_caller();
    preempt_atomic_begin();
    again = caller != SOME_ISR && *lock == caller;
    if (!again) {
        preempt_waits_for((const void *)lock);
        preempt_spin_until(*lock == NOBODY);
        *lock = caller;
        if (caller != SOME_ISR) preempt_me()->held++;
        preempt_acquired((const void *)lock);
    }
    preempt_atomic_end();
    if (!again) return 0;
    preempt_misuse("the spin lock is locked again by the thread that holds it");
    preempt_wait_for_ever(lock);
    return EDEADLK;
}

int pthread_spin_trylock(pthread_spinlock_t *lock) {
    int taken, caller = preempt_caller();
    preempt_atomic_begin();
    taken = *lock == NOBODY;
    if (taken) {
        *lock = caller;
        if (caller != SOME_ISR) preempt_me()->held++;
        preempt_acquired((const void *)lock);
    }
    preempt_atomic_end();
    return taken ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t *lock) {
    int mine, caller = preempt_caller();
    preempt_atomic_begin();
    mine = *lock == caller;
    if (mine) {
        *lock = NOBODY;
        if (caller != SOME_ISR) preempt_me()->held--;
        preempt_released((const void *)lock);
    }
    preempt_atomic_end();
    if (mine) return 0;
    preempt_misuse("the caller does not hold the spin lock");
    return EPERM;
}
