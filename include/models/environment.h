/*
 * What the models of thread libraries share: the table of threads, and how they name who calls.
 *
 * Each model function is one atomic section, or two where others must be able to run in between: the machine takes a
 * section as one transition. Whatever is released goes back to its initial value and nothing counts without bound, so
 * that states come again. A model that wants to report wrong use does so outside of a section that may block, since
 * nothing of such a section remains.
 */
#ifndef PREEMPT_ENVIRONMENT_H
#define PREEMPT_ENVIRONMENT_H

#include <preempt.h>
#include <stdint.h>

/* In one execution, main included: sets of threads are words of 32 bits. */
#define PREEMPT_THREADS 32

enum preempt_status { THREAD_UNKNOWN, THREAD_JOINABLE, THREAD_DETACHED, THREAD_ENDED, THREAD_JOINED };

struct preempt_thread {
    unsigned char status;
    /* Locks that it must give back before it ends. */
    unsigned char held;
    void *result;
};

/* By thread id; main is 0. One for all models. */
__attribute__((__weak__)) struct preempt_thread preempt_threads[PREEMPT_THREADS];

/* What a thread does that ends: destructors of keys, then its result is there for who joins it. */
void preempt_thread_ends(void *result);

/* There is one only in programs that use thread-specific data. */
__attribute__((__weak__)) void preempt_keys_end(void);

/* Who holds a lock: 0 is nobody. All ISRs are one owner; none of them is the thread that it preempted. */
#define NOBODY 0
#define SOME_ISR (PREEMPT_THREADS + 1)

static inline int preempt_caller(void) {
    return preempt_in_isr() ? SOME_ISR : preempt_self() + 1;
}

static inline struct preempt_thread *preempt_me(void) {
    int self = preempt_self();
    if (self >= PREEMPT_THREADS) preempt_unmodelled("more than 32 threads");
    return &preempt_threads[self];
}

static inline uint32_t preempt_my_bit(void) {
    int self = preempt_self();
    if (self >= PREEMPT_THREADS) preempt_unmodelled("more than 32 threads");
    return (uint32_t)1 << self;
}

/* The caller waits for what nobody will ever give. */
static inline void preempt_wait_for_ever(const volatile void *lock) {
    preempt_atomic_begin();
    preempt_waits_for((const void *)lock);
    preempt_block_until(0);
    preempt_atomic_end();
}

#endif
