/*
 * Spin locks and local masks by the names of Linux. Who spins does not run until the lock is free: an ISR that spins on
 * a lock of the thread that it has preempted does so for ever. The irq variants close the global mask first and open it
 * last. Bottom halves are no contexts of their own, and nothing keeps ISRs out in the _bh variants.
 */
#include "environment.h"
#include <linux/spinlock.h>

struct spinlock {
    int owner;
};
_Static_assert(sizeof(struct spinlock) <= sizeof(raw_spinlock_t), "the model needs more room for a spin lock");

static void acquire(void *given) {
    struct spinlock *lock = given;
    int again, caller = preempt_caller();
    preempt_atomic_begin();
    again = caller != SOME_ISR && lock->owner == caller;
    if (!again) {
        preempt_waits_for(given);
        preempt_spin_until(lock->owner == NOBODY);
        lock->owner = caller;
        preempt_acquired(given);
    }
    preempt_atomic_end();
    if (!again) return;
    preempt_misuse("the spin lock is locked again by the thread that holds it");
    preempt_wait_for_ever(given);
}

static int try_to_acquire(void *given) {
    struct spinlock *lock = given;
    int taken, caller = preempt_caller();
    preempt_atomic_begin();
    taken = lock->owner == NOBODY;
    if (taken) {
        lock->owner = caller;
        preempt_acquired(given);
    }
    preempt_atomic_end();
    return taken;
}

static void release(void *given) {
    struct spinlock *lock = given;
    int mine, caller = preempt_caller();
    preempt_atomic_begin();
    mine = lock->owner == caller;
    if (mine) {
        lock->owner = NOBODY;
        preempt_released(given);
    }
    preempt_atomic_end();
    if (!mine) preempt_misuse("the caller does not hold the spin lock");
}

void spin_lock_init(spinlock_t *lock) {
    preempt_atomic_begin();
    ((struct spinlock *)lock)->owner = NOBODY;
    preempt_atomic_end();
}

int spin_is_locked(spinlock_t *lock) {
    int locked;
    preempt_atomic_begin();
    locked = ((struct spinlock *)lock)->owner != NOBODY;
    preempt_atomic_end();
    return locked;
}

void spin_lock(spinlock_t *lock) {
    acquire(lock);
}

int spin_trylock(spinlock_t *lock) {
    return try_to_acquire(lock);
}

void spin_unlock(spinlock_t *lock) {
    release(lock);
}

void spin_lock_bh(spinlock_t *lock) {
    acquire(lock);
}

int spin_trylock_bh(spinlock_t *lock) {
    return try_to_acquire(lock);
}

void spin_unlock_bh(spinlock_t *lock) {
    release(lock);
}

void spin_lock_irq(spinlock_t *lock) {
    preempt_set_global_mask(1);
    acquire(lock);
}

int spin_trylock_irq(spinlock_t *lock) {
    preempt_set_global_mask(1);
    if (try_to_acquire(lock)) return 1;
    preempt_set_global_mask(0);
    return 0;
}

void spin_unlock_irq(spinlock_t *lock) {
    release(lock);
    preempt_set_global_mask(0);
}

unsigned long _raw_spin_lock_irqsave(raw_spinlock_t *lock) {
    unsigned long flags = (unsigned long)preempt_set_global_mask(1);
    acquire(lock);
    return flags;
}

void _raw_spin_unlock_irqrestore(raw_spinlock_t *lock, unsigned long flags) {
    release(lock);
    preempt_set_global_mask((int)flags);
}

void local_irq_disable(void) {
    preempt_set_global_mask(1);
}

void local_irq_enable(void) {
    preempt_set_global_mask(0);
}

unsigned long arch_local_irq_save(void) {
    return (unsigned long)preempt_set_global_mask(1);
}

void arch_local_irq_restore(unsigned long flags) {
    preempt_set_global_mask((int)flags);
}
