/*
 * Spin locks and local masks by the names of Linux, for code that comes without the kernel's headers. All zero is a
 * lock that is free.
 */
#ifndef PREEMPT_LIBC_LINUX_SPINLOCK_H
#define PREEMPT_LIBC_LINUX_SPINLOCK_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int owner;
} raw_spinlock_t;

typedef raw_spinlock_t spinlock_t;

#define DEFINE_SPINLOCK(name) spinlock_t name = {0}
#define DEFINE_RAW_SPINLOCK(name) raw_spinlock_t name = {0}
#define __SPIN_LOCK_UNLOCKED(name) {0}
#define SPIN_LOCK_UNLOCKED ((spinlock_t){0})

void spin_lock_init(spinlock_t *lock);
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int spin_trylock(spinlock_t *lock);
int spin_is_locked(spinlock_t *lock);
void spin_lock_irq(spinlock_t *lock);
void spin_unlock_irq(spinlock_t *lock);
int spin_trylock_irq(spinlock_t *lock);
void spin_lock_bh(spinlock_t *lock);
void spin_unlock_bh(spinlock_t *lock);
int spin_trylock_bh(spinlock_t *lock);
unsigned long _raw_spin_lock_irqsave(raw_spinlock_t *lock);
void _raw_spin_unlock_irqrestore(raw_spinlock_t *lock, unsigned long flags);

#define spin_lock_irqsave(lock, flags) ((void)((flags) = _raw_spin_lock_irqsave(lock)))
#define spin_unlock_irqrestore(lock, flags) _raw_spin_unlock_irqrestore(lock, flags)

#define raw_spin_lock_init(lock) spin_lock_init(lock)
#define raw_spin_lock(lock) spin_lock(lock)
#define raw_spin_unlock(lock) spin_unlock(lock)
#define raw_spin_trylock(lock) spin_trylock(lock)
#define raw_spin_lock_irq(lock) spin_lock_irq(lock)
#define raw_spin_unlock_irq(lock) spin_unlock_irq(lock)
#define raw_spin_lock_bh(lock) spin_lock_bh(lock)
#define raw_spin_unlock_bh(lock) spin_unlock_bh(lock)
#define raw_spin_lock_irqsave(lock, flags) spin_lock_irqsave(lock, flags)
#define raw_spin_unlock_irqrestore(lock, flags) spin_unlock_irqrestore(lock, flags)

void local_irq_disable(void);
void local_irq_enable(void);
unsigned long arch_local_irq_save(void);
void arch_local_irq_restore(unsigned long flags);

#define local_irq_save(flags) ((void)((flags) = arch_local_irq_save()))
#define local_irq_restore(flags) arch_local_irq_restore(flags)

#ifdef __cplusplus
}
#endif
#endif
